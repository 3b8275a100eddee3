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
  private var own: [(key: String, origin: String)] {
    parts.flatMap { part in part.tokens.map { ($0.key, $0.value.origin) } }
      .filter { $0.1.hasPrefix(file.file + ":") }
  }

  private var palette: [RenderWarning] {
    let read = Set(parts.flatMap(\.texts).flatMap(Self.references))
    return own.filter { $0.key.hasPrefix("palette.") && !read.contains($0.key) }.map { entry in
      RenderWarning(
        .unusedValue, "nothing refers to '\(entry.key)'",
        hint: "write \"$\(entry.key)\" where it belongs, or take it out", origin: entry.origin)
    }
  }

  /// The names of the palette's colours in a text, such as `mix($palette.ink, white, 20%)`.
  private static func references(in text: String) -> [String] {
    text.split(separator: "$").filter { $0.hasPrefix("palette.") }.map { piece in
      String(piece.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "." })
    }
  }

  private var tokens: [RenderWarning] {
    own.compactMap { entry in
      guard let token = ThemeTokens.token(entry.key), !token.onlyWhere.isEmpty else { return nil }
      let isRead = themes.contains { theme in
        theme.tokens[entry.key]?.origin == entry.origin
          && token.onlyWhere.contains { $0.isTrue(of: theme) }
      }
      // Others may take it over: a number's colour for a line, for instance.
      guard !isRead, !isReferredTo(entry.key) else { return nil }
      let reasons = token.onlyWhere.map(\.reason).joined(separator: " and ")
      return RenderWarning(
        .unusedValue, "'\(entry.key)' has no effect: \(reasons)",
        hint: "change that, or take this out", origin: entry.origin)
    }
  }

  private func isReferredTo(_ key: String) -> Bool {
    parts.contains { part in part.texts.contains { $0.contains("$" + key) } }
  }
}
