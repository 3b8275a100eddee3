import ContentSources
import Requests
import Service
import SourceJSON
import WallfarmPluginKit

/// The schemas in the OpenAPI document that are derived from the request reader.
enum RequestSchemas {
  /// Returns the document with the schemas of requests, appearances, notes and content, as the
  /// reader declares them.
  static func adding(to document: JSONValue) -> JSONValue {
    guard let components = document.member("components"), let schemas = components.member("schemas")
    else { return document }
    let keys = requestKeys
    let changed =
      schemas
      .adding("Request", object(keys).adding("required", ["devices"]))
      .adding("Look", object(keys.filter { !ofPerson.contains($0.key) }))
      .adding("Notes", withoutPaths("notes").adding("description", "An ordered list of notes."))
      .adding("Kinds", kinds)
      .adding("SourcedKinds", sourcedKinds)
    return document.adding("components", components.adding("schemas", changed))
  }

  /// The request keys that are not part of a screen's appearance, because they describe the person
  /// or a single picture.
  private static let ofPerson: Set<String> = [
    "devices", "zone", "language", "notes", "content", "format", "now", "id",
  ]

  /// The schemas of the request keys that the service accepts.
  private static var requestKeys: [String: JSONValue] {
    var keys = declared.filter { RequestOverHTTP.operators[$0.key] == nil }
    for (key, schema) in [
      ("devices", "Devices"), ("template", "Template"), ("theme", "ThemeSource"),
      ("photo", "PhotoSource"), ("notes", "Notes"), ("content", "Kinds"),
    ] where keys[key] != nil {
      keys[key] = ["$ref": .string("#/components/schemas/\(schema)")]
    }
    keys["fonts"] = [
      "type": "array", "items": ["$ref": "#/components/schemas/UploadName"], "maxItems": 32,
    ]
    keys["set"] = keys["set"]?.adding("maxProperties", 64)
    for (key, text) in descriptions {
      keys[key] = keys[key]?.adding("description", .string(text))
    }
    return keys
  }

  /// Descriptions that mention no files or commands, because HTTP clients have neither.
  private static let descriptions = [
    "fonts": "Uploaded fonts, in addition to the fonts of the theme.",
    "format": "File format (default: png).",
    "id": "A name for the client's own use.",
    "missing": "If no bundled font has a character: fail (default), or draw a labeled box.",
    "set": "Parameters of plugins; GET /v1/templates lists their keys.",
  ]

  /// The schemas of all request keys, as their reader declares them.
  private static var declared: [String: JSONValue] {
    guard case .object(let keys)? = JobField.schemaOfRequests.member("properties") else {
      preconditionFailure("the schema of requests is an object")
    }
    return keys
  }

  /// Returns the schema of a key without its text form.
  ///
  /// The text is a file path, which HTTP requests cannot use.
  private static func withoutPaths(_ key: String) -> JSONValue {
    guard let schema = declared[key], case .array(let forms)? = schema.member("anyOf") else {
      preconditionFailure("'\(key)' accepts a path or a value")
    }
    let kept = forms.filter { $0.member("type") != "string" }
    return kept.count == 1 ? kept[0] : ["anyOf": .array(kept)]
  }

  /// The schema of content.
  ///
  /// The array of warnings gets an item type, because client generators reject an array without
  /// one.
  private static var kinds: JSONValue {
    let kinds = withoutPaths("content").adding("description", "Dates, events, figures and more.")
    guard let keys = kinds.member("properties"), let warnings = keys.member(Content.warningsKey)
    else { return kinds }
    let typed = warnings.adding("items", ["type": "object"])
    return kinds.adding("properties", keys.adding(Content.warningsKey, typed))
  }

  /// The schema of the content of a person, which can have sources.
  private static var sourcedKinds: JSONValue {
    guard let keys = kinds.member("properties"),
      let sources = ContentReader.schema.member("properties")?.member(ContentReader.sourcesKey)
    else { return kinds }
    return kinds.adding("properties", keys.adding(ContentReader.sourcesKey, sources))
      .adding("description", "Dates, events, figures and more, also from URLs.")
  }

  private static func object(_ keys: [String: JSONValue]) -> JSONValue {
    ["type": "object", "additionalProperties": false, "properties": .object(keys)]
  }
}
