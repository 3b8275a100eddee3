public import SourceJSON
public import WallfarmPluginKit

// The JSON form of sources.

extension ContentSource {
  static let keys = ["url", "format", "map", "authorization", "minutes"]

  /// The source as a JSON object, which ``read(_:file:)`` reads.
  public var json: JSONValue {
    var members: [String: JSONValue] = ["url": .string(url)]
    if let format { members["format"] = .string(format.rawValue) }
    if map.count == 1 { members["map"] = map[0].json }
    if map.count > 1 { members["map"] = .array(map.map(\.json)) }
    members["authorization"] = authorization.map { .string($0) }
    members["minutes"] = minutes.map { .number(Double($0)) }
    return .object(members)
  }

  /// Reads a source: an object, or a URL.
  ///
  /// - Parameters:
  ///   - node: the JSON of the source.
  ///   - file: the name of the file for the positions of errors.
  /// - Returns: the source, or nil if it is invalid, and all errors in it: `invalid-source`,
  ///   `unknown-key`.
  public static func read(
    _ node: JSONNode, file: String
  ) -> (source: ContentSource?, problems: [RenderError]) {
    var reader = ContentSourceReader(file: file)
    let source = reader.source(node)
    return (reader.problems.isEmpty ? source : nil, reader.problems)
  }

  /// Reads a list of sources, or a single source, in the same way as ``read(_:file:)``.
  ///
  /// - Returns: the sources, each with its position, and all errors in the list.
  public static func list(
    _ node: JSONNode, file: String
  ) -> (sources: [(ContentSource, SourcePlace)], problems: [RenderError]) {
    var reader = ContentSourceReader(file: file)
    let sources = reader.list(node)
    return (reader.problems.isEmpty ? sources : [], reader.problems)
  }

  /// The JSON Schema of a source.
  public static var schema: JSONValue {
    [
      "anyOf": [
        ["type": "string", "pattern": .string(pattern)],
        [
          "type": "object", "additionalProperties": false, "required": ["url"],
          "properties": [
            "url": [
              "type": "string", "pattern": .string(pattern),
              "description": "URL of the document: https, or webcal for calendars.",
            ],
            "format": [
              "enum": .array(Format.allCases.map { .string($0.rawValue) }),
              "description":
                "Format of the document. Default: from its media type, then from the URL.",
            ],
            "authorization": [
              "type": "string", "minLength": 1,
              "maxLength": .number(Double(mostAuthorizationBytes)),
              "description":
                "Value of the Authorization header, which is sent only to the host of the URL.",
            ],
            "minutes": [
              "type": "integer", "minimum": .number(Double(minutes.lowerBound)),
              "maximum": .number(Double(minutes.upperBound)),
              "default": .number(Double(defaultMinutes)),
              "description": "Minutes between two fetches by a service. Commands fetch once.",
            ],
            "map": [
              "description": "The parts of a JSON document that become content.",
              "anyOf": [
                ContentMap.schema,
                [
                  "type": "array", "minItems": 1, "maxItems": .number(Double(ContentMap.most)),
                  "items": ContentMap.schema,
                ],
              ],
            ],
          ],
        ],
      ]
    ]
  }

  private static let pattern = "^([Hh][Tt][Tt][Pp][Ss]|[Ww][Ee][Bb][Cc][Aa][Ll][Ss]?)://"
}

extension ContentMap {
  static let keys = ["kind", "list", "fields"]

  /// The mapping as a JSON object.
  public var json: JSONValue {
    var members: [String: JSONValue] = [
      "kind": .string(kind.rawValue),
      "fields": .object(
        fields.mapValues { value in
          switch value {
          case .pointer(let pointer): .string(pointer.description)
          case .constant(let constant): ["value": constant]
          }
        }),
    ]
    if !list.tokens.isEmpty { members["list"] = .string(list.description) }
    return .object(members)
  }

  /// The JSON Schema of a mapping.
  public static var schema: JSONValue {
    let pointer = "^(/([^~]|~[01])*)?$"
    return [
      "type": "object", "additionalProperties": false, "required": ["kind", "fields"],
      "properties": [
        "kind": [
          "enum": .array(kinds.map { .string($0.rawValue) }),
          "description": "Kind of content of the entries.",
        ],
        "list": [
          "type": "string", "pattern": .string(pointer),
          "description": "JSON Pointer to the list. Default: the whole document.",
        ],
        "fields": [
          "type": "object", "minProperties": 1,
          "description": "For each key, a JSON Pointer in an element of the list, or a constant.",
          "additionalProperties": [
            "anyOf": [
              ["type": "string", "pattern": .string(pointer)],
              [
                "type": "object", "additionalProperties": false, "required": ["value"],
                "properties": ["value": [:]],
              ],
            ]
          ],
        ],
      ],
    ]
  }
}

extension ContentReader {
  /// The JSON Schema of content in files and requests: the content kinds, and sources at URLs.
  public static var schema: JSONValue {
    guard case .object(var schema) = ContentKind.schema,
      case .object(var properties)? = schema["properties"]
    else { return ContentKind.schema }
    properties[sourcesKey] = [
      "description": "Content to fetch from URLs; it is added to the other content.",
      "anyOf": [
        ContentSource.schema,
        [
          "type": "array", "maxItems": .number(Double(ContentSource.most)),
          "items": ContentSource.schema,
        ],
      ],
    ]
    schema["properties"] = .object(properties)
    return .object(schema)
  }
}
