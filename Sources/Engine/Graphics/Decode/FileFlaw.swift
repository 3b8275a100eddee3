/// Where the parts of a file do not fit together, found before a library reads it.
struct FileFlaw: Error, Hashable {
  /// What is wrong, as it follows "the photo cannot be read: ".
  let reason: String
  /// Of the part, in bytes from the start of the file.
  let offset: Int

  /// A part that says it is longer than the file.
  static func tooLong(_ part: String, at offset: Int, says length: Int, left: Int) -> FileFlaw {
    FileFlaw(
      reason: "\(part) at byte \(offset) says it has \(length) bytes, and \(max(0, left)) are left",
      offset: offset)
  }

  /// A part that something is wrong with.
  static func wrong(_ part: String, at offset: Int, _ what: String) -> FileFlaw {
    FileFlaw(reason: "\(part) at byte \(offset) \(what)", offset: offset)
  }
}

extension Sequence where Element == UInt8 {
  /// The name of a part of a file, without what a terminal would act on.
  var partName: String {
    String(String.UnicodeScalarView(map { (32..<127).contains($0) ? Unicode.Scalar($0) : "?" }))
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// A big-endian number of `count` bytes; nil where they are not all there.
  func number(at offset: Int, _ count: Int) -> Int? {
    guard offset >= 0, count <= 8, offset <= self.count - count else { return nil }
    return Int(exactly: self[offset..<offset + count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  /// A little-endian number of four bytes; nil where they are not all there.
  func littleNumber(at offset: Int) -> Int? {
    guard offset >= 0, offset <= count - 4 else { return nil }
    return self[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
