internal import CPango
import WallfarmPluginKit

/// Owns the Pango attribute list of a block.
struct TextAttributes: ~Copyable {
  let list: OpaquePointer?

  init(
    block: TextBlock, language: String?, scripts: [String: ScriptStyle],
    boxes: [PangoText.Box] = [], series: [SeriesFonts.Choice] = [],
    unbroken: [Range<UInt32>] = []
  ) {
    list = pango_attr_list_new()
    for range in unbroken { insert(pango_attr_allow_breaks_new(gboolean(0)), range) }
    let scripts = ScriptRanges(of: block.text).styles(scripts)
    for (range, script) in scripts { insert(script, block.style.weight, range) }
    for choice in series {
      for range in choice.ranges { insert(choice.style, block.style.weight, range) }
    }
    for box in boxes {
      let size = block.style.size * block.scale(at: Int(box.range.lowerBound))
      insert(MissingBox(size: size, label: box.label).attribute, box.range)
    }
    if let language {
      insert(pango_attr_language_new(pango_language_from_string(language)))
    }
    let style = block.style
    if style.letterSpacing != 0 {
      for range in TextAttributes.spacedRanges(of: block.text) {
        insert(pango_attr_letter_spacing_new(pangoUnits(style.letterSpacing * style.size)), range)
      }
    }
    // A hyphen at a forced break could be mistaken for part of a password or link. Soft hyphens are
    // explicit, so a break at a soft hyphen does show a hyphen.
    for range in TextAttributes.wordsWithoutSoftHyphen(in: block.text) {
      insert(pango_attr_insert_hyphens_new(gboolean(0)), range)
    }
    if !style.features.isEmpty { insert(pango_attr_font_features_new(style.features)) }
    guard block.spans.contains(where: \.changesStyle) else { return }
    var start = 0
    for span in block.spans {
      let end = start + span.text.utf8.count
      insert(span, of: style, start: start, end: end)
      if let weight = span.weight {
        // Script weights were inserted relative to the block's weight. Replace them with weights
        // relative to the span's weight.
        for (range, script) in scripts where script.heavier != 0 {
          let own = range.clamped(to: UInt32(start)..<UInt32(end))
          if !own.isEmpty { insert(weight: script.weight(weight), own) }
        }
      }
      start = end
    }
  }

  deinit { pango_attr_list_unref(list) }

  private func insert(_ script: ScriptStyle, _ weight: Int, _ range: Range<UInt32>) {
    if let family = script.family { insert(pango_attr_family_new(family), range) }
    if script.scale != 1 { insert(pango_attr_scale_new(script.scale), range) }
    if script.heavier != 0 { insert(weight: script.weight(weight), range) }
  }

  private func insert(weight: Int, _ range: Range<UInt32>) {
    insert(pango_attr_weight_new(PangoWeight(rawValue: UInt32(weight))), range)
  }

  private func insert(_ span: TextSpan, of style: TextStyle, start: Int, end: Int) {
    let range = UInt32(start)..<UInt32(end)
    if let color = span.color {
      insert(
        pango_attr_foreground_new(
          UInt16(color.red) * 257, UInt16(color.green) * 257, UInt16(color.blue) * 257), range)
      insert(pango_attr_foreground_alpha_new(UInt16(color.alpha) * 257), range)
    }
    if let weight = span.weight {
      insert(weight: weight, range)
    }
    if let scale = span.scale {
      insert(pango_attr_size_new_absolute(pangoUnits(style.size * scale)), range)
    }
  }

  /// Returns the byte ranges of words that have no soft hyphens.
  private static func wordsWithoutSoftHyphen(in text: String) -> [Range<UInt32>] {
    guard text.unicodeScalars.contains("\u{AD}") else { return [0..<UInt32(text.utf8.count)] }
    var ranges: [Range<UInt32>] = []
    for word in text.split(separator: " ") where !word.unicodeScalars.contains("\u{AD}") {
      let start = UInt32(text.utf8.distance(from: text.startIndex, to: word.startIndex))
      ranges.append(start..<start + UInt32(word.utf8.count))
    }
    return ranges
  }

  /// Returns the byte ranges of text to which letter spacing applies.
  ///
  /// Letter spacing applies only to Latin, Greek, Cyrillic and Armenian, including their marks and
  /// punctuation. Other scripts are excluded because Arabic letters join, Indic letters share a
  /// headline, and Han is set on a grid.
  private static func spacedRanges(of text: String) -> [Range<UInt32>] {
    var ranges: [Range<UInt32>] = []
    var start: UInt32 = 0
    var offset: UInt32 = 0
    var isSpaced = true
    // Process whole characters, so that a keycap or emoji sequence is not split. Digits, spaces and
    // punctuation are treated like the preceding text, so that they do not split a run.
    for character in text {
      let length = UInt32(character.utf8.count)
      let isSpread = character.unicodeScalars.allSatisfy { scalar in
        scalar.value < 0x0590 || (0x1E00...0x206F).contains(scalar.value)
      }
      isSpaced = isSpread && (character.isLetter || isSpaced)
      if !isSpaced {
        if start < offset { ranges.append(start..<offset) }
        start = offset + length
      }
      offset += length
    }
    if start < offset { ranges.append(start..<offset) }
    return ranges
  }

  /// Inserts an attribute into the list, which takes ownership of it.
  private func insert(
    _ attribute: UnsafeMutablePointer<PangoAttribute>?, _ range: Range<UInt32>? = nil
  ) {
    guard let attribute else { return }
    if let range {
      attribute.pointee.start_index = range.lowerBound
      attribute.pointee.end_index = range.upperBound
    }
    pango_attr_list_insert(list, attribute)
  }

  /// Calls `body` with the Pango font description of a style.
  static func withDescription(
    of style: TextStyle, language: String?, _ body: (OpaquePointer) -> Void
  ) {
    guard let description = pango_font_description_new() else { return }
    defer { pango_font_description_free(description) }
    pango_font_description_set_family(description, HanShapes.families(style.family, language))
    pango_font_description_set_absolute_size(description, style.size * Double(PANGO_SCALE))
    pango_font_description_set_weight(description, PangoWeight(rawValue: UInt32(style.weight)))
    pango_font_description_set_style(
      description, style.italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    body(description)
  }
}

extension TextBlock {
  /// Returns the scale of the span that contains a byte.
  fileprivate func scale(at place: Int) -> Double {
    var end = 0
    for span in spans {
      end += span.text.utf8.count
      if place < end { return span.scale ?? 1 }
    }
    return 1
  }
}

extension TextSpan {
  fileprivate var changesStyle: Bool {
    color != nil || weight != nil || scale != nil
  }
}
