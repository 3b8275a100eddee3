internal import RenderFarm
import SourceJSON
internal import WallfarmPluginKit

/// The schemas of the OpenAPI document.
enum OpenAPISchema {
  /// All of them by name.
  static func all(_ facts: OpenAPI.Facts) -> [String: JSONValue] {
    let keys = requestKeys(facts)
    return [
      "Request": object(keys, required: ["devices"]),
      "Look": object(keys.filter { !ofPerson.contains($0.key) }),
      "Person": person(facts, keys),
      "Notes": notes, "Kinds": kinds,
      "Content": object([
        "notes": reference("Notes"), "content": reference("Kinds"),
      ]),
      "Photo": object(["photo": photoName], required: ["photo"]),
      "Addresses": addresses, "Kept": kept, "Address": address, "Line": line, "Receipt": receipt,
      "Warned": warned,
      "Problem": problem, "Error": error, "Beginning": beginning, "Challenge": challenge,
      "Counted": counted,
    ]
  }

  /// A body or an answer that has one of them.
  static func json(_ name: String, like example: JSONValue? = nil) -> JSONValue {
    let media: JSONValue = ["schema": reference(name)]
    return example.map { media.adding("example", $0) } ?? media
  }

  /// A list of objects that have texts, whole numbers and lists of texts by these keys, and more.
  static func list(
    of texts: [String], numbers: [String] = [], lists: [String] = []
  ) -> JSONValue {
    let types: [([String], JSONValue)] = [
      (texts, ["type": "string"]), (numbers, ["type": "integer"]),
      (lists, ["type": "array", "items": ["type": "string"]]),
    ]
    let keys = types.flatMap { keys, type in keys.map { ($0, type) } }
    return [
      "type": "array",
      "items": [
        "type": "object", "required": .array(keys.map { .string($0.0) }),
        "properties": .object(Dictionary(uniqueKeysWithValues: keys)),
      ],
    ]
  }

  /// The parts of a form.
  static let requestWithPhoto: JSONValue = [
    "type": "object", "required": ["request"], "additionalProperties": false,
    "properties": [
      "request": reference("Request"),
      "photo": [
        "description": "The file of a photo: JPEG, PNG, WebP, HEIF or AVIF.",
        "type": "string", "contentMediaType": "application/octet-stream",
      ],
      "content": [
        "description": "A calendar (text/calendar), a table (text/csv) or a list (text/markdown).",
        "type": "string",
      ],
    ],
  ]

  static let exampleRequest: JSONValue = [
    "devices": "iphone15", "notes": ["Buy milk", "Call Ana"],
  ]
  static let examplePerson: JSONValue = [
    "device": "iphone15", "zone": "Europe/Prague", "language": "cs",
    "lock": ["theme": "paper"], "home": "keep", "notes": ["Koupit mléko"],
  ]
  /// Content by the media types in which it is read.
  static var contentBodies: JSONValue {
    var bodies = ["application/json": json("Content", like: exampleContent)]
    for type in ContentBody.mediaTypes { bodies[type] = ["schema": ["type": "string"]] }
    return .object(bodies)
  }

  static let exampleContent: JSONValue = ["notes": ["Buy milk", "Call Ana"]]
}

// What is sent.

extension OpenAPISchema {
  /// Keys of a request that stand beside the look of a screen, or change with each picture.
  private static let ofPerson: Set<String> = [
    "devices", "zone", "language", "notes", "content", "format", "now", "id",
  ]

  /// What keys of requests accept, without those that are refused over HTTP.
  private static func requestKeys(_ facts: OpenAPI.Facts) -> [String: JSONValue] {
    var keys = declared.filter { !RequestOverHTTP.refusedKeys.contains($0.key) }
    func replace(_ key: String, _ schema: JSONValue) {
      guard let words = keys[key]?.member("description") else { return }
      keys[key] = schema.adding("description", words)
    }
    replace("devices", devices(facts.devices))
    replace("template", .oneOf(facts.templates))
    replace("theme", .oneOf(facts.themes))
    replace("photo", facts.fetchesPhotos ? ["anyOf": [photoName, photoAddress]] : photoName)
    keys["template"] = keys["template"]?.adding("description", "A template that is installed.")
    keys["theme"] = keys["theme"]?.adding("description", "A theme. Default: the template's.")
    keys["photo"] = keys["photo"]?.adding(
      "description",
      facts.fetchesPhotos
        ? "A photo that was brought before, or its address at a host that is asked."
        : "A photo that was brought before.")
    keys["notes"] = reference("Notes")
    keys["content"] = reference("Kinds")
    keys["set"] = keys["set"]?.adding("maxProperties", 64)
    return keys
  }

  /// Keys of requests as the reader of requests declares them.
  private static var declared: [String: JSONValue] {
    guard case .object(let keys)? = JobField.schemaOfRequests.member("properties") else {
      preconditionFailure("the schema of requests is an object")
    }
    return keys
  }

  /// One of them, several, or a group.
  private static func devices(_ ids: [String]) -> JSONValue {
    let one: JSONValue = [
      "anyOf": [
        .oneOf(ids), .oneOf(["all", "iphones", "ipads"]),
        [
          "type": "string",
          "pattern": #"^(20[0-9]{2}(…|\.\.\.)(20[0-9]{2})?|(…|\.\.\.)20[0-9]{2})$"#,
        ],
      ]
    ]
    return ["anyOf": [one, ["type": "array", "items": one, "minItems": 1]]]
  }

  private static let photoName: JSONValue = [
    "type": "string", "pattern": "^sha256-[0-9a-f]{64}$",
    "description": "The name of a photo: the digest of its bytes.",
  ]

  private static let photoAddress: JSONValue = [
    "type": "string", "pattern": "^https://[^/]+/", "maxLength": 2000,
    "description": "Where a photo is.",
  ]

  /// A text would be the path of a file, which is refused over HTTP.
  private static func withoutPaths(_ key: String) -> JSONValue {
    guard let schema = declared[key], case .array(let ways)? = schema.member("anyOf") else {
      preconditionFailure("'\(key)' accepts a path, or what stands in a request")
    }
    let kept = ways.filter { $0.member("type") != "string" }
    return kept.count == 1 ? kept[0] : ["anyOf": .array(kept)]
  }

  private static var notes: JSONValue {
    withoutPaths("notes").adding("description", "Notes, in their order.")
  }

  private static var kinds: JSONValue {
    let kinds = withoutPaths("content").adding("description", "Dates, events, figures and more.")
    guard let keys = kinds.member("properties"), let warnings = keys.member(Content.warningsKey)
    else { return kinds }
    // Generators of clients refuse a list that says nothing of its items.
    let typed = warnings.adding("items", ["type": "object"])
    return kinds.adding("properties", keys.adding(Content.warningsKey, typed))
  }

  private static func person(_ facts: OpenAPI.Facts, _ keys: [String: JSONValue]) -> JSONValue {
    let home: JSONValue = ["anyOf": [reference("Look"), ["const": "keep"]]]
    return object(
      [
        "device": JSONValue.oneOf(facts.devices).adding("description", "The person's device."),
        "zone": keys["zone"] ?? ["type": "string"],
        "language": keys["language"] ?? ["type": "string"],
        "lock": reference("Look"), "home": home,
        "notes": reference("Notes"), "content": reference("Kinds"),
      ], required: ["device"])
  }
}

extension JSONValue {
  /// A text out of a list.
  fileprivate static func oneOf(_ texts: [String]) -> JSONValue {
    ["type": "string", "enum": .array(texts.map(JSONValue.string))]
  }
}
