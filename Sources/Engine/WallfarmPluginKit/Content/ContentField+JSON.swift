public import SourceJSON

// JSON values of content in files, requests and plugin messages.

extension ContentField.Form {
  /// Decodes a value; returns `nil` if the field does not accept it.
  ///
  /// - Parameters:
  ///   - json: The value.
  ///   - isMessage: Whether the value comes from a host, which has validated it and added break
  ///     opportunities to long words.
  /// - Returns: The decoded value, or `nil`.
  public func value(of json: JSONValue, isMessage: Bool = false) -> ContentValue? {
    switch (self, json) {
    case (.text, .string(let text)) where isMessage, (.figure, .string(let text)) where isMessage:
      .text(text)
    case (.text(let limit), .string(let text)):
      text.count <= limit && TextLimits.block.excess(in: text) == nil ? .text(text) : nil
    case (.number(let range), .number(let number)): range.contains(number) ? .number(number) : nil
    case (.figure, .number(let number)):
      ContentField.numbers.contains(number) ? .number(number) : nil
    case (.figure, .string(let text)):
      text.count <= ContentField.longestFigure && TextLimits.block.excess(in: text) == nil
        ? .text(text) : nil
    case (.numbers, .array(let items)):
      items.count <= ContentField.mostValues
        ? all(items) { item -> Double? in
          if case .number(let number) = item, ContentField.numbers.contains(number) {
            number
          } else {
            nil
          }
        }.map { .numbers($0) } : nil
    case (.flag, .bool(let isOn)): .flag(isOn)
    case (.when, .string(let text)): When(text).map { .when($0) }
    case (.days, .array(let items)):
      items.count <= ContentField.mostValues
        ? all(items) { if case .string(let text) = $0 { Day(text) } else { nil } }
          .map { .days(Set($0).sorted()) } : nil
    case (.color, .string(let text)): Color(text).map { .color($0) }
    case (.rect, .object(let members)): rect(members).map { .rect($0) }
    case (.photo, .string(let text)):
      text.isEmpty || text.utf8.count > 4096 ? nil : .text(text)
    default: nil
    }
  }

  /// Decodes all items; returns `nil` if one of them is invalid.
  private func all<Value>(_ items: [JSONValue], _ read: (JSONValue) -> Value?) -> [Value]? {
    var values: [Value] = []
    for item in items {
      guard let value = read(item) else { return nil }
      values.append(value)
    }
    return values
  }

  private func rect(_ members: [String: JSONValue]) -> Rect? {
    let numbers = ["x", "y", "width", "height"].compactMap { key -> Double? in
      if case .number(let number)? = members[key], (0...1).contains(number) { number } else { nil }
    }
    guard members.count == 4, numbers.count == 4, numbers[0] + numbers[2] <= 1.000_001,
      numbers[1] + numbers[3] <= 1.000_001
    else { return nil }
    return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  /// The JSON Schema of the accepted values.
  public var schema: JSONValue {
    switch self {
    case .text(let limit): ["type": "string", "maxLength": .number(Double(limit))]
    case .number(let range):
      [
        "type": "number", "minimum": .number(range.lowerBound),
        "maximum": .number(range.upperBound),
      ]
    case .figure:
      [
        "anyOf": [
          ["type": "number"],
          ["type": "string", "maxLength": .number(Double(ContentField.longestFigure))],
        ]
      ]
    case .numbers:
      [
        "type": "array", "maxItems": .number(Double(ContentField.mostValues)),
        "items": ["type": "number"],
      ]
    case .flag: ["type": "boolean"]
    case .when:
      [
        "type": "string",
        "pattern":
          "^[0-9]{4}-[0-9]{2}-[0-9]{2}([Tt ][0-9]{2}:[0-9]{2}(:[0-9]{2})?([Zz]|[+-][0-9]{2}:[0-9]{2})?)?$",
      ]
    case .days:
      [
        "type": "array", "maxItems": .number(Double(ContentField.mostValues)),
        "items": ["type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"],
      ]
    case .color: ["type": "string"]
    case .rect:
      [
        "type": "object", "additionalProperties": false,
        "required": ["x", "y", "width", "height"],
        "properties": .object(
          Dictionary(
            uniqueKeysWithValues: ["x", "y", "width", "height"].map {
              ($0, ["type": "number", "minimum": 0, "maximum": 1])
            })),
      ]
    case .photo: ["type": "string", "minLength": 1, "maxLength": 4096]
    }
  }
}

extension ContentValue {
  /// The value in JSON.
  public var json: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .number(let number): .number(number)
    case .numbers(let numbers): .array(numbers.map(JSONValue.number))
    case .flag(let isOn): .bool(isOn)
    case .when(let when): .string(when.description)
    case .days(let days): .array(days.map { .string($0.description) })
    case .color(let color): .string(color.hex)
    case .rect(let rect):
      [
        "x": .number(rect.x), "y": .number(rect.y), "width": .number(rect.width),
        "height": .number(rect.height),
      ]
    }
  }
}

