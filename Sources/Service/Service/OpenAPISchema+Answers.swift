import SourceJSON

// Schemas of what is answered.

extension OpenAPISchema {
  static func reference(_ name: String) -> JSONValue {
    ["$ref": .string("#/components/schemas/\(name)")]
  }

  /// An object that has these keys and no other.
  static func object(_ keys: [String: JSONValue], required: [String] = []) -> JSONValue {
    let object: JSONValue = [
      "type": "object", "additionalProperties": false, "properties": .object(keys),
    ]
    guard !required.isEmpty else { return object }
    return object.adding("required", .array(required.map(JSONValue.string)))
  }

  private static let text: JSONValue = ["type": "string"]
  static let maybeText: JSONValue = ["type": ["string", "null"]]

  private static let path: JSONValue = ["type": "string", "format": "uri-reference"]
  private static let moment: JSONValue = ["type": "string", "format": "date-time"]

  static let addresses: JSONValue = [
    "type": "object", "required": ["id", "read", "write"],
    "description": "Where a person's picture is, and where it is changed.",
    "properties": ["id": text, "read": path, "write": path, "warnings": warnings],
  ]

  /// What the maker of a person's pictures should know.
  static let warned: JSONValue = [
    "type": "object", "required": ["warnings"], "properties": ["warnings": warnings],
  ]

  private static let warnings: JSONValue = [
    "type": "array",
    "items": [
      "type": "object", "required": ["code", "message", "screen"],
      "description": "As a receipt has it, with the screen that it is about.",
      "properties": ["code": text, "message": text, "screen": ["enum": ["lock", "home"]]],
    ],
  ]

  /// What a person gets who asks for it.
  static let kept: JSONValue = [
    "type": "object", "required": ["id", "person"],
    "description": "A person as it was sent, with the content that was put since.",
    "properties": [
      "id": text, "person": ["type": "object"],
      "states": [
        "type": "object", "description": "How far the person is in flows, by their names.",
      ],
      "ledger": [
        "type": ["string", "null"], "description": "What happened in the last challenge.",
      ],
    ],
  ]

  static let address: JSONValue = [
    "type": "object", "required": ["address", "expires", "receipt"],
    "description": "Where a picture is, and until when.",
    "properties": ["address": path, "expires": moment, "receipt": reference("Receipt")],
  ]

  /// One of several devices.
  static let line: JSONValue = [
    "description": "A device, and where its picture is or why it has none.",
    "anyOf": [
      [
        "type": "object", "required": ["device", "address", "expires", "receipt"],
        "properties": [
          "device": text, "address": path, "expires": moment, "receipt": reference("Receipt"),
        ],
      ],
      [
        "type": "object", "required": ["device", "errors"],
        "properties": ["device": text, "errors": errors],
      ],
    ],
  ]

  static let receipt: JSONValue = [
    "type": "object",
    "description": "What was made: size, digest, layout, warnings, and the time of each stage.",
  ]

  private static let errors: JSONValue = ["type": "array", "items": reference("Error")]

  /// RFC 9457.
  static let problem: JSONValue = [
    "type": "object", "required": ["type", "title", "status", "errors"],
    "description": "What went wrong (RFC 9457).",
    "properties": [
      "type": ["type": "string", "pattern": "^urn:wallfarm:problem:[a-z-]+$"],
      "title": text, "status": ["type": "integer", "minimum": 400, "maximum": 599],
      "detail": text, "code": text, "errors": errors,
    ],
  ]

  static let error: JSONValue = [
    "type": "object", "required": ["severity", "code", "message", "hint", "origin"],
    "description": "One mistake, as `--errors json` tells it.",
    "properties": [
      "severity": ["enum": ["error", "warning"]], "code": text, "message": text,
      "hint": maybeText, "also": text, "said": ["type": "array", "items": text],
      "origin": [
        "type": ["object", "null"], "required": ["kind", "text"],
        "description": "Where it came from; in a body by line and column.",
        "properties": [
          "kind": text, "text": text, "name": text, "path": text,
          "line": ["type": "integer", "minimum": 1], "column": ["type": "integer", "minimum": 1],
          "number": ["type": "integer"],
        ],
      ],
    ],
  ]
}

extension JSONValue {
  /// The same object with one member more, or another one.
  func adding(_ key: String, _ value: JSONValue) -> JSONValue {
    guard case .object(var members) = self else { return self }
    members[key] = value
    return .object(members)
  }

  /// What an object has by a key.
  func member(_ key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[key]
  }
}
