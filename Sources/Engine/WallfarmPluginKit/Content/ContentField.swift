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

  /// The type of a field's values.
  public enum Form: Hashable, Sendable {
    /// Text of at most `limit` characters.
    case text(limit: Int)
    /// A finite number within a range.
    case number(ClosedRange<Double>)
    /// A number, or short text for values such as `5:42`.
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
    /// A rectangle whose values are fractions of the screen size.
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
  /// The accepted range of numbers; numbers outside it do not fit in a layout and lose precision in
  /// sums.
  static let numbers = -1e15...1e15
}

extension ContentField.Form {
  /// A description of the accepted values for messages.
  public var accepted: String {
    switch self {
    case .text(let limit): "a string of at most \(limit) characters"
    case .number(1e-9...1e15): "a number from 1e-9 to 1e15"
    case .number(ContentField.numbers): "a number from -1e15 to 1e15"
    case .number(let range):
      "a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))"
    case .figure: "a number, or a string of at most \(ContentField.longestFigure) characters"
    case .numbers: "a list of numbers"
    case .flag: "true or false"
    case .when: "a date or a time such as 2026-12-24, 2026-12-24T18:00 or 2026-12-24T18:00+01:00"
    case .days: "a list of dates such as 2026-12-24"
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
    ContentField("text", .text(limit: 20_000), isRequired: true, "Text of the note."),
    ContentField("done", .flag, "Whether the note is done."),
    ContentField("due", .when, "Due date or time."),
    ContentField("heading", .text(limit: 400), "Group of the note, shown as a heading."),
  ]

  static let ofProgress = [
    ContentField("value", .number(numbers), isRequired: true, "Current value."),
    ContentField(
      "goal", .number(1e-9...1e15), isRequired: true, "Goal value; at least 1e-9."),
    ContentField("unit", .text(limit: 40), "Unit of the value."),
    ContentField("label", .text(limit: 400), "Label of the progress."),
    ContentField("marks", .numbers, "Marked values between 0 and the goal."),
  ]

  static let ofDates = [
    title("Title of the date."),
    ContentField("date", .when, isRequired: true, "Date or time."),
    ContentField("color", .color, "Color of the date."),
  ]

  static let ofEvents = [
    title("Title of the event."),
    ContentField("start", .when, isRequired: true, "Start of the event."),
    ContentField("end", .when, "End of the event; for all-day events, the last day."),
    ContentField("all-day", .flag, "Whether the event lasts all day."),
    ContentField("place", .text(limit: 400), "Place of the event."),
  ]

  static let ofFigures = [
    ContentField("label", .text(limit: 400), isRequired: true, "Label of the figure."),
    ContentField("value", .figure, isRequired: true, "Value of the figure."),
    ContentField("unit", .text(limit: 40), "Unit of the figure."),
    ContentField("change", .number(numbers), "Change in the value."),
  ]

  static let ofText = [
    ContentField("message", .text(limit: 4000), isRequired: true, "Text to show."),
    ContentField("source", .text(limit: 400), "Author or source of the text."),
  ]

  static let ofHabits = [
    ContentField("name", .text(limit: 400), isRequired: true, "Name of the habit."),
    ContentField("days", .days, isRequired: true, "Dates on which the habit was done."),
  ]

  static let ofPhotos = [
    ContentField("file", .photo, isRequired: true, "Photo file."),
    ContentField("date", .when, "Date or time of the photo."),
    ContentField("place", .text(limit: 400), "Name of the place."),
    ContentField("latitude", .number(-90...90), "Latitude in degrees, positive to the north."),
    ContentField("longitude", .number(-180...180), "Longitude in degrees, positive to the east."),
    ContentField(
      "focus-x", .number(0...1), "Horizontal focus when the sides are cropped: 0 left, 1 right."),
    ContentField(
      "focus-y", .number(0...1), "Vertical focus when top or bottom is cropped: 0 top, 1 bottom."),
  ]

  static let ofTips = [
    title("Title of the tip."),
    ContentField("body", .text(limit: 4000), "Text of the tip."),
    ContentField("target", .rect, "Part of the screen that the tip points to."),
  ]

  static let ofSteps = [
    title("Instruction for the step."),
    ContentField("body", .text(limit: 4000), "Further explanation."),
    ContentField("picture", .photo, "Picture for the step."),
  ]
}
