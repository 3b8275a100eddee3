package import SourceJSON
package import WallfarmPluginKit

/// The values in one part of a theme file: the main part, a variant or an override.
package struct ThemePart: Sendable {
  /// An unresolved value and its origin.
  package struct Value: Sendable {
    let value: JSONValue
    package let origin: Origin
  }

  /// The token values by `section.name`.
  package var tokens: [String: Value] = [:]
  package var background: PluginUse?
  /// Changes to the parameters of the background that the part inherits.
  package var backgroundChanges: [(key: String, value: JSONValue, origin: Origin)] = []
  /// The origins of the parameter keys in ``backgroundChanges``.
  var backgroundKeys: [String: Origin] = [:]
  /// The images, which replace inherited images; `nil` to inherit them.
  package var images: [PluginUse]?

  /// Merges this part with another part; the values of this part take precedence.
  func over(_ other: ThemePart?) -> ThemePart {
    guard let other else { return self }
    return ThemePart(
      tokens: other.tokens.merging(tokens) { $1 }, background: background ?? other.background,
      backgroundChanges: (background == nil ? other.backgroundChanges : []) + backgroundChanges,
      backgroundKeys: other.backgroundKeys.merging(backgroundKeys) { $1 },
      images: images ?? other.images)
  }
}

extension ThemePart {
  /// All strings in the values of this part, including those of the background and the images.
  package var texts: [String] {
    var texts: [String] = []
    for value in tokens.values { texts += value.value.texts }
    let imageParameters = (images ?? []).flatMap(\.parameters)
    for parameter in (background?.parameters ?? []) + backgroundChanges + imageParameters {
      texts += parameter.value.texts
    }
    return texts
  }

  /// The background with ``backgroundChanges`` applied.
  var wholeBackground: PluginUse? {
    backgroundChanges.reduce(background) { use, change in
      use?.setting(
        change.key, to: change.value, origin: change.origin,
        keyOrigin: backgroundKeys[change.key])
    }
  }
}

extension JSONValue {
  /// All strings in a value, including nested values.
  package var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let items): items.flatMap(\.texts)
    case .object(let members): members.values.flatMap(\.texts)
    case .null, .bool, .number: []
    }
  }
}

/// A theme part that applies only to some devices or to one variant.
package struct ThemeOverride: Sendable {
  let condition: Condition
  package let part: ThemePart
  /// The position of the override's opening brace in the file.
  package let origin: Origin
}
