internal import Diagnostics
internal import Files
internal import SourceJSON
package import WallfarmPluginKit

// Error messages about devices, templates and themes.

extension RenderError {
  static func installationBroken(tried: [String], variable: Bool) -> RenderError {
    RenderError(
      .installationBroken,
      "templates and fonts were not found in "
        + tried.prefix(2).map { "'\($0)'" }.joined(separator: " or "),
      origin: variable ? .environment("WALLFARM_HOME") : nil,
      hint: variable
        ? "set WALLFARM_HOME to the folder that contains Templates and Fonts, or unset it"
        : "install with 'make install', or set WALLFARM_HOME to a checkout of the project")
  }

  package static func unknown(
    _ code: ErrorCode, _ what: String, _ name: String, known: [String], origin: Origin?,
    list: String, beside path: String? = nil, isOptional: Bool = false
  ) -> RenderError {
    let meant = closestSpelling(to: name.shortened, among: known)
    return RenderError(
      code, "no \(what) is named '\(name.shortened)'", origin: origin,
      hint: path.map { "did you mean the file '\($0)'? Include the './'" }
        ?? meant.map { "did you mean '\($0)'?" }
        ?? (known.count <= 6
          ? "available: " + known.sorted().joined(separator: ", ")
          : "'wallfarm \(list) list' shows all names")
    ).remedied(
      (path ?? meant).map { .replace(with: .string($0)) } ?? (isOptional ? .remove() : nil))
  }

  package static func unknownParameter(
    _ key: String, known: [String], plugins: [String], origin: Origin?
  ) -> RenderError {
    guard let plugin = plugins.first else {
      return RenderError(
        .unknownParameter, "'\(key)' cannot be set: this picture does not use any plugin",
        origin: origin,
        hint: "choose a template with a layout, or set a background"
      ).remedied(.remove())
    }
    let meant = parameterMeant(by: key, among: known)
    return RenderError(
      .unknownParameter,
      "'\(key)' is not a parameter of " + plugins.map { "'\($0)'" }.joined(separator: " or "),
      origin: origin,
      hint: meant.map { "did you mean '\($0)'?" }
        ?? "'wallfarm describe \(plugin)' shows its parameters"
    ).remedied(meant.map { .rename(to: $0) } ?? .remove())
  }

  /// The parameter that a misspelled key probably means; `glowX` matches `glow-x`.
  private static func parameterMeant(by key: String, among known: [String]) -> String? {
    func letters(_ key: String) -> String { key.lowercased().filter { $0 != "-" && $0 != "_" } }
    return known.first { letters($0) == letters(key) }
      ?? closestSpelling(to: key.shortened, among: known)
  }

  /// The error for setting a token that does not exist.
  static func unknownToken(_ key: String, origin: Origin?) -> RenderError {
    let parts = key.split(separator: ".", maxSplits: 1).map(String.init)
    let (section, name) = (parts[0], parts.count > 1 ? parts[1] : "")
    let own = ThemeTokens.keys.filter { $0.hasPrefix(section + ".") }
      .map { String($0.dropFirst(section.count + 1)) }
    let elsewhere = ThemeTokens.keys.filter { $0.hasSuffix("." + name) }
    let hint: String
    if elsewhere.count == 1, let other = elsewhere[0].split(separator: ".").first {
      hint = "'\(name)' belongs to \"\(other)\""
    } else if let near = closestSpelling(to: name.shortened, among: own) {
      hint = "did you mean '\(near)'?"
    } else {
      hint = "\"\(section)\" has " + own.joined(separator: ", ")
    }
    return RenderError(
      .unknownToken, "there is no theme token '\(key.shortened)'", origin: origin, hint: hint)
  }

  /// The error for a reference to a nonexistent token, such as `$colors.txt`.
  ///
  /// - Parameters:
  ///   - key: The text after the dollar sign.
  ///   - known: The existing tokens, including palette colors.
  ///   - origin: The origin of the reference.
  ///   - theme: The theme that lacks the token, if the reference is in a template.
  /// - Returns: The error.
  static func unknownReference(
    _ key: String, known: [String], origin: Origin, theme: Theme? = nil
  ) -> RenderError {
    let near = closestSpelling(to: key.shortened, among: known)
    let isElsewhere = theme.map { origin.file != $0.file } ?? false
    if key.hasPrefix(TemplateParameter.prefix) {
      return RenderError(
        .unknownToken, "a template parameter is not allowed here", origin: origin,
        hint: "use it as the whole value of a plugin parameter: \"$\(key.shortened)\"")
    }
    if key.hasPrefix("palette.") {
      let color = key.dropFirst("palette.".count)
      let place = isElsewhere ? " of the theme '\(theme?.name ?? "")'" : ""
      return RenderError(
        .unknownToken, "the palette\(place) has no color '\(String(color).shortened)'",
        origin: origin,
        hint: near.map { "did you mean '$\($0)'?" }
          ?? (isElsewhere
            ? "add it to that palette, or use a color that every theme has, such as $colors.text"
            : "add \"\(String(color).shortened)\" to \"palette\"")
      ).remedied(near.map { .replace(with: .string("$\($0)")) })
    }
    let inPalette = "palette.\(key)"
    return RenderError(
      .unknownToken,
      key.isEmpty
        ? "the '$' is not followed by the name of a token"
        : "there is no theme token '\(key.shortened)'",
      origin: origin,
      hint: (known.contains(inPalette) ? inPalette : near).map { "did you mean '$\($0)'?" }
        ?? "'wallfarm describe themes' shows every token"
    ).remedied(
      (known.contains(inPalette) ? inPalette : near).map { .replace(with: .string("$\($0)")) })
  }

  /// The error for a reference to a token that has the wrong kind or a value out of range.
  package static func wrongReference(
    _ what: String, _ kind: ParameterKind, _ key: String, _ found: TokenValue?, origin: Origin,
    code: ErrorCode = .invalidValue
  ) -> RenderError {
    let other = (ThemeTokens.token(key) ?? ThemeTokens.palette).kind
    guard let found, kind.canBe(other) else {
      return RenderError(
        code, "\(what) must be \(kind.accepted), but '$\(key)' is \(other.noun)", origin: origin,
        hint: "refer to \(kind.noun), or write the value")
    }
    let value = found.value.text(pretty: false).shortened
    return RenderError(
      code, "\(what) must be \(kind.accepted), but '$\(key)' is \(value)", origin: origin,
      hint: "write the value itself",
      also: found.origin.line == nil || found.origin == origin
        ? nil : "'$\(key)' is set in \(found.origin)")
  }
}