extension ContentEntry {
  /// The entry as a JSON object.
  public var json: JSONValue { .object(values.mapValues(\.json)) }
}

extension Note {
  /// The note as a JSON object; a missing due date or heading is omitted.
  public var json: JSONValue {
    var members: [String: JSONValue] = ["text": .string(text), "done": .bool(done)]
    if let due { members["due"] = .string(due.description) }
    if let heading { members["heading"] = .string(heading) }
    return .object(members)
  }
}

extension Content {
  /// The content as a JSON object.
  public var json: JSONValue {
    guard let notes, case .object(var members) = jsonWithoutNotes else { return jsonWithoutNotes }
    members["notes"] = .array(notes.map(\.json))
    return .object(members)
  }

  /// The content as a JSON object, without notes.
  public var jsonWithoutNotes: JSONValue {
    var members: [String: JSONValue] = Dictionary(
      uniqueKeysWithValues: entries.map { ($0.key.rawValue, .array($0.value.map(\.json))) })
    if let sky { members[Sky.key] = sky.json }
    return .object(members)
  }
}

extension Content {
  /// The JSON key of ``warnings`` in content that is passed between processes.
  package static let warningsKey = "$warnings"

  /// The content and its warnings as JSON, to pass to another process.
  package var carried: JSONValue { withWarnings(json) }

  /// The content without notes, and its warnings, as JSON, to pass to another process.
  package var carriedWithoutNotes: JSONValue { withWarnings(jsonWithoutNotes) }

  private func withWarnings(_ json: JSONValue) -> JSONValue {
    guard !warnings.isEmpty, case .object(var members) = json else { return json }
    members[Content.warningsKey] = .array(warnings.map(\.json))
    return .object(members)
  }
}

extension ContentKind {
  /// The JSON Schema of the kind: a list of entries; all kinds except notes also allow a single
  /// entry.
  public var schema: JSONValue {
    var properties: [String: JSONValue] = [:]
    for field in fields {
      guard case .object(var members) = field.type.schema else { continue }
      members["description"] = .string(field.summary)
      properties[field.key] = .object(members)
    }
    let entry: JSONValue = [
      "type": "object", "additionalProperties": false,
      "required": .array(fields.filter(\.isRequired).map { .string($0.key) }),
      "properties": .object(properties),
    ]
    let items: JSONValue = self == .notes ? ["anyOf": [["type": "string"], entry]] : entry
    let most = self == .notes ? TextLimits.notes : ContentField.mostEntries
    let list: JSONValue = [
      "type": "array", "maxItems": .number(Double(most)), "items": items,
    ]
    return self == .notes ? list : ["anyOf": [list, entry]]
  }

  /// The JSON Schema of content: an object with a list for each kind, and the sky.
  public static var schema: JSONValue {
    var properties: [String: JSONValue] = [
      "$schema": ["type": "string"],
      Content.warningsKey: [
        "type": "array", "description": "Warnings about the file that the content was read from.",
      ],
    ]
    for kind in allCases {
      guard case .object(var members) = kind.schema else { continue }
      members["description"] = .string(kind.summary)
      properties[kind.rawValue] = .object(members)
    }
    properties[Sky.key] = Sky.schema
    return [
      "type": "object", "additionalProperties": false, "properties": .object(properties),
    ]
  }
}
