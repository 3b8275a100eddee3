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

extension SourcePlace: CustomStringConvertible {
  /// `line:column`, ready to follow a file name and a colon.
  public var description: String { "\(line):\(column)" }
}
