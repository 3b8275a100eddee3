public import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// The declaration of a key of a snapshot.
///
/// It generates the parser of suites, their JSON Schema and the table in `docs/snapshots.md`.
public struct SnapshotField: Sendable, Hashable {
  /// The key.
  public let name: String
  /// A description of the accepted values.
  public let accepted: String
  /// The default; nil if there is none, or it depends on other keys.
  public let standard: String?
  /// A one-line summary.
  public let summary: String
  /// The JSON Schema of the value.
  public let schema: JSONValue

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

  /// The keys that requests lack, or define differently.
  private static let own: [SnapshotField] = [
    SnapshotField(
      name: "name",
      accepted: "letters, digits, . _ -, up to 100, with {template} {theme} {motion} {moment}",
      standard: "{template}",
      summary:
        "Name, also of the folder of its references. Of several themes: {template}-{theme}; of "
        + "films: {motion}-{moment}.",
      schema: [
        "type": "string",
        "pattern":
          "^(?![._-])([A-Za-z0-9._-]|\\{template\\}|\\{theme\\}|\\{motion\\}|\\{moment\\}){1,100}$",
      ]),
    SnapshotField(
      name: "template", accepted: "a text, or a list of texts", standard: "lock",
      summary: "Templates: names, or paths of folders. A snapshot for each.", schema: oneOrMore),
    SnapshotField(
      name: "theme", accepted: "a text, or a list of texts", standard: nil,
      summary: "Themes: names, or paths of files. A snapshot for each. Default: the template's.",
      schema: oneOrMore),
    SnapshotField(
      name: "motion", accepted: "a text, or a list of texts", standard: nil,
      summary:
        "Films instead of templates: names of motions, or paths of their files. A snapshot for "
        + "each moment; of the other keys name, moments, devices, pictures and language count.",
      schema: oneOrMore),
    SnapshotField(
      name: "moments", accepted: "still, reduced, seconds, or a list of them",
      standard: "still, reduced",
      summary:
        "Moments of the film: the one that stands for it, those for people who want no motion, or "
        + "seconds from its beginning.",
      schema: ["anyOf": [moment, ["type": "array", "items": moment, "minItems": 1]]]),
    SnapshotField(
      name: "devices", accepted: "a text, or a list of texts", standard: nil,
      summary: "Devices, or groups: all, iphones, ipads, 2022…, 2020…2023. A reference for each.",
      schema: oneOrMore),
    SnapshotField(
      name: "pictures", accepted: "all, none, a device, or a list of devices", standard: "all",
      summary: "Devices whose reference has a picture; the others have layout and digest only.",
      schema: oneOrMore),
  ]

  /// The keys of requests that concern the file rather than the picture.
  private static let others = ["template", "device", "theme", "format", "effort", "quality"]

  /// The keys that snapshots share with requests.
  static let ofRequests = RequestField.all.filter { !others.contains($0.name) }

  /// All keys of a snapshot, in the order of the documentation.
  public static let all: [SnapshotField] = own + ofRequests.map(SnapshotField.init)

  /// The names of all keys.
  static let names = all.map(\.name)

  private init(
    name: String, accepted: String, standard: String?, summary: String, schema: JSONValue
  ) {
    self.name = name
    self.accepted = accepted
    self.standard = standard
    self.summary = summary
    self.schema = schema
  }

  private init(_ field: RequestField) {
    var (standard, summary) = (field.standard, field.summary)
    if case .flag(let isOn) = field.kind { standard = "\(isOn)" }
    if field.name == "notes" {
      summary = "What to show: notes as they stand, or a file of them."
    }
    if field.name == "content" {
      summary = "What to show of other kinds, as it stands or as the path of a file."
    }
    if field.name == "now" {
      (standard, summary) = (Snapshot.now?.description, "The time the picture is for.")
    }
    if field.name == "zone" {
      (standard, summary) = (Zone.utc.id, "Time zone, such as Europe/Berlin or +05:30.")
    }
    if field.name == "set" {
      summary = "Parameters of plugins; those of defaults and of the snapshot count together."
    }
    self.init(
      name: field.name, accepted: field.accepted, standard: standard, summary: summary,
      schema: field.schema)
  }
}

extension SnapshotField {
  /// The JSON Schema of a suite (https://json-schema.org, draft 2020-12).
  public static var schemaOfSuites: JSONValue {
    let members = all.map { field -> (String, JSONValue) in
      guard case .object(var schema) = field.schema else { return (field.name, field.schema) }
      schema["description"] = .string(field.summary)
      return (field.name, .object(schema))
    }
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "A suite of wallfarm snapshots",
      "$defs": [
        "snapshot": [
          "type": "object", "additionalProperties": false,
          "properties": .object(Dictionary(uniqueKeysWithValues: members)),
        ]
      ],
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
enum ThresholdField: String, CaseIterable {
  case points, visible, pixels

  /// A description of the accepted values.
  var accepted: String {
    switch self {
    case .points: "a number from 0 to 10"
    case .visible: "a number from 0 to 1"
    case .pixels: "a whole number from 1"
    }
  }

  var schema: JSONValue {
    switch self {
    case .points: ["type": "number", "minimum": 0, "maximum": 10]
    case .visible: ["type": "number", "minimum": 0, "maximum": 1]
    case .pixels: ["type": "integer", "minimum": 1]
    }
  }

  /// Sets a threshold; false if the number is invalid.
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
