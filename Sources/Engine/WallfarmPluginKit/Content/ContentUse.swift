/// A kind of content that a plugin shows.
public struct ContentUse: Hashable, Sendable {
  /// The content kind.
  public let kind: ContentKind
  /// Whether the kind is required, so that the render fails without it.
  ///
  /// If an optional kind is missing, the layout is composed without it, for example because a
  /// parameter replaces the content.
  public let isNeeded: Bool
  /// The keys of the fields that the layout shows.
  public let fields: Set<String>

  /// Declares a content kind.
  ///
  /// - Parameters:
  ///   - kind: The content kind.
  ///   - isNeeded: Whether the kind is required.
  ///   - fields: The keys of ``ContentKind/fields`` that are shown; `nil` means all keys.
  public init(_ kind: ContentKind, isNeeded: Bool = false, fields: Set<String>? = nil) {
    self.kind = kind
    self.isNeeded = isNeeded
    self.fields = fields ?? Set(kind.fields.map(\.key))
  }

  /// The field keys in the order of the kind.
  public var keys: [String] { kind.fields.map(\.key).filter(fields.contains) }

  /// The default for layouts: notes with their text and whether they are done.
  public static let plainNotes = ContentUse(.notes, fields: ["text", "done"])
}
