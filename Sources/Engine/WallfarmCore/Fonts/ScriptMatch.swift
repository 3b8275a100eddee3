import Designs
internal import FontFormats
import Graphics
import WallfarmPluginKit

/// The scripts that a custom font lacks and that are drawn in bundled families, which must look as
/// large and as bold as the custom font.
///
/// Themes with bundled fonts state these corrections; `scripts/match-scripts` writes them. For a
/// custom font, they are measured when the font is used.
struct ScriptMatch: Sendable, Hashable {
  /// The custom font family.
  let family: String
  /// The weight of the text.
  let weight: Int
  /// The ISO 15924 codes of the scripts.
  let codes: [String]
  private let isSerif: Bool

  /// Returns the scripts of a theme to match; `nil` if its text font is a bundled one, or if the
  /// font or the theme covers all scripts.
  ///
  /// - Throws: `unknown-font`.
  init?(_ theme: Theme, _ fonts: [CustomFont], among families: [String]) throws(RenderError) {
    guard let family = try theme.family(of: "fonts.text", among: families) else { return nil }
    let faces = fonts.flatMap(\.facts.faces).filter { $0.family == family }
    guard let first = faces.first else { return nil }
    codes = theme.unmatchedScripts { letters in
      faces.contains { face in letters.unicodeScalars.allSatisfy(face.characters.contains) }
    }
    guard !codes.isEmpty else { return nil }
    (self.family, isSerif) = (family, first.isSerif)
    weight = Int(try theme.number("fonts.weight"))
  }

  /// The mean letter height and the stroke thicknesses of the fallback fonts in em, as
  /// `scripts/match-scripts --show` measures them in Noto Sans and Noto Serif.
  private var fallback: (height: Double, regular: Double, bold: Double) {
    isSerif ? (0.623, 0.0726, 0.1080) : (0.622, 0.0758, 0.1201)
  }

  /// The range of size corrections; beyond it, lines would become uneven.
  private static let sizes = 0.8...1.25
  /// A size correction that is too small to be visible.
  private static let least = 0.04

  /// Returns the style of the scripts for the measured custom font.
  func styles(for letters: LetterMeasure) -> [String: ScriptStyle] {
    let ratio = (letters.height / fallback.height).clamped(to: ScriptMatch.sizes)
    let size = abs(ratio - 1) < ScriptMatch.least ? 1 : (ratio * 100).rounded() / 100
    let share = (letters.thickness / size - fallback.regular) / (fallback.bold - fallback.regular)
    let nearest = Int((400 + 300 * share).clamped(to: 400...800) / 100 + 0.5) * 100
    let style = ScriptStyle(scale: size, heavier: nearest - weight)
    return Dictionary(uniqueKeysWithValues: codes.map { ($0, style) })
  }
}
