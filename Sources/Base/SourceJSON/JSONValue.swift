/// A JSON value without places: the form plugin parameters are handed in.
public enum JSONValue: Sendable, Hashable {
  /// The word `null`: given, and empty.
  case null
  /// The word `true` or `false`.
  case bool(Bool)
  /// Any number; JSON does not tell whole numbers from others.
  case number(Double)
  /// Text, with every escape already read.
  case string(String)
  /// Values in their written order.
  case array([JSONValue])
  /// Values by key; the written order is gone.
  case object([String: JSONValue])

  /// The kind of value as a phrase for messages: "a string", "true or false", "nothing".
  public var typeName: String {
    switch self {
    case .null: "nothing"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

// There is no conformance to ExpressibleByNilLiteral on purpose: with it, `condition ? value : nil`
// of type `JSONValue?` is `.some(.null)` and never nil.

extension JSONValue: ExpressibleByBooleanLiteral {
  /// Reads `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  /// Reads a whole number, exactly up to 2⁵³.
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
}

extension JSONValue: ExpressibleByFloatLiteral {
  /// Reads a number with a decimal point or an exponent.
  public init(floatLiteral value: Double) { self = .number(value) }
}

extension JSONValue: ExpressibleByStringLiteral {
  /// Reads text in double quotes.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByArrayLiteral {
  /// Reads values in square brackets.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// Reads keys and values in square brackets; the same key twice traps, as it does in Swift.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(uniqueKeysWithValues: elements))
  }
}
