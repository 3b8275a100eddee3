internal import Files
package import SourceJSON
package import WallfarmPluginKit

/// The colors, fonts, sizes and background of a theme, resolved for one device and variant.
package struct Theme: Sendable {
  package let name: String
  package let file: String
  package let background: PluginUse
  /// The images above the background, in paint order.
  package let images: [PluginUse]
  /// The unresolved values from the theme files, by `section.name`.
  package let tokens: [String: ThemePart.Value]
  private let values: [String: Result<TokenValue, RenderError>]

  init(
    name: String, file: String, background: PluginUse, images: [PluginUse] = [],
    tokens: [String: ThemePart.Value]
  ) {
    (self.name, self.file, self.background, self.tokens) = (name, file, background, tokens)
    self.images = images
    values = TokenResolver(tokens, file: file).all()
  }

  /// The keys of all tokens that references can name.
  private var known: [String] { Array(values.keys) }

  /// Finds the invalid references between tokens: references to missing tokens, references to
  /// tokens of the wrong kind, and cycles.
  package func mistakes() -> [RenderError] {
    tokens.keys.sorted().compactMap { key in
      do throws(RenderError) {
        _ = try value(of: key, origin: .file(file))
        return nil
      } catch {
        return error
      }
    }
  }

  /// Resolves a token to its value.
  ///
  /// - Throws: `unknown-token`, or `invalid-value` for a cycle or a reference to a token of the
  ///   wrong kind.
  package func value(of key: String, origin: Origin) throws(RenderError) -> TokenValue {
    guard let value = values[key] else {
      throw .unknownReference(key, known: known, origin: origin, theme: self)
    }
    return try value.get()
  }

  /// Resolves a value in a template or theme and returns it with its origin.
  ///
  /// A leading `$$` is an escaped dollar sign.
  ///
  /// - Throws: `unknown-token`, or `invalid-value` for a cycle.
  package func resolve(
    _ written: JSONValue, as kind: ParameterKind, origin: Origin
  ) throws(RenderError) -> TokenValue {
    if let reference = TokenReference(written) {
      return try value(of: reference.key, origin: origin)
    }
    if case .string(let text) = written, text.hasPrefix("$$") {
      return TokenValue(value: .string(String(text.dropFirst())), origin: origin)
    }
    let value = try ComputedColors(origin: origin) { (key) throws(RenderError) in
      try self.value(of: key, origin: origin).value
    }.value(of: written, as: kind)
    return TokenValue(value: value, origin: origin)
  }
}

/// The resolved value of a token.
package struct TokenValue: Sendable {
  package let value: JSONValue
  /// The origin of the literal value to which the token resolves.
  package let origin: Origin
  /// The number of references and functions between the token and its literal value.
  fileprivate(set) var depth = 0
}

/// A reference such as `"$colors.text"` in a template or theme.
package struct TokenReference {
  package let key: String

  package init?(_ value: JSONValue) {
    guard case .string(let text) = value, text.hasPrefix("$"), !text.hasPrefix("$$")
    else { return nil }
    key = String(text.dropFirst())
  }
}

/// Resolves each token of a theme once and caches the result.
private final class TokenResolver {
  private let tokens: [String: ThemePart.Value]
  private let file: String
  private var found: [String: Result<TokenValue, RenderError>] = [:]
  /// The tokens that are being resolved, outermost first.
  private var path: [String] = []
  /// Maximum number of references in a chain, which limits the recursion.
  private static let deepest = 40

  init(_ tokens: [String: ThemePart.Value], file: String) {
    (self.tokens, self.file) = (tokens, file)
  }

  func all() -> [String: Result<TokenValue, RenderError>] {
    for key in ThemeTokens.keys + tokens.keys.sorted() { _ = result(of: key, origin: .file(file)) }
    return found
  }

  private func result(of key: String, origin: Origin) -> Result<TokenValue, RenderError> {
    if let known = found[key] { return known }
    let result = Result { () throws(RenderError) in try work(out: key, origin: origin) }
    // All tokens in a cycle share one error, so that the cycle can be reported as a single error.
    found[key] = result
    return result
  }

  private func value(of key: String, origin: Origin) throws(RenderError) -> TokenValue {
    if let start = path.firstIndex(of: key) { throw circle(Array(path[start...]), origin: origin) }
    guard path.count <= Self.deepest else { throw tooLong() }
    guard ThemeTokens.token(key) != nil || tokens[key] != nil else {
      let palette = tokens.keys.filter { $0.hasPrefix("palette.") }
      throw .unknownReference(key, known: palette + ThemeTokens.keys, origin: origin)
    }
    return try result(of: key, origin: origin).get()
  }

  private func work(out key: String, origin: Origin) throws(RenderError) -> TokenValue {
    let token = ThemeTokens.token(key) ?? ThemeTokens.palette
    let written = tokens[key]?.value ?? token.defaultValue
    let place = tokens[key]?.origin ?? origin
    path.append(key)
    defer { path.removeLast() }
    var resolved: TokenValue
    if let reference = TokenReference(written) {
      // Compare the kinds before resolving the value; otherwise, an invalid value would hide this
      // error.
      if let other = kind(of: reference.key), !token.kind.canBe(other) {
        throw .wrongReference("'\(key)'", token.kind, reference.key, nil, origin: place)
      }
      resolved = try value(of: reference.key, origin: place)
      resolved.depth += 1
    } else {
      var depth = 0
      let value = try ComputedColors(origin: place) { (key) throws(RenderError) in
        let part = try self.value(of: key, origin: place)
        depth = max(depth, part.depth + 1)
        return part.value
      }.value(of: written, as: token.kind)
      resolved = TokenValue(value: value, origin: place, depth: depth)
    }
    guard resolved.depth <= Self.deepest else { throw tooLong() }
    if let reference = TokenReference(written), !token.kind.accepts(resolved.value) {
      throw .wrongReference("'\(key)'", token.kind, reference.key, resolved, origin: place)
    }
    guard token.kind.accepts(resolved.value) else {
      throw .invalidValue(
        "'\(key)'", expected: token.kind.accepted, got: resolved.value.text(pretty: false),
        origin: place, hint: ValueHint(token.kind).hint(for: resolved.value))
    }
    return resolved
  }

  private func kind(of key: String) -> ParameterKind? {
    ThemeTokens.token(key)?.kind ?? (tokens[key] == nil ? nil : ThemeTokens.palette.kind)
  }

  private func circle(_ members: [String], origin: Origin) -> RenderError {
    let place = tokens[members[0]]?.origin ?? origin
    if members.count == 1 {
      return RenderError(
        .invalidValue, "'\(members[0])' refers to itself", origin: place, hint: "give it a value")
    }
    let all = members + [members[0]]
    let shown = all.count <= 7 ? all : Array(all.prefix(4)) + ["…"] + all.suffix(2)
    return RenderError(
      .invalidValue, "these tokens refer to each other: " + shown.joined(separator: " → "),
      origin: place, hint: "set one of them to a value")
  }

  private func tooLong() -> RenderError {
    let key = path[0]
    return RenderError(
      .invalidValue, "'\(key)' resolves through more than \(Self.deepest) references",
      origin: tokens[key]?.origin ?? .file(file),
      hint: "refer directly to a token that contains a value, or write the value")
  }
}
