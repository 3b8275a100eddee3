import WallfarmPluginKit

/// Selects one font for each script of a list, so that no word mixes two fonts.
///
/// A family can have only some letters of a script: Klee has Japanese, but not all Chinese
/// characters. In this case, the whole script is drawn in a fallback font everywhere in the list.
final class ListFonts {
  private struct Key: Hashable {
    let letters: Set<UInt32>
    let families: String
    let weight: Int
    let italic: Bool
    let context: OpaquePointer
  }

  /// A script that has the same fallback fonts.
  private static let related = ["Hani": "Hang", "Latn": "Cyrl"]
  private static let ascii = Set<UInt32>(0x41...0x5A).union(0x61...0x7A)

  private var known: [Key: String?] = [:]

  /// The styles of scripts with the fallback families that a block needs.
  ///
  /// - Parameters:
  ///   - scripts: The styles of scripts; one with a family stays as it is.
  ///   - block: The text block.
  ///   - list: The letters of the list to which the block belongs.
  ///   - language: The language, which selects Han variants.
  ///   - context: The Pango context with the fonts.
  /// - Returns: The styles, some with a family.
  func completed(
    _ scripts: [String: ScriptStyle], for block: TextBlock, in list: ScriptLetters,
    language: String?, context: OpaquePointer
  ) -> [String: ScriptStyle] {
    let letters = list.adding(block.text).letters
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
        // A picture uses only a few keys, so simply clear the cache if there are many.
        if known.count > 500 { known = [:] }
        known[key] = .some(family)
      }
      guard let family else { continue }
      for partner in ScriptLetters.partners(of: code) {
        var style = scripts[partner] ?? ScriptStyle()
        // If the family does not have a related script, the script has the proportions that suit
        // the fallback.
        if style == ScriptStyle(), let related = ListFonts.related[code] {
          style = scripts[related] ?? style
        }
        style.family = family
        completed[partner] = style
      }
    }
    return completed
  }

  /// The family that has most of the letters; `nil` if the style's own has none or the most.
  private func choose(
    _ letters: Set<UInt32>, _ style: TextStyle, _ language: String?, _ context: OpaquePointer
  ) -> String? {
    let fonts = FontCoverage.fonts(having: Array(letters), style, language, context)
    let most = fonts.map(\.count).max() ?? 0
    guard let own = fonts.first, own.count > 0, own.count < most else { return nil }
    return fonts.first { $0.count == most }?.family
  }
}
