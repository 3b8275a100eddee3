public import Diagnostics
internal import Glibc

/// A response to a client.
public struct HTTPAnswer: Sendable {
  /// The status, such as 200.
  public var status: Int
  /// The headers, except those that the server adds, such as `Content-Length` and `Date`.
  public var headers: [HTTPHeader]
  /// The body.
  public var body: Body
  /// The error that the response reports, or nil.
  public var error: ReportedError?

  /// An error in a response, whose body names the request.
  public struct ReportedError: Sendable {
    /// The code of the first error.
    public let code: ErrorCode
    /// Returns the body that replaces ``HTTPAnswer/body`` when a server sends the response.
    public let body: @Sendable (RequestID) -> [UInt8]

    /// Creates an error.
    public init(_ code: ErrorCode, body: @escaping @Sendable (RequestID) -> [UInt8]) {
      (self.code, self.body) = (code, body)
    }
  }

  /// The body of a response.
  public enum Body: Sendable {
    /// Bytes in memory, possibly none.
    case bytes([UInt8])
    /// A file, which is sent without being copied into memory.
    case file(any HTTPFile)
    /// A range of a file; see ``HTTPAnswer/part(_:)``.
    case part(any HTTPFile, Range<Int>)
    /// A stream of bytes.
    case stream(HTTPStream)
    /// No body, for a response to `HEAD` if the length of the body for `GET` is unknown.
    case unsent

    /// The size of the body in bytes; 0 for a stream or an unsent body.
    public var count: Int {
      switch self {
      case .bytes(let bytes): bytes.count
      case .file(let file): file.count
      case .part(_, let range): range.count
      case .stream, .unsent: 0
      }
    }
  }

  /// Creates a response.
  public init(_ status: Int, _ headers: [HTTPHeader] = [], _ body: Body = .bytes([])) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  /// Creates a text response.
  public init(_ status: Int, type: String, _ text: String) {
    self.init(status, [HTTPHeader("Content-Type", type)], .bytes(Array(text.utf8)))
  }
}

/// A file that stays open for as long as the object exists.
public protocol HTTPFile: AnyObject, Sendable {
  /// The open descriptor.
  var descriptor: Int32 { get }
  /// The size in bytes.
  var count: Int { get }
}

extension HTTPAnswer {
  /// Whether the status allows a body (RFC 9110, 6.4.1).
  var mayHaveBody: Bool { status >= 200 && status != 204 && status != 304 }

  /// The bytes of the response head, including the headers that the server adds.
  ///
  /// - Parameters:
  ///   - isInChunks: whether the body uses the chunked transfer coding.
  ///   - keepsOpen: whether the connection stays open after the response.
  ///   - isOld: whether the client uses HTTP/1.0.
  ///   - date: the value of `Date`.
  ///   - id: the identity of the request, or nil for a response without it.
  /// - Returns: the status line and all headers, including the empty line.
  package func head(
    isInChunks: Bool, keepsOpen: Bool, isOld: Bool, date: [UInt8], id: RequestID? = nil
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(512)
    func line(_ name: String, _ value: some Sequence<UInt8>) {
      bytes += name.utf8
      bytes += ": ".utf8
      let start = bytes.count
      bytes += value
      // Control characters are replaced so that a value cannot start another header.
      for index in start..<bytes.count where bytes[index] < 0x20 || bytes[index] == 0x7F {
        bytes[index] = 0x20
      }
      bytes += "\r\n".utf8
    }
    bytes += "HTTP/1.1 \(status) \(HTTPAnswer.reason(status))\r\n".utf8
    line("Date", date)
    if !keepsOpen { line("Connection", "close".utf8) }
    if keepsOpen, isOld { line("Connection", "keep-alive".utf8) }
    for header in headers { line(header.name, header.value.utf8) }
    if let id { line(RequestID.header, id.description.utf8) }
    switch body {
    case .bytes, .file, .part:
      if mayHaveBody { line("Content-Length", "\(body.count)".utf8) }
    case .stream: if isInChunks { line("Transfer-Encoding", "chunked".utf8) }
    case .unsent: break
    }
    bytes += "\r\n".utf8
    return bytes
  }

  /// The reason phrase of a status (RFC 9110, 15).
  private static func reason(_ status: Int) -> String { reasons[status] ?? "Status" }

  private static let reasons: [Int: String] = [
    200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 206: "Partial Content",
    304: "Not Modified",
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 409: "Conflict", 410: "Gone", 412: "Precondition Failed",
    413: "Content Too Large", 415: "Unsupported Media Type", 416: "Range Not Satisfiable",
    422: "Unprocessable Content", 428: "Precondition Required", 429: "Too Many Requests",
    431: "Request Header Fields Too Large", 499: "Client Closed Request",
    500: "Internal Server Error", 502: "Bad Gateway", 503: "Service Unavailable",
    504: "Gateway Timeout", 505: "HTTP Version Not Supported", 507: "Insufficient Storage",
  ]
}

/// The value of the `Date` header, formatted at most once per second (RFC 9110, 5.6.7).
struct DateHeader {
  private var second: time_t = -1
  private var text: [UInt8] = []

  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The value for the current second.
  mutating func value() -> [UInt8] {
    var now = time(nil)
    guard now != second else { return text }
    second = now
    var parts = tm()
    gmtime_r(&now, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    text = Array(
      ("\(DateHeader.days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) "
        + "\(DateHeader.months[Int(parts.tm_mon)]) \(1900 + parts.tm_year) "
        + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT").utf8)
    return text
  }
}
