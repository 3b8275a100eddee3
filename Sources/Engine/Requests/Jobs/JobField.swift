internal import ContentSources
internal import Designs
public import SourceJSON
public import WallfarmCore

/// The keys of jobs and requests.
public enum JobField {
  /// The maximum length of an identifier, which must be short enough for a folder name.
  static let longestID = 100
  /// The valid priorities.
  static let priorities = -1000...1000
  /// The maximum timeout of a unit, in seconds.
  static let longestTimeout = 86_400.0

  /// The description of the accepted values of `devices`, for error messages and documentation.
  static let acceptedDevices = "a string, an object, or a list of strings and objects"

  private static let anyDevice: JSONValue = ["anyOf": [["type": "string"], device]]

  /// The schema of a device that is given as an object; `docs/device.schema.json` describes the
  /// values in detail.
  private static let device: JSONValue = [
    "type": "object", "required": ["pixels"], "additionalProperties": false,
    "properties": [
      "id": ["type": "string"], "name": ["type": "string"], "maker": ["type": "string"],
      "kind": ["enum": .array(DeviceKind.allCases.map { .string($0.rawValue) })],
      "state": ["type": "string"],
      "pixels": numbers(2, "integer"), "scale": ["type": "number", "minimum": 0.5, "maximum": 6],
      "points": numbers(2), "rendered": numbers(2, "integer"), "diagonal": ["type": "number"],
      "ppi": ["type": "integer"], "colorSpace": ["enum": ["Display P3", "sRGB"]],
      "shape": ["type": "object"],
      "safeArea": ["type": "object"], "areas": ["type": "object"],
      "evidence": ["type": "object"], "rules": ["type": "object"],
      "note": ["type": "string"], "released": ["type": "string"], "aliases": ["type": "array"],
    ],
  ]

  private static func numbers(_ count: Int, _ type: String = "number") -> JSONValue {
    [
      "type": "array", "minItems": .number(Double(count)), "maxItems": .number(Double(count)),
      "items": ["type": .string(type), "minimum": 0],
    ]
  }

  /// Keys of jobs and standalone requests that are not in `RequestField`.
  private static let own: [KeyDescription] = [
    KeyDescription(
      "id", "up to 100 letters, digits, . _ -", default: "derived from the content",
      "Name of the job; its units are named id/device.",
      ["type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$"]),
    KeyDescription(
      "devices", acceptedDevices,
      "Devices: names, sizes such as 1440x3120@3, objects with pixels, scale and areas, or groups "
        + "such as all, iphones, tablets, android or 2022…; each device gets a picture.",
      ["anyOf": [["type": "string"], device, ["type": "array", "items": anyDevice]]]),
    KeyDescription(
      "output", "a string", default: Job.standardOutput,
      "Path of the output file, relative to --output; may contain {id} {device} {template} {theme} "
        + "{format}.", ["type": "string"]),
    KeyDescription(
      "priority", "a whole number from -1000 to 1000", default: "0",
      "Units with a higher priority are rendered first.",
      ["type": "integer", "minimum": -1000, "maximum": 1000]),
    KeyDescription(
      "timeout", "a number of seconds up to 86400", default: "--timeout",
      "Maximum duration, in seconds, of one attempt at a unit.",
      ["type": "number", "exclusiveMinimum": 0, "maximum": 86400]),
  ]

  /// Keys that only film jobs have.
  private static let ofFilms: [KeyDescription] = [
    KeyDescription(
      "motion", "a name, or the path of a file",
      "Motion to render as a film: the name of an installed motion, or a path relative to the "
        + "job file.",
      ["type": "string"]),
    KeyDescription(
      "fps", "a whole number from \(FilmFields.rates.lowerBound) to \(FilmFields.rates.upperBound)",
      default: "30", "Frames per second of the film.",
      [
        "type": "integer", "minimum": .number(Double(FilmFields.rates.lowerBound)),
        "maximum": .number(Double(FilmFields.rates.upperBound)),
      ]),
    KeyDescription(
      "frames", "A…B", "Frames to render, from A to B inclusive, counted from 0.",
      ["type": "string"]),
    KeyDescription(
      "reduced", "true or false", default: "false",
      "Whether to reduce motion to a sequence of still pictures.",
      ["type": "boolean"]),
  ]

