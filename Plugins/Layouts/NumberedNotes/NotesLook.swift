import WallfarmPluginKit

/// The form of a list.
enum NotesForm: String, CaseIterable, Sendable {
  /// One column.
  case list
  /// Two or three columns.
  case columns
  /// A few notes in large type near the center.
  case poster
}

/// The parameters of the layout.
struct NotesLook {
  let text: TextStyle
  let number: TextStyle
  private(set) var numberStyle: NumberStyle
  /// The digits that are used for the numbers of notes.
  var numerals = Numerals.latin
  let badge: Color?
  let card: Color?
  let cardLine: Color?
  let cardRadius: Double
  let rule: Color?
  let shadow: Color?
  /// The color of an overdue date; nil for the color of the note.
  let late: Color?
  /// Whether groups of notes have headings.
  let showsHeadings: Bool
  /// The color of headings; nil for the color of the notes.
  let headingColor: Color?
  let maxSize: Double
  /// The preferred minimum type size in points; smaller type is used only if notes would otherwise
  /// be omitted.
  ///
  /// The value is between ``minSize`` and ``maxSize``.
  let crowdedBelow: Double
  /// The minimum type size in points.
  let minSize: Double
  let side: Double
  let noteGap: Double
  let air: Double
  let align: Align
  let anchor: Anchor
  let moreText: String
  let emptyText: String
  /// The source of the value of `empty-text`, for error messages.
  let emptyOrigin: Origin

  /// The allowed forms.
  let forms: Set<NotesForm>
  /// The requested form; if it is nil, one of the allowed forms is chosen.
  let form: NotesForm?

  /// The maximum type size of a poster, relative to ``maxSize``.
  let posterGrowth: Double

  /// The values of the `form` parameter.
  enum FormChoice: String, CaseIterable, Sendable { case auto, list, columns, poster }
  /// The style of the number or other mark before each note.
  enum NumberStyle: String, CaseIterable, Sendable {
    case period, plain, parenthesis, badge, bullet, box, none

    /// Whether the mark before a note is its number.
    var isNumber: Bool {
      switch self {
      case .period, .plain, .parenthesis, .badge: true
      case .bullet, .box, .none: false
      }
    }
  }
  /// The alignment of lines.
  enum Align: String, CaseIterable, Sendable { case start, center, end }
  /// The vertical position of notes that do not fill the area.
  enum Anchor: String, CaseIterable, Sendable { case auto, top, center, bottom }

  init(_ values: ParameterValues) throws(RenderError) {
    let spacing = try values.value(of: Keys.letterSpacing)
    text = TextStyle(
      family: try values.value(of: Keys.font), size: 0, weight: try values.value(of: Keys.weight),
      color: try values.value(of: Keys.color), letterSpacing: spacing,
      lineGap: try values.value(of: Keys.lineGap), features: "lnum=1")
    // Use lining figures, because with old-style figures, 9:40 looks like 9:4o. Use tabular
    // figures, because they align the numbers in a column.
    number = TextStyle(
      family: try values.value(of: Keys.numberFont), size: 0,
      weight: try values.value(of: Keys.numberWeight),
      color: try values.value(of: Keys.numberColor),
      features: "lnum=1, tnum=1")
    numberStyle = try values.value(of: Keys.numberStyle)
    badge = try values.value(of: Keys.badgeColor)
    card = try values.value(of: Keys.cardColor)
    cardLine = try values.value(of: Keys.cardLineColor)
    cardRadius = try values.value(of: Keys.cardRadius)
    rule = try values.value(of: Keys.ruleColor)
    shadow = try values.value(of: Keys.shadow)
    late = try values.value(of: Keys.lateColor)
    showsHeadings = try values.value(of: Keys.headings)
    headingColor = try values.value(of: Keys.headingColor)
    maxSize = try values.value(of: Keys.maxSize)
    minSize = try values.value(of: Keys.minSize)
    crowdedBelow = min(max(minSize, try values.value(of: Keys.crowdedBelow)), maxSize)
    side = try values.value(of: Keys.side)
    noteGap = try values.value(of: Keys.noteGap)
    air = try values.value(of: Keys.air)
    align = try values.value(of: Keys.align)
    anchor = try values.value(of: Keys.anchor)
    form = NotesForm(rawValue: try values.value(of: Keys.form).rawValue)
    let allowed = try values.value(of: Keys.forms)
    forms = form.map { [$0] } ?? allowed
    posterGrowth = try values.value(of: Keys.posterGrowth)
    moreText = try values.value(of: Keys.moreText)
    emptyText = try values.value(of: Keys.emptyText)
    emptyOrigin = values.origin(of: "empty-text") ?? .parameter("empty-text")
    guard moreText.contains("{count}") else {
      throw RenderError(
        .invalidParameter, "'more-text' has no {count}, which shows the number of hidden notes",
        origin: values.origin(of: "more-text"), hint: "include it, as in '+{count} more'"
      ).remedied(.remove())
    }
    guard minSize <= maxSize else {
      throw RenderError(
        .invalidParameter, "'min-size' is larger than 'max-size'",
        origin: values.origin(of: "min-size") ?? values.origin(of: "max-size"),
        hint: "lower min-size or raise max-size"
      ).remedied(.remove(values.setting(among: "min-size", "max-size")))
    }
  }

  /// A copy of these parameters without marks before the notes.
  var withoutNumbers: NotesLook {
    var look = self
    look.numberStyle = .none
    return look
  }

  /// Returns the label of the note at `index`, which counts from 0; nil if the notes have no
  /// numbers.
  func label(_ index: Int) -> String? {
    switch numberStyle {
    case .period: numerals.text(index + 1) + "."
    case .parenthesis: numerals.text(index + 1) + ")"
    case .plain, .badge: numerals.text(index + 1)
    case .bullet, .box, .none: nil
    }
  }

  /// The total width of a mark and its gap, in em; nil for numbers, which must be measured.
  var markWidth: Double? {
    switch numberStyle {
    case .period, .plain, .parenthesis: nil
    case .badge: 1.62
    case .bullet: 0.74
    case .box: 1.22
    case .none: 0
    }
  }
}
