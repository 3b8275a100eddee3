public import SourceJSON

/// The declaration of one key in a job, a request or a snapshot.
///
/// File readers, JSON Schemas and the tables in the documentation use the declaration.
public struct KeyDescription: Sendable, Hashable {
  /// The key.
  public let name: String
  /// A description of the accepted values.
  public let accepted: String
  /// The default; `nil` if there is none or if it depends on other keys.
  public package(set) var standard: String?
  /// A one-line summary.
  public package(set) var summary: String
  /// The JSON Schema of the value.
  public let schema: JSONValue

  package init(
    _ name: String, _ accepted: String, default standard: String? = nil, _ summary: String,
    _ schema: JSONValue
  ) {
    self.name = name
    self.accepted = accepted
    self.standard = standard
    self.summary = summary
    self.schema = schema
  }

  /// Creates the declaration of a key that is also an option of `render`.
  ///
  /// - Parameters:
  ///   - field: the request field.
  ///   - summaries: the summaries that differ from the summaries of the options, by key.
  package init(_ field: RequestField, summaries: [String: String]) {
    self.init(
      field.name, field.accepted, default: field.standard,
      summaries[field.name] ?? field.summary, field.schema)
    if case .flag(let isOn) = field.kind { standard = "\(isOn)" }
  }
}

extension [KeyDescription] {
  /// The JSON Schema of an object with these keys.
  package var schema: JSONValue {
    let members = map { key -> (String, JSONValue) in
      guard case .object(var schema) = key.schema else { return (key.name, key.schema) }
      schema["description"] = .string(key.summary)
      return (key.name, .object(schema))
    }
    return [
      "type": "object", "additionalProperties": false,
      "properties": .object(Dictionary(uniqueKeysWithValues: members)),
    ]
  }
}
