package import SourceJSON

/// The members of orders and units that contain a scope.
extension FileScope {
  /// The members that ``init(_:)`` reads; paths in ``named`` are omitted.
  package var members: [String: JSONValue] {
    var members: [String: JSONValue] = ["folder": .string(folder), "confined": .bool(isConfined)]
    members["pack"] = pack.map(JSONValue.string)
    if !packs.isEmpty { members["packs"] = .object(packs.mapValues(JSONValue.string)) }
    return members
  }

  /// Reads ``members`` from an object and ignores other members; returns `nil` if a member is
  /// invalid.
  package init?(_ node: JSONNode) {
    guard let folder = node["folder"]?.string, let isConfined = node["confined"]?.bool
    else { return nil }
    self.init(folder: folder, isConfined: isConfined)
    if let value = node["pack"] {
      guard let text = value.string else { return nil }
      pack = text
    }
    if let value = node["packs"] {
      guard let members = value.members else { return nil }
      for member in members {
        guard let folder = member.value.string else { return nil }
        packs[member.key] = folder
      }
    }
  }
}
