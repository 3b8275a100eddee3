/// Which bytes of an answer a client asks for (RFC 9110, 14).
///
/// Players fetch films part by part, and Safari plays none otherwise. Of several ranges, and of what cannot be read, all is answered: every client has to take that.
public enum ByteRange: Sendable, Hashable {
  case all
  /// Some; never empty.
  case part(Range<Int>)
  /// They begin behind the end.
  case outside
}

extension HTTPHead {
  /// What is asked for of some bytes.
  ///
  /// - Parameters:
  ///   - count: how many there are.
  ///   - tag: theirs, in quotes: a client that has the beginning of others gets all of these (`If-Range`). They are
  ///     told apart by tags alone, not by dates.
  /// - Returns: which, or all.
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

  /// What stands before and behind the line of one range; nil where it is of something else, or not alone.
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
  /// Moves over a number, of which one that is too large is the largest; nil where the next is none.
  fileprivate mutating func digits() -> Int? {
    word { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.map { Int($0) ?? .max }
  }
}

extension HTTPAnswer {
  /// Some of its bytes, with what tells which they are.
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
