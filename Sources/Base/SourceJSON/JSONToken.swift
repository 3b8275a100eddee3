/// A value or a key; the tokens for the contents of a list or object follow its token.
struct JSONToken: Sendable {
  /// The content of a token, which needs no heap allocation.
  enum Content {
    case null
    case bool(Bool)
    case number(Double)
    /// ASCII text without escape sequences, as a range of bytes.
    case plain(Range<Int>)
    /// Other text, as an index into the decoded strings.
    case decoded(Int)
    /// The number of elements, and the index after the last element.
    case list(count: Int, end: Int)
    /// The number of members, each with a key and a value, and the index after the last member.
    case object(count: Int, end: Int)
  }

  var content: Content
  // With 32-bit fields, a token takes 32 bytes. Positions beyond 4 GiB are clamped.
  private let line: UInt32
  private let column: UInt32
  private let offset: UInt32

  init(_ content: Content, at place: SourcePlace) {
    self.content = content
    line = UInt32(clamping: place.line)
    column = UInt32(clamping: place.column)
    offset = UInt32(clamping: place.offset)
  }

  /// The position of the first character.
  var place: SourcePlace {
    SourcePlace(line: Int(line), column: Int(column), offset: Int(offset))
  }
}
