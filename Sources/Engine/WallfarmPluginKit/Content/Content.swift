/// The content of a wallpaper: ordered entries of one or more kinds.
///
/// An empty list of a kind differs from a missing kind: it means that nothing is left to show, and
/// a layout can say so.
public struct Content: Hashable, Sendable {
  /// The notes; `nil` if no list was provided.
  public var notes: [Note]?
  /// The entries of all kinds except notes; contains only the kinds that were provided.
  public private(set) var entries: [ContentKind: [ContentEntry]]
  /// The place whose sun and moon are shown; `nil` in content that layouts receive, where computed
  /// entries replace it.
  public var sky: Sky?
  /// Warnings about skipped parts of the source, which are added to the warnings of the picture.
  package var warnings: [RenderWarning] = []
  /// Whether part of the content was fetched from a URL, so that it cannot be read again later.
  package var isFetched = false

  /// Creates content with notes only, or empty content.
  public init(notes: [Note]? = nil) {
    self.notes = notes
    entries = [:]
  }

  /// The entries of a kind other than notes; `nil` if the kind was not provided.
  public subscript(kind: ContentKind) -> [ContentEntry]? {
    get { entries[kind] }
    set {
      precondition(kind != .notes, "notes are stored in a separate list")
      entries[kind] = newValue
    }
  }

  /// Returns the number of entries of a kind, or `nil` if the kind was not provided.
  public func count(of kind: ContentKind) -> Int? {
    kind == .notes ? notes?.count : entries[kind]?.count
  }

  /// The provided kinds, in the order of ``ContentKind``.
  public var kinds: [ContentKind] { ContentKind.allCases.filter { count(of: $0) != nil } }

  /// Returns whether a kind was provided with an empty list.
  public func isEmpty(_ kind: ContentKind) -> Bool { count(of: kind) == 0 }

  /// Whether any note has a due date.
  public var hasDueNotes: Bool { notes?.contains { $0.due != nil } ?? false }

  /// Returns whether any entry refers to the photo at a path.
  public func hasPhoto(_ file: String) -> Bool {
    entries.contains { kind, entries in
      kind.fields.contains { field in
        field.type == .photo && entries.contains { $0.text(field.key) == file }
      }
    }
  }

  /// Appends the entries and warnings of other content.
  package mutating func append(_ other: Content) {
    if let more = other.notes { notes = (notes ?? []) + more }
    for (kind, more) in other.entries { entries[kind] = (entries[kind] ?? []) + more }
    sky = sky ?? other.sky
    warnings += other.warnings
    isFetched = isFetched || other.isFetched
  }

  /// Returns only the content of the given kinds.
  public func only(_ kinds: some Collection<ContentKind>) -> Content {
    var content = Content(notes: kinds.contains(.notes) ? notes : nil)
    content.entries = entries.filter { kinds.contains($0.key) }
    return content
  }
}

/// An entry of a content kind, with a value for each field that is present.
public struct ContentEntry: Hashable, Sendable {
  /// The values by field key.
  public let values: [String: ContentValue]

  /// Creates an entry; hosts validate the values against ``ContentKind/fields``.
  public init(_ values: [String: ContentValue]) { self.values = values }

  /// The value of a field, or `nil` if the field is missing.
  public subscript(key: String) -> ContentValue? { values[key] }

  /// Returns the value of a text field, or the path of a photo field.
  public func text(_ key: String) -> String? {
    if case .text(let text)? = values[key] { text } else { nil }
  }

  /// Returns the value of a number field.
  public func number(_ key: String) -> Double? {
    if case .number(let number)? = values[key] { number } else { nil }
  }

  /// Returns the value of a flag; `false` if the field is missing.
  public func flag(_ key: String) -> Bool { values[key] == .flag(true) }

  /// Returns the value of a date field.
  public func when(_ key: String) -> When? {
    if case .when(let when)? = values[key] { when } else { nil }
  }
}

/// The value of a field.
public enum ContentValue: Hashable, Sendable {
  /// Text, or the path of a photo.
  case text(String)
  /// A finite number.
  case number(Double)
  /// A list of numbers.
  case numbers([Double])
  /// A Boolean value.
  case flag(Bool)
  /// A day, a local time or a moment.
  case when(When)
  /// Days in ascending order, without duplicates.
  case days([Day])
  /// A color.
  case color(Color)
  /// A rectangle whose values are fractions of the screen size, 0…1.
  case rect(Rect)
}
