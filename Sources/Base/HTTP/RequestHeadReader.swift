/// Parses the head of a request.
///
/// Before any other code processes the request, the reader rejects every head that two servers
/// could parse differently.
package enum RequestHeadReader {
  /// Maximum number of headers in a request; RFC 9110 sets no limit, and common servers allow about
  /// 100.
  static let mostHeaders = 256

  /// The reason why a head is rejected.
  package struct Fault: Error {
    let refusal: HTTPRefusal
    /// The head, if it could be parsed.
    var head: HTTPHead?
  }

  /// Parses a head that a ``HeadScanner`` has accepted.
  ///
  /// - Parameter bytes: the whole head, including the empty line.
  /// - Returns: the head.
  /// - Throws: the reason why the head is rejected.
  package static func read(_ bytes: UnsafeRawBufferPointer) throws(Fault) -> HTTPHead {
    var lines = Lines(bytes)
    guard let first = lines.next() else { throw .ambiguous("it has no request line") }
    let (method, target, version) = try requestLine(first)
    var headers: [HTTPHeader] = []
    while let line = lines.next() {
      guard headers.count < mostHeaders else { throw Fault(refusal: .headTooLarge) }
      headers.append(try header(line))
    }
    let head = HTTPHead(method, target, version, lowercased: headers)
    if let reason = head.ambiguity { throw Fault(refusal: .ambiguous(reason), head: head) }
    return head
  }

  /// The bytes of a line, without its end, numbered from 0.
  ///
  /// A line is not a `Slice`, whose generic functions took a sixth of the time of a short request.
  private typealias Line = UnsafeRawBufferPointer

  /// The lines before the empty line, without the CR LF line ends.
  private struct Lines {
    private let bytes: UnsafeRawBufferPointer
    private var start = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    mutating func next() -> Line? {
      var end = start
      while end < bytes.count, bytes[end] != HeadScanner.carriageReturn { end += 1 }
      guard end > start, end < bytes.count else { return nil }
      defer { start = end + 2 }
      return RequestHeadReader.part(of: bytes, start..<end)
    }
  }

  /// Splits `GET /a HTTP/1.1`, which has one space between its parts (RFC 9112, 3).
  private static func requestLine(
    _ line: Line
  ) throws(Fault) -> (method: String, target: String, version: String) {
    guard let afterMethod = first(blank, in: line),
      let beforeVersion = last(blank, in: line),
      afterMethod < beforeVersion
    else { throw .ambiguous("its request line lacks a method, a target or a version") }
    let method = part(of: line, 0..<afterMethod)
    let target = part(of: line, (afterMethod + 1)..<beforeVersion)
    guard !method.isEmpty, areAll(method, FieldScanner.isToken) else {
      throw .ambiguous("its method is not a token")
    }
    guard !target.isEmpty, areAll(target, { $0 > blank }) else {
      throw .ambiguous("its target contains a space")
    }
    let version = text(part(of: line, (beforeVersion + 1)..<line.count))
    let parts = Array(version.utf8)
    guard parts.count == 8, version.hasPrefix("HTTP/"), isDigit(parts[5]),
      parts[6] == UInt8(ascii: "."), isDigit(parts[7])
    else { throw .ambiguous("its version is not an HTTP version") }
    guard parts[5] == UInt8(ascii: "1") else { throw Fault(refusal: .unknownVersion) }
    // Later minor versions are treated as 1.1 (RFC 9110, 2.5).
    return (text(method), text(target), parts[7] == UInt8(ascii: "0") ? "HTTP/1.0" : "HTTP/1.1")
  }

  /// Splits `name: value`, which has no space between the name and the colon (RFC 9112, 5.1).
  private static func header(_ line: Line) throws(Fault) -> HTTPHeader {
    guard let colon = first(UInt8(ascii: ":"), in: line), colon > 0,
      areAll(part(of: line, 0..<colon), FieldScanner.isToken)
    else { throw .ambiguous("a header has no valid name") }
    var (start, end) = (colon + 1, line.count)
    while start < end, isBlank(line[start]) { start += 1 }
    while end > start, isBlank(line[end - 1]) { end -= 1 }
    let name = String(unsafeUninitializedCapacity: colon) { room in
      for index in 0..<colon {
        let byte = line[index]
        let isCapital = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
        room[index] = isCapital ? byte | 0x20 : byte
      }
      return colon
    }
    return HTTPHeader(name, text(part(of: line, start..<end)))
  }

  private static func first(_ byte: UInt8, in line: Line) -> Int? {
    var index = 0
    while index < line.count, line[index] != byte { index += 1 }
    return index < line.count ? index : nil
  }

  private static func last(_ byte: UInt8, in line: Line) -> Int? {
    var index = line.count - 1
    while index >= 0, line[index] != byte { index -= 1 }
    return index >= 0 ? index : nil
  }

  private static func areAll(_ line: Line, _ isPart: (UInt8) -> Bool) -> Bool {
    for index in 0..<line.count where !isPart(line[index]) { return false }
    return true
  }

  private static func part(of line: Line, _ range: Range<Int>) -> Line {
    Line(rebasing: line[range])
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == blank || byte == 0x09 }

  private static let blank: UInt8 = 0x20

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private static func text(_ bytes: Line) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}

extension RequestHeadReader.Fault {
  fileprivate static func ambiguous(_ reason: String) -> RequestHeadReader.Fault {
    RequestHeadReader.Fault(refusal: .ambiguous(reason))
  }
}
