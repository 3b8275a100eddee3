/// What a person wants to see: entries of some kinds, each kind in its order.
///
/// A kind that was given with no entry is not the same as one that was not given: then there is
/// nothing left to show, and a picture may say so.
public struct Content: Hashable, Sendable {
  /// Notes; nil where none were given.
  public var notes: [Note]?
  /// Entries of the other kinds; a kind is missing where none were given.
  public private(set) var entries: [ContentKind: [ContentEntry]]
  /// What reading it had to leave out; a picture of it is told with them.
  package var warnings: [RenderWarning] = []

  /// Makes content of notes alone, or of nothing.
  public init(notes: [Note]? = nil) {
    self.notes = notes
    entries = [:]
  }

  /// The entries of a kind but notes; nil where none were given.
  public subscript(kind: ContentKind) -> [ContentEntry]? {
    get { entries[kind] }
    set {
      precondition(kind != .notes, "notes have a list of their own")
      entries[kind] = newValue
    }
  }

  /// How many entries of a kind there are; nil where none were given.
  public func count(of kind: ContentKind) -> Int? {
    kind == .notes ? notes?.count : entries[kind]?.count
  }

  /// The kinds that were given, in the order of ``ContentKind``.
  public var kinds: [ContentKind] { ContentKind.allCases.filter { count(of: $0) != nil } }

  /// Whether a kind was given that has no entry: then nothing is left of it.
  public func isEmpty(_ kind: ContentKind) -> Bool { count(of: kind) == 0 }

  /// Whether a note says until when it is to be done.
  public var hasDueNotes: Bool { notes?.contains { $0.due != nil } ?? false }

  /// Whether one of its entries names a photo.
  public func hasPhoto(_ file: String) -> Bool {
    entries.contains { kind, entries in
      kind.fields.contains { field in
        field.type == .photo && entries.contains { $0.text(field.key) == file }
      }
    }
  }

  /// What of it is of some kinds.
  public func only(_ kinds: some Collection<ContentKind>) -> Content {
    var content = Content(notes: kinds.contains(.notes) ? notes : nil)
    content.entries = entries.filter { kinds.contains($0.key) }
    return content
  }
}

/// One entry of a kind: a value for each field that it says, checked against the kind's table.
public struct ContentEntry: Hashable, Sendable {
  /// Values by the key of their field.
  public let values: [String: ContentValue]

  /// Makes an entry; hosts check values against ``ContentKind/fields``.
  public init(_ values: [String: ContentValue]) { self.values = values }

  /// The value of a field.
  public subscript(key: String) -> ContentValue? { values[key] }

  /// The words of a text field.
  public func text(_ key: String) -> String? {
    if case .text(let text)? = values[key] { text } else { nil }
  }

  /// The number of a number field.
  public func number(_ key: String) -> Double? {
    if case .number(let number)? = values[key] { number } else { nil }
  }

  /// The value of a flag; false where it is not said.
  public func flag(_ key: String) -> Bool { values[key] == .flag(true) }

  /// The day or moment of a field.
  public func when(_ key: String) -> When? {
    if case .when(let when)? = values[key] { when } else { nil }
  }
}

/// What a field of an entry says.
public enum ContentValue: Hashable, Sendable {
  /// Words, and the path of a photo.
  case text(String)
  /// A finite number.
  case number(Double)
  /// Several of them.
  case numbers([Double])
  /// On or off.
  case flag(Bool)
  /// A day, a local time or a moment.
  case when(When)
  /// Several days, the earliest first, each once.
  case days([Day])
  /// A colour.
  case color(Color)
  /// A rectangle in fractions of the screen.
  case rect(Rect)
}
