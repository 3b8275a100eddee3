internal import CDeflate
import PhotoFormats

/// What the chunks round the picture of a PNG file say: orientation, colour profile, texts.
struct PNGProperties {
  private(set) var orientation = Orientation.upright
  /// What the numbers of the pixels mean.
  private(set) var color = PNGColor()
  /// Keyword and text of every tEXt chunk.
  private(set) var texts: [String: String] = [:]
  /// A profile is a few kilobytes; one that unpacks to more than this is an attack.
  private static let mostProfileBytes = 4 << 20
  /// Texts are read for the one that wallfarm writes; more than these are not looked at.
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
      // The first one counts, and none behind the palette or the pixels, as in libpng.
      case "iCCP" where !isLate && !color.hasProfile:
        color.take(profile: PNGProperties.unpack(data))
      default: color.read(chunk.name, data, isLate: isLate)
      }
    }
  }

  /// Holds each chunk against the size of the file.
  static func structure(of bytes: PhotoBytes) throws(PhotoFlaw) -> PhotoStructure {
    var hasDescription = false
    var chunks = PNGChunks(bytes)
    while let chunk = try chunks.next() {
      if chunk.name == "cICP" { hasDescription = true }
    }
    var structure = PhotoStructure()
    structure.parts = bytes.partCount
    // Three rows of at most eight bytes a pixel, and the window and tables of zlib.
    structure.workingBytes = 3 * 8 * min(bytes.number(at: 16, 4) ?? 0, 1 << 20) + 1 << 20
    structure.workingBytes += deepBytes(of: bytes, hasDescription: hasDescription)
    return structure
  }

  /// Bytes of an interlaced picture that is mapped from HDR: all of its rows in 16 bits.
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
