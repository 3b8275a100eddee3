/// The byte range of a request (RFC 9110, 14).
///
/// Video players fetch films in parts, and Safari requires range support. If a header contains
/// several ranges or is invalid, all bytes are sent, which every client must accept.
public enum ByteRange: Sendable, Hashable {
  case all
  /// A nonempty range.
  case part(Range<Int>)
  /// The range begins after the last byte.
  case outside
}

extension HTTPHead {
  /// The requested range of a body.
  ///
  /// - Parameters:
  ///   - count: the size of the body in bytes.
  ///   - tag: the `ETag` of the body, with quotes. If the request has an `If-Range` header with a
  ///     different tag or a date, all bytes are selected.
  /// - Returns: the range.
  public func range(of count: Int, tag: String) -> ByteRange {
    let isSame = headers.allSatisfy { $0.name != "if-range" || $0.value == tag }
    guard method == "GET", isSame, let limits = header("range").flatMap(Self.limits) else {
      return .all
    }
    switch limits {
    case (nil, nil): return .all
    case (nil, let length?):
      guard length > 0 else { return .outside }
      return count == 0 ? .all : .part(max(0, count - length)..<count)
    case (let first?, let last):
      if let last, last < first { return .all }
      guard first < count else { return .outside }
      return .part(first..<min(last ?? count, count - 1) + 1)
    }
  }

  /// The numbers before and after the hyphen, or nil if the header is not a single byte range.
  private static func limits(_ text: String) -> (first: Int?, last: Int?)? {
    var scanner = FieldScanner(text)
    guard scanner.word()?.lowercased() == "bytes", scanner.take("=") else { return nil }
    scanner.skipBlanks()
    let first = scanner.digits()
    guard scanner.take("-") else { return nil }
    let last = scanner.digits()
    scanner.skipBlanks()
    return scanner.isAtEnd ? (first, last) : nil
  }
}

extension FieldScanner {
  /// Reads a number, which is `Int.max` on overflow; returns nil if the next byte is not a digit.
  fileprivate mutating func digits() -> Int? {
    word { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.map { Int($0) ?? .max }
  }
}

extension HTTPAnswer {
  /// A partial response with a `Content-Range` header.
  ///
  /// - Parameter range: a range within the body; the body must be bytes or a file.
  /// - Returns: a response with status 206.
  public func part(_ range: Range<Int>) -> HTTPAnswer {
    let place = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(body.count)"
    let part: Body =
      switch body {
      case .bytes(let bytes): .bytes(Array(bytes[range]))
      case .file(let file): .part(file, range)
      case .part, .stream, .unsent: preconditionFailure("the body has no ranges")
      }
    return HTTPAnswer(206, headers + [HTTPHeader("Content-Range", place)], part)
  }
}
