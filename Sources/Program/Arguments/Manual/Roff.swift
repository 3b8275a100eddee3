/// Escapes text for `man(7)`, so that roff does not interpret any of it as requests or escapes.
enum Roff {
  /// Escapes backslashes in prose.
  static func text(_ text: String) -> String { text.spelling(["\\": "\\e"]) }

  /// Escapes text that users type or copy, so that dashes, quotes, carets and tildes stay ASCII.
  static func typed(_ text: String) -> String {
    text.spelling([
      "\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti",
    ])
  }

  static func bold(_ text: String) -> String { "\\fB\(typed(text))\\fR" }

  static func italic(_ text: String) -> String { "\\fI\(typed(text))\\fR" }

  /// Wraps escaped text to 76 columns, and protects lines that roff would interpret as requests.
  static func lines(_ escaped: String) -> [String] {
    escaped.wrapped(to: 76).map { $0.first == "." || $0.first == "'" ? "\\&" + $0 : $0 }
  }

  /// Quotes an argument of a roff request, such as `.SH "EXIT STATUS"`.
  static func argument(_ text: String) -> String {
    "\"" + Self.text(text).spelling(["\"": "\\(dq"]) + "\""
  }
}
