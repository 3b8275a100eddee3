/// A response to a client.
public struct HTTPAnswer: Sendable {
  /// The status, such as 200.
  public var status: Int
  /// The headers, except the length and the date.
  public var headers: [HTTPHeader]
  /// The body.
  public var body: Body

  /// The body of an answer.
  public enum Body: Sendable {
    /// Bytes in memory, possibly none.
    case bytes([UInt8])
    /// A file, sent without copying it.
    case file(any HTTPFile)
    /// A range of a file; see ``HTTPAnswer/part(_:)``.
    case part(any HTTPFile, Range<Int>)
    /// A stream of bytes.
    case stream(HTTPStream)
    /// No bytes, in place of a body of unknown length, for HEAD.
    case unsent

    /// The size of the body in bytes; 0 for a stream.
    public var count: Int {
      switch self {
      case .bytes(let bytes): bytes.count
      case .file(let file): file.count
      case .part(_, let range): range.count
      case .stream, .unsent: 0
      }
    }
  }

  /// Creates an answer.
  public init(_ status: Int, _ headers: [HTTPHeader] = [], _ body: Body = .bytes([])) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  /// Creates a text answer.
  public init(_ status: Int, type: String, _ text: String) {
    self.init(status, [HTTPHeader("Content-Type", type)], .bytes(Array(text.utf8)))
  }
}

/// A file that stays open as long as the object exists.
public protocol HTTPFile: AnyObject, Sendable {
  /// The open descriptor.
  var descriptor: Int32 { get }
  /// The size in bytes.
  var count: Int { get }
}
