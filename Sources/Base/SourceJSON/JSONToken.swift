/// One value of a text, or one key; what is in a list or an object follows it.
struct JSONToken: Sendable {
  /// What was written, in a form that needs no memory of its own.
  enum Content {
    case null
    case bool(Bool)
    case number(Double)
    /// Text that stands for itself, ASCII without escapes: where its bytes are.
    case plain(Range<Int>)
    /// Any other text: which of those that were decoded.
    case decoded(Int)
    /// How many values follow, and the token after the last of them.
    case list(count: Int, end: Int)
    /// How many keys follow, each before its value, and the token after the last of them.
    case object(count: Int, end: Int)
  }

  var content: Content
  // With 32 bits each, a token takes 32 bytes. Places beyond 4 GiB would be wrong, and nothing else.
  private let line: UInt32
  private let column: UInt32
  private let offset: UInt32

  init(_ content: Content, at place: SourcePlace) {
    self.content = content
    line = UInt32(clamping: place.line)
    column = UInt32(clamping: place.column)
    offset = UInt32(clamping: place.offset)
  }

  /// Where it begins.
  var place: SourcePlace {
    SourcePlace(line: Int(line), column: Int(column), offset: Int(offset))
  }
}
