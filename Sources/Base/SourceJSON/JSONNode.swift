/// A JSON value with its position in the source, for use in messages.
public struct JSONNode: Sendable {
  /// The content of a value, by its JSON type.
  public enum Content: Sendable {
    /// The literal `null`.
    case null
    /// The literal `true` or `false`.
    case bool(Bool)
    /// A finite number.
    case number(Double)
    /// Text with its escape sequences decoded.
    case string(String)
    /// Elements in order.
    case array([JSONNode])
    /// Members in order, with unique keys.
    case object([JSONMember])
  }

  /// The content of the value.
  public let content: Content
  /// The position of the first character, such as the opening quote or bracket.
  public let place: SourcePlace

  /// Creates a node, for parsers of other formats and for tests.
  public init(content: Content, place: SourcePlace) {
    self.content = content
    self.place = place
  }
}

extension JSONNode {
  /// Creates a node from a value that has no source; every position is the start of the document.
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

/// A member of an object, with the positions of its key and value.
public struct JSONMember: Sendable {
  /// The key with its escape sequences decoded.
  public let key: String
  /// The position of the key's opening quote.
  public let keyPlace: SourcePlace
  /// The value.
  public let value: JSONNode

  /// Creates a member, for parsers of other formats and for tests.
  public init(key: String, keyPlace: SourcePlace, value: JSONNode) {
    self.key = key
    self.keyPlace = keyPlace
    self.value = value
  }
}

extension JSONNode {
  /// The value without positions.
  public var plain: JSONValue {
    switch content {
    case .null: .null
    case .bool(let bool): .bool(bool)
    case .number(let number): .number(number)
    case .string(let string): .string(string)
    case .array(let elements): .array(elements.map(\.plain))
    case .object(let members):
      // The parser rejects duplicate keys; in nodes from other sources, the last value of a
      // duplicate key is used.
      .object(Dictionary(members.map { ($0.key, $0.value.plain) }) { _, last in last })
    }
  }

  /// The member with the given key, or nil if there is no such member or the value is not an object.
  ///
  /// The search is linear; for large objects, iterate over ``members`` once.
  public subscript(key: String) -> JSONNode? {
    members?.first { $0.key == key }?.value
  }

  /// The members in order, if the value is an object.
  public var members: [JSONMember]? {
    if case .object(let members) = content { members } else { nil }
  }

  /// The elements in order, if the value is a list.
  public var elements: [JSONNode]? {
    if case .array(let elements) = content { elements } else { nil }
  }

  /// The string, if the value is a string.
  public var string: String? {
    if case .string(let string) = content { string } else { nil }
  }

  /// The number, if the value is a number.
  public var number: Double? {
    if case .number(let number) = content { number } else { nil }
  }

  /// The number, if the value is an integer that fits `Int`.
  public var whole: Int? {
    guard case .number(let number) = content else { return nil }
    return Int(exactly: number)
  }

  /// The Boolean, if the value is a Boolean.
  public var bool: Bool? {
    if case .bool(let bool) = content { bool } else { nil }
  }

  /// The type as a phrase for messages, as in ``JSONValue/typeName``.
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
  /// The value as shown in messages: short values literally, other values by their type.
  public var shown: String {
    switch content {
    case .string(let text) where text.count <= 40: "'\(text)'"
    case .string(let text): "a string of \(text.count) characters"
    case .array(let items) where items.isEmpty: "an empty list"
    case .array(let items) where items.count <= 6 && items.allSatisfy({ $0.number != nil }):
      plain.text(pretty: false).replacing(",", with: ", ")
    case .number, .bool: plain.text(pretty: false)
    default: typeName
    }
  }
}
