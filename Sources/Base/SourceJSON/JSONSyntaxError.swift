/// The first syntax error in a JSON document.
public struct JSONSyntaxError: Error, Sendable {
  /// The message on one line, with the invalid text in quotes and without a final period.
  public let message: String
  /// The position of the error.
  public let place: SourcePlace
  /// A hint about how to correct the error, if there is one.
  public let hint: String?
  /// The same message and hint without text from the source; nil if the originals contain no such
  /// text.
  private let wordless: Wordless?

  /// A message and a hint that contain no text from the source.
  struct Wordless: Sendable {
    let message: String
    let hint: String?
  }

  /// Creates an error from a complete message.
  public init(message: String, place: SourcePlace, hint: String?) {
    self.init(message: message, place: place, hint: hint, wordless: nil)
  }

  init(message: String, place: SourcePlace, hint: String?, wordless: Wordless?) {
    (self.message, self.place, self.hint, self.wordless) = (message, place, hint, wordless)
  }
}

extension JSONSyntaxError: Equatable {
  /// Whether two errors have the same text and position.
  public static func == (one: JSONSyntaxError, other: JSONSyntaxError) -> Bool {
    "\(one)" == "\(other)"
  }
}

extension JSONSyntaxError {
  /// The error without text from the source, which may be private.
  ///
  /// For example, if a quote is missing, the message would otherwise include part of a string.
  public var withoutWords: JSONSyntaxError {
    guard let wordless else { return self }
    return JSONSyntaxError(message: wordless.message, place: place, hint: wordless.hint)
  }

  /// The message of ``withoutWords``.
  public var messageWithoutWords: String { withoutWords.message }
}

extension JSONSyntaxError: CustomStringConvertible {
  /// The error in the form `line:column: message (hint)`, on one line.
  public var description: String {
    "\(place): \(message)" + (hint.map { " (\($0))" } ?? "")
  }
}
