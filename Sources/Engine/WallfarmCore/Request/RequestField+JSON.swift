public import SourceJSON
import WallfarmPluginKit

extension RequestField {
  /// A description of the accepted JSON values for error messages.
  public var accepted: String {
    switch kind {
    case .text, .devices: "a string"
    case .file: "a path"
    case .fonts: "the path of a font file or of a folder, or a list of paths"
    case .choice(let words): words.joined(separator: ", ")
    case .flag: "true or false"
    case .count: "a whole number of at least 1"
    case .notes: "a list of notes, or the path of a file"
    case .time: "a date or a time"
    case .content: "an object with a list for each kind of content, or the path of a file"
    case .settings: "an object that maps parameters to values"
    case .quality: "a whole number from 1 to 100, or lossless"
    }
  }

  /// The JSON Schema of the accepted values.
  public var schema: JSONValue {
    switch kind {
    case .text, .devices, .file: ["type": "string"]
    case .fonts:
      [
        "anyOf": [
          ["type": "string"], ["type": "array", "items": ["type": "string"], "maxItems": 32],
        ]
      ]
    case .choice(let words): ["enum": .array(words.map(JSONValue.string))]
    case .flag: ["type": "boolean"]
    case .count(let most): ["type": "integer", "minimum": 1, "maximum": .number(Double(most))]
    case .notes: ["anyOf": [["type": "string"], ContentKind.notes.schema]]
    case .time: ContentField.Form.when.schema
    case .content: ["anyOf": [["type": "string"], ContentKind.schema]]
    case .settings: ["type": "object"]
    case .quality:
      ["anyOf": [["type": "integer", "minimum": 1, "maximum": 100], ["const": "lossless"]]]
    }
  }
}
