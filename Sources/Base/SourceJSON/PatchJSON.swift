package import Diagnostics

extension PatchOperation {
  /// The operation as an object of a JSON Patch (RFC 6902, 4).
  package var json: JSONValue {
    switch self {
    case .add(let path, let value):
      ["op": "add", "path": .string(path.description), "value": value]
    case .replace(let path, let value):
      ["op": "replace", "path": .string(path.description), "value": value]
    case .remove(let path):
      ["op": "remove", "path": .string(path.description)]
    case .move(let from, let path):
      ["op": "move", "from": .string(from.description), "path": .string(path.description)]
    }
  }

  /// Decodes the result of ``json``; nil if it is invalid.
  package init?(_ node: JSONNode) {
    guard let path = node["path"]?.string.flatMap(JSONPointer.init(parsing:)) else { return nil }
    switch node["op"]?.string {
    case "add":
      guard let value = node["value"]?.plain else { return nil }
      self = .add(path, value)
    case "replace":
      guard let value = node["value"]?.plain else { return nil }
      self = .replace(path, value)
    case "remove": self = .remove(path)
    case "move":
      guard let from = node["from"]?.string.flatMap(JSONPointer.init(parsing:)) else { return nil }
      self = .move(from: from, to: path)
    default: return nil
    }
  }
}
