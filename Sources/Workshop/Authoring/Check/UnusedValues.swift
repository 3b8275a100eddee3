internal import Designs
internal import SourceJSON
import WallfarmPluginKit

/// Finds values of a theme that nothing reads: colours of the palette that no other value refers to,
/// and tokens that have no effect beside the others.
struct UnusedValues {
  private let file: ThemeFile
  private let themes: [Theme]

  init(_ file: ThemeFile, themes: [Theme]) { (self.file, self.themes) = (file, themes) }

  var warnings: [RenderWarning] { palette + tokens }

  private var parts: [ThemePart] {
    [file.main] + file.variants.values + file.overrides.map(\.part)
  }

  /// What the file itself says, whatever part it is in.
  private var own: [(key: String, origin: Origin)] {
    parts.flatMap { part in part.tokens.map { ($0.key, $0.value.origin) } }
      .filter { $0.1.file == file.file }
  }

  private var palette: [RenderWarning] {
    let read = referredTo
    return own.filter { $0.key.hasPrefix("palette.") && !read.contains($0.key) }.map { entry in
      RenderWarning(
        .unusedValue, "nothing refers to '\(entry.key)'",
        hint: "write \"$\(entry.key)\" where it belongs, or take it out", origin: entry.origin)
    }
  }

  /// The tokens that a text refers to, such as `mix($palette.ink, white, 20%)`.
  private static func references(in text: String) -> [String] {
    text.split(separator: "$", omittingEmptySubsequences: false).dropFirst().map { piece in
      String(piece.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "." })
    }
  }

  /// Every token that a value of the theme refers to.
  private var referredTo: Set<String> { Set(parts.flatMap(\.texts).flatMap(Self.references)) }

  private var tokens: [RenderWarning] {
    let referredTo = referredTo
    return own.compactMap { entry in
      guard let token = ThemeTokens.token(entry.key), !token.onlyWhere.isEmpty else { return nil }
      // Where it is never used because others replace it, that is told instead.
      let used = themes.filter { $0.tokens[entry.key]?.origin == entry.origin }
      let isRead =
        used.isEmpty
        || used.contains { theme in
          token.onlyWhere.contains { $0.isTrue(of: theme) }
        }
      // Others may take it over: a number's colour for a line, for instance.
      guard !isRead, !referredTo.contains(entry.key) else { return nil }
      let reasons = token.onlyWhere.map(\.reason).joined(separator: " and ")
      return RenderWarning(
        .unusedValue, "'\(entry.key)' has no effect: \(reasons)",
        hint: "change that, or take this out", origin: entry.origin)
    }
  }
}
