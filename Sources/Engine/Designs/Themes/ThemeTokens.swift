public import SourceJSON
public import WallfarmPluginKit

/// Declares every theme token, with its key (`section.name`), kind, default value and summary.
///
/// Templates refer to a token with `"$section.name"`. The default value of a token can refer to
/// another token.
public enum ThemeTokens {
  /// A theme token.
  public struct Token: Sendable {
    /// The key in the form `section.name`.
    public let key: String
    /// The type and range of the value.
    public let kind: ParameterKind
    /// The default value as JSON; `"$…"` refers to another token.
    public let defaultValue: JSONValue
    /// A one-line description.
    public let summary: String
    /// The conditions under which the token has an effect; one true condition is enough.
    ///
    /// If the list is empty, the token always has an effect.
    package let onlyWhere: [TokenCondition]
  }

  /// The section names, in the order of the help text.
  public static let sections = [
    "colors", "fonts", "scripts", "scriptSizes", "scriptWeights", "sizes", "spacing", "style",
    "legibility",
  ]

  /// The declaration that all palette colors share; each theme chooses the names of its colors.
  public static let palette = Token(
    "palette.NAME", .color(optional: false), "#000000", "Custom color that other tokens can use.")

  /// Whether a name is valid for a palette color, as `ink`, `deep-sea` and `blue2` are.
  static func isPaletteName(_ name: String) -> Bool {
    name.count <= 40 && name.first?.isLetter == true
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
  }

  /// The condition that the notes are numbered.
  private static let hasNumbers: [TokenCondition] = [.differs("style.number", "none")]

  /// All tokens, in the order of the help text.
  public static let all: [Token] = looks + scripts + scriptMeasures + measures

  private static let looks: [Token] = [
    Token("colors.text", .color(optional: false), "#ffffff", "Color of notes and messages."),
    Token(
      "colors.textAlternate", .color(optional: true), "none",
      "Color of text where colors.text is illegible; if none, black or white is used.",
      onlyWhere: [.contains("legibility.aids", "color")]),
    Token(
      "colors.number", .color(optional: false), "$colors.text", "Color of the note numbers.",
      onlyWhere: hasNumbers),
    Token(
      "colors.badge", .color(optional: true), "none", "Color of the disc behind each number.",
      onlyWhere: [.equals("style.number", "badge")]),
    Token(
      "colors.accent", .color(optional: false), "$colors.number",
      "Color of the main element, such as the current day, a bar or a count, in templates without "
        + "notes."),
    Token(
      "colors.late", .color(optional: false), "mix($colors.accent, $colors.text, 40%)",
      "Color of overdue days."),
    Token("colors.card", .color(optional: true), "none", "Color of the panel behind the notes."),
    Token(
      "colors.cardLine", .color(optional: true), "none",
      "Color of the thin line around the "
        + "panel."),
    Token("colors.rule", .color(optional: true), "none", "Color of the thin line between notes."),
    Token(
      "colors.shadow", .color(optional: true), "none", "Color of the soft shadow behind text."),
    Token("fonts.text", .font(optional: false), "Inter", "Font family of the notes."),
    Token("fonts.weight", .integer(100...900), 800, "Weight of the notes: 400 regular, 900 black."),
    Token(
      "fonts.number", .font(optional: false), "$fonts.text", "Font family of the numbers.",
      onlyWhere: hasNumbers),
    Token(
      "fonts.numberWeight", .integer(100...900), "$fonts.weight", "Weight of the numbers.",
      onlyWhere: hasNumbers),
    Token(
      "fonts.letterSpacing", .number(-0.1...0.3, .em), 0, "Extra space between letters."),
  ]

  /// The tokens that set a font family for each script.
  private static let scripts: [Token] = Script.all.map { script in
    Token(
      "scripts.\(script.name)", .font(optional: true),
      script.relative.map { .string("$scripts.\($0)") } ?? "none",
      "Font family for \(script.title) text; if none, fonts.text is used, and then the other "
        + "bundled families.")
  }

