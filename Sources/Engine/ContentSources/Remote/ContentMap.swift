public import SourceJSON
public import WallfarmPluginKit

/// A mapping of a list in a JSON document to the entries of a content kind.
public struct ContentMap: Hashable, Sendable {
  /// The kind of the entries.
  public var kind: ContentKind
  /// The position of the list; an object at this position is a list with one element.
  public var list: JSONPointer
  /// The sources of the values, by field key.
  public var fields: [String: Value]

  /// The source of a value.
  public enum Value: Hashable, Sendable {
    /// A position in an element of the list.
    case pointer(JSONPointer)
    /// The same value for each entry.
    case constant(JSONValue)
  }

  /// Creates a mapping.
  public init(kind: ContentKind, list: JSONPointer = JSONPointer(), fields: [String: Value]) {
    (self.kind, self.list, self.fields) = (kind, list, fields)
  }

  /// The maximum number of mappings in a source.
  public static let most = 50

  /// The fields that a mapping can set: all fields of the kind except photos, because a document
  /// from the network must not name files on this machine.
  static func fields(of kind: ContentKind) -> [ContentField] {
    kind.fields.filter { $0.type != .photo }
  }

  /// The kinds that a mapping can produce: all kinds that do not require a photo.
  public static let kinds = ContentKind.allCases.filter { kind in
    !kind.fields.contains { $0.type == .photo && $0.isRequired }
  }
}

extension JSONNode {
  /// Returns the value at a position (RFC 6901), or nil if there is none.
  func value(at pointer: JSONPointer) -> JSONNode? {
    pointer.tokens.reduce(self as JSONNode?) { node, token in
      guard let elements = node?.elements else { return node?[token] }
      guard let index = Int(token), String(index) == token, elements.indices.contains(index) else {
        return nil
      }
      return elements[index]
    }
  }
}
