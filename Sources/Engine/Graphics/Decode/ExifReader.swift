import PhotoFormats

/// Reads the orientation from EXIF data.
///
/// Only the TIFF header and the first directory are parsed.
enum ExifReader {
  /// Returns the value of the orientation tag; `upright` if the tag is missing or invalid.
  static func orientation(in data: ExifBlock) -> Orientation {
    let tiff = data.withoutMark
    let start = tiff.range.lowerBound
    let most = ExifBlock(tiff.bytes, start..<start + min(tiff.range.count, 1 << 16))
    guard let reader = TIFFReader(most), let count = reader.number(at: reader.first, 2) else {
      return .upright
    }
    for index in 0..<min(count, TIFFReader.mostEntries) {
      let entry = reader.first + 2 + index * 12
      guard let tag = reader.number(at: entry, 2) else { return .upright }
      guard tag == 0x0112 else { continue }
      // The entry itself stores the value, as BYTE, SHORT or LONG; some writers do not use SHORT.
      let width = [1: 1, 3: 2, 4: 4][reader.number(at: entry + 2, 2) ?? 0]
      return width.flatMap { reader.number(at: entry + 8, $0) }.flatMap(Orientation.init)
        ?? .upright
    }
    return .upright
  }
}
