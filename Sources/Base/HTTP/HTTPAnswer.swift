/// What a client is told.
public struct HTTPAnswer: Sendable {
  /// Its status, such as 200.
  public var status: Int
  /// Headers besides the length and the date.
  public var headers: [HTTPHeader]
  /// What it is.
  public var body: Body

  /// The body of an answer.
  public enum Body: Sendable {
    /// Bytes; none for an empty body.
    case bytes([UInt8])
    /// A file in memory, sent without being copied.
    case file(any HTTPFile)
    /// Some bytes of one, see ``HTTPAnswer/part(_:)``.
    case part(any HTTPFile, Range<Int>)
    /// What comes bit by bit.
    case stream(HTTPStream)
    /// Nothing, in the place of a body whose length is not known: for HEAD.
    case unsent

    /// How many bytes it has.
    public var count: Int {
      switch self {
      case .bytes(let bytes): bytes.count
      case .file(let file): file.count
      case .part(_, let range): range.count
      case .stream, .unsent: 0
      }
    }
  }

  /// Makes an answer.
  public init(_ status: Int, _ headers: [HTTPHeader] = [], _ body: Body = .bytes([])) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  /// Makes an answer of text.
  public init(_ status: Int, type: String, _ text: String) {
    self.init(status, [HTTPHeader("Content-Type", type)], .bytes(Array(text.utf8)))
  }
}

/// A file that stays open as long as the object lives.
public protocol HTTPFile: AnyObject, Sendable {
  /// The file.
  var descriptor: Int32 { get }
  /// How many bytes it has.
  var count: Int { get }
}