  /// The tokens that adjust the size and weight of each script to match the text font.
  private static let scriptMeasures: [Token] =
    Script.all.map { script in
      Token(
        "scriptSizes.\(script.name)", .number(0.7...1.4, .none),
        script.relative.map { .string("$scriptSizes.\($0)") } ?? 1,
        "Size of \(script.title) text, relative to other text.")
    }
    + Script.all.map { script in
      Token(
        "scriptWeights.\(script.name)", .integer(100...900),
        script.relative.map { .string("$scriptWeights.\($0)") } ?? "$fonts.weight",
        "Weight of \(script.title) text that would otherwise use fonts.weight.")
    }

  private static let measures: [Token] = [
    Token("sizes.largest", .number(10...120, .typePoints), 46.7, "Maximum type size of notes."),
    Token(
      "sizes.smallest", .number(8...60, .typePoints), 17.3,
      "Preferred minimum type size; smaller type is used only if notes would otherwise be "
        + "omitted."),
    Token(
      "sizes.crowded", .number(8...60, .typePoints), "$sizes.smallest",
      "Absolute minimum type size, used if notes would otherwise be omitted."),
    Token(
      "spacing.side", .number(8...120, .typePoints), 26.7,
      "Margin at the sides of the screen."),
    Token("spacing.line", .number(-0.3...1, .em), 0.15, "Space between the lines of a note."),
    Token("spacing.note", .number(0...2, .em), 0.45, "Space between notes."),
    Token(
      "style.number", .choice(["period", "plain", "parenthesis", "badge", "none"]), "period",
      "Number style: '1.', '1', '1)', a number on a disc, or none."),
    Token("style.align", .choice(["start", "center"]), "start", "Alignment of lines."),
    Token(
      "style.anchor", .choice(["auto", "top", "center", "bottom"]), "auto",
      "Position of the notes if they do not fill the area."),
    Token(
      "style.forms", .words(["list", "columns", "poster"]),
      .array(["list", "columns", "poster"]), "Forms that are allowed for the list of notes."),
    Token(
      "style.cardRadius", .number(0...60, .typePoints), 22, "Corner radius of the panel.",
      onlyWhere: [.differs("colors.card", "none"), .differs("colors.cardLine", "none")]),
    Token(
      "legibility.contrast", .number(3...21, .none), 4.5,
      "Minimum WCAG contrast of every line."),
    Token(
      "legibility.lightness", .number(0...90, .none), 60,
      "Minimum APCA contrast (Lc) of lines of 24 pt or more; smaller type needs 15 more."),
    Token(
      "legibility.aids", .words(LegibilityAid.words),
      .array(LegibilityAid.allCases.map { .string($0.rawValue) }),
      "Aids that increase contrast, least visible first."),
    Token(
      "legibility.colors", .choice(["adapt", "keep"]), "adapt",
      "Whether colors with too little contrast are replaced; keep leaves them unchanged."),
  ]

  /// Returns a hint for an invalid palette color name: a valid name derived from it, or an example.
  static func hint(forName name: String) -> String {
    let plain = String(name.map { $0 == " " || $0 == "_" ? "-" : $0 })
    return isPaletteName(plain) ? "write '\(plain)'" : "choose a name such as deep-sea"
  }

  /// The keys of all tokens.
  static let keys: [String] = all.map(\.key)

  package static func token(_ key: String) -> Token? { byKey[key] }

  private static let byKey = Dictionary(uniqueKeysWithValues: all.map { ($0.key, $0) })
}

extension ThemeTokens.Token {
  fileprivate init(
    _ key: String, _ kind: ParameterKind, _ defaultValue: JSONValue, _ summary: String,
    onlyWhere: [TokenCondition] = []
  ) {
    self.init(
      key: key, kind: kind, defaultValue: defaultValue, summary: summary, onlyWhere: onlyWhere)
  }
}
