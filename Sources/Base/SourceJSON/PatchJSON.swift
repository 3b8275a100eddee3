package import Diagnostics

extension PatchOperation {
  /// The operation as an object of a JSON Patch (RFC 6902, 4).
  package var json: JSONValue {
    switch self {
    case .add(let path, let value):
      ["op": "add", "path": .string(path.description), "value": JSONValue(value)]
    case .replace(let path, let value):
      ["op": "replace", "path": .string(path.description), "value": JSONValue(value)]
    case .remove(let path):
      ["op": "remove", "path": .string(path.description)]
    case .move(let from, let path):
      ["op": "move", "from": .string(from.description), "path": .string(path.description)]
    }
  }

  /// Decodes the JSON that ``json`` produces; returns nil if it is invalid.
  package init?(_ node: JSONNode) {
    guard let path = node["path"]?.string.flatMap(JSONPointer.init(parsing:)) else { return nil }
    switch node["op"]?.string {
    case "add":
      guard let value = node["value"]?.plain else { return nil }
      self = .add(path, PatchValue(value))
    case "replace":
      guard let value = node["value"]?.plain else { return nil }
      self = .replace(path, PatchValue(value))
    case "remove": self = .remove(path)
    case "move":
      guard let from = node["from"]?.string.flatMap(JSONPointer.init(parsing:)) else { return nil }
      self = .move(from: from, to: path)
    default: return nil
    }
  }
}

extension JSONValue {
  /// Converts the value of a patch operation to a JSON value.
  package init(_ value: PatchValue) {
    self =
      switch value {
      case .null: .null
      case .bool(let bool): .bool(bool)
      case .number(let number): .number(number)
      case .string(let text): .string(text)
      case .array(let elements): .array(elements.map { JSONValue($0) })
      case .object(let members): .object(members.mapValues { JSONValue($0) })
      }
  }
}

extension PatchValue {
  /// Converts a JSON value to the value of a patch operation.
  package init(_ value: JSONValue) {
    self =
      switch value {
      case .null: .null
      case .bool(let bool): .bool(bool)
      case .number(let number): .number(number)
      case .string(let text): .string(text)
      case .array(let elements): .array(elements.map { PatchValue($0) })
      case .object(let members): .object(members.mapValues { PatchValue($0) })
      }
  }
}

extension Remedy {
  /// Returns a remedy that replaces the value at an origin, which is the origin of the error by
  /// default.
  package static func replace(with value: JSONValue, at origin: Origin? = nil) -> Remedy {
    .replace(by: PatchValue(value), at: origin)
  }

  /// Returns a remedy that replaces a value with its repaired value.
  ///
  /// If `value` is nil, the remedy removes the invalid value instead, so that the default applies.
  package static func repair(with value: JSONValue?, at origin: Origin? = nil) -> Remedy {
    value.map { replace(with: $0, at: origin) } ?? remove(origin)
  }

  /// Returns a remedy that adds a member to the object at an origin.
  package static func add(
    _ key: String, _ value: JSONValue, to origin: Origin? = nil
  ) -> Remedy {
    .add(key, PatchValue(value), to: origin)
  }
}
