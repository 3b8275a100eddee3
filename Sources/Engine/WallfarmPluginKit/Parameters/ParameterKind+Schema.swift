public import SourceJSON

extension ParameterKind {
  /// The JSON Schema for a value of this kind in a file (https://json-schema.org, draft 2020-12).
  ///
  /// It accepts everything that ``accepts(_:)`` accepts, and also color functions. Conditions that
  /// a schema cannot express, such as the available fonts, are checked by the program.
  public var schema: JSONValue {
    switch self {
    case .integer(let range):
      return [
        "type": "integer", "minimum": .number(Double(range.lowerBound)),
        "maximum": .number(Double(range.upperBound)),
      ]
    case .number(let range, _):
      return [
        "type": "number", "minimum": .number(range.lowerBound),
        "maximum": .number(range.upperBound),
      ]
    case .boolean: return ["type": "boolean"]
    case .text(let limit): return ["type": "string", "maxLength": .number(Double(limit))]
    case .texts(let limit):
      return ["type": "array", "items": ["type": "string"], "maxItems": .number(Double(limit))]
    case .words(let words):
      return ["type": "array", "items": ["enum": .array(words.map(JSONValue.string))]]
    case .choice(let words): return ["enum": .array(words.map(JSONValue.string))]
    case .color(let optional):
      let isOne = optional ? "" : "(?!none$)"
      return ["type": "string", "pattern": .string("^\(isOne)(\(Self.color)|\(Self.computed))$")]
    case .stops:
      return [
        "type": "array", "minItems": 2, "maxItems": 16,
        "items": [
          "type": "string",
          "pattern": .string("^ *(\(Self.color)|\(Self.token)|\(Self.computed))( +[0-9.]+%)? *$"),
        ],
      ]
    case .font: return ["type": "string", "minLength": 1]
    case .file: return ["type": "string"]
    }
  }

  /// A regular expression for a color that is written as hexadecimal digits or a name.
  private static let color = "#([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})|[A-Za-z]+"
  private static let token = "\\$[A-Za-z]+\\.[A-Za-z][A-Za-z0-9-]*"
  /// A regular expression for a color function, such as `lighten(…)`.
  private static let computed = "(lighten|darken|mix|alpha)\\(.*\\)"
}
