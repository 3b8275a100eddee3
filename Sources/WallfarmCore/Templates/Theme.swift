internal import SourceJSON
import WallfarmPluginKit

/// Colours, fonts, sizes and a background that templates read.
struct Theme: Sendable {
  let name: String
  let file: String
  let summary: String
  let background: PluginUse
  /// SHA-256 of its file.
  var digest = ""
  /// Values by `section.name`, as written.
  private let tokens: [String: (value: JSONValue, origin: String)]

  static let sections = ["colors", "fonts", "sizes", "spacing", "style", "legibility"]

  /// The theme that a file extends, and the place of its name; nil where it extends none.
  static func base(of node: JSONNode, file: String) -> (name: String, origin: String)? {
    guard let value = node["extends"], let name = value.string else { return nil }
    return (name, value.place.origin(in: file))
  }

  /// Reads a theme; `problems` holds every mistake, and nil means that none could be made of it.
  ///
  /// - Parameters:
  ///   - node: what is in the file.
  ///   - name: what the theme is called.
  ///   - file: its path.
  ///   - base: the theme that it extends: what the file does not say is taken from there.
  /// - Returns: the theme and every mistake.
  static func read(
    _ node: JSONNode, name: String, file: String, base: Theme? = nil
  ) -> (theme: Theme?, problems: [RenderError]) {
    var reader = FileReader(file: file)
    let keys = ["format", "$schema", "extends", "summary", "credits", "background"] + sections
    guard let root = reader.object(node, "a theme", keys: keys) else {
      return (nil, reader.problems)
    }
    reader.checkFormat(root, "a theme")
    let summary = reader.text("summary", of: root, "a theme")
    if let value = root["extends"], value.string == nil {
      reader.report(reader.wrong(value, "'extends'", "the name or path of a theme"))
    }
    var background = base?.background
    if let node = root["background"] {
      background = PluginUse(node, in: &reader)
    } else if let extends = root["extends"], base == nil {
      // What it extends was not found, which is told; the rest can be looked at all the same.
      background = PluginUse("solid-color", origin: reader.origin(extends))
    } else if base == nil {
      reader.report(.missingKey("background", in: "a theme", origin: reader.origin(root)))
    }
    let own = readTokens(root, &reader, base)
    let tokens = (base?.tokens ?? [:]).merging(own) { $1 }
    guard let background else { return (nil, reader.problems) }
    let theme = Theme(
      name: name, file: file, summary: summary?.text ?? "", background: background, tokens: tokens)
    let dangling = theme.danglingReferences()
    return (theme, reader.problems + dangling)
  }

  private static func readTokens(
    _ root: JSONNode, _ reader: inout FileReader, _ base: Theme?
  ) -> [String: (value: JSONValue, origin: String)] {
    var tokens: [String: (value: JSONValue, origin: String)] = [:]
    for section in sections {
      guard let node = root[section] else { continue }
      for member in reader.members(node, "'\(section)'") {
        let key = "\(section).\(member.key)"
        guard let token = ThemeTokens.token(key) else {
          let place = member.keyPlace.origin(in: reader.file)
          reader.report(.unknownToken(key, known: ThemeTokens.keys, origin: place))
          continue
        }
        let value = member.value.plain
        if TokenReference(value) == nil, !token.kind.accepts(value),
          !(token.kind.isColor && value.isColorExpression)
        {
          var problem = reader.wrong(member.value, "'\(key)'", token.kind.accepted)
          problem.hint = base?.tokens[key].map { inherited in
            "without it, it is \(inherited.value.text(pretty: false)), from \(inherited.origin)"
          }
          reader.report(problem)
          continue
        }
        tokens[key] = (value, reader.origin(member.value))
      }
    }
    return tokens
  }

  /// References from token to token that lead nowhere, in a circle, or to another kind.
  private func danglingReferences() -> [RenderError] {
    tokens.keys.sorted().compactMap { key in
      guard let token = ThemeTokens.token(key) else { return nil }
      do throws(RenderError) {
        let found = try value(of: key, origin: file)
        return token.kind.accepts(found.value)
          ? nil
          : .invalidValue(
            "'\(key)'", expected: token.kind.accepted, got: found.value.text(pretty: false),
            origin: tokens[key]?.origin ?? file)
      } catch {
        return error
      }
    }
  }

