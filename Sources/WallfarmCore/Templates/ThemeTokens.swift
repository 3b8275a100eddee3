public import SourceJSON
public import WallfarmPluginKit

/// The names a theme can give values to, declared once: `section.name`, kind, default, meaning.
///
/// A template takes a token with `"$section.name"`. The default of a token may itself be a token.
public enum ThemeTokens {
  /// One token of a theme.
  public struct Token: Sendable {
    /// `section.name`.
    public let key: String
    /// What it accepts.
    public let kind: ParameterKind
    /// What holds where a theme does not say, as JSON; `"$…"` follows another token.
    public let defaultValue: JSONValue
    /// What it does, in one line.
    public let summary: String
  }

  /// Every token, in the order in which help shows them.
  public static let all: [Token] = [
    Token("colors.text", .color(optional: false), "#ffffff", "Letters of notes and messages."),
    Token(
      "colors.textAlternate", .color(optional: true), "none",
      "Letters on backgrounds that fight the first colour; none: black or white."),
    Token("colors.number", .color(optional: false), "$colors.text", "Numbers before the notes."),
    Token("colors.badge", .color(optional: true), "none", "Disc behind each number."),
    Token("colors.card", .color(optional: true), "none", "Panel behind the notes."),
    Token("colors.cardLine", .color(optional: true), "none", "Thin line round the panel."),
    Token("colors.rule", .color(optional: true), "none", "Thin line between notes."),
    Token("colors.shadow", .color(optional: true), "none", "Soft shadow behind letters."),
    Token("fonts.text", .font, "Inter", "Family of the notes."),
    Token("fonts.weight", .integer(100...900), 800, "Weight of the notes: 400 regular, 900 black."),
    Token("fonts.number", .font, "$fonts.text", "Family of the numbers."),
    Token("fonts.numberWeight", .integer(100...900), "$fonts.weight", "Weight of the numbers."),
    Token(
      "fonts.letterSpacing", .number(-0.1...0.3, .em), 0, "Extra space between letters."),
    Token("sizes.largest", .number(10...120, .typePoints), 46.7, "Largest type size of notes."),
    Token("sizes.smallest", .number(8...60, .typePoints), 17.3, "Smallest type size of notes."),
    Token("spacing.side", .number(8...120, .typePoints), 26.7, "From the sides of the screen."),
    Token("spacing.line", .number(-0.3...1, .em), 0.15, "Between the lines of a note."),
    Token("spacing.note", .number(0...2, .em), 0.45, "Between notes."),
    Token(
      "style.number", .choice(["period", "plain", "parenthesis", "badge", "none"]), "period",
      "How numbers look: 1.  1  1)  a disc, or none."),
    Token("style.align", .choice(["start", "center"]), "start", "Where lines stand."),
    Token("style.anchor", .choice(["top", "center", "bottom"]), "top", "Where the notes stand."),
    Token("style.cardRadius", .number(0...60, .typePoints), 22, "Corners of the panel."),
    Token(
      "legibility.contrast", .number(3...21, .none), 4.5,
      "WCAG contrast that every line must reach."),
    Token(
      "legibility.aids", .words(LegibilityAid.allCases.map(\.rawValue)),
      .array(LegibilityAid.allCases.map { .string($0.rawValue) }),
      "What may be done for contrast, least first."),
  ]

  /// Keys of all tokens.
  static let keys: [String] = all.map(\.key)

  static func token(_ key: String) -> Token? { all.first { $0.key == key } }
}

extension ThemeTokens.Token {
  fileprivate init(
    _ key: String, _ kind: ParameterKind, _ defaultValue: JSONValue, _ summary: String
  ) {
    self.init(key: key, kind: kind, defaultValue: defaultValue, summary: summary)
  }
}
