/// Reads the orientation out of EXIF data: a TIFF header and its first directory, nothing else.
enum ExifReader {
  /// The orientation tag; upright where there is none or it makes no sense.
  static func orientation(in tiff: ArraySlice<UInt8>) -> Orientation {
    let bytes = Array(tiff.prefix(1 << 16))
    guard bytes.count >= 8 else { return .upright }
    let isLittle = bytes[0] == UInt8(ascii: "I")
    func number(_ offset: Int, _ count: Int) -> Int? {
      guard offset >= 0, offset + count <= bytes.count else { return nil }
      let digits = bytes[offset..<offset + count]
      return (isLittle ? Array(digits.reversed()) : Array(digits)).reduce(0) { $0 << 8 | Int($1) }
    }
    guard number(2, 2) == 42, let directory = number(4, 4), let count = number(directory, 2)
    else { return .upright }
    for index in 0..<min(count, 512) {
      let entry = directory + 2 + index * 12
      guard let tag = number(entry, 2) else { return .upright }
      if tag == 0x0112 { return Orientation(rawValue: number(entry + 8, 2) ?? 1) ?? .upright }
    }
    return .upright
  }
}
