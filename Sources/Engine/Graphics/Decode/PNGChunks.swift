internal import CDeflate

/// The chunks of a PNG file, and what those round the picture say: orientation, colour profile,
/// texts.
struct PNGChunks {
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
    bytes.withUnsafeBufferPointer { buffer in
      _ = PNGChunks.walk(buffer) { name, range in
        switch name {
        case "IHDR" where range.count == 13: color.depth = Int(bytes[range.lowerBound + 8])
        case "eXIf" where !hasExif:
          hasExif = true
          orientation = ExifReader.orientation(in: bytes[range])
        case "tEXt" where texts.count < PNGChunks.mostTexts: readText(bytes[range])
        case "PLTE", "IDAT": isLate = true
        // The first one counts, and none behind the palette or the pixels, as in libpng.
        case "iCCP" where !isLate && !color.hasProfile:
          color.take(profile: PNGChunks.unpack(bytes[range]))
        default: color.read(name, bytes[range], isLate: isLate)
        }
      }
    }
  }

  /// Holds each chunk against the size of the file.
  static func structure(of bytes: UnsafeBufferPointer<UInt8>) -> Result<PhotoStructure, FileFlaw> {
    var structure = PhotoStructure()
    var hasDescription = false
    let flaw = walk(bytes) { name, _ in
      structure.parts += 1
      if name == "cICP" { hasDescription = true }
    }
    if let flaw { return .failure(flaw) }
    // Three rows of at most eight bytes a pixel, and the window and tables of zlib.
    structure.workingBytes = 3 * 8 * min(bytes.number(at: 16, 4) ?? 0, 1 << 20) + 1 << 20
    structure.workingBytes += deepBytes(of: bytes, hasDescription: hasDescription)
    return .success(structure)
  }

  /// Bytes of an interlaced picture that is mapped from HDR: all of its rows in 16 bits.
  private static func deepBytes(of bytes: UnsafeBufferPointer<UInt8>, hasDescription: Bool) -> Int {
    guard hasDescription, bytes.count > 29, bytes[28] == 1, let width = bytes.number(at: 16, 4),
      let height = bytes.number(at: 20, 4)
    else { return 0 }
    return min(width, 1 << 20) * min(height, 1 << 20) * 8
  }

  /// Goes from chunk to chunk up to the last one, and says where that does not work.
  private static func walk(
    _ bytes: UnsafeBufferPointer<UInt8>, _ visit: (String, Range<Int>) -> Void
  ) -> FileFlaw? {
    var offset = 8
    while let length = bytes.number(at: offset, 4), bytes.count - offset >= 8 {
      let name = bytes[offset + 4..<offset + 8].partName
      let start = offset + 8
      // The checksum behind the data belongs to the chunk.
      guard length <= bytes.count - start - 4 else {
        return .tooLong(
          "its chunk '\(name)'", at: offset, says: length, left: bytes.count - start - 4)
      }
      if offset == 8, name != "IHDR" {
        return .wrong("its chunk '\(name)'", at: offset, "stands where the header belongs")
      }
      visit(name, start..<start + length)
      if name == "IEND" { return nil }
      offset = start + length + 4
    }
    return FileFlaw(reason: "the file ends before its last chunk", offset: bytes.count)
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