  private static let ofPictures = RequestField.all.filter { $0.kind != .devices }.map { field in
    KeyDescription(field, summaries: words)
  }

  /// All keys of a job, in documentation order.
  public static let all: [KeyDescription] =
    own + ofFilms
    + ofPictures.map { field in
      var field = field
      if field.name == "photo" {
        field.summary =
          "Photo that covers the screen; in a film, it replaces the photos of the motion."
      }
      return field.name == "content" ? contentOfFiles : field
    }

  /// The content in a job file or request file, which can name URLs.
  private static let contentOfFiles = KeyDescription(
    "content",
    "an object with a list for each kind of content, the path of a file, or a URL",
    "Dates, events, figures and more: an object, the path of a file, or a URL.",
    ["anyOf": [["type": "string"], ContentReader.schema]])

  /// The keys of a request file.
  public static let ofRequestFiles = ofRequests.map { $0.name == "content" ? contentOfFiles : $0 }

  /// The keys of a standalone request in a file or over HTTP.
  public static let ofRequests: [KeyDescription] = (own + ofPictures).map { field in
    var field = field
    switch field.name {
    case "id": field.summary = "Value of {id} in the output pattern."
    case "output":
      field.standard = OutputPattern.standard
      field.summary =
        "Path of the file in the current folder; may contain {id} {device} "
        + "{template} {theme} {format}."
    case "set": field.summary = "Parameters of plugins; 'wallfarm describe PLUGIN' lists them."
    case "missing":
      field.summary +=
        " Exception: if this key is omitted and strict is not set, 'wallfarm render' draws boxes "
        + "and warns."
    case "priority", "timeout":
      (field.standard, field.summary) = (nil, "Applies only to queues.")
    default: break
    }
    return field
  }

  /// The names of all keys.
  static let names = all.map(\.name)
  /// The key names of a standalone request.
  static let namesOfRequests = ofRequests.map(\.name)

  /// The summaries of the keys that need a different summary than the command-line option of the
  /// same name.
  private static let words = [
    "notes": "Notes: a list, or the path of a file.",
    "content": "Dates, events, figures and more: an object, or the path of a file.",
    "set": "Parameters of plugins; the parameters of a job are merged with the defaults.",
    "format": "File format. Default: derived from the extension of output, otherwise png.",
    "allow-missing-glyphs": "Deprecated; use missing: box.",
  ]
}

extension JobField {
  /// The JSON Schema of a standalone request, which has the keys of a job except for film keys, and
  /// whose content cannot name URLs.
  public static var schemaOfRequests: JSONValue { schema(ofRequests: ofRequests) }

  /// The JSON Schema of a request file.
  public static var schemaOfRequestFiles: JSONValue { schema(ofRequests: ofRequestFiles) }

  private static func schema(ofRequests keys: [KeyDescription]) -> JSONValue {
    guard case .object(let job) = keys.schema,
      case .object(let keys)? = job["properties"]
    else { preconditionFailure("the schema of a job is an object") }
    return .object(
      job.merging([
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A wallfarm request", "required": ["devices"],
        "properties": .object(keys.merging(["$schema": ["type": "string"]]) { $1 }),
      ]) { $1 })
  }

  /// The JSON Schema of a job file (https://json-schema.org, draft 2020-12).
  public static var schemaOfJobFiles: JSONValue {
    let jobs: JSONValue = ["type": "array", "items": ["$ref": "#/$defs/job"]]
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "A wallfarm job file",
      "$defs": ["job": all.schema],
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
