/// Selects the regional glyph variants of Han characters by language.
///
/// A Han code point has different shapes in China, Taiwan, Hong Kong, Korea and Japan, and Noto
/// Sans CJK has a family for each region. Fontconfig's language matching is not used: Pango does
/// not count Han as a script of Korean, so it would request a Chinese font for Korean text.
enum HanShapes {
  /// Returns a list of font families: the given family, the fallback for Latin, and the Han family
  /// for the language.
  static func families(_ family: String, _ language: String?) -> String {
    guard let language, let han = hanFamily(for: language) else { return family }
    return "\(family),Noto Sans,\(han)"
  }

  /// Returns the Han family for a BCP 47 tag, or `nil` for a language that does not use Han.
  private static func hanFamily(for tag: String) -> String? {
    let parts = tag.lowercased().split(whereSeparator: { $0 == "-" || $0 == "_" })
    switch parts.first {
    case "ja": return "Noto Sans CJK JP"
    case "ko": return "Noto Sans CJK KR"
    case "zh", "yue":
      if parts.contains("hk") || parts.contains("mo") { return "Noto Sans CJK HK" }
      if parts.contains("tw") || parts.contains("hant") { return "Noto Sans CJK TC" }
      return parts.first == "yue" ? "Noto Sans CJK HK" : "Noto Sans CJK SC"
    default: return nil
    }
  }
}
