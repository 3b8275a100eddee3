/// The position of a character in source text: its line, column and byte offset.
public struct SourcePlace: Sendable, Hashable {
  /// The line, from 1; LF, CRLF and a single CR each end a line.
  public let line: Int
  /// The column in Unicode scalars, from 1; a tab counts as one.
  public let column: Int
  /// The offset in UTF-8 bytes, including a byte order mark.
  public let offset: Int

  /// Creates a position; the caller ensures that the line, column and offset are consistent.
  public init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }
}

extension SourcePlace {
  /// Finds the position of a line and column; returns nil if the line does not exist.
  public init?(line: Int, column: Int, in text: [UInt8]) {
    guard line >= 1, column >= 1 else { return nil }
    var offset = 0
    var current = 1
    while current < line {
      guard offset < text.count else { return nil }
      let isReturn = text[offset] == ASCII.carriageReturn
      let isPair = isReturn && offset + 1 < text.count && text[offset + 1] == ASCII.lineFeed
      if text[offset] == ASCII.lineFeed || (isReturn && !isPair) { current += 1 }
      offset += 1
    }
    if line == 1, text.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    for _ in 1..<column {
      // If the column is beyond the end of its line, use the end of the line.
      guard offset < text.count, text[offset] != ASCII.lineFeed else { break }
      offset += 1
      while offset < text.count, text[offset] & 0xC0 == 0x80 { offset += 1 }
    }
    self.init(line: line, column: column, offset: offset)
  }
}

extension SourcePlace: CustomStringConvertible {
  /// The form `line:column`.
  public var description: String { "\(line):\(column)" }
}
