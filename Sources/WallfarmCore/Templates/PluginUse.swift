internal import SourceJSON
internal import Spelling
import WallfarmPluginKit

/// A plugin named by a template or theme, with values that may still be token references.
struct PluginUse: Sendable {
  let plugin: String
  let pluginOrigin: String
  /// Key, value as written, and its place.
  let parameters: [(key: String, value: JSONValue, origin: String)]
  /// Where a layout counts; nil: everywhere.
  var condition: Condition?
  /// The places of keys.
  private(set) var keyOrigins: [String: String] = [:]

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
  func setting(
    _ key: String, to value: JSONValue, origin: String, keyOrigin: String? = nil
  ) -> PluginUse {
    var use = PluginUse(
      plugin: plugin, pluginOrigin: pluginOrigin,
      parameters: parameters.filter { $0.key != key } + [(key, value, origin)])
    use.keyOrigins = keyOrigins
    use.keyOrigins[key] = keyOrigin
    return use
  }

  private init(
    plugin: String, pluginOrigin: String,
    parameters: [(key: String, value: JSONValue, origin: String)]
  ) {
    (self.plugin, self.pluginOrigin, self.parameters) = (plugin, pluginOrigin, parameters)
  }

  /// Reads `{"plugin": "gradient", "parameters": {…}}`.
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
    parameters = PluginUse.parameters(in: object, &reader)
    for member in object["parameters"]?.members ?? [] {
      keyOrigins[member.key] = member.keyPlace.origin(in: reader.file)
    }
  }

  /// Reads `{"parameters": {…}}`: changes to a plugin that is named elsewhere.
  static func parameters(
    of node: JSONNode, in reader: inout FileReader
  ) -> [(key: String, value: JSONValue, origin: String)] {
    guard let object = reader.object(node, "a background", keys: ["plugin", "parameters"])
    else { return [] }
    return parameters(in: object, &reader)
  }

  private static func parameters(
    in node: JSONNode, _ reader: inout FileReader
  ) -> [(key: String, value: JSONValue, origin: String)] {
    guard let given = node["parameters"] else { return [] }
    return reader.members(given, "'parameters'", most: 100).map { member in
      (member.key, member.value.plain, reader.origin(member.value))
    }
  }
}

/// Reads one file and collects every mistake in it instead of stopping at the first.
struct FileReader {
  let file: String
  private(set) var problems: [RenderError] = []
  /// Keys that an unknown one was most likely meant for, by the place of their object.
  private var meant: Set<String> = []

  init(file: String) { self.file = file }

  func origin(_ node: JSONNode) -> String { node.place.origin(in: file) }

  mutating func report(_ error: RenderError) { problems.append(error) }

  /// The members of an object; a mistake and none for anything else.
  ///
  /// More than `most` are a mistake too: nobody writes them, and each costs time.
  mutating func members(
    _ node: JSONNode, _ what: String, most: Int = 1000
  ) -> [JSONMember] {
    guard let members = node.members else {
      report(wrong(node, what, "an object"))
      return []
    }
    guard members.count <= most else {
      report(
        .invalidValue(
          what, expected: "at most \(most)", got: "\(members.count) entries", origin: origin(node),
          hint: "leave out what is not needed"))
      return Array(members.prefix(most))
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
      if let key = RenderError.keyMeant(by: member.key, among: keys) {
        meant.insert(origin(node) + key)
      }
    }
    return node
  }

  /// Reports a key that is not there, unless it is there and misspelt: that was told.
  mutating func missing(_ key: String, in what: String, _ node: JSONNode) {
    guard !meant.contains(origin(node) + key) else { return }
    report(.missingKey(key, in: what, origin: origin(node)))
  }

  /// Text that must be there.
  mutating func text(
    _ key: String, of node: JSONNode, _ what: String
  ) -> (text: String, origin: String)? {
    guard let value = node[key] else {
      missing(key, in: what, node)
      return nil
    }
    guard let text = value.string else {
      report(wrong(value, "'\(key)'", "text"))
      return nil
    }
    return (text, origin(value))
  }

  /// Checks the version of the format, which must be 1.
  ///
  /// - Returns: false for a newer one, in which nothing else can be judged.
  mutating func checkFormat(_ node: JSONNode, _ what: String) -> Bool {
    guard let format = node["format"] else {
      missing("format", in: what, node)
      return true
    }
    if let number = format.number, number > 1 {
      let newer = RenderError.newerFormat(
        JSONValue.number(number).text(pretty: false), origin: origin(format))
      problems = [newer]
      return false
    }
    if format.number != 1 {
      var problem = wrong(format, "'format'", "1")
      problem.hint = format.string == "1" ? "write 1 without quotation marks" : "write 1"
      report(problem)
    }
    return true
  }

  /// A value of the wrong type or out of range; `words` are those it may have been meant for.
  func wrong(
    _ node: JSONNode, _ what: String, _ expected: String, among words: [String] = []
  ) -> RenderError {
    let got: String =
      switch node.content {
      case .array, .object: node.typeName
      default: node.plain.text(pretty: false)
      }
    let meant = node.string.flatMap { closestSpelling(to: $0, among: words) }
    return .invalidValue(
      what, expected: expected, got: got, origin: origin(node),
      hint: meant.map { "did you mean '\($0)'?" })
  }
}

extension RenderError {
  fileprivate static func noPluginUse(
    _ node: JSONNode, _ what: String, origin: String
  ) -> RenderError {
    let text = node.string ?? ""
    let example = what == "a layout" ? "numbered-notes" : "gradient"
    var hint = "write { \"plugin\": \"\(example)\" }, with \"parameters\" where it needs some"
    if what == "a background" {
      if closestSpelling(to: text.shortened, among: ["theme"]) != nil {
        hint = "did you mean \"theme\", which a template can say?"
      } else if Color(text) != nil {
        hint =
          "write { \"plugin\": \"solid-color\", \"parameters\": { \"color\": \"\(text)\" } }"
      }
    }
    return .invalidValue(
      what, expected: "an object that names a plugin", got: node.shown, origin: origin, hint: hint)
  }
}
