/// Reads the orientation out of EXIF data: a TIFF header and its first directory, nothing else.
enum ExifReader {
  /// The orientation tag; upright where there is none or it makes no sense.
  static func orientation(in data: ArraySlice<UInt8>) -> Orientation {
    guard let reader = Reader(data), let directory = reader.number(4, 4),
      let count = reader.number(directory, 2)
    else { return .upright }
    for index in 0..<min(count, 512) {
      let entry = directory + 2 + index * 12
      guard let tag = reader.number(entry, 2) else { return .upright }
      if tag == 0x0112 { return reader.orientation(at: entry) }
    }
    return .upright
  }

  /// Whether there is EXIF data, behind the mark that it has in JPEG or without.
  static func isExif(_ data: ArraySlice<UInt8>) -> Bool { Reader(data) != nil }

  /// Whether a segment of a JPEG says that it holds EXIF data.
  ///
  /// A zero and a byte to fill up follow the name, and some programs write another byte than zero there.
  static func isMarked(_ data: ArraySlice<UInt8>) -> Bool {
    data.count > 6 && data.starts(with: mark)
  }

  private static let mark = Array("Exif\0".utf8)

  /// Numbers of a TIFF file in its byte order.
  private struct Reader {
    private let bytes: [UInt8]
    private let isLittle: Bool

    init?(_ data: ArraySlice<UInt8>) {
      let tiff = ExifReader.isMarked(data) ? data.dropFirst(6) : data
      bytes = Array(tiff.prefix(1 << 16))
      guard bytes.count >= 8, bytes[0] == bytes[1], [0x49, 0x4D].contains(bytes[0]) else {
        return nil
      }
      isLittle = bytes[0] == 0x49
      guard number(2, 2) == 42 else { return nil }
    }

    func number(_ offset: Int, _ count: Int) -> Int? {
      guard offset >= 0, count <= bytes.count, offset <= bytes.count - count else { return nil }
      let digits = bytes[offset..<offset + count]
      return (isLittle ? Array(digits.reversed()) : Array(digits)).reduce(0) { $0 << 8 | Int($1) }
    }

    /// The value of an entry of type BYTE, SHORT or LONG; some programs write another type than SHORT.
    func orientation(at entry: Int) -> Orientation {
      let width = [1: 1, 3: 2, 4: 4][number(entry + 2, 2) ?? 0]
      return width.flatMap { number(entry + 8, $0) }.flatMap(Orientation.init) ?? .upright
    }
  }
}
