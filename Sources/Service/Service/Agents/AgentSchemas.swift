internal import Requests
import SourceJSON

/// The JSON Schemas of arguments that contain a request, derived from the list of request keys.
enum AgentSchemas {
  /// Returns the schema of a request with all its keys.
  ///
  /// - Parameter readsPhotos: Whether a request can specify a photo by its file path.
  /// - Returns: The schema.
  static func request(readsPhotos: Bool) -> JSONValue {
    let schema = RequestOverHTTP.schema(of: JobField.schemaOfRequests)
    guard case .object(var keys)? = schema.member("properties") else {
      preconditionFailure("the schema of requests is an object")
    }
    for key in RequestOverHTTP.operators.keys { keys[key] = nil }
    // Agents have no tool that uploads fonts.
    (keys["$schema"], keys["fonts"]) = (nil, nil)
    keys["notes"] = keys["notes"].map(withoutPaths)
    // Do not include the schemas of all kinds of content: they take 25 KB, which a client would
    // pass to its model in every conversation.
    keys["content"] = [
      "type": "object",
      "description": "Dates, events, figures and more; see wallfarm://schema/content.",
    ]
    keys["photo"] = [
      "type": "string",
      "description": .string(
        readsPhotos
          ? "Photo that covers the screen: the path of a file."
          : "Photo that covers the screen: its name from PUT /v1/photos, or a URL if the service "
            + "allows it."),
    ]
    keys["set"] = keys["set"]?.adding(
      "description",
      "Parameters of plugins by key; the tool 'describe' lists those of a template or plugin.")
    return [
      "type": "object", "required": ["devices"], "additionalProperties": false,
      "properties": .object(keys),
    ]
  }

  /// The schema of a request without its keys, for tools whose descriptions refer to `render` for
  /// the keys.
  static let briefRequest: JSONValue = ["type": "object", "required": ["devices"]]

  /// Returns the schema of a key without the alternative for a string, because a string would be a
  /// file path.
  private static func withoutPaths(_ schema: JSONValue) -> JSONValue {
    guard case .array(let forms)? = schema.member("anyOf") else { return schema }
    return schema.adding("anyOf", .array(forms.filter { $0.member("type") != "string" }))
  }
}
