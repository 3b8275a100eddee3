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

extension JSONSyntaxError: CustomStringConvertible {
  /// `line:column: message (hint)` on one line.
  public var description: String {
    "\(place): \(message)" + (hint.map { " (\($0))" } ?? "")
  }
}
