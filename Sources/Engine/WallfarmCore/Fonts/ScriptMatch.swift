import Designs
internal import FontFormats
import Graphics
import WallfarmPluginKit

extension ScriptMatch {
  /// Returns the scripts of a theme to match; `nil` if its text font is a bundled one, or if the
  /// font or the theme covers all scripts.
  ///
  /// - Throws: `unknown-font`.
  init?(_ theme: Theme, _ fonts: [CustomFont], among families: [String]) throws(RenderError) {
    guard let family = try theme.family(of: "fonts.text", among: families) else { return nil }
    let faces = fonts.flatMap(\.facts.faces).filter { $0.family == family }
    guard let first = faces.first else { return nil }
    let codes = theme.unmatchedScripts { letters in
      faces.contains { face in letters.unicodeScalars.allSatisfy(face.characters.contains) }
    }
    guard !codes.isEmpty else { return nil }
    self.init(
      family: family, weight: Int(try theme.number("fonts.weight")), codes: Set(codes),
      isSerif: first.isSerif)
  }
}
