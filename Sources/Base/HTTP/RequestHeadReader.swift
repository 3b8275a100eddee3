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

  /// The lines before the empty line, without the CR LF line ends.
  private struct Lines {
    private let bytes: UnsafeRawBufferPointer
    private var start = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    mutating func next() -> Slice<UnsafeRawBufferPointer>? {
      var end = start
      while end < bytes.count, bytes[end] != HeadScanner.carriageReturn { end += 1 }
      guard end > start, end < bytes.count else { return nil }
      defer { start = end + 2 }
      return bytes[start..<end]
    }
  }

  private typealias Line = Slice<UnsafeRawBufferPointer>

  /// Splits `GET /a HTTP/1.1`, which has one space between its parts (RFC 9112, 3).
  private static func requestLine(
    _ line: Line
  ) throws(Fault) -> (method: String, target: String, version: String) {
    guard let afterMethod = line.firstIndex(of: blank),
      let beforeVersion = line.lastIndex(of: blank),
      afterMethod < beforeVersion
    else { throw .ambiguous("its request line lacks a method, a target or a version") }
    let method = line[..<afterMethod]
    let target = line[(afterMethod + 1)..<beforeVersion]
    guard !method.isEmpty, method.allSatisfy(FieldScanner.isToken) else {
      throw .ambiguous("its method is not a token")
    }
    guard !target.isEmpty, target.allSatisfy({ $0 > blank }) else {
      throw .ambiguous("its target contains a space")
    }
    let version = text(line[(beforeVersion + 1)...])
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
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line[..<colon].allSatisfy(FieldScanner.isToken)
    else { throw .ambiguous("a header has no valid name") }
    var value = line[(colon + 1)...]
    while let first = value.first, first == blank || first == tab { value.removeFirst() }
    while let last = value.last, last == blank || last == tab { value.removeLast() }
    let name = String(unsafeUninitializedCapacity: colon - line.startIndex) { room in
      for (index, byte) in line[..<colon].enumerated() {
        let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        room[index] = isCapital ? byte | 0x20 : byte
      }
      return colon - line.startIndex
    }
    return HTTPHeader(name, text(value))
  }

  private static let blank: UInt8 = 0x20
  private static let tab: UInt8 = 0x09

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func text(_ bytes: Line) -> String {
    String(decoding: UnsafeRawBufferPointer(rebasing: bytes), as: UTF8.self)
  }
}

extension RequestHeadReader.Fault {
  fileprivate static func ambiguous(_ reason: String) -> RequestHeadReader.Fault {
    RequestHeadReader.Fault(refusal: .ambiguous(reason))
  }
}
