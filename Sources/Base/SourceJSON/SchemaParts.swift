/// What writers of JSON Schemas (draft 2020-12) have in common.
package protocol SchemaParts {}

extension SchemaParts {
  /// An object that has these keys and no others.
  package static func object(
    _ properties: [String: JSONValue], required: [JSONValue] = []
  ) -> JSONValue {
    [
      "type": "object", "additionalProperties": false, "properties": .object(properties),
      "required": .array(required),
    ]
  }

  /// A part with a sentence that editors show.
  package static func said(_ value: JSONValue, _ summary: String) -> JSONValue {
    guard case .object(var members) = value else { return value }
    members["description"] = .string(summary)
    return .object(members)
  }

  /// A part that the schema defines under a name.
  package static func use(_ name: String) -> JSONValue { ["$ref": .string("#/$defs/\(name)")] }
}
