/// Converts cairo pixels to PNG samples.
struct SampleUnpacker {
  let layout: SampleLayout
  /// The palette index for each slot of the hash table; empty if there is no palette.
  private var indexes: [UInt8] = []
  private var colors = ColorSet()

  init(_ layout: SampleLayout) {
    self.layout = layout
    guard case .palette(let palette) = layout.kind else { return }
    indexes = [UInt8](repeating: 0, count: 1024)
    palette.withUnsafeBufferPointer { colors.insert($0) }
    for (index, color) in palette.enumerated() {
      indexes[colors.slot(of: color)] = UInt8(truncatingIfNeeded: index)
    }
  }

  /// Writes the samples for one row of pixels.
  func unpack(_ pixels: UnsafeBufferPointer<UInt32>, to output: UnsafeMutablePointer<UInt8>) {
    guard let row = pixels.baseAddress else { return }
    let count = pixels.count
    switch layout.kind {
    case .gray: for x in 0..<count { output[x] = UInt8(truncatingIfNeeded: row[x]) }
    case .grayAlpha:
      for x in 0..<count {
        let straight = straight(row[x])
        output[x * 2] = UInt8(truncatingIfNeeded: straight)
        output[x * 2 + 1] = UInt8(truncatingIfNeeded: straight >> 24)
      }
    case .rgb: unpackRGB(row, count: count, to: output)
    case .rgba:
      for x in 0..<count {
        let pixel = SampleUnpacker.rgba(straight(row[x]))
        UnsafeMutableRawPointer(output + x * 4).storeBytes(of: pixel.littleEndian, as: UInt32.self)
      }
    case .palette: unpackIndexes(row, count: count, to: output)
    }
  }

  /// Writes RGB samples; each group of four 32-bit pixels is packed into three words.
  private func unpackRGB(
    _ row: UnsafePointer<UInt32>, count: Int, to output: UnsafeMutablePointer<UInt8>
  ) {
    let target = UnsafeMutableRawPointer(output)
    var x = 0
    while x &+ 4 <= count {
      let (a, b) = (SampleUnpacker.rgb(row[x]), SampleUnpacker.rgb(row[x &+ 1]))
      let (c, d) = (SampleUnpacker.rgb(row[x &+ 2]), SampleUnpacker.rgb(row[x &+ 3]))
      let offset = x &* 3
      target.storeBytes(of: (a | b &<< 24).littleEndian, toByteOffset: offset, as: UInt32.self)
      target.storeBytes(
        of: (b &>> 8 | c &<< 16).littleEndian, toByteOffset: offset &+ 4, as: UInt32.self)
      target.storeBytes(
        of: (c &>> 16 | d &<< 8).littleEndian, toByteOffset: offset &+ 8, as: UInt32.self)
      x &+= 4
    }
    while x < count {
      let pixel = SampleUnpacker.rgb(row[x])
      for channel in 0..<3 {
        output[x &* 3 &+ channel] = UInt8(truncatingIfNeeded: pixel &>> UInt32(channel &* 8))
      }
      x &+= 1
    }
  }

  /// Swaps red and blue and drops alpha.
  @inline(__always)
  private static func rgb(_ pixel: UInt32) -> UInt32 {
    pixel &>> 16 & 0xFF | pixel & 0xFF00 | (pixel & 0xFF) &<< 16
  }

  static func rgba(_ pixel: UInt32) -> UInt32 { rgb(pixel) | pixel & 0xFF00_0000 }

  /// Packs palette indexes into bytes; the first pixel of each byte is in its most significant
  /// bits.
  private func unpackIndexes(
    _ row: UnsafePointer<UInt32>, count: Int, to output: UnsafeMutablePointer<UInt8>
  ) {
    let (bits, perByte) = (layout.bitDepth, 8 / layout.bitDepth)
    var (last, index) = (row[0], indexes[colors.slot(of: row[0])])
    var (byte, filled) = (UInt8(0), 0)
    var target = output
    for x in 0..<count {
      if row[x] != last {
        last = row[x]
        index = indexes[colors.slot(of: last)]
      }
      byte = bits == 8 ? index : byte << UInt8(bits) | index
      filled += 1
      guard filled == perByte else { continue }
      target.pointee = byte
      target += 1
      (byte, filled) = (0, 0)
    }
    if filled > 0 { target.pointee = byte << UInt8(bits * (perByte - filled)) }
  }

  private func straight(_ pixel: UInt32) -> UInt32 { straightAlpha(pixel) }
}

/// Converts a premultiplied pixel to straight alpha, as PNG requires.
@inlinable
package func straightAlpha(_ pixel: UInt32) -> UInt32 {
  let alpha = pixel >> 24
  if alpha == 255 { return pixel }
  func channel(_ shift: UInt32) -> UInt32 {
    let value = pixel >> shift & 0xFF
    return alpha == 0 ? 0 : min(255, (value * 255 + alpha / 2) / alpha) << shift
  }
  return channel(16) | channel(8) | channel(0) | alpha << 24
}
