internal import CISAL
import WallfarmPluginKit

/// The chunks of a PNG file in order (PNG third edition, section 5).
struct PNGFile {
  private(set) var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  mutating func header(_ size: PixelSize, colorType: UInt8) {
    var data: [UInt8] = []
    data.append(bigEndian: UInt32(size.width))
    data.append(bigEndian: UInt32(size.height))
    // 8 bits a sample, deflate, adaptive filters, not interlaced.
    data += [8, colorType, 0, 0, 0]
    chunk("IHDR", data)
  }

  /// The chunks that say what colours mean.
  ///
  /// Display P3 is told twice: as the code points of ITU-T H.273 (cICP: primaries 12, curve 13, no
  /// matrix, full range), and as an ICC profile (iCCP) for readers that do not know those yet.
  mutating func color(_ space: ColorSpace, _ deflater: BandDeflater) throws(RenderError) {
    guard space == .displayP3 else { return chunk("sRGB", [0]) }
    chunk("cICP", [12, 13, 0, 1])
    let profile = try space.iccProfile()
    var data = Array("Display P3".utf8) + [0, 0] + BandDeflater.zlibHeader
    try deflater.deflate(profile, isLast: true, appendingTo: &data)
    var checksum = Adler32()
    checksum.update(profile)
    data.append(bigEndian: checksum.value)
    chunk("iCCP", data)
  }

  /// The pHYs chunk: the same density on both axes, unit metre.
  mutating func physicalSize(_ pixelsPerMetre: Int) {
    var data: [UInt8] = []
    data.append(bigEndian: UInt32(pixelsPerMetre))
    data.append(bigEndian: UInt32(pixelsPerMetre))
    data.append(1)
    chunk("pHYs", data)
  }

  mutating func text(_ keyword: String, _ text: String) {
    chunk("tEXt", Array(keyword.utf8) + [0] + Array(text.utf8))
  }

  /// Length, type, data, and the CRC-32 of type and data.
  mutating func chunk(_ type: String, _ data: [UInt8]) {
    bytes.append(bigEndian: UInt32(data.count))
    let start = bytes.count
    bytes += type.utf8
    bytes += data
    let crc = bytes.withUnsafeBufferPointer { all in
      crc32_gzip_refl(0, all.baseAddress.map { $0 + start }, UInt64(all.count - start))
    }
    bytes.append(bigEndian: crc)
  }
}

extension [UInt8] {
  /// Adds four bytes, most significant first.
  mutating func append(bigEndian value: UInt32) {
    for shift in stride(from: UInt32(24), through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }
}
