/// The first thing in a text that keeps it from being JSON, and what to write instead.
public struct JSONSyntaxError: Error, Sendable {
  /// What is wrong, with the offending text in quotes; one line, no full stop.
  public let message: String
  /// Where a person should look first.
  public let place: SourcePlace
  /// What to try next, when there is something better to say than "fix it".
  public let hint: String?
  /// The same sentences without text that was found; nil where they show none.
  private let wordless: Wordless?

  /// Sentences that show nothing of the text.
  struct Wordless: Sendable {
    let message: String
    let hint: String?
  }

  /// Makes an error from sentences that are ready to be shown.
  public init(message: String, place: SourcePlace, hint: String?) {
    self.init(message: message, place: place, hint: hint, wordless: nil)
  }

  init(message: String, place: SourcePlace, hint: String?, wordless: Wordless?) {
    (self.message, self.place, self.hint, self.wordless) = (message, place, hint, wordless)
  }
}

extension JSONSyntaxError: Equatable {
  /// Two errors are equal where they say the same of the same place.
  public static func == (one: JSONSyntaxError, other: JSONSyntaxError) -> Bool {
    "\(one)" == "\(other)"
  }
}

extension JSONSyntaxError {
  /// The same error without text that was found, in message and hint: where the text is a person's, or
  /// a stranger's, a missing quote turns a word of it into the thing that is wrong.
  public var withoutWords: JSONSyntaxError {
    guard let wordless else { return self }
    return JSONSyntaxError(message: wordless.message, place: place, hint: wordless.hint)
  }

  /// The message of ``withoutWords``.
  public var messageWithoutWords: String { withoutWords.message }
}

extension JSONSyntaxError: CustomStringConvertible {
  /// `line:column: message (hint)` on one line.
  public var description: String {
    "\(place): \(message)" + (hint.map { " (\($0))" } ?? "")
  }
}
