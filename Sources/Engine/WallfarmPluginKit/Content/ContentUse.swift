/// A kind of content that a layout shows.
public struct ContentUse: Hashable, Sendable {
  /// The kind.
  public let kind: ContentKind
  /// Whether there is no picture without it; then a render that gets none of it fails.
  ///
  /// A layout that can do without, because a parameter says what to show, say, is asked.
  public let isNeeded: Bool
  /// The fields that it shows.
  public let fields: Set<String>

  /// Declares a kind.
  ///
  /// - Parameters:
  ///   - kind: the kind.
  ///   - isNeeded: whether there is no picture without it.
  ///   - fields: keys of ``ContentKind/fields`` that are shown; nil: all of them.
  public init(_ kind: ContentKind, isNeeded: Bool = false, fields: Set<String>? = nil) {
    self.kind = kind
    self.isNeeded = isNeeded
    self.fields = fields ?? Set(kind.fields.map(\.key))
  }

  /// Its fields in the order of the kind.
  public var keys: [String] { kind.fields.map(\.key).filter(fields.contains) }

  /// What every layout shows that says nothing else: words of notes, and whether they are done.
  public static let plainNotes = ContentUse(.notes, fields: ["text", "done"])
}
