/// A JSON value that remembers where it was written, so that any complaint can point at it.
public struct JSONNode: Sendable {
  /// What was written, one case for each kind of JSON value.
  public enum Content: Sendable {
    /// The word `null`.
    case null
    /// The word `true` or `false`.
    case bool(Bool)
    /// Any number, finite.
    case number(Double)
    /// Text, with every escape already read.
    case string(String)
    /// Values in their written order.
    case array([JSONNode])
    /// Members in their written order, every key once.
    case object([JSONMember])
  }

  /// What was written here.
  public let content: Content
  /// The first character: the opening quote or bracket, or the first letter or digit.
  public let place: SourcePlace

  /// Makes a node by hand, for readers of other formats and for tests.
  public init(content: Content, place: SourcePlace) {
    self.content = content
    self.place = place
  }
}

extension JSONNode {
  /// A value that was not read from a text: every place is the beginning.
  public init(_ value: JSONValue) {
    let place = SourcePlace(line: 1, column: 1, offset: 0)
    let content: Content =
      switch value {
      case .null: .null
      case .bool(let bool): .bool(bool)
      case .number(let number): .number(number)
      case .string(let text): .string(text)
      case .array(let values): .array(values.map { JSONNode($0) })
      case .object(let members):
        .object(
          members.sorted { $0.key < $1.key }.map {
            JSONMember(key: $0.key, keyPlace: place, value: JSONNode($0.value))
          })
      }
    self.init(content: content, place: place)
  }
}

/// One `"key": value` of an object, with both places.
public struct JSONMember: Sendable {
  /// The key, with every escape already read.
  public let key: String
  /// The opening quote of the key.
  public let keyPlace: SourcePlace
  /// What stands after the colon.
  public let value: JSONNode

  /// Makes a member by hand, for readers of other formats and for tests.
  public init(key: String, keyPlace: SourcePlace, value: JSONNode) {
    self.key = key
    self.keyPlace = keyPlace
    self.value = value
  }
}

extension JSONNode {
  /// The same value without places.
  public var plain: JSONValue {
    switch content {
    case .null: .null
    case .bool(let bool): .bool(bool)
    case .number(let number): .number(number)
    case .string(let string): .string(string)
    case .array(let elements): .array(elements.map(\.plain))
    case .object(let members):
      // The parser refuses a key given twice; in a node made by hand the last one counts.
      .object(Dictionary(members.map { ($0.key, $0.value.plain) }) { _, last in last })
    }
  }

  /// The value under `key`; nil when there is none or this is no object.
  ///
  /// Looks at every member; over a large object, go through ``members`` once instead.
  public subscript(key: String) -> JSONNode? {
    members?.first { $0.key == key }?.value
  }

  /// Members in their written order, if this is an object.
  public var members: [JSONMember]? {
    if case .object(let members) = content { members } else { nil }
  }

  /// Values in their written order, if this is a list.
  public var elements: [JSONNode]? {
    if case .array(let elements) = content { elements } else { nil }
  }

  /// The text, if this is a string.
  public var string: String? {
    if case .string(let string) = content { string } else { nil }
  }

  /// The number, if this is one.
  public var number: Double? {
    if case .number(let number) = content { number } else { nil }
  }

  /// The number, if this is a whole one that an Int holds.
  public var whole: Int? {
    guard case .number(let number) = content else { return nil }
    return Int(exactly: number)
  }

  /// The truth value, if this is `true` or `false`.
  public var bool: Bool? {
    if case .bool(let bool) = content { bool } else { nil }
  }

  /// The kind of value as a phrase for messages; the same words as ``JSONValue/typeName``.
  public var typeName: String {
    switch content {
    case .null: JSONValue.null.typeName
    case .bool(let bool): JSONValue.bool(bool).typeName
    case .number(let number): JSONValue.number(number).typeName
    case .string(let string): JSONValue.string(string).typeName
    case .array: JSONValue.array([]).typeName
    case .object: JSONValue.object([:]).typeName
    }
  }
}

extension JSONNode {
  /// The value as a message shows it: short ones as written, others by their kind.
  public var shown: String {
    switch content {
    case .string(let text) where text.count <= 40: "'\(text)'"
    case .string(let text): "a text of \(text.count) characters"
    case .array(let items) where items.isEmpty: "an empty list"
    case .number, .bool: plain.text(pretty: false)
    default: typeName
    }
  }
}
