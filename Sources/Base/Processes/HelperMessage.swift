/// The format of a message: a line with the number of bytes in decimal digits, followed by the
/// bytes.
enum HelperMessage {
  /// The line that precedes the bytes.
  static func head(_ bytes: [UInt8]) -> [UInt8] { Array("\(bytes.count)\n".utf8) }

  /// Parses the number of bytes from a line without its line feed; returns `nil` if it is invalid
  /// or too large.
  ///
  /// Only the format of ``head(_:)`` is valid, without a sign or leading zeros.
  static func count(_ line: [UInt8], most: Int) -> Int? {
    guard let count = Int(String(decoding: line, as: UTF8.self)), (0...most).contains(count),
      "\(count)".utf8.elementsEqual(line)
    else { return nil }
    return count
  }
}
