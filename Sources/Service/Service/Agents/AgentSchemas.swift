internal import Requests
import SourceJSON

/// The schemas of requests in tool arguments, derived from the keys of requests.
enum AgentSchemas {
  /// A request with all its keys.
  ///
  /// - Parameter readsPhotos: Whether a photo can be the path of a file.
  /// - Returns: The schema.
  static func request(readsPhotos: Bool) -> JSONValue {
    guard case .object(var keys)? = JobField.schemaOfRequests.member("properties") else {
      preconditionFailure("the schema of requests is an object")
    }
    for key in RequestOverHTTP.operators.keys { keys[key] = nil }
    keys["$schema"] = nil
    keys["notes"] = keys["notes"].map(withoutPaths)
    // The schemas of all kinds take 25 KB, which a client would pass to its model with every
    // conversation.
    keys["content"] = [
      "type": "object",
      "description": "Dates, events, figures and more; see wallfarm://schema/content.",
    ]
    keys["photo"] = [
      "type": "string",
      "description": .string(
        readsPhotos
          ? "Photo that covers the screen: the path of a file."
          : "Photo that covers the screen: its name from PUT /v1/photos, or a URL if allowed."),
    ]
    keys["set"] = keys["set"]?.adding(
      "description",
      "Parameters of plugins by key; the tool 'describe' lists those of a template or plugin.")
    return [
      "type": "object", "required": ["devices"], "additionalProperties": false,
      "properties": .object(keys),
    ]
  }

  /// A request without its keys, for tools that refer to the request of another tool.
  static let briefRequest: JSONValue = ["type": "object", "required": ["devices"]]

  /// The schema of a key without the string form, which is a file path.
  private static func withoutPaths(_ schema: JSONValue) -> JSONValue {
    guard case .array(let forms)? = schema.member("anyOf") else { return schema }
    return schema.adding("anyOf", .array(forms.filter { $0.member("type") != "string" }))
  }
}
