internal import CDeflate
import PhotoFormats

/// The metadata in the chunks of a PNG file: orientation, color space and text.
struct PNGProperties {
  private(set) var orientation = Orientation.upright
  /// The color space described by the color chunks.
  private(set) var color = PNGColor()
  /// The text of each `tEXt` chunk, by keyword.
  private(set) var texts: [String: String] = [:]
  /// Maximum size of a decompressed ICC profile in bytes; real profiles are only a few kilobytes in
  /// size.
  private static let mostProfileBytes = 4 << 20
  /// Maximum number of text chunks that are read; wallfarm needs only the text chunks that it wrote
  /// itself.
  private static let mostTexts = 64

  init(_ bytes: [UInt8]) {
    var (hasExif, isLate) = (false, false)
    let bytes = PhotoBytes(bytes)
    var chunks = PNGChunks(bytes)
    while let chunk = try? chunks.next() {
      let data = bytes[chunk.data]
      switch chunk.name {
      case "IHDR" where data.count == 13: color.depth = Int(data[data.startIndex + 8])
      case "eXIf" where !hasExif:
        hasExif = true
        orientation = ExifReader.orientation(in: ExifBlock(bytes, chunk.data))
      case "tEXt" where texts.count < PNGProperties.mostTexts: readText(data)
      case "PLTE", "IDAT": isLate = true
      // As in libpng, the first profile is used, and profiles after PLTE or IDAT are ignored.
      case "iCCP" where !isLate && !color.hasProfile:
        color.take(profile: PNGProperties.unpack(data))
      default: color.read(chunk.name, data, isLate: isLate)
      }
    }
  }

  /// Checks the size of all chunks against the file size and estimates the decoder memory.
  static func structure(of bytes: PhotoBytes) throws(PhotoFlaw) -> PhotoStructure {
    var hasDescription = false
    var chunks = PNGChunks(bytes)
    while let chunk = try chunks.next() {
      if chunk.name == "cICP" { hasDescription = true }
    }
    var structure = PhotoStructure()
    // Three rows of at most 8 bytes per pixel, plus zlib's window and tables.
    structure.workingBytes = 3 * 8 * min(bytes.number(at: 16, 4) ?? 0, 1 << 20) + 1 << 20
    structure.workingBytes += deepBytes(of: bytes, hasDescription: hasDescription)
    return structure
  }

  /// Returns the memory for an interlaced HDR picture, all rows of which are kept at 16 bits per
  /// sample.
  private static func deepBytes(of bytes: PhotoBytes, hasDescription: Bool) -> Int {
    guard hasDescription, bytes.size > 29, bytes.byte(at: 28) == 1,
      let width = bytes.number(at: 16, 4), let height = bytes.number(at: 20, 4)
    else { return 0 }
    return min(width, 1 << 20) * min(height, 1 << 20) * 8
  }

  private mutating func readText(_ data: ArraySlice<UInt8>) {
    let parts = data.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return }
    texts[String(decoding: parts[0], as: UTF8.self)] = String(decoding: parts[1], as: UTF8.self)
  }

  /// Decompresses the profile in an `iCCP` chunk: a name, a zero byte, method 0 and a zlib stream
  /// (PNG third edition, section 11.3.2.3).
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
