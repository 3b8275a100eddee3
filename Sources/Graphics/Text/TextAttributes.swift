internal import CPango
import WallfarmPluginKit

/// What Pango is told about the pieces of a block: the owner of an attribute list.
struct TextAttributes: ~Copyable {
  let list: OpaquePointer?

  init(block: TextBlock, language: String?) {
    list = pango_attr_list_new()
    if let language {
      insert(pango_attr_language_new(pango_language_from_string(language)))
    }
    let style = block.style
    if style.letterSpacing != 0 {
      insert(pango_attr_letter_spacing_new(pangoUnits(style.letterSpacing * style.size)))
    }
    if !style.features.isEmpty { insert(pango_attr_font_features_new(style.features)) }
    guard block.spans.contains(where: \.changesStyle) else { return }
    var start = 0
    for span in block.spans {
      let end = start + span.text.utf8.count
      insert(span, of: style, start: start, end: end)
      start = end
    }
  }

  deinit { pango_attr_list_unref(list) }

  private func insert(_ span: TextSpan, of style: TextStyle, start: Int, end: Int) {
    let range = UInt32(start)..<UInt32(end)
    if let color = span.color {
      insert(
        pango_attr_foreground_new(
          UInt16(color.red) * 257, UInt16(color.green) * 257, UInt16(color.blue) * 257), range)
      insert(pango_attr_foreground_alpha_new(UInt16(color.alpha) * 257), range)
    }
    if let weight = span.weight {
      insert(pango_attr_weight_new(PangoWeight(rawValue: UInt32(weight))), range)
    }
    if let scale = span.scale {
      insert(pango_attr_size_new_absolute(pangoUnits(style.size * scale)), range)
    }
  }

  /// Adds an attribute; the list takes it over.
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

  /// Lends the font of a style.
  func withDescription(of style: TextStyle, _ body: (OpaquePointer) -> Void) {
    guard let description = pango_font_description_new() else { return }
    defer { pango_font_description_free(description) }
    pango_font_description_set_family(description, style.family)
    pango_font_description_set_absolute_size(description, style.size * Double(PANGO_SCALE))
    pango_font_description_set_weight(description, PangoWeight(rawValue: UInt32(style.weight)))
    pango_font_description_set_style(
      description, style.italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    body(description)
  }
}

extension TextSpan {
  fileprivate var changesStyle: Bool {
    color != nil || weight != nil || scale != nil
  }
}
