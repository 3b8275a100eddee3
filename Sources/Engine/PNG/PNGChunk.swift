internal import CDeflate
import WallfarmPluginKit

/// Encodes PNG chunks: length, type, data, and the CRC-32 of type and data (PNG third edition,
/// section 5.3).
package enum PNGChunk {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The maximum length of chunk data in bytes: 2^31 − 1 (section 7.1).
  package static let longest = Int(Int32.max)

  static func bytes(_ type: String, _ data: some Collection<UInt8>) -> [UInt8] {
    bytes(type, mostData: data.count) { target in
      target.copyBytes(from: data)
      return data.count
    }
  }

  /// Splits a zlib stream into IDAT chunks.
  package static func imageData(_ stream: [UInt8], longest: Int = PNGChunk.longest) -> [[UInt8]] {
    stride(from: 0, to: stream.count, by: longest).map { first in
      bytes("IDAT", stream[first..<min(first + longest, stream.count)])
    }
  }

  /// Creates a chunk; `fill` writes the chunk's data in place and returns the number of bytes
  /// written.
  static func bytes(
    _ type: String, mostData: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Int
  ) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: mostData + 12) { target, count in
      guard let start = UnsafeMutableRawPointer(target.baseAddress) else { return }
      for (index, byte) in type.utf8.enumerated() {
        start.storeBytes(of: byte, toByteOffset: 4 + index, as: UInt8.self)
      }
      let length = fill(UnsafeMutableRawBufferPointer(start: start + 8, count: mostData))
      precondition(length <= min(mostData, longest), "the data exceeds its memory or the limit")
      start.storeBytes(of: UInt32(length).bigEndian, as: UInt32.self)
      let crc = libdeflate_crc32(0, start + 4, length + 4)
      (start + 8 + length).storeBytes(of: crc.bigEndian, as: UInt32.self)
      count = length + 12
    }
  }

  static func header(_ size: PixelSize, _ layout: SampleLayout) -> [UInt8] {
    var data: [UInt8] = []
    data.append(bigEndian: UInt32(size.width))
    data.append(bigEndian: UInt32(size.height))
    // The zeros mean deflate compression, adaptive filtering and no interlacing.
    data += [UInt8(layout.bitDepth), layout.colorType, 0, 0, 0]
    return bytes("IHDR", data)
  }

  /// Encodes the chunks that declare the color space.
  ///
  /// A profile is declared by H.273 code points (cICP) and is also embedded in full (iCCP) for
  /// decoders that do not support cICP.
  static func color(_ color: PNGSettings.Color) -> [UInt8] {
    switch color {
    case .sRGB: return bytes("sRGB", [0])
    case .profile(let name, let codePoints, let profile):
      let data = Array(name.utf8) + [0, 0] + BandDeflater.zlibStream(of: profile)
      return bytes("cICP", codePoints) + bytes("iCCP", data)
    }
  }

  /// Encodes the pHYs chunk, with the same density in pixels per meter on both axes.
  static func physicalSize(_ pixelsPerMetre: Int) -> [UInt8] {
    var data: [UInt8] = []
    data.append(bigEndian: UInt32(pixelsPerMetre))
    data.append(bigEndian: UInt32(pixelsPerMetre))
    data.append(1)
    return bytes("pHYs", data)
  }

  /// Encodes the PLTE chunk, and a tRNS chunk for the entries that are not opaque.
  static func palette(_ pixels: [UInt32]) -> [UInt8] {
    let straight = pixels.map(straightAlpha)
    let colors = straight.flatMap { color in
      [16, 8, 0].map { UInt8(truncatingIfNeeded: color >> $0) }
    }
    let clear = straight.map { UInt8($0 >> 24) }.prefix { $0 < 255 }
    return bytes("PLTE", colors) + (clear.isEmpty ? [] : bytes("tRNS", Array(clear)))
  }

  static func text(_ keyword: String, _ text: String) -> [UInt8] {
    bytes("tEXt", Array(keyword.utf8) + [0] + Array(text.utf8))
  }
}

extension [UInt8] {
  /// Appends four bytes in big-endian order.
  package mutating func append(bigEndian value: UInt32) {
    for shift in stride(from: UInt32(24), through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }
}
