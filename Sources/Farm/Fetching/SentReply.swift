internal import Glibc
internal import SourceJSON

/// The response to a ``SentMessage``, without its body.
package struct SentReply: Hashable, Sendable {
  /// The HTTP status.
  package let status: Int
  /// The value of the `Retry-After` header.
  package let retryAfter: String?

  /// Creates a response; an invalid header value is omitted.
  package init(status: Int, retryAfter: String? = nil) {
    (self.status, self.retryAfter) = (status, retryAfter.flatMap(FetchHeader.valid))
  }

  /// Whether the message was accepted: the status is 2xx.
  package var isAccepted: Bool { (200...299).contains(status) }

  /// Returns the number of seconds to wait before the message is sent again, or nil if the response
  /// does not specify it (RFC 9110, 10.2.3).
  ///
  /// - Parameter now: The current time in seconds since 1970.
  /// - Returns: The number of seconds, which is not negative.
  package func secondsToWait(at now: Int) -> Int? {
    guard let retryAfter else { return nil }
    if retryAfter.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return Int(retryAfter) }
    guard var time = SentReply.time(retryAfter) else { return nil }
    return max(0, timegm(&time) - now)
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Parses a date such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7); returns nil if it is
  /// invalid.
  private static func time(_ text: String) -> tm? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[0].hasSuffix(","), parts[5] == "GMT",
      let day = number(parts[1], 1...31),
      let month = months.firstIndex(of: String(parts[2])), let year = number(parts[3], 1900...9999)
    else { return nil }
    let clock = parts[4].split(separator: ":", omittingEmptySubsequences: false)
    guard clock.count == 3, let hour = number(clock[0], 0...23),
      let minute = number(clock[1], 0...59), let second = number(clock[2], 0...60)
    else { return nil }
    var time = tm()
    (time.tm_year, time.tm_mon, time.tm_mday) = (year - 1900, Int32(month), day)
    (time.tm_hour, time.tm_min, time.tm_sec) = (hour, minute, second)
    return time
  }

  private static func number(_ text: Substring, _ range: ClosedRange<Int32>) -> Int32? {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int32(text),
      range.contains(number)
    else { return nil }
    return number
  }

  init?(_ node: JSONNode) {
    guard let number = node["answered"]?.number, let status = Int(exactly: number),
      (200...999).contains(status)
    else { return nil }
    self.init(status: status, retryAfter: node["retry"]?.string)
  }

  var members: [String: JSONValue] {
    var members: [String: JSONValue] = ["answered": .number(Double(status))]
    if let retryAfter { members["retry"] = .string(retryAfter) }
    return members
  }
}
