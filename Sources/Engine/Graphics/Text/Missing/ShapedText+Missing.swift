internal import CPango
import WallfarmPluginKit

extension ShapedText {
  /// Finds the clusters without a glyph, in text order, with ranges in the caller's text.
  ///
  /// If one code point has no glyph, its whole cluster is treated as missing, for example a letter
  /// with its marks or an emoji sequence. A flag is treated as missing if the font has no picture
  /// for it. The font then draws its glyph for unknown flags or, for a tag sequence, only the base
  /// flag.
  func missingClusters() -> [MissingCluster] {
    FontGate.enter {
      let hasUnknown = pango_layout_get_unknown_glyphs_count(layout) > 0
      guard hasUnknown || mayHaveFlags else { return [] }
      return findMissing(placedGlyphs)
    }
  }

  /// Whether the UTF-8 text contains a regional indicator (F0 9F 87) or a tag (F3 A0).
  private var mayHaveFlags: Bool {
    guard let text = pango_layout_get_text(layout) else { return false }
    var place = 0
    while text[place] != 0 {
      switch UInt8(bitPattern: text[place]) {
      case 0xF0 where UInt8(bitPattern: text[place + 1]) == 0x9F:
        if UInt8(bitPattern: text[place + 2]) == 0x87 { return true }
      case 0xF3 where UInt8(bitPattern: text[place + 1]) == 0xA0: return true
      default: break
      }
      place += 1
    }
    return false
  }

  private struct PlacedGlyph {
    let glyph: PangoGlyph
    let font: UnsafeMutablePointer<PangoFont>?
  }

  /// The glyphs in the layout, by the byte offset of their cluster.
  private var placedGlyphs: [Int: [PlacedGlyph]] {
    guard let iterator = pango_layout_get_iter(layout) else { return [:] }
    defer { pango_layout_iter_free(iterator) }
    var placed: [Int: [PlacedGlyph]] = [:]
    repeat {
      guard let run = pango_layout_iter_get_run_readonly(iterator), let item = run.pointee.item,
        let glyphs = run.pointee.glyphs,
        // The ellipsis of truncated text replaces hidden characters, so its glyphs are skipped.
        item.pointee.analysis.flags & PangoGlyph.ellipsisFlag == 0
      else { continue }
      for index in 0..<Int(glyphs.pointee.num_glyphs) {
        let byte = Int(item.pointee.offset) + Int(glyphs.pointee.log_clusters[index])
        let glyph = PlacedGlyph(
          glyph: glyphs.pointee.glyphs[index].glyph, font: item.pointee.analysis.font)
        placed[byte, default: []].append(glyph)
      }
    } while pango_layout_iter_next_run(iterator) != 0
    return placed
  }

  private func findMissing(_ placed: [Int: [PlacedGlyph]]) -> [MissingCluster] {
    guard let start = pango_layout_get_text(layout) else { return [] }
    var found: [MissingCluster] = []
    var offset = 0
    for character in String(cString: start) {
      let range = offset..<offset + character.utf8.count
      offset = range.upperBound
      let glyphs = range.flatMap { placed[$0] ?? [] }
      let scalars = missingScalars(character, glyphs)
      if !scalars.isEmpty { found.append(MissingCluster(scalars, range: callerRange(range))) }
    }
    return found
  }

  private func missingScalars(
    _ character: Character, _ glyphs: [PlacedGlyph]
  ) -> [Unicode.Scalar] {
    let unknown = glyphs.filter { $0.glyph & PangoGlyph.unknownFlag != 0 }
      .compactMap { Unicode.Scalar($0.glyph & ~PangoGlyph.unknownFlag) }
    let scalars = character.unicodeScalars
    let isTagged = scalars.contains(where: \.isTag)
    if unknown.isEmpty {
      let isPair = scalars.count > 1 && scalars.allSatisfy(\.isRegionalIndicator)
      guard isPair || isTagged, isUnknownFlag(scalars, glyphs) else { return [] }
    }
    let letters = Array(scalars).filter { $0.flagLetter != nil }
    return letters.count > 1
      ? letters : Array(scalars).filter(unknown.contains) + unlisted(unknown, scalars)
  }

  /// Returns the cluster's first code point if all code points without a glyph were added by Pango;
  /// otherwise returns an empty array.
  ///
  /// For example, Pango adds a dotted circle.
  private func unlisted(
    _ unknown: [Unicode.Scalar], _ scalars: Character.UnicodeScalarView
  ) -> [Unicode.Scalar] {
    unknown.contains(where: scalars.contains) ? [] : Array(scalars.prefix(1))
  }

  /// Whether a font draws its glyph for unknown flags, or only the base flag of a tag sequence.
  ///
  /// The hidden characters of truncated text have no glyph or an empty glyph, but they are not
  /// unknown flags.
  private func isUnknownFlag(
    _ scalars: Character.UnicodeScalarView, _ glyphs: [PlacedGlyph]
  ) -> Bool {
    guard let first = scalars.first else { return false }
    return glyphs.contains { own in
      guard own.glyph != PangoGlyph.empty, let font = own.font,
        let face = pango_font_get_hb_font(font)
      else { return false }
      if own.glyph == FlagProbe.unknownFlag(in: face) { return true }
      if first.isRegionalIndicator { return false }
      var alone: hb_codepoint_t = 0
      return hb_font_get_nominal_glyph(face, first.value, &alone) != 0 && own.glyph == alone
    }
  }
}

/// Finds the glyph that a font uses for unknown flags.
private enum FlagProbe {
  /// CLDR reserves `ZZ` for unknown regions, so no font has a flag for it.
  private static let unknownRegion: [UInt32] = [0x1F1FF, 0x1F1FF]

  static func unknownFlag(in face: OpaquePointer) -> PangoGlyph? {
    guard let buffer = hb_buffer_create() else { return nil }
    defer { hb_buffer_destroy(buffer) }
    hb_buffer_add_utf32(buffer, unknownRegion, 2, 0, 2)
    hb_buffer_guess_segment_properties(buffer)
    hb_shape(face, buffer, nil, 0)
    var count: UInt32 = 0
    guard let glyphs = hb_buffer_get_glyph_infos(buffer, &count), count == 1 else { return nil }
    return glyphs[0].codepoint
  }
}

extension PangoGlyph {
  /// A glyph that draws nothing (`PANGO_GLYPH_EMPTY`, a C macro).
  static let empty: PangoGlyph = 0x0FFF_FFFF
  /// Marks an item as the ellipsis of truncated text (`PANGO_ANALYSIS_FLAG_IS_ELLIPSIS`, a C
  /// macro).
  static let ellipsisFlag: UInt8 = 1 << 1
}
