public import SourceJSON
internal import WallfarmPluginKit

/// The JSON Schema of plugin.json, for editors (https://json-schema.org, draft 2020-12).
///
/// The schema accepts everything that `ManifestReader` accepts, but cannot check whether files
/// exist.
public enum ManifestSchema {
  /// The schema.
  public static var schema: JSONValue {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "A wallfarm plugin", "type": "object", "additionalProperties": false,
      "required": [
        "format", "contract", "id", "name", "version", "kind", "summary", "author", "licence",
        "carrier", "parameters",
      ],
      "properties": [
        "$schema": ["type": "string"],
        "format": ["const": 1, "description": "Format of this file."],
        "contract": [
          "const": .number(Double(PluginManifest.contract)),
          "description": "Version of the plugin contract.",
        ],
        "id": name("Id of the plugin in templates and on the command line."),
        "name": line(80, "Display name."),
        "version": [
          "type": "integer", "minimum": 1, "maximum": 1_000_000,
          "description":
            "Version of the plugin; increase it when the same values produce different layers.",
        ],
        "kind": word(PluginDescription.Kind.allCases.map(\.rawValue), "Kind of the plugin."),
        "summary": line(200, "Summary in one line."),
        "author": line(200, "Author."), "licence": line(100, "License."),
        "makes": word(
          PluginManifest.Output.allCases.map(\.rawValue),
          "Output of the plugin: layers, or pixels for a background."),
        "carrier": carrier, "content": content,
        "time": word(
          TimePrecision.allCases.map(\.rawValue), "Precision at which the layout reads the time."),
        "moves": [
          "type": "boolean",
          "description": "Whether the plugin is called for each frame of a film.",
        ],
        "parameters": [
          "type": "array", "maxItems": .number(Double(ParameterFormReader.mostParameters)),
          "items": ["oneOf": .array(ParameterFormReader.types.map(parameter))],
        ],
      ],
    ]
  }

  private static var carrier: JSONValue {
    let file: JSONValue = ["type": "string", "minLength": 1]
    return [
      "oneOf": [
        [
          "type": "object", "required": ["program"], "additionalProperties": false,
          "properties": ["program": file, "runner": ["type": "string", "pattern": "^[^/]+$"]],
        ],
        [
          "type": "object", "required": ["library"], "additionalProperties": false,
          "properties": ["library": file],
        ],
      ]
    ]
  }

  private static func parameter(_ type: (name: String, keys: [String])) -> JSONValue {
    var properties: [String: JSONValue] = [
      "key": name(
        "Key of the parameter in --set and in JSON."), "type": ["const": .string(type.name)],
      "default": standard(type.name), "summary": line(200, "Summary in one line."),
    ]
    for key in type.keys { properties[key] = value(of: key) }
    let required = ParameterFormReader.common + type.keys.filter { $0 != "optional" }
    return [
      "type": "object", "additionalProperties": false,
      "required": .array(required.map(JSONValue.string)), "properties": .object(properties),
    ]
  }

  private static func standard(_ type: String) -> JSONValue {
    switch type {
    case "integer": ["type": "integer"]
    case "number": ["type": "number"]
    case "boolean": ["type": "boolean"]
    case "texts", "words", "stops": ["type": "array"]
    case "file": ["const": ""]
    default: ["type": "string"]
    }
  }

  private static func value(of key: String) -> JSONValue {
    switch key {
    case "minimum", "maximum": ["type": "number"]
    case "unit": ["enum": .array(ParameterUnit.words.map(JSONValue.string))]
    case "limit": ["type": "integer", "minimum": 1]
    case "words":
      [
        "type": "array", "minItems": 1, "maxItems": 100, "uniqueItems": true,
        "items": ["type": "string", "minLength": 1, "maxLength": 60],
      ]
    default: ["type": "boolean"]
    }
  }

  private static func name(_ what: String) -> JSONValue {
    [
      "type": "string", "pattern": "^[a-z]([a-z0-9-]{0,62}[a-z0-9])?$",
      "description": .string(what),
    ]
  }

  private static func line(_ limit: Double, _ what: String) -> JSONValue {
    [
      "type": "string", "minLength": 1, "maxLength": .number(limit), "description": .string(what),
    ]
  }

  private static func word(_ words: [String], _ what: String) -> JSONValue {
    ["enum": .array(words.map(JSONValue.string)), "description": .string(what)]
  }
}
