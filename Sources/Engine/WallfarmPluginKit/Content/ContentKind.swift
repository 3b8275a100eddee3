/// A kind of content that a wallpaper can show.
///
/// A layout declares the kinds that it shows. File readers, JSON Schema, documentation,
/// fingerprints and plugin messages are all derived from the fields of a kind.
public enum ContentKind: String, Hashable, Sendable, CaseIterable {
  /// Short pieces of text, each marked as done or open.
  case notes
  /// Progress toward a goal.
  case progress
  /// Important days and moments.
  case dates
  /// Calendar events.
  case events
  /// Numbers with labels.
  case figures
  /// Short text, such as a quotation.
  case text
  /// Recurring activities, with the days on which they were done.
  case habits
  /// Photos with their dates and places.
  case photos
  /// Hints that point to a part of the screen.
  case tips
  /// Instructions in order.
  case steps

  /// The fields of an entry, required fields first.
  public var fields: [ContentField] {
    switch self {
    case .notes: ContentField.ofNotes
    case .progress: ContentField.ofProgress
    case .dates: ContentField.ofDates
    case .events: ContentField.ofEvents
    case .figures: ContentField.ofFigures
    case .text: ContentField.ofText
    case .habits: ContentField.ofHabits
    case .photos: ContentField.ofPhotos
    case .tips: ContentField.ofTips
    case .steps: ContentField.ofSteps
    }
  }

  /// Returns the field with the given key.
  public func field(_ key: String) -> ContentField? { fields.first { $0.key == key } }

  /// A one-line description.
  public var summary: String {
    switch self {
    case .notes: "Short texts, each marked as done or open."
    case .progress: "Progress toward a goal."
    case .dates: "Important dates and times."
    case .events: "Calendar events."
    case .figures: "Numbers with labels."
    case .text: "A short text with its author."
    case .habits: "Habits with the dates on which they were done."
    case .photos: "Photos with their dates and places."
    case .tips: "Tips that point to parts of the screen."
    case .steps: "Instructions in order."
    }
  }

  /// The singular noun for an entry.
  public var entry: String {
    switch self {
    case .notes: "note"
    case .progress: "progress"
    case .dates: "date"
    case .events: "event"
    case .figures: "figure"
    case .text: "text"
    case .habits: "habit"
    case .photos: "photo"
    case .tips: "tip"
    case .steps: "step"
    }
  }
}
