internal import CPango
import WallfarmPluginKit

/// Selects one font for all members of a series, so that ⑩ is as large as ⑨.
final class SeriesFonts {
  /// A style and the ranges of a string to which it applies.
  struct Choice {
    let ranges: [Range<UInt32>]
    let style: ScriptStyle
  }

  private struct Key: Hashable {
    let series: Series
    /// The members that the font must contain; empty if it must contain the whole series.
    let needed: Set<UInt32>
    let families: String
    let weight: Int
    let italic: Bool
    let isFullWidth: Bool
  }

  private var known: [Key: String?] = [:]

  /// Returns the font choices for a block; empty if the block's own family contains every series in
  /// its text.
  ///
  /// - Parameters:
  ///   - block: The text block.
  ///   - language: The language, which determines the Han variants.
  ///   - scripts: The styles of scripts; a Han font gets the style of the Han script.
  ///   - context: The Pango context that contains the fonts.
  /// - Returns: A choice for each series that needs another family.
  func choices(
    for block: TextBlock, language: String?, scripts: [String: ScriptStyle],
    context: OpaquePointer
  ) -> [Choice] {
    let text = block.text
    let stretches = Series.stretches(of: text)
    guard !stretches.isEmpty else { return [] }
    let isBesideHan = text.unicodeScalars.contains(where: \.isOfEastAsia)
    return stretches.compactMap { found in
      let (series, ranges, scalars) = (found.series, found.ranges, found.scalars)
      let isFullWidth = series.isFullWidth || isBesideHan
      let key = Key(
        series: series, needed: series.counts ? [] : scalars,
        families: HanShapes.families(block.style.family, language), weight: block.style.weight,
        italic: block.style.italic, isFullWidth: isFullWidth)
      let family: String?
      if let found = known[key] {
        family = found
      } else {
        family = choose(key, block.style, language, context)
        // A picture uses only a few keys, so it is enough to clear the cache if it becomes large.
        if known.count > 500 { known = [:] }
        known[key] = .some(family)
      }
      guard let family else { return nil }
      var style = SeriesFonts.isHan(family) ? scripts["Hani"] ?? ScriptStyle() : ScriptStyle()
      style.family = family
      return Choice(ranges: ranges, style: style)
    }
  }

  private static func isHan(_ family: String) -> Bool { family.hasPrefix("Noto Sans CJK") }

  /// Returns the family that contains the most needed members, or `nil` if the text's own family
  /// should be used.
  private func choose(
    _ key: Key, _ style: TextStyle, _ language: String?, _ context: OpaquePointer
  ) -> String? {
    let needed = key.needed.isEmpty ? key.series.scalars : Array(key.needed)
    let fonts = FontCoverage.fonts(having: needed, style, language, context)
    guard let own = fonts.first, own.count < needed.count else { return nil }
    let most = fonts.map(\.count).max() ?? 0
    guard most > 0 else { return nil }
    let best = fonts.filter { $0.count == most }.map(\.family)
    let han = key.isFullWidth ? best.first(where: SeriesFonts.isHan) : nil
    let chosen = han ?? best[0]
    return chosen == own.family ? nil : chosen
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is Han, kana, Hangul, Bopomofo or punctuation for these scripts.
  fileprivate var isOfEastAsia: Bool {
    switch value {
    case 0x3001...0x303F, 0x3041...0x31FF, 0x3400...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFF01...0xFF60, 0x20000...0x323AF:
      true
    default: false
    }
  }
}
