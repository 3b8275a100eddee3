internal import CPango
import WallfarmPluginKit

/// Selects one font for all members of a series, so that ⑩ is as large as ⑨.
final class SeriesFonts {
  /// The style for some ranges of a text.
  struct Choice {
    let ranges: [Range<UInt32>]
    let style: ScriptStyle
  }

  private struct Key: Hashable {
    let series: Series
    /// The required members if the font need not have all.
    let needed: Set<UInt32>
    let families: String
    let weight: Int
    let italic: Bool
    let isFullWidth: Bool
  }

  private var known: [Key: String?] = [:]

  /// The font choices for a text; none if its own family has the whole series.
  ///
  /// - Parameters:
  ///   - block: The text block.
  ///   - language: The language, which selects Han variants.
  ///   - scripts: The styles of scripts; a Han font gets the style of Han.
  ///   - context: The Pango context with the fonts.
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
        // A picture uses only a few keys; simply clear the cache if there are many.
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

  /// The family that covers most of a series; `nil` if that is the text's own.
  private func choose(
    _ key: Key, _ style: TextStyle, _ language: String?, _ context: OpaquePointer
  ) -> String? {
    let needed = key.needed.isEmpty ? key.series.scalars : Array(key.needed)
    let fonts = coverage(of: needed, style, language, context)
    guard let own = fonts.first, own.count < needed.count else { return nil }
    let most = fonts.map(\.count).max() ?? 0
    guard most > 0 else { return nil }
    let best = fonts.filter { $0.count == most }.map(\.family)
    let han = key.isFullWidth ? best.first(where: SeriesFonts.isHan) : nil
    let chosen = han ?? best[0]
    return chosen == own.family ? nil : chosen
  }

  /// Collects the coverage of fonts as Pango enumerates them.
  private final class Coverage {
    let needed: [UInt32]
    var fonts: [(family: String, count: Int)] = []

    init(of needed: [UInt32]) { self.needed = needed }

    /// Adds a font.
    ///
    /// - Returns: Whether to stop, because the first font has all characters.
    func add(_ font: UnsafeMutablePointer<PangoFont>) -> Bool {
      let count = needed.count { pango_font_has_char(font, $0) != 0 }
      fonts.append((TextRun.family(of: font), count))
      return fonts.count == 1 && count == needed.count
    }
  }

  /// The number of the characters that each fallback font of a style has, its own font first.
  private func coverage(
    of needed: [UInt32], _ style: TextStyle, _ language: String?, _ context: OpaquePointer
  ) -> [(family: String, count: Int)] {
    let coverage = Coverage(of: needed)
    TextAttributes.withDescription(of: style, language: language) { description in
      guard
        let set = pango_context_load_fontset(
          context, description, pango_context_get_language(context))
      else { return }
      defer { g_object_unref(set) }
      pango_fontset_foreach(
        set,
        { _, font, coverage in
          guard let font, let coverage else { return gboolean(0) }
          let found = Unmanaged<Coverage>.fromOpaque(coverage).takeUnretainedValue()
          return gboolean(found.add(font) ? 1 : 0)
        }, Unmanaged.passUnretained(coverage).toOpaque())
    }
    return coverage.fonts
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is Han, kana, Hangul, Bopomofo or their punctuation.
  fileprivate var isOfEastAsia: Bool {
    switch value {
    case 0x3001...0x303F, 0x3041...0x31FF, 0x3400...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFF01...0xFF60, 0x20000...0x323AF:
      true
    default: false
    }
  }
}
