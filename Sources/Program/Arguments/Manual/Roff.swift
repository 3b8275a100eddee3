/// Text as `man(7)` wants it: nothing in it can be taken for a request or an escape.
enum Roff {
  /// Prose, with nothing but backslashes changed.
  static func text(_ text: String) -> String { text.spelling(["\\": "\\e"]) }

  /// What gets typed or copied: dashes, quotes and carets keep their ASCII form.
  static func typed(_ text: String) -> String {
    text.spelling([
      "\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti",
    ])
  }

  static func bold(_ text: String) -> String { "\\fB\(typed(text))\\fR" }

  static func italic(_ text: String) -> String { "\\fI\(typed(text))\\fR" }

  /// Source lines of escaped text, short enough for a mail and none of them a request.
  static func lines(_ escaped: String) -> [String] {
    escaped.wrapped(to: 76).map { $0.first == "." || $0.first == "'" ? "\\&" + $0 : $0 }
  }

  /// One argument of a request: `.SH "EXIT STATUS"`.
  static func argument(_ text: String) -> String {
    "\"" + Self.text(text).spelling(["\"": "\\(dq"]) + "\""
  }
}
