public import WallfarmPluginKit

extension NumberedNotes {
  /// All parameters in the order in which the help lists them.
  public static let schema = ParameterSchema(
    Keys.font, Keys.weight, Keys.color, Keys.letterSpacing, Keys.numberStyle, Keys.numberFont,
    Keys.numberWeight, Keys.numberColor, Keys.badgeColor, Keys.maxSize, Keys.minSize,
    Keys.crowdedBelow, Keys.side, Keys.lineGap, Keys.noteGap, Keys.air, Keys.align, Keys.anchor,
    Keys.forms,
    Keys.form, Keys.posterGrowth, Keys.cardColor,
    Keys.cardLineColor,
    Keys.cardRadius, Keys.ruleColor, Keys.shadow, Keys.lateColor, Keys.headings,
    Keys.headingColor, Keys.moreText, Keys.emptyText)
}

/// The declarations of the parameters.
///
/// The default sizes follow the app that inspired the layout, on a screen 430 pt wide.
enum Keys {
  static let font = Parameter.font("font", default: "Inter", summary: "Font family of the notes.")
  static let weight = Parameter.integer(
    "weight", in: 100...900, default: 800, summary: "Weight of the notes: 400 regular, 900 black.")
  static let color = Parameter.color("color", default: .white, summary: "Color of the notes.")
  static let letterSpacing = Parameter.number(
    "letter-spacing", in: -0.1...0.3, unit: .em, default: 0, summary: "Extra space between letters."
  )
  static let numberStyle = Parameter.choice(
    "number-style", default: NotesLook.NumberStyle.period,
    summary:
      "Style of the mark before each note: '1.', '1', '1)', a numbered disc, a bullet, a box, or "
      + "none.")
  static let numberFont = Parameter.font(
    "number-font", default: "Inter", summary: "Font family of the numbers.")
  static let numberWeight = Parameter.integer(
    "number-weight", in: 100...900, default: 800, summary: "Weight of the numbers.")
  static let numberColor = Parameter.color(
    "number-color", default: .white, summary: "Color of the numbers.")
  static let badgeColor = Parameter.optionalColor(
    "badge-color", summary: "Color of the disc behind each number; requires number-style badge.")
  static let maxSize = Parameter.number(
    "max-size", in: 10...120, unit: .typePoints, default: 46.7, summary: "Largest type size.")
  static let minSize = Parameter.number(
    "min-size", in: 8...60, unit: .typePoints, default: 17.3, summary: "Smallest type size.")
  static let crowdedBelow = Parameter.number(
    "crowded-below", in: 8...60, unit: .typePoints, default: 8,
    summary:
      "Preferred minimum type size; smaller type and closer notes are used only if notes would "
      + "otherwise be omitted."
  )
  static let side = Parameter.number(
    "side", in: 8...120, unit: .typePoints, default: 26.7,
    summary: "Margin at the sides of the screen.")
  static let lineGap = Parameter.number(
    "line-gap", in: -0.3...1, unit: .em, default: 0.15,
    summary: "Space between the lines of a note.")
  static let noteGap = Parameter.number(
    "note-gap", in: 0...2, unit: .em, default: 0.45, summary: "Space between notes.")
  static let air = Parameter.number(
    "air", in: 0...120, unit: .typePoints, default: 0,
    summary: "Margin above and below the notes; long lists may use this space.")
  static let align = Parameter.choice(
    "align", default: NotesLook.Align.start,
    summary: "Alignment of lines; if centered, numbers are part of the line, without a disc, a "
      + "box or a separate font.")
  static let anchor = Parameter.choice(
    "anchor", default: NotesLook.Anchor.auto,
    summary:
      "Position of notes that do not fill the area; auto is the optical center, with 42% of the "
      + "remaining height above the notes.")
  static let forms: Parameter<Set<NotesForm>> = .words(
    "forms", summary: "Allowed forms of the list.")
  static let form = Parameter.choice(
    "form", default: NotesLook.FormChoice.auto,
    summary: "Form of the list; overrides 'forms'; auto chooses the best form.")
  static let posterGrowth = Parameter.number(
    "poster-growth", in: 1...2, default: 1,
    summary: "Maximum type size of a poster, relative to max-size.")
  static let cardColor = Parameter.optionalColor(
    "card-color", summary: "Color of the panel behind the notes, or none.")
  static let cardLineColor = Parameter.optionalColor(
    "card-line-color", summary: "Color of the thin line around the panel, or none.")
  static let cardRadius = Parameter.number(
    "card-radius", in: 0...60, unit: .typePoints, default: 22,
    summary: "Corner radius of the panel.")
  static let ruleColor = Parameter.optionalColor(
    "rule-color", summary: "Color of the thin line between notes, or none.")
  static let shadow = Parameter.optionalColor(
    "shadow", summary: "Color of the soft shadow behind the text, or none.")
  static let lateColor = Parameter.optionalColor(
    "late-color", summary: "Color of overdue dates.")
  static let headings = Parameter.boolean(
    "headings", default: true, summary: "Whether headings are shown above groups of notes.")
  static let headingColor = Parameter.optionalColor(
    "heading-color", summary: "Color of headings; none uses the color of the notes.")
  static let moreText = Parameter.text(
    "more-text", limit: 80, default: "+{count} more",
    summary: "Text of the last line if notes are omitted; {count} is the number of omitted notes.")
  static let emptyText = Parameter.text(
    "empty-text", limit: 80, default: "Nothing left",
    summary: "Text to show if there are no notes; empty for none.")
}
