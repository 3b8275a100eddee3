/// Where a character stands in a source text: as an editor counts it, and in bytes.
public struct SourcePlace: Sendable, Hashable {
  /// Line, from 1; LF, CRLF and a lone CR each end one.
  public let line: Int
  /// Column, from 1, in Unicode scalars; a tab counts one.
  public let column: Int
  /// UTF-8 bytes before this place, a byte order mark included.
  public let offset: Int

  /// Makes a place from counts the caller vouches for.
  public init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }
}

extension SourcePlace {
  /// The place at a line and a column of a text; nil where there is no such line.
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
      // A line that ends before is shown to its end.
      guard offset < text.count, text[offset] != ASCII.lineFeed else { break }
      offset += 1
      while offset < text.count, text[offset] & 0xC0 == 0x80 { offset += 1 }
    }
    self.init(line: line, column: column, offset: offset)
  }
}

extension SourcePlace: CustomStringConvertible {
  /// `line:column`, ready to follow a file name and a colon.
  public var description: String { "\(line):\(column)" }
}
