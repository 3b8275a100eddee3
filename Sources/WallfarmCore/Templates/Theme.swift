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

  private static let sections = ["colors", "fonts", "sizes", "spacing", "style", "legibility"]

  /// Reads a theme; `problems` holds every mistake, and nil means that none could be made of it.
  static func read(
    _ node: JSONNode, name: String, file: String
  ) -> (theme: Theme?, problems: [RenderError]) {
    var reader = FileReader(file: file)
    let keys = ["format", "$schema", "summary", "credits", "background"] + sections
    guard let root = reader.object(node, "a theme", keys: keys) else {
      return (nil, reader.problems)
    }
    reader.checkFormat(root, "a theme")
    let summary = reader.text("summary", of: root, "a theme")
    var background: PluginUse?
    if let node = root["background"] {
      background = PluginUse(node, in: &reader)
    } else {
      reader.report(.missingKey("background", in: "a theme", origin: reader.origin(root)))
    }
    let tokens = readTokens(root, &reader)
    guard let background else { return (nil, reader.problems) }
    let theme = Theme(
      name: name, file: file, summary: summary?.text ?? "", background: background, tokens: tokens)
    let dangling = theme.danglingReferences()
    return (theme, reader.problems + dangling)
  }

  private static func readTokens(
    _ root: JSONNode, _ reader: inout FileReader
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
        if TokenReference(value) == nil, !token.kind.accepts(value) {
          reader.report(reader.wrong(member.value, "'\(key)'", token.kind.accepted))
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
    var (key, place) = (key, origin)
    var visited: [String] = []
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
      guard let reference = TokenReference(value) else { return (value, place) }
      key = reference.key
    }
  }
}

extension Theme {
  /// A value of a template or theme with its reference followed, and the place it was written at.
  ///
  /// `$$` at the start stands for a text that begins with a dollar sign.
  ///
  /// - Throws: `unknown-token`, or `invalid-value` for references in a circle.
  func resolve(
    _ written: JSONValue, origin: String
  ) throws(RenderError) -> (value: JSONValue, origin: String) {
    if let reference = TokenReference(written) {
      return try value(of: reference.key, origin: origin)
    }
    if case .string(let text) = written, text.hasPrefix("$$") {
      return (.string(String(text.dropFirst())), origin)
    }
    return (written, origin)
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
