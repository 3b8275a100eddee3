import Arguments
import Diagnostics
import Files
import Glibc
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// The options of `serve` from the command line, the environment and a file, in that order of
/// precedence.
///
/// All three sources use the same names: `--max-waiting`, `WALLFARM_SERVE_MAX_WAITING` and
/// `"max-waiting"`.
struct ServeConfiguration {
  /// The command line, completed with values from the environment and the file.
  let invocation: Invocation
  /// The origins of values that do not come from the command line.
  private let origins: [String: Origin]

  static let file = Option(
    "config", value: "file", completion: .files(extensions: ["json"]),
    summary: "JSON file with these options by name, such as {\"listen\": \":8080\"}.")

  /// The options that a file or an environment variable can set.
  static let known: [Declaration] = ServeOptions.all.filter {
    ![file.long, ServeOptions.check.long].contains($0.long)
  }

  /// The value that a source specifies for an option or flag.
  private enum Said {
    case values([String])
    case flag(Bool)
  }

  /// Merges the values from all three sources.
  ///
  /// - Parameters:
  ///   - invocation: The command line.
  ///   - variable: Returns the value of an environment variable, or `nil`.
  ///   - variables: The names of all environment variables.
  /// - Throws: `invalid-json`, `file-unreadable`, `unknown-key`, `invalid-parameter`.
  init(
    _ invocation: Invocation,
    variable: (String) -> String? = { getenv($0).map { String(cString: $0) } },
    variables: [String] = ServeConfiguration.environmentNames
  ) throws(RenderError) {
    try ServeConfiguration.check(variables)
    var values: [String: [String]] = [:]
    var flags: [String: Bool] = [:]
    var origins: [String: Origin] = [:]
    func add(_ name: String, _ said: Said, _ origin: Origin) {
      guard values[name] == nil, flags[name] == nil else { return }
      switch said {
      case .values(let texts): values[name] = texts
      case .flag(let isOn): flags[name] = isOn
      }
      origins[name] = origin
    }
    for declaration in ServeConfiguration.known {
      let name = ServeConfiguration.variable(of: declaration.long)
      guard let text = variable(name), !text.isEmpty else { continue }
      let said = try ServeConfiguration.read(text, of: declaration, at: .environment(name))
      add(declaration.long, said, .environment(name))
    }
    let path =
      invocation.value(of: Self.file) ?? variable(ServeConfiguration.variable(of: "config"))
    if let path, !path.isEmpty {
      for (name, said, origin) in try ServeConfiguration.read(file: path) {
        add(name, said, origin)
      }
    }
    self.invocation = invocation.filled(values: values, flags: flags)
    self.origins = origins.filter {
      invocation.text(named: $0.key) == nil && invocation.flag(named: $0.key) == nil
    }
  }

  /// Returns the environment variable for an option.
  static func variable(of name: String) -> String {
    "WALLFARM_SERVE_" + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
  }

