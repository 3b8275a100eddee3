internal import CPango
import WallfarmPluginKit

/// Counts how many of the given characters each font for a style contains.
final class FontCoverage {
  private let needed: [UInt32]
  private var fonts: [(family: String, count: Int)] = []

  private init(of needed: [UInt32]) { self.needed = needed }

  /// Returns the fonts for a style in fallback order, with the number of needed characters that
  /// each contains.
  ///
  /// The first font is the style's own font. If it contains all characters, only this font is
  /// returned.
  static func fonts(
    having needed: [UInt32], _ style: TextStyle, _ language: String?, _ context: OpaquePointer
  ) -> [(family: String, count: Int)] {
    let coverage = FontCoverage(of: needed)
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
          let found = Unmanaged<FontCoverage>.fromOpaque(coverage).takeUnretainedValue()
          return gboolean(found.add(font) ? 1 : 0)
        }, Unmanaged.passUnretained(coverage).toOpaque())
    }
    return coverage.fonts
  }

  /// Counts the needed characters in a font and adds the result.
  ///
  /// - Returns: Whether to stop because the first font contains all characters.
  private func add(_ font: UnsafeMutablePointer<PangoFont>) -> Bool {
    let count = needed.count { pango_font_has_char(font, $0) != 0 }
    fonts.append((TextRun.family(of: font), count))
    return fonts.count == 1 && count == needed.count
  }
}
