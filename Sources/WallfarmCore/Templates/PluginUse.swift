internal import SourceJSON
import WallfarmPluginKit

/// A plugin named by a template or theme, with values that may still be token references.
struct PluginUse: Sendable {
  let plugin: String
  let pluginOrigin: String
  /// Key, value as written, and its place.
  let parameters: [(key: String, value: JSONValue, origin: String)]

  /// A plugin named on the command line.
  init(
    _ plugin: String, values: [(key: String, value: JSONValue)] = [], origin: String
  ) {
    self.plugin = plugin
    pluginOrigin = origin
    parameters = values.map { ($0.key, $0.value, origin) }
  }

  /// The same photo background with another file, or a plain one where this is none.
  func replacingPhoto(with file: String, origin: String) -> PluginUse {
    let base = plugin == "photo" ? self : PluginUse("photo", origin: origin)
    return base.setting("file", to: .string(file), origin: origin)
  }

  /// The same plugin with one parameter replaced.
  func setting(_ key: String, to value: JSONValue, origin: String) -> PluginUse {
    PluginUse(
      plugin: plugin, pluginOrigin: pluginOrigin,
      parameters: parameters.filter { $0.key != key } + [(key, value, origin)])
  }

  private init(
    plugin: String, pluginOrigin: String,
    parameters: [(key: String, value: JSONValue, origin: String)]
  ) {
    (self.plugin, self.pluginOrigin, self.parameters) = (plugin, pluginOrigin, parameters)
  }

  /// Reads `{"plugin": "gradient", "parameters": {…}}`.
  init?(_ node: JSONNode, in reader: inout FileReader) {
    guard let object = reader.object(node, "a plugin", keys: ["plugin", "parameters"]),
      let name = reader.text("plugin", of: object, "a plugin")
    else { return nil }
    plugin = name.text
    pluginOrigin = name.origin
    var values: [(key: String, value: JSONValue, origin: String)] = []
    if let given = node["parameters"] {
      for member in reader.members(given, "'parameters'") {
        values.append((member.key, member.value.plain, reader.origin(member.value)))
      }
    }
    parameters = values
  }
}

/// Reads one file and collects every mistake in it instead of stopping at the first.
struct FileReader {
  let file: String
  private(set) var problems: [RenderError] = []

  init(file: String) { self.file = file }

  func origin(_ node: JSONNode) -> String { node.place.origin(in: file) }

  mutating func report(_ error: RenderError) { problems.append(error) }

  /// The members of an object; a mistake and none for anything else.
  mutating func members(_ node: JSONNode, _ what: String) -> [JSONMember] {
    guard let members = node.members else {
      report(wrong(node, what, "an object"))
      return []
    }
    return members
  }

  /// The object itself, after its keys have been compared with those it may have.
  mutating func object(_ node: JSONNode, _ what: String, keys: [String]) -> JSONNode? {
    guard node.members != nil else {
      report(wrong(node, what, "an object"))
      return nil
    }
    for member in members(node, what) where !keys.contains(member.key) {
      report(
        .unknownKey(
          member.key, in: what, known: keys, origin: member.keyPlace.origin(in: file)))
    }
    return node
  }

  /// Text that must be there.
  mutating func text(
    _ key: String, of node: JSONNode, _ what: String
  ) -> (text: String, origin: String)? {
    guard let value = node[key] else {
      report(.missingKey(key, in: what, origin: origin(node)))
      return nil
    }
    guard let text = value.string else {
      report(wrong(value, "'\(key)'", "text"))
      return nil
    }
    return (text, origin(value))
  }

  /// The version of the format, which must be 1.
  mutating func checkFormat(_ node: JSONNode, _ what: String) {
    guard let format = node["format"] else {
      report(.missingKey("format", in: what, origin: origin(node)))
      return
    }
    if let number = format.number, number > 1 {
      report(.newerFormat(JSONValue.number(number).text(pretty: false), origin: origin(format)))
    } else if format.number != 1 {
      report(wrong(format, "'format'", "1"))
    }
  }

  func wrong(_ node: JSONNode, _ what: String, _ expected: String) -> RenderError {
    let got: String =
      switch node.content {
      case .array, .object: node.typeName
      default: node.plain.text(pretty: false)
      }
    return .invalidValue(what, expected: expected, got: got, origin: origin(node))
  }
}