  /// The names of all environment variables at process start.
  static var environmentNames: [String] {
    let bytes = (try? Files.readHead(of: "/proc/self/environ", count: 4 << 20)) ?? []
    return bytes.split(separator: 0).map { entry in
      String(decoding: entry.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
    }
  }

  /// Checks for unknown variables.
  ///
  /// - Throws: `unknown-key` for a `WALLFARM_SERVE_` variable that does not match an option.
  private static func check(_ variables: [String]) throws(RenderError) {
    let known = (ServeConfiguration.known.map(\.long) + [file.long]).map(variable)
    for name in variables.sorted() where name.hasPrefix("WALLFARM_SERVE_") && !known.contains(name)
    {
      let meant = closestSpelling(to: name, among: known)
      throw RenderError(
        .unknownKey, "the variable '\(name.prefix(80))' does not match any option of 'serve'",
        origin: .environment(String(name.prefix(80))),
        hint: meant.map { "did you mean '\($0)'?" } ?? "'wallfarm serve --help' lists all options")
    }
  }

  /// Runs `body`, and sets the origin of its errors to the source of the value.
  func reading<Value>(_ body: () throws(RenderError) -> Value) throws(RenderError) -> Value {
    do throws(RenderError) {
      return try body()
    } catch {
      guard case .option(let name) = error.origin, let origin = origins[name] else { throw error }
      var error = error
      error.origin = origin
      throw error
    }
  }

  private static func read(
    _ text: String, of declaration: Declaration, at origin: Origin
  ) throws(RenderError) -> Said {
    switch declaration {
    case .flag:
      guard ["true", "false"].contains(text) else {
        throw .configuration("'\(text.prefix(80))' is neither true nor false", origin, nil)
      }
      return .flag(text == "true")
    case .option(let option):
      guard option.allowed.isEmpty || option.allowed.contains(text) else {
        let known = option.allowed.joined(separator: ", ")
        throw .configuration(
          "'\(text.prefix(80))' is not a valid value of '\(option.long)'", origin,
          "use one of \(known)")
      }
      return .values([text])
    case .operand: preconditionFailure("serve has no operands")
    }
  }

  private static func read(file path: String) throws(RenderError) -> [(String, Said, Origin)] {
    let root = try JSONFile.parse(try Files.read(path, limit: 1 << 20), file: path)
    guard let members = root.members else {
      throw .configuration(
        "the file is \(root.typeName)", root.place.origin(in: path),
        "write an object: {\"listen\": \":8080\"}")
    }
    let names = known.map(\.long)
    var found: [(String, Said, Origin)] = []
    for member in members where member.key != "$schema" {
      guard let declaration = known.first(where: { $0.long == member.key }) else {
        let meant = closestSpelling(to: member.key, among: names)
        throw RenderError(
          .unknownKey, "'\(member.key.prefix(80))' is not an option of 'serve'",
          origin: member.keyPlace.origin(in: path),
          hint: meant.map { "did you mean '\($0)'?" } ?? "'wallfarm serve --help' lists all options"
        )
      }
      let origin = member.value.place.origin(in: path)
      found.append((member.key, try read(member.value, of: declaration, at: origin), origin))
    }
    return found
  }

  private static func read(
    _ node: JSONNode, of declaration: Declaration, at origin: Origin
  ) throws(RenderError) -> Said {
    switch (declaration, node.content) {
    case (.flag, .bool(let isOn)): return .flag(isOn)
    case (.option, .string(let text)): return try read(text, of: declaration, at: origin)
    case (.option, .number): return try read(node.shown, of: declaration, at: origin)
    case (.option(let option), .array(let nodes))
    where option.repeats && nodes.allSatisfy({ $0.string != nil }):
      return .values(nodes.compactMap(\.string))
    case (.flag, _):
      throw .configuration("\(node.shown) is neither true nor false", origin, nil)
    default:
      throw .configuration(
        "'\(declaration.long)' is \(node.typeName)", origin, "write a string or a number")
    }
  }

  /// The JSON Schema of the configuration file.
  static var schema: JSONValue {
    var keys: [String: JSONValue] = ["$schema": ["type": "string"]]
    for declaration in known {
      switch declaration {
      case .flag(let flag):
        keys[flag.long] = ["type": "boolean", "description": .string(flag.summary)]
      case .option(let option):
        var members: [String: JSONValue] = [
          "description": .string(option.summary), "type": ["string", "number"],
        ]
        if !option.allowed.isEmpty {
          members["type"] = "string"
          members["enum"] = .array(option.allowed.map(JSONValue.string))
        }
        if option.repeats { members["type"] = ["string", "array"] }
        if let standard = option.defaultText { members["default"] = .string(standard) }
        keys[option.long] = .object(members)
      case .operand: continue
      }
    }
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Options of wallfarm serve", "type": "object", "additionalProperties": false,
      "properties": .object(keys),
    ]
  }
}

extension RenderError {
  fileprivate static func configuration(
    _ message: String, _ origin: Origin, _ hint: String?
  ) -> RenderError {
    RenderError(.invalidParameter, message, origin: origin, hint: hint)
  }
}
