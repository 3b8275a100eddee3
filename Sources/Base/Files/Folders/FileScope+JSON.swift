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
    pack = node["pack"]?.string
    for member in node["packs"]?.members ?? [] { packs[member.key] = member.value.string }
  }
}
