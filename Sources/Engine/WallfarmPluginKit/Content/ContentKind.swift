/// What a wallpaper can show, by type.
///
/// A layout declares the kinds that it shows. Readers, schema, documentation, fingerprints and the
/// messages of plugins all go by the fields that a kind has here.
public enum ContentKind: String, Hashable, Sendable, Codable, CaseIterable {
  /// Short texts, each done or still to do.
  case notes
  /// How far something is.
  case progress
  /// Days and moments that matter.
  case dates
  /// What is in a calendar.
  case events
  /// Numbers with a name.
  case figures
  /// A few words to live by.
  case text
  /// What is done on many days.
  case habits
  /// Pictures with their day and place.
  case photos
  /// Hints that point at a part of the screen.
  case tips
  /// What to do, one after the other.
  case steps

  /// What an entry may say, those that it must say first.
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

  /// The field of a key.
  public func field(_ key: String) -> ContentField? { fields.first { $0.key == key } }

  /// What it is, in one line.
  public var summary: String {
    switch self {
    case .notes: "Short texts, each done or still to do."
    case .progress: "How far something is: a value on the way to a goal."
    case .dates: "Days and moments that matter."
    case .events: "What is in a calendar."
    case .figures: "Numbers with a name."
    case .text: "A few words, and whose they are."
    case .habits: "What is done on many days, and the days on which it was."
    case .photos: "Pictures, with when and where they were taken."
    case .tips: "Hints that point at a part of the screen."
    case .steps: "What to do, one after the other."
    }
  }

  /// What one entry is called.
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
