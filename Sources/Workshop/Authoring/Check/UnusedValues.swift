internal import Designs
internal import SourceJSON
import WallfarmPluginKit

/// Finds values of a theme that are never read.
///
/// Such values are palette colors that nothing refers to, and tokens that have no effect because of
/// the values of other tokens.
struct UnusedValues {
  private let file: ThemeFile
  private let themes: [Theme]

  init(_ file: ThemeFile, themes: [Theme]) { (self.file, self.themes) = (file, themes) }

  var warnings: [RenderWarning] { palette + tokens }

  private var parts: [ThemePart] {
    [file.main] + file.variants.values + file.overrides.map(\.part)
  }

  /// The tokens that this file sets, including those in its variants and overrides.
  private var own: [(key: String, origin: Origin)] {
    parts.flatMap { part in part.tokens.map { ($0.key, $0.value.origin) } }
      .filter { $0.1.file == file.file }
  }

  private var palette: [RenderWarning] {
    let read = referredTo
    return own.filter { $0.key.hasPrefix("palette.") && !read.contains($0.key) }.map { entry in
      RenderWarning(
        .unusedValue, "nothing refers to '\(entry.key)'",
        hint: "refer to it as \"$\(entry.key)\", or remove it", origin: entry.origin)
    }
  }

  /// The tokens that a string refers to, as in `mix($palette.ink, white, 20%)`.
  private static func references(in text: String) -> [String] {
    text.split(separator: "$", omittingEmptySubsequences: false).dropFirst().map { piece in
      String(piece.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "." })
    }
  }

  /// All tokens that values of the theme refer to.
  private var referredTo: Set<String> { Set(parts.flatMap(\.texts).flatMap(Self.references)) }

  private var tokens: [RenderWarning] {
    let referredTo = referredTo
    return own.compactMap { entry in
      guard let token = ThemeTokens.token(entry.key), !token.onlyWhere.isEmpty else { return nil }
      // A value that is always overridden is reported by `UnreachableValues`, not here.
      let used = themes.filter { $0.tokens[entry.key]?.origin == entry.origin }
      let isRead =
        used.isEmpty
        || used.contains { theme in
          token.onlyWhere.contains { $0.isTrue(of: theme) }
        }
      // Other tokens may refer to the value. For example, the color of a line may refer to the
      // color of a number.
      guard !isRead, !referredTo.contains(entry.key) else { return nil }
      let reasons = token.onlyWhere.map(\.reason).joined(separator: " and ")
      let others = token.onlyWhere.map { "'\($0.key)'" }.joined(separator: " or ")
      return RenderWarning(
        .unusedValue, "'\(entry.key)' has no effect: \(reasons)",
        hint: "change \(others), or remove '\(entry.key)'", origin: entry.origin)
    }
  }
}
