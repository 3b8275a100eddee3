/// The scripts that a custom font lacks and that are drawn in bundled families, which must look as
/// large and as bold as the custom font.
///
/// Themes with bundled fonts state these corrections; `scripts/match-scripts` writes them. For a
/// custom font, they are measured when a text first has characters of these scripts.
public struct ScriptMatch: Sendable, Hashable {
  /// The custom font family.
  public let family: String
  /// The weight of the text, in CSS units.
  public let weight: Int
  /// The ISO 15924 codes of the scripts.
  public let codes: Set<String>
  /// Whether the custom font has serifs, and so the bundled families have serifs too.
  public let isSerif: Bool

  /// Creates a value from its properties.
  public init(family: String, weight: Int, codes: Set<String>, isSerif: Bool) {
    (self.family, self.weight, self.codes, self.isSerif) = (family, weight, codes, isSerif)
  }

  /// Returns whether a text, or the letters of its list, have characters of the scripts or of
  /// scripts that take their style.
  func isNeeded(for text: String, letters: ScriptLetters) -> Bool {
    letters.letters.keys.contains { code in
      ScriptLetters.partners(of: code).contains(where: codes.contains)
        || (ListFonts.related[code].map(codes.contains) ?? false)
    }
      || text.utf8.contains { $0 >= 0x80 }
        && text.unicodeScalars.contains { !$0.isASCII && codes.contains(ScriptRanges.code(of: $0)) }
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

  /// Returns the style of each script for the measured custom font.
  func styles(for letters: LetterMeasure) -> [String: ScriptStyle] {
    let ratio = min(
      max(letters.height / fallback.height, ScriptMatch.sizes.lowerBound),
      ScriptMatch.sizes.upperBound)
    let size = abs(ratio - 1) < ScriptMatch.least ? 1 : (ratio * 100).rounded() / 100
    let share = (letters.thickness / size - fallback.regular) / (fallback.bold - fallback.regular)
    let nearest = Int(min(max(400 + 300 * share, 400), 800) / 100 + 0.5) * 100
    let style = ScriptStyle(scale: size, heavier: nearest - weight)
    return Dictionary(uniqueKeysWithValues: codes.map { ($0, style) })
  }

  /// The properties as text, for computing digests.
  var words: [String] { [family, "\(weight)", "\(isSerif)"] + codes.sorted() }
}
