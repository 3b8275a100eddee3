/// The first thing in a text that keeps it from being JSON, and what to write instead.
public struct JSONSyntaxError: Error, Sendable, Equatable {
  /// What is wrong, with the offending text in quotes; one line, no full stop.
  public let message: String
  /// Where a person should look first.
  public let place: SourcePlace
  /// What to try next, when there is something better to say than "fix it".
  public let hint: String?

  /// Makes an error from sentences that are ready to be shown.
  public init(message: String, place: SourcePlace, hint: String?) {
    self.message = message
    self.place = place
    self.hint = hint
  }
}

extension JSONSyntaxError {
  /// The message without the words that were found: where a text comes from a stranger, they may be a
  /// third person's.
  public var messageWithoutWords: String {
    // One character in quotes is a sign of JSON, or gives nothing away.
    guard let first = message.firstIndex(of: "'"), let last = message.lastIndex(of: "'"),
      message.distance(from: first, to: last) > 2
    else { return message }
    return message[..<first] + "'…'" + message[message.index(after: last)...]
  }
}

extension JSONSyntaxError: CustomStringConvertible {
  /// `line:column: message (hint)` on one line.
  public var description: String {
    "\(place): \(message)" + (hint.map { " (\($0))" } ?? "")
  }
}
