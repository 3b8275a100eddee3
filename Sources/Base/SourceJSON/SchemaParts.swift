/// Common parts of JSON Schemas (draft 2020-12).
package protocol SchemaParts {}

extension SchemaParts {
  /// An object schema with exactly these properties.
  package static func object(
    _ properties: [String: JSONValue], required: [JSONValue] = []
  ) -> JSONValue {
    [
      "type": "object", "additionalProperties": false, "properties": .object(properties),
      "required": .array(required),
    ]
  }

  /// Returns a copy of a schema with a description that editors show.
  package static func said(_ value: JSONValue, _ summary: String) -> JSONValue {
    guard case .object(var members) = value else { return value }
    members["description"] = .string(summary)
    return .object(members)
  }

  /// A reference to a definition of the schema.
  package static func use(_ name: String) -> JSONValue { ["$ref": .string("#/$defs/\(name)")] }
}
