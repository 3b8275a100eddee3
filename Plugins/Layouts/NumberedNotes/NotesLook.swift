import WallfarmPluginKit

/// How a list is set.
enum NotesForm: String, CaseIterable, Sendable {
  /// One below the other.
  case list
  /// That, in two or three columns.
  case columns
  /// A few notes, large, about the middle.
  case poster
}

/// How the notes look: every parameter of the layout, read once.
struct NotesLook {
  let text: TextStyle
  let number: TextStyle
  private(set) var numberStyle: NumberStyle
  let badge: Color?
  let card: Color?
  let cardLine: Color?
  let cardRadius: Double
  let rule: Color?
  let shadow: Color?
  /// Colour of the day until which a note was to be done, where that is past; nil: that of the note.
  let late: Color?
  /// Whether the groups of notes have their names above them.
  let showsHeadings: Bool
  /// Colour of those; nil: that of the notes.
  let headingColor: Color?
  let maxSize: Double
  /// Type is smaller than this only where notes would be left out otherwise; from ``minSize`` to ``maxSize``.
  let crowdedBelow: Double
  /// No type is smaller than this.
  let minSize: Double
  let side: Double
  let noteGap: Double
  let air: Double
  let align: Align
  let anchor: Anchor
  let moreText: String
  let emptyText: String
  /// Where those words were written.
  let emptyOrigin: Origin

  /// How the notes may be set.
  let forms: Set<NotesForm>
  /// The form that was asked for.
  let form: NotesForm?

  /// How much larger than the largest type size a poster may be.
  let posterGrowth: Double

  /// What can be asked for.
  enum FormChoice: String, CaseIterable, Sendable { case auto, list, columns, poster }
  /// How a number is written.
  enum NumberStyle: String, CaseIterable, Sendable {
    case period, plain, parenthesis, badge, bullet, box, none
  }
  /// Where lines stand.
  enum Align: String, CaseIterable, Sendable { case start, center, end }
  /// Where the notes stand when they do not fill the area.
  enum Anchor: String, CaseIterable, Sendable { case top, center, bottom }

  init(_ values: ParameterValues) throws(RenderError) {
    let spacing = try values.value(of: Keys.letterSpacing)
    text = TextStyle(
      family: try values.value(of: Keys.font), size: 0, weight: try values.value(of: Keys.weight),
      color: try values.value(of: Keys.color), letterSpacing: spacing,
      lineGap: try values.value(of: Keys.lineGap), features: "lnum=1")
    // Old-style figures go up and down like letters, so that 9:40 reads as 9:4o; and numbers stand below one another.
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
        .invalidParameter, "'more-text' has no {count}, so nobody would learn how many are missing",
        origin: values.origin(of: "more-text"), hint: "write it like '+{count} more'")
    }
    guard minSize <= maxSize else {
      throw RenderError(
        .invalidParameter, "'min-size' is larger than 'max-size'",
        origin: values.origin(of: "min-size") ?? values.origin(of: "max-size"),
        hint: "lower min-size or raise max-size")
    }
  }

  /// The same with nothing in front of a note.
  var withoutNumbers: NotesLook {
    var look = self
    look.numberStyle = .none
    return look
  }

  /// What stands before note `index` (from 0); nil where numbers are off.
  func label(_ index: Int) -> String? {
    switch numberStyle {
    case .period: "\(index + 1)."
    case .parenthesis: "\(index + 1))"
    case .plain, .badge: "\(index + 1)"
    case .bullet, .box, .none: nil
    }
  }

  /// Width of what stands before a note and the room after it, in em, where that is the same for all; nil: it is measured.
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
