public import SourceJSON
public import WallfarmCore
import WallfarmPluginKit

/// The keys of snapshots.
public enum SnapshotField {
  private static let oneOrMore: JSONValue = [
    "anyOf": [
      ["type": "string"], ["type": "array", "items": ["type": "string"], "minItems": 1],
    ]
  ]

  private static let moment: JSONValue = [
    "anyOf": [
      ["enum": .array(FilmMoment.Kind.allCases.map { .string($0.rawValue) })],
      ["type": "number", "minimum": 0],
    ]
  ]

  /// The keys of film snapshots.
  static let ofFilms = ["name", "motion", "moments", "devices", "pictures", "language"]

  /// The keys that requests lack or define differently.
  private static let own: [KeyDescription] = [
    KeyDescription(
      "name", "letters, digits, . _ -, up to 100, with {template} {theme} {motion} {moment}",
      default: "{template}",
      "Name of the snapshot, and of the folder that contains its references. Default with several "
        + "themes: {template}-{theme}; for films: {motion}-{moment}.",
      [
        "type": "string",
        "pattern":
          "^(?![._-])([A-Za-z0-9._-]|\\{template\\}|\\{theme\\}|\\{motion\\}|\\{moment\\}){1,100}$",
      ]),
    KeyDescription(
      "template", "a string, or a list of strings", default: "lock",
      "Templates: names, or paths of folders. Each template gets a snapshot.", oneOrMore),
    KeyDescription(
      "theme", "a string, or a list of strings",
      "Themes: names, or paths of files. Each theme gets a snapshot. Default: the theme of the "
        + "template.",
      oneOrMore),
    KeyDescription(
      "motion", "a string, or a list of strings",
      "Motions to render instead of templates: names, or paths of files. Each moment "
        + "gets a snapshot; of the other keys, only name, moments, devices, pictures and language "
        + "apply.",
      oneOrMore),
    KeyDescription(
      "moments", "still, reduced, seconds, or a list of them", default: "still, reduced",
      "Points in the film to capture: the still picture, the reduced-motion pictures, or times in "
        + "seconds from its start.",
      ["anyOf": [moment, ["type": "array", "items": moment, "minItems": 1]]]),
    KeyDescription(
      "devices", "a string, or a list of strings",
      "Devices, or groups: all, iphones, ipads, 2022…, 2020…2023. Each device gets a reference.",
      oneOrMore),
    KeyDescription(
      "pictures", "all, none, a device, or a list of devices", default: "all",
      "Devices whose references include a picture; the references of other devices contain only a "
        + "layout and a digest.",
      oneOrMore),
  ]

  /// The request keys that snapshots do not accept or that ``own`` replaces.
  private static let others = ["template", "device", "theme", "format", "effort", "quality"]

  /// The key summaries for snapshots, where they differ from the summaries for the command line.
  private static let words = [
    "notes": "Notes: a list, or the path of a file.",
    "content": "Dates, events, figures and more: an object, or the path of a file.",
    "now": "Time for which the picture is rendered.",
    "zone": "Time zone, such as Europe/Berlin or +05:30.",
    "set": "Parameters of plugins; the parameters of the snapshot are merged with the defaults.",
    "allow-missing-glyphs": "Deprecated; use missing: box.",
  ]

  /// The keys that snapshots share with requests.
  private static let ofRequests: [KeyDescription] =
    RequestField.all.filter { !others.contains($0.name) }.map { field in
      var key = KeyDescription(field, summaries: words)
      if key.name == "now" { key.standard = Snapshot.now?.description }
      if key.name == "zone" { key.standard = Zone.utc.id }
      return key
    }

  /// All keys of a snapshot, in the order of the documentation.
  public static let all: [KeyDescription] = own + ofRequests

  /// The names of all keys.
  static let names = all.map(\.name)
}

extension SnapshotField {
  /// The JSON Schema of a suite (https://json-schema.org, draft 2020-12).
  public static var schemaOfSuites: JSONValue {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "A suite of wallfarm snapshots",
      "$defs": ["snapshot": all.schema],
      "type": "object", "required": ["snapshots"], "additionalProperties": false,
      "properties": [
        "$schema": ["type": "string"],
        "format": ["const": .number(Double(SuiteReader.format))],
        "thresholds": [
          "type": "object", "additionalProperties": false,
          "properties": .object(
            Dictionary(
              uniqueKeysWithValues: ThresholdField.allCases.map { ($0.rawValue, $0.schema) })),
        ],
        "defaults": ["$ref": "#/$defs/snapshot"],
        "snapshots": ["type": "array", "minItems": 1, "items": ["$ref": "#/$defs/snapshot"]],
      ],
    ]
  }
}

/// A key of `thresholds`.
package enum ThresholdField: String, CaseIterable {
  case points, visible, pixels

  /// A description of the accepted values.
  package var accepted: String {
    switch self {
    case .points: "a number from 0 to 10"
    case .visible: "a number from 0 to 1"
    case .pixels: "a whole number of at least 1"
    }
  }

  var schema: JSONValue {
    switch self {
    case .points: ["type": "number", "minimum": 0, "maximum": 10]
    case .visible: ["type": "number", "minimum": 0, "maximum": 1]
    case .pixels: ["type": "integer", "minimum": 1]
    }
  }

  /// Sets a threshold; returns false if the number is invalid.
  func set(_ number: Double, in thresholds: inout Thresholds) -> Bool {
    switch self {
    case .points where (0...10).contains(number): thresholds.points = number
    case .visible where (0...1).contains(number): thresholds.visible = number
    case .pixels where number >= 1 && number <= 1e9 && number == number.rounded():
      thresholds.pixels = Int(number)
    default: return false
    }
    return true
  }
}