  /// The value of a token with references followed, and the place it was written at.
  ///
  /// - Throws: `unknown-token`, or `invalid-value` for references in a circle.
  func value(
    of key: String, origin: String
  ) throws(RenderError) -> (value: JSONValue, origin: String) {
    try value(of: key, origin: origin, through: [])
  }

  private func value(
    of key: String, origin: String, through path: [String]
  ) throws(RenderError) -> (value: JSONValue, origin: String) {
    var (key, place) = (key, origin)
    var visited = path
    while true {
      guard let token = ThemeTokens.token(key) else {
        throw .unknownToken(key, known: ThemeTokens.keys, origin: place)
      }
      guard !visited.contains(key) else {
        throw .invalidValue(
          "'\(visited[0])'", expected: "a value in the end",
          got: "a circle of tokens: "
            + (visited + [key]).joined(separator: " → "), origin: place)
      }
      visited.append(key)
      let given = tokens[key]
      let value = given?.value ?? token.defaultValue
      place = given?.origin ?? place
      guard let reference = TokenReference(value) else {
        return (try computed(value, as: token.kind, origin: place, through: visited), place)
      }
      key = reference.key
    }
  }

  /// A value with its colour functions computed; `visited` are the tokens that led to it.
  private func computed(
    _ value: JSONValue, as kind: ParameterKind, origin: String, through visited: [String] = []
  ) throws(RenderError) -> JSONValue {
    let expression = ColorExpression { (key) throws(RenderError) in
      // A colour that is computed from itself would never be known.
      guard visited.count < ThemeTokens.all.count, !visited.contains(key) else {
        throw .invalidValue(
          "'\(visited.first ?? key)'", expected: "a value in the end",
          got: "a circle of tokens: " + (visited + [key]).joined(separator: " → "), origin: origin)
      }
      let found = try self.value(of: key, origin: origin, through: visited)
      guard case .string(let text) = found.value else { return found.value.text(pretty: false) }
      return text
    }
    switch (kind, value) {
    case (.color, .string(let text)) where ColorExpression.isOne(text):
      return .string(try expression.value(of: text, origin: origin))
    case (.stops, .array(let items)):
      return .array(
        try items.map { (item) throws(RenderError) in
          try stop(item, expression, origin: origin)
        })
    default: return value
    }
  }

  /// An entry of a list; a colour stop may be `mix(…) 40%` or `$colors.text 40%`.
  private func stop(
    _ item: JSONValue, _ expression: ColorExpression, origin: String
  ) throws(RenderError) -> JSONValue {
    guard case .string(let text) = item else { return item }
    let split = text.lastIndex(of: " ").flatMap { text[$0...].last == "%" ? $0 : nil }
    let color = String(text[..<(split ?? text.endIndex)])
    let place = split.map { String(text[$0...]) } ?? ""
    if ColorExpression.isOne(color) {
      return .string(try expression.value(of: color, origin: origin) + place)
    }
    guard let reference = TokenReference(.string(color)) else { return item }
    let found = try value(of: reference.key, origin: origin)
    guard case .string(let value) = found.value else { return found.value }
    return .string(value + place)
  }
}

extension Theme {
  /// A value of a template or theme with its reference followed, and the place it was written at.
  ///
  /// `$$` at the start stands for a text that begins with a dollar sign.
  ///
  /// - Throws: `unknown-token`, or `invalid-value` for references in a circle.
  func resolve(
    _ written: JSONValue, as kind: ParameterKind, origin: String
  ) throws(RenderError) -> (value: JSONValue, origin: String) {
    if let reference = TokenReference(written) {
      return try value(of: reference.key, origin: origin)
    }
    if case .string(let text) = written, text.hasPrefix("$$") {
      return (.string(String(text.dropFirst())), origin)
    }
    return (try computed(written, as: kind, origin: origin), origin)
  }
}

/// `"$colors.text"` in a template or theme.
struct TokenReference {
  let key: String

  init?(_ value: JSONValue) {
    guard case .string(let text) = value, text.hasPrefix("$"), !text.hasPrefix("$$")
    else { return nil }
    key = String(text.dropFirst())
  }
}

extension ParameterKind {
  fileprivate var isColor: Bool {
    if case .color = self { true } else { false }
  }
}

extension JSONValue {
  /// Whether it is a text that colour functions compute.
  fileprivate var isColorExpression: Bool {
    if case .string(let text) = self { ColorExpression.isOne(text) } else { false }
  }
}
