public import SourceJSON
import WallfarmCore

/// The declaration of one key of a job.
///
/// The reader of job files, their JSON Schema and the table in `docs/job-file.md` all use it.
public struct JobField: Sendable, Hashable {
  /// The key.
  public let name: String
  /// The accepted values, for documentation.
  public let accepted: String
  /// The default value; `nil` if there is none or if it depends on other values.
  public private(set) var standard: String?
  /// A one-line summary for help.
  public private(set) var summary: String
  /// The JSON Schema of the value.
  public let schema: JSONValue

  /// Maximum length of an identifier, so that it is a valid folder name.
  static let longestID = 100
  /// The valid priorities.
  static let priorities = -1000...1000
  /// Maximum timeout of a unit, in seconds.
  static let longestTimeout = 86_400.0

  /// Keys that requests do not have.
  private static let own: [JobField] = [
    JobField(
      "id", "letters, digits, . _ -, up to 100", default: "made from the content",
      "Name of the job; its units are named id/device.",
      ["type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$"]),
    JobField(
      "devices", "a text, or a list of texts",
      "Devices, or groups: all, iphones, ipads, 2022…, 2020…2023. A picture for each.",
      ["anyOf": [["type": "string"], ["type": "array", "items": ["type": "string"]]]]),
    JobField(
      "output", "a text", default: Job.standardOutput,
      "File below --output, with {id} {device} {template} {theme} {format}.", ["type": "string"]),
    JobField(
      "priority", "a whole number from -1000 to 1000", default: "0",
      "Units with higher ones go first.",
      ["type": "integer", "minimum": -1000, "maximum": 1000]),
    JobField(
      "timeout", "a number of seconds up to 86400", default: "--timeout",
      "Most seconds for one attempt of one unit.",
      ["type": "number", "exclusiveMinimum": 0, "maximum": 86400]),
  ]

  /// Keys of jobs with a film.
  private static let ofFilms: [JobField] = [
    JobField(
      "motion", "a name, or the path of a file",
      "Makes a film of a motion: one that ships, or a file beside the job file.",
      ["type": "string"]),
    JobField(
      "fps", "a whole number from \(FilmFields.rates.lowerBound) to \(FilmFields.rates.upperBound)",
      default: "30", "Pictures a second of the film.",
      [
        "type": "integer", "minimum": .number(Double(FilmFields.rates.lowerBound)),
        "maximum": .number(Double(FilmFields.rates.upperBound)),
      ]),
    JobField(
      "frames", "A…B", "Some pictures of the film only, counted from 0; B is the last.",
      ["type": "string"]),
    JobField(
      "reduced", "true or false", default: "false",
      "A film without motion: moments that stand still, one after the other.",
      ["type": "boolean"]),
  ]

  private static let ofPictures = RequestField.all.filter { $0.kind != .devices }.map(JobField.init)

  /// All keys of a job, in documentation order.
  public static let all: [JobField] =
    own + ofFilms
    + ofPictures.map { field in
      var field = field
      if field.name == "photo" {
        field.summary = "Photo that covers the screen; in a film, in place of those of its motion."
      }
      return field
    }

  /// The keys of a standalone request.
  public static let ofRequests: [JobField] = (own + ofPictures).map { field in
    var field = field
    switch field.name {
    case "id": field.summary = "What stands for {id} in the output."
    case "output":
      field.standard = OutputPattern.standard
      field.summary = "File in the current folder, with {id} {device} {template} {theme} {format}."
    case "set": field.summary = "Parameters of plugins; 'wallfarm describe' shows them."
    case "priority", "timeout":
      (field.standard, field.summary) = (nil, "For a queue; it changes nothing here.")
    default: break
    }
    return field
  }

  /// The names of all keys.
  static let names = all.map(\.name)
  /// The names of the keys of a standalone request.
  static let namesOfRequests = ofRequests.map(\.name)

  private init(
    _ name: String, _ accepted: String, default standard: String? = nil, _ summary: String,
    _ schema: JSONValue
  ) {
    self.name = name
    self.accepted = accepted
    self.standard = standard
    self.summary = summary
    self.schema = schema
  }

  /// Creates the declaration of a key that corresponds to an option of `render`.
  private init(_ field: RequestField) {
    name = field.name
    (accepted, schema) = (field.accepted, field.schema)
    if case .flag(let isOn) = field.kind { standard = "\(isOn)" } else { standard = field.standard }
    summary = JobField.words[field.name] ?? field.summary
  }

  /// Summaries that differ between jobs and the command line.
  private static let words = [
    "notes": "What to show: notes as they stand, or a file of them.",
    "content": "Dates, events, figures and more, as they stand or in a file.",
    "set": "Parameters of plugins; those of defaults and of the job count together.",
    "format": "Default: by the ending of output, else png.",
  ]
}

extension JobField {
  /// The JSON Schema of a standalone request, which has the keys of a job.
  public static var schemaOfRequests: JSONValue {
    guard case .object(let job) = schema(of: ofRequests),
      case .object(let keys)? = job["properties"]
    else { preconditionFailure("the schema of a job is an object") }
    return .object(
      job.merging([
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A wallfarm request", "required": ["devices"],
        "properties": .object(keys.merging(["$schema": ["type": "string"]]) { $1 }),
      ]) { $1 })
  }

  private static func schema(of fields: [JobField]) -> JSONValue {
    let members = Dictionary(
      uniqueKeysWithValues: fields.map { field in
        (field.name, field.schema.adding("description", .string(field.summary)))
      })
    return ["type": "object", "additionalProperties": false, "properties": .object(members)]
  }

  /// The JSON Schema of a job file (https://json-schema.org, draft 2020-12).
  public static var schemaOfJobFiles: JSONValue {
    let jobs: JSONValue = ["type": "array", "items": ["$ref": "#/$defs/job"]]
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "A wallfarm job file",
      "$defs": ["job": schema(of: all)],
      "anyOf": [
        jobs,
        [
          "type": "object", "required": ["jobs"], "additionalProperties": false,
          "properties": [
            "$schema": ["type": "string"],
            "version": ["const": .number(Double(JobFile.version))],
            "defaults": ["$ref": "#/$defs/job"], "jobs": jobs,
          ],
        ],
      ],
    ]
  }
}

extension JSONValue {
  fileprivate func adding(_ key: String, _ value: JSONValue) -> JSONValue {
    guard case .object(var members) = self else { return self }
    members[key] = value
    return .object(members)
  }
}
