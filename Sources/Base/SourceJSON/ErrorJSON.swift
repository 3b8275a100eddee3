package import Diagnostics

// The JSON form of errors and warnings, used in receipts, reports, queues, and `--errors json`.

extension RenderError {
  /// The error as an object; `docs/errors.md` specifies its format.
  package var json: JSONValue { json(excerpt: nil) }

  /// The error as an object, with an excerpt of the source file.
  package func json(excerpt: String?) -> JSONValue {
    var members = facts("error", code.rawValue, sentence, origin, excerpt, hint)
    members["class"] = .string(code.errorClass.rawValue)
    if let also { members["also"] = .string(also) }
    if !said.isEmpty { members["said"] = .array(said.map(JSONValue.string)) }
    if let fix { members["fix"] = .array(fix.map(\.json)) }
    return .object(members)
  }

  /// Decodes the JSON that ``json`` produces; returns nil if it is invalid.
  package init?(json node: JSONNode) {
    let errorClass = node["class"]?.string.flatMap(ErrorClass.init(rawValue:)) ?? .unclassified
    guard let code = node["code"]?.string.flatMap({ ErrorCode(rawValue: $0, errorClass) }),
      let message = node["message"]?.string
    else { return nil }
    self.init(
      code, message, origin: node["origin"].flatMap(Origin.read),
      hint: node["hint"]?.string, also: node["also"]?.string)
    said = (node["said"]?.elements ?? []).compactMap(\.string)
    fix = node["fix"]?.elements?.compactMap { PatchOperation($0) }
  }
}

extension RenderWarning {
  /// The warning as an object with the same format as an error.
  package var json: JSONValue { json(excerpt: nil) }

  /// The warning as an object, with an excerpt of the source file.
  package func json(excerpt: String?) -> JSONValue {
    .object(facts("warning", code.rawValue, message, origin, excerpt, hint))
  }

  /// Decodes the JSON that ``json`` produces; returns nil if it is invalid.
  package init?(json node: JSONNode) {
    guard let code = node["code"]?.string.flatMap(WarningCode.init(rawValue:)),
      let message = node["message"]?.string
    else { return nil }
    self.init(
      code, message, hint: node["hint"]?.string, origin: node["origin"].flatMap(Origin.read))
  }
}

private func facts(
  _ severity: JSONValue, _ code: String, _ message: String, _ origin: Origin?, _ excerpt: String?,
  _ hint: String?
) -> [String: JSONValue] {
  var members: [String: JSONValue] = [
    "severity": severity, "code": .string(code), "message": .string(message),
    "origin": origin.map(\.json) ?? .null, "hint": hint.map(JSONValue.string) ?? .null,
  ]
  if let excerpt { members["excerpt"] = .string(excerpt) }
  return members
}

extension Origin {
  /// The origin as an object, such as `{"kind": "file", "path": "themes/dusk.json", "line": 3,
  /// "column": 12}`.
  ///
  /// Instead of a path, other kinds have a name, a number or neither. The `text` member contains
  /// the description that a terminal shows.
  package var json: JSONValue {
    var members = members
    members["text"] = .string(description)
    return .object(members)
  }

  private var members: [String: JSONValue] {
    func named(_ kind: Kind, _ name: String) -> [String: JSONValue] {
      ["kind": .string(kind.rawValue), "name": .string(name)]
    }
    switch self {
    case .option(let name): return named(.option, name)
    case .setting(let key): return named(.setting, key)
    case .argument(let name): return named(.argument, name)
    case .environment(let name): return named(.environment, name)
    case .layer(let name): return named(.layer, name)
    case .job(let name): return named(.job, name)
    case .parameter(let key): return named(.parameter, key)
    case .notes: return ["kind": .string(Kind.notes.rawValue)]
    case .note(let number):
      return ["kind": .string(Kind.note.rawValue), "number": .number(Double(number))]
    case .file(let path, let line, let column):
      var members: [String: JSONValue] = [
        "kind": .string(Kind.file.rawValue), "path": .string(path),
      ]
      members["line"] = line.map { .number(Double($0)) }
      members["column"] = column.map { .number(Double($0)) }
      return members
    }
  }

  /// Decodes the JSON that ``json`` produces; returns nil if it is invalid.
  package static func read(_ node: JSONNode) -> Origin? {
    guard let kind = node["kind"]?.string.flatMap(Kind.init(rawValue:)) else { return nil }
    if let make = kind.named { return make(node["name"]?.string ?? "") }
    if kind == .file {
      return node["path"]?.string.map {
        .file($0, line: count("line", in: node), column: count("column", in: node))
      }
    }
    return count("number", in: node).map(Origin.note) ?? .notes
  }

  /// Returns an integer member.
  ///
  /// The code avoids an optional chain in a single expression, because such a chain crashes the
  /// optimizer of Swift 6.3.1.
  @inline(never)
  private static func count(_ key: String, in node: JSONNode) -> Int? {
    guard let value = node[key], let number = value.number else { return nil }
    return Int(exactly: number)
  }

  private enum Kind: String {
    case option, setting, argument, environment, file, layer, job, parameter, notes, note

    /// A closure that creates an origin from a name, or nil if the kind requires more than a name.
    var named: ((String) -> Origin)? {
      switch self {
      case .option: Origin.option
      case .setting: Origin.setting
      case .argument: Origin.argument
      case .environment: Origin.environment
      case .layer: Origin.layer
      case .job: Origin.job
      case .parameter: Origin.parameter
      case .file, .notes, .note: nil
      }
    }
  }
}
