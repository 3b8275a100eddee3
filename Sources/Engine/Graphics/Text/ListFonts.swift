import WallfarmPluginKit

/// Selects one font for each script in a list, so that no word mixes two fonts.
///
/// A family may contain only some letters of a script: Klee supports Japanese, but not all Chinese
/// characters. In this case, a fallback font is used for the script everywhere in the list.
final class ListFonts {
  private struct Key: Hashable {
    let letters: Set<UInt32>
    let families: String
    let weight: Int
    let italic: Bool
    let context: OpaquePointer
  }

  /// Maps a script to another script that has the same fallback fonts.
  static let related = ["Hani": "Hang", "Latn": "Cyrl"]
  private static let ascii = Set<UInt32>(0x41...0x5A).union(0x61...0x7A)

  private var known: [Key: String?] = [:]

  /// Returns the script styles, completed with the fallback families that a block needs.
  ///
  /// - Parameters:
  ///   - scripts: The styles by script; a style that already has a family is not changed.
  ///   - block: The text block.
  ///   - letters: The letters of the block and of the list that contains it.
  ///   - language: The language, which determines the Han variants.
  ///   - context: The Pango context that contains the fonts.
  /// - Returns: The styles, some of them with a fallback family.
  func completed(
    _ scripts: [String: ScriptStyle], for block: TextBlock, in letters: ScriptLetters,
    language: String?, context: OpaquePointer
  ) -> [String: ScriptStyle] {
    let letters = letters.letters
    guard !letters.isEmpty else { return scripts }
    var completed = scripts
    for (code, beyondASCII) in letters where scripts[code]?.family == nil {
      let letters = code == "Latn" ? beyondASCII.union(ListFonts.ascii) : beyondASCII
      let key = Key(
        letters: letters, families: HanShapes.families(block.style.family, language),
        weight: block.style.weight, italic: block.style.italic, context: context)
      let family: String?
      if let found = known[key] {
        family = found
      } else {
        family = choose(letters, block.style, language, context)
        // A picture uses only a few keys, so it is enough to clear the cache if it becomes large.
        if known.count > 500 { known = [:] }
        known[key] = .some(family)
      }
      guard let family else { continue }
      for partner in ScriptLetters.partners(of: code) {
        var style = scripts[partner] ?? ScriptStyle()
        // A script that has no style gets the proportions of the related script, which suit the
        // fallback font.
        if style == ScriptStyle(), let related = ListFonts.related[code] {
          style = scripts[related] ?? style
        }
        style.family = family
        completed[partner] = style
      }
    }
    return completed
  }

  /// Returns the family that contains the most letters.
  ///
  /// Returns `nil` if no family contains more letters than the style's own font, or if the style's
  /// own font contains none of the letters.
  private func choose(
    _ letters: Set<UInt32>, _ style: TextStyle, _ language: String?, _ context: OpaquePointer
  ) -> String? {
    let fonts = FontCoverage.fonts(having: Array(letters), style, language, context)
    let most = fonts.map(\.count).max() ?? 0
    guard let own = fonts.first, own.count > 0, own.count < most else { return nil }
    return fonts.first { $0.count == most }?.family
  }
}
