/// Which bytes of an answer a client asks for (RFC 9110, 14).
///
/// Players fetch films part by part, and Safari plays none otherwise. Where several ranges are asked for, or the header
/// cannot be read, the answer is all bytes: every client has to accept that.
public enum ByteRange: Sendable, Hashable {
  case all
  /// Some; never empty.
  case part(Range<Int>)
  /// None: they begin after the last byte.
  case outside
}

extension HTTPHead {
  /// What is asked for of some bytes.
  ///
  /// - Parameters:
  ///   - count: how many there are.
  ///   - tag: their `ETag`, with its quotes. A client whose `If-Range` has another one, or a date, gets all bytes.
  /// - Returns: which.
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

  /// The numbers before and after the hyphen; nil where it is not one range of bytes.
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
  /// Reads a number, and `Int.max` for one that is larger; nil where no digit comes next.
  fileprivate mutating func digits() -> Int? {
    word { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.map { Int($0) ?? .max }
  }
}

extension HTTPAnswer {
  /// Some of its bytes, and a `Content-Range` that says which.
  ///
  /// - Parameter range: within the body, which is one of bytes or a file.
  /// - Returns: an answer of status 206.
  public func part(_ range: Range<Int>) -> HTTPAnswer {
    let place = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(body.count)"
    let part: Body =
      switch body {
      case .bytes(let bytes): .bytes(Array(bytes[range]))
      case .file(let file): .part(file, range)
      case .part, .stream, .unsent: preconditionFailure("there is no part of this")
      }
    return HTTPAnswer(206, headers + [HTTPHeader("Content-Range", place)], part)
  }
}
