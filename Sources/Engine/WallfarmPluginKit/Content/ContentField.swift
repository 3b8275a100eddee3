/// A field of the entries of a content kind.
public struct ContentField: Hashable, Sendable {
  /// The key in JSON and the column title in CSV.
  public let key: String
  /// The type of the accepted values.
  public let type: Form
  /// Whether an entry without the field is invalid.
  public let isRequired: Bool
  /// A one-line description.
  public let summary: String

  /// The type of the values of a field.
  public enum Form: Hashable, Sendable {
    /// Text of at most `limit` characters.
    case text(limit: Int)
    /// A finite number within a range.
    case number(ClosedRange<Double>)
    /// A number, or a short text for values such as `5:42`.
    case figure
    /// A list of numbers.
    case numbers
    /// A Boolean value.
    case flag
    /// A day, a local time or a moment.
    case when
    /// A list of days.
    case days
    /// A color.
    case color
    /// A rectangle in fractions of the screen.
    case rect
    /// The path of a photo.
    case photo
  }

  init(_ key: String, _ type: Form, isRequired: Bool = false, _ summary: String) {
    (self.key, self.type, self.isRequired, self.summary) = (key, type, isRequired, summary)
  }

  /// The maximum length of a textual figure in characters.
  public static let longestFigure = 40
  /// The maximum number of entries of a kind; for notes, see ``TextLimits/notes``.
  public static let mostEntries = 1000
  /// The maximum number of numbers or days in an entry, enough for the days of eleven years.
  public static let mostValues = 4018
  /// The range of numbers: larger ones do not fit a layout and lose unit precision in sums.
  static let numbers = -1e15...1e15
}

extension ContentField.Form {
  /// A description of the accepted values for messages.
  public var accepted: String {
    switch self {
    case .text(let limit): "a text of at most \(limit) characters"
    case .number(1e-9...1e15): "a number above 0, at most 1e15"
    case .number(ContentField.numbers): "a number from -1e15 to 1e15"
    case .number(let range):
      "a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))"
    case .figure: "a number, or a text of at most \(ContentField.longestFigure) characters"
    case .numbers: "a list of numbers"
    case .flag: "true or false"
    case .when: "a day or a time: 2026-12-24, 2026-12-24T18:00, 2026-12-24T18:00+01:00"
    case .days: "a list of days such as 2026-12-24"
    case .color: "a color such as #1c1c1e or white"
    case .rect: "an object with x, y, width and height in fractions of the screen"
    case .photo: "the path of a photo"
    }
  }
}

// The fields of each kind.

extension ContentField {
  private static func title(_ summary: String) -> ContentField {
    ContentField("title", .text(limit: 400), isRequired: true, summary)
  }

  static let ofNotes = [
    ContentField("text", .text(limit: 20_000), isRequired: true, "Its words."),
    ContentField("done", .flag, "Whether it is done."),
    ContentField("due", .when, "Until when it is to be done."),
    ContentField("heading", .text(limit: 400), "The group that it belongs to."),
  ]

  static let ofProgress = [
    ContentField("value", .number(numbers), isRequired: true, "How far it is."),
    ContentField(
      "goal", .number(1e-9...1e15), isRequired: true, "Where it is to lead; at least 1e-9."),
    ContentField("unit", .text(limit: 40), "What is counted."),
    ContentField("label", .text(limit: 400), "What it is about."),
    ContentField("marks", .numbers, "Values on the way that are marked."),
  ]

  static let ofDates = [
    title("What is then."),
    ContentField("date", .when, isRequired: true, "The day, or the moment."),
    ContentField("color", .color, "Its color."),
  ]

  static let ofEvents = [
    title("What it is."),
    ContentField("start", .when, isRequired: true, "When it begins."),
    ContentField("end", .when, "When it ends; of days the last one."),
    ContentField("all-day", .flag, "Whether times of day do not matter."),
    ContentField("place", .text(limit: 400), "Where it is."),
  ]

  static let ofFigures = [
    ContentField("label", .text(limit: 400), isRequired: true, "What it tells."),
    ContentField("value", .figure, isRequired: true, "The number."),
    ContentField("unit", .text(limit: 40), "What it counts."),
    ContentField("change", .number(numbers), "By how much it has changed."),
  ]

  static let ofText = [
    ContentField("message", .text(limit: 4000), isRequired: true, "The words."),
    ContentField("source", .text(limit: 400), "Whose they are."),
  ]

  static let ofHabits = [
    ContentField("name", .text(limit: 400), isRequired: true, "What is done."),
    ContentField("days", .days, isRequired: true, "The days on which it was done."),
  ]

  static let ofPhotos = [
    ContentField("file", .photo, isRequired: true, "The photo."),
    ContentField("date", .when, "When it was taken."),
    ContentField("place", .text(limit: 400), "Where it was taken."),
    ContentField("latitude", .number(-90...90), "Where exactly: degrees to the north."),
    ContentField("longitude", .number(-180...180), "Where exactly: degrees to the east."),
    ContentField(
      "focus-x", .number(0...1), "What stays when the sides are cut: 0 left, 1 right."),
    ContentField(
      "focus-y", .number(0...1), "What stays when top or bottom is cut: 0 top, 1 bottom."),
  ]

  static let ofTips = [
    title("What it is about."),
    ContentField("body", .text(limit: 4000), "The words."),
    ContentField("target", .rect, "The part of the screen that it points at."),
  ]

  static let ofSteps = [
    title("What to do."),
    ContentField("body", .text(limit: 4000), "More words."),
    ContentField("picture", .photo, "What it looks like."),
  ]
}
