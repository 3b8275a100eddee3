/// A position in UTF-8 text that keeps track of its line and column.
///
/// Every access is bounds-checked. The cursor never moves backward, so parsing takes linear time
/// for any input.
package struct SourceCursor {
  let bytes: [UInt8]
  private(set) var offset = 0
  private var line: Int
  private var lineStart = 0
  /// The number of UTF-8 continuation bytes on this line, which are subtracted because columns
  /// count scalars.
  private var continuationBytes = 0

  /// Creates a cursor at the first byte.
  package init(_ bytes: [UInt8], firstLine: Int = 1) {
    self.bytes = bytes
    line = firstLine
  }

  var place: SourcePlace {
    SourcePlace(line: line, column: offset - lineStart - continuationBytes + 1, offset: offset)
  }

  /// The next byte, or nil at the end.
  package var byte: UInt8? { byte(at: offset) }

  func byte(at offset: Int) -> UInt8? {
    offset < bytes.count ? bytes[offset] : nil
  }

  func text(from start: Int) -> String {
    String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  /// Skips `count` bytes, which must be ASCII characters other than line ends.
  mutating func skip(_ count: Int) { offset += count }

  mutating func skip(if expected: UInt8) -> Bool {
    guard byte == expected else { return false }
    offset += 1
    return true
  }

  /// Skips the expected ASCII text, which must not contain line ends; returns false if the text
  /// here is different.
  package mutating func skip(_ expected: StaticString) -> Bool {
    let count = expected.utf8CodeUnitCount
    guard offset + count <= bytes.count else { return false }
    let stands = bytes.withUnsafeBufferPointer { bytes in
      (0..<count).allSatisfy { bytes[offset + $0] == expected.utf8Start[$0] }
    }
    if stands { offset += count }
    return stands
  }

  /// Skips a byte order mark, which does not occupy a column.
  mutating func skipByteOrderMark() {
    guard bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { return }
    offset = 3
    lineStart = 3
  }

  /// Skips an LF, CRLF or CR.
  mutating func skipLineEnd() {
    let isPair = byte == ASCII.carriageReturn && byte(at: offset + 1) == ASCII.lineFeed
    offset += isPair ? 2 : 1
    line += 1
    lineStart = offset
    continuationBytes = 0
  }

  /// Skips ASCII characters of a string, up to a quote, a backslash, a control character or a
  /// non-ASCII byte.
  mutating func skipPlainASCII() {
    while offset < bytes.count {
      let byte = bytes[offset]
      guard byte >= 0x20, byte < 0x80, byte != ASCII.quote, byte != ASCII.backslash else { return }
      offset += 1
    }
  }

  /// Skips a scalar that is not a line end; returns false if the bytes are invalid UTF-8.
  mutating func skipScalar() -> Bool {
    guard let length = scalarLength(at: offset) else { return false }
    offset += length
    continuationBytes += length - 1
    return true
  }

  /// The length of the well-formed sequence at `offset` (Unicode 16, table 3-7), or nil if there is
  /// none.
  func scalarLength(at offset: Int) -> Int? {
    guard let lead = byte(at: offset) else { return nil }
    return switch lead {
    case 0x00...0x7F: 1
    case 0xC2...0xDF: continues(offset, 0x80...0xBF, length: 2)
    case 0xE0: continues(offset, 0xA0...0xBF, length: 3)
    case 0xED: continues(offset, 0x80...0x9F, length: 3)
    case 0xE1...0xEF: continues(offset, 0x80...0xBF, length: 3)
    case 0xF0: continues(offset, 0x90...0xBF, length: 4)
    case 0xF4: continues(offset, 0x80...0x8F, length: 4)
    case 0xF1...0xF3: continues(offset, 0x80...0xBF, length: 4)
    default: nil
    }
  }

  private func continues(_ offset: Int, _ second: ClosedRange<UInt8>, length: Int) -> Int? {
    guard let byte = byte(at: offset + 1), second.contains(byte) else { return nil }
    for index in 2..<max(2, length) {
      guard let byte = self.byte(at: offset + index), byte & 0xC0 == 0x80 else { return nil }
    }
    return length
  }
}

/// Named ASCII characters of the JSON grammar.
enum ASCII {
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let quote = UInt8(ascii: "\"")
  static let asterisk = UInt8(ascii: "*")
  static let plus = UInt8(ascii: "+")
  static let comma = UInt8(ascii: ",")
  static let minus = UInt8(ascii: "-")
  static let point = UInt8(ascii: ".")
  static let slash = UInt8(ascii: "/")
  static let zero = UInt8(ascii: "0")
  static let nine = UInt8(ascii: "9")
  static let colon = UInt8(ascii: ":")
  static let openBracket = UInt8(ascii: "[")
  static let backslash = UInt8(ascii: "\\")
  static let closeBracket = UInt8(ascii: "]")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
}
