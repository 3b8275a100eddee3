/// Chooses the shapes of Han characters by language.
///
/// One code point looks different in China, Taiwan, Hong Kong, Korea and Japan, and Noto Sans CJK
/// has a family for each. Fontconfig is not asked by language: Pango does not count Han among the
/// scripts of Korean and would ask for Chinese there.
enum HanShapes {
  /// A family, then the fallback for its missing Latin, then the Han family of a language.
  static func families(_ family: String, _ language: String?) -> String {
    guard let language, let han = hanFamily(for: language) else { return family }
    return "\(family),Noto Sans,\(han)"
  }

  /// The family of a BCP 47 tag; nil for languages that use no Han.
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
