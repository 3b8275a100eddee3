internal import Diagnostics
internal import Files
package import SourceJSON
package import WallfarmPluginKit

/// A plugin in a template or theme, with parameter values that can be token references.
package struct PluginUse: Sendable {
  package let plugin: String
  package let pluginOrigin: Origin
  /// The name of the installed pack whose file names the plugin; ``plugin`` refers to a plugin of
  /// this pack first.
  package let pack: String?
  /// The parameters, each with its key, unresolved value and origin.
  package let parameters: [(key: String, value: JSONValue, origin: Origin)]
  /// The stack form that the parameters configure; `nil` for a plugin.
  package private(set) var form: StackForm?
  /// The origin of each parameter key.
  package private(set) var keyOrigins: [String: Origin] = [:]

  /// Creates a plugin use for a plugin that is named on the command line.
  package init(
    _ plugin: String, values: [(key: String, value: JSONValue)] = [], origin: Origin
  ) {
    self.plugin = plugin
    pluginOrigin = origin
    pack = nil
    parameters = values.map { ($0.key, $0.value, origin) }
  }

  /// Returns the same plugin use with one parameter replaced.
  package func setting(
    _ key: String, to value: JSONValue, origin: Origin, keyOrigin: Origin? = nil
  ) -> PluginUse {
    var use = PluginUse(
      plugin: plugin, pluginOrigin: pluginOrigin, pack: pack,
      parameters: parameters.filter { $0.key != key } + [(key, value, origin)])
    use.keyOrigins = keyOrigins
    use.keyOrigins[key] = keyOrigin
    return use
  }

  private init(
    plugin: String, pluginOrigin: Origin, pack: String? = nil,
    parameters: [(key: String, value: JSONValue, origin: Origin)]
  ) {
    (self.plugin, self.pluginOrigin, self.pack) = (plugin, pluginOrigin, pack)
    self.parameters = parameters
  }

  /// Parses an object whose members are the parameters of a plugin.
  init(_ plugin: String, settings node: JSONNode, in reader: inout FileReader) {
    let members = reader.members(node, "'\(plugin)'", most: 100)
    self.init(
      plugin: plugin, pluginOrigin: reader.origin(node),
      parameters: members.map { ($0.key, $0.value.plain, reader.origin($0.value)) })
    for member in members { keyOrigins[member.key] = member.keyPlace.origin(in: reader.file) }
  }

  /// Parses the parameters of a stack.
  init(_ form: StackForm, _ object: JSONNode, in reader: inout FileReader) {
    self.init(
      plugin: form.rawValue, pluginOrigin: reader.origin(object),
      parameters: PluginUse.parameters(in: object, &reader))
    self.form = form
    keyOrigins = PluginUse.keyOrigins(in: object, reader)
  }

  /// Parses `{"plugin": "gradient", "parameters": {…}}`.
  init?(
    _ node: JSONNode, in reader: inout FileReader, _ what: String = "a background",
    keys: [String] = ["plugin", "parameters"]
  ) {
    guard node.members != nil else {
      reader.report(.noPluginUse(node, what, origin: reader.origin(node)))
      return nil
    }
    guard let object = reader.object(node, what, keys: keys),
      let name = reader.text("plugin", of: object, what)
    else { return nil }
    plugin = name.text
    pluginOrigin = name.origin
    pack = reader.pack
    parameters = PluginUse.parameters(in: object, &reader)
    keyOrigins = PluginUse.keyOrigins(in: object, reader)
  }

  private static func keyOrigins(in object: JSONNode, _ reader: FileReader) -> [String: Origin] {
    Dictionary(
      (object["parameters"]?.members ?? []).map { ($0.key, $0.keyPlace.origin(in: reader.file)) }
    ) { $1 }
  }

  /// Parses `{"parameters": {…}}`, which changes the parameters of a plugin that is named
  /// elsewhere.
  static func parameters(
    of node: JSONNode, in reader: inout FileReader
  ) -> [(key: String, value: JSONValue, origin: Origin)] {
    guard let object = reader.object(node, "a background", keys: ["plugin", "parameters"])
    else { return [] }
    return parameters(in: object, &reader)
  }

  private static func parameters(
    in node: JSONNode, _ reader: inout FileReader
  ) -> [(key: String, value: JSONValue, origin: Origin)] {
    guard let given = node["parameters"] else { return [] }
    return reader.members(given, "'parameters'", most: 100).map { member in
      (member.key, member.value.plain, reader.origin(member.value))
    }
  }
}

extension PluginRegistry {
  /// Returns the parameter schema of a plugin use; `nil` if the plugin does not exist.
  package func schema(of use: PluginUse) -> ParameterSchema? {
    use.form?.schema ?? plugin(use.plugin, in: use.pack)?.schema
  }

  /// Returns the plugin that a file names by an id; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - id: The id as written in the file.
  ///   - pack: The installed pack that contains the file; its plugins come first.
  /// - Returns: The plugin.
  package func plugin(_ id: String, in pack: String?) -> (any RegisteredPlugin)? {
    pack.flatMap { plugin("\($0)/\(id)") } ?? plugin(id)
  }

  /// Returns the background that a plugin use names; `nil` if there is none.
  package func known(background use: PluginUse) -> (any RegisteredBackground)? {
    use.pack.flatMap { background("\($0)/\(use.plugin)") } ?? background(use.plugin)
  }

  /// Returns the layout that a plugin use names; `nil` if there is none.
  package func known(layout use: PluginUse) -> (any RegisteredLayout)? {
    use.pack.flatMap { layout("\($0)/\(use.plugin)") } ?? layout(use.plugin)
  }
}

extension RenderError {
  fileprivate static func noPluginUse(
    _ node: JSONNode, _ what: String, origin: Origin
  ) -> RenderError {
    let text = node.string ?? ""
    let example = what == "a layout" ? "numbered-notes" : "gradient"
    var hint = "write { \"plugin\": \"\(example)\" }, with \"parameters\" if it needs any"
    if what == "a background" {
      if closestSpelling(to: text.shortened, among: ["theme"]) != nil {
        hint = "did you mean \"theme\"? Only templates support this value"
      } else if Color(text) != nil {
        hint =
          "write { \"plugin\": \"solid-color\", \"parameters\": { \"color\": \"\(text)\" } }"
      }
    }
    return .invalidValue(
      what, expected: "an object that names a plugin", got: node.shown, origin: origin, hint: hint)
  }
}
