internal import CDeflate

/// What the chunks round the picture of a PNG file say: orientation, colour profile, texts.
struct PNGChunks {
  private(set) var orientation = Orientation.upright
  private(set) var profile: [UInt8]?
  /// Keyword and text of every tEXt chunk.
  private(set) var texts: [String: String] = [:]
  /// Whether the last chunk is there; libpng stops looking once it has all pixels.
  private(set) var isWhole = false

  /// A profile is a few kilobytes; one that unpacks to more than this is an attack.
  private static let mostProfileBytes = 4 << 20

  init(_ bytes: [UInt8]) {
    var offset = 8
    while offset + 12 <= bytes.count {
      let length = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      let type = bytes[offset + 4..<offset + 8]
      let end = offset + 8 + length
      guard end + 4 <= bytes.count else { return }
      let data = bytes[offset + 8..<end]
      switch String(decoding: type, as: UTF8.self) {
      case "iCCP": profile = PNGChunks.unpack(data)
      case "eXIf": orientation = ExifReader.orientation(in: data)
      case "tEXt":
        let parts = data.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2 {
          texts[String(decoding: parts[0], as: UTF8.self)] = String(
            decoding: parts[1], as: UTF8.self)
        }
      case "IEND": isWhole = true
      default: break
      }
      offset = end + 4
    }
  }

  /// Name, a zero, the method 0, then a zlib stream (PNG third edition, section 11.3.2.3).
  private static func unpack(_ data: ArraySlice<UInt8>) -> [UInt8]? {
    guard let zero = data.firstIndex(of: 0), zero + 2 < data.endIndex, data[zero + 1] == 0
    else { return nil }
    guard let decompressor = libdeflate_alloc_decompressor() else { return nil }
    defer { libdeflate_free_decompressor(decompressor) }
    let packed = Array(data[(zero + 2)...])
    var result = LIBDEFLATE_BAD_DATA
    let profile = [UInt8](unsafeUninitializedCapacity: mostProfileBytes) { target, count in
      result = libdeflate_zlib_decompress(
        decompressor, packed, packed.count, target.baseAddress, target.count, &count)
    }
    return result == LIBDEFLATE_SUCCESS && profile.count > 128 ? profile : nil
  }
}
