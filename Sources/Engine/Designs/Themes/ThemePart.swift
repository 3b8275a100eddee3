package import SourceJSON
package import WallfarmPluginKit

/// What one place of a theme says: its main part, a variant, or an override.
package struct ThemePart: Sendable {
  /// A value as written, and its place.
  package struct Value: Sendable {
    let value: JSONValue
    package let origin: Origin
  }

  /// Values by `section.name`.
  package var tokens: [String: Value] = [:]
  package var background: PluginUse?
  /// Parameters of the background that it would have otherwise.
  package var backgroundChanges: [(key: String, value: JSONValue, origin: Origin)] = []
  /// The places of their keys.
  var backgroundKeys: [String: Origin] = [:]

  /// This part where it says something, and another one where it does not.
  func over(_ other: ThemePart?) -> ThemePart {
    guard let other else { return self }
    return ThemePart(
      tokens: other.tokens.merging(tokens) { $1 }, background: background ?? other.background,
      backgroundChanges: (background == nil ? other.backgroundChanges : []) + backgroundChanges,
      backgroundKeys: other.backgroundKeys.merging(backgroundKeys) { $1 })
  }
}

extension ThemePart {
  /// Every text in its values, those of the background included.
  package var texts: [String] {
    var texts: [String] = []
    for value in tokens.values { texts += value.value.texts }
    for parameter in (background?.parameters ?? []) + backgroundChanges {
      texts += parameter.value.texts
    }
    return texts
  }

  /// The background with what was changed about it.
  var wholeBackground: PluginUse? {
    backgroundChanges.reduce(background) { use, change in
      use?.setting(
        change.key, to: change.value, origin: change.origin,
        keyOrigin: backgroundKeys[change.key])
    }
  }
}

extension JSONValue {
  /// Every text in a value, those of lists included.
  package var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let items): items.flatMap(\.texts)
    case .object(let members): members.values.flatMap(\.texts)
    case .null, .bool, .number: []
    }
  }
}

/// A part that holds on some devices, or in one variant, only.
package struct ThemeOverride: Sendable {
  let condition: Condition
  package let part: ThemePart
  /// File, line and column of its opening bracket.
  package let origin: Origin
}
