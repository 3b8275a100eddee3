/// A JSON value without positions, such as a plugin parameter.
public enum JSONValue: Sendable, Hashable {
  /// The literal `null`.
  case null
  /// The literal `true` or `false`.
  case bool(Bool)
  /// A number; JSON does not distinguish integers from other numbers.
  case number(Double)
  /// Text with its escape sequences decoded.
  case string(String)
  /// Elements in order.
  case array([JSONValue])
  /// Members by key, in no particular order.
  case object([String: JSONValue])

  /// The type as a phrase for messages: "a string", "a Boolean value", "null".
  public var typeName: String {
    switch self {
    case .null: "null"
    case .bool: "a Boolean value"
    case .number: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

// The type deliberately does not conform to ExpressibleByNilLiteral: with the conformance,
// `condition ? value : nil` of type `JSONValue?` would be `.some(.null)` and never nil.

extension JSONValue: ExpressibleByBooleanLiteral {
  /// Creates a Boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  /// Creates a number; integers up to 2⁵³ are exact.
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
}

extension JSONValue: ExpressibleByFloatLiteral {
  /// Creates a number.
  public init(floatLiteral value: Double) { self = .number(value) }
}

extension JSONValue: ExpressibleByStringLiteral {
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByArrayLiteral {
  /// Creates a list.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// Creates an object; traps if a key occurs twice, as Swift dictionaries do.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(uniqueKeysWithValues: elements))
  }
}
