import Graphics
package import WallfarmPluginKit

extension Layer {
  /// The content of each text in the layer, with the name of its layer and whether the text is the
  /// number of a note.
  package var texts: [(name: String, content: TextContent, isNumber: Bool)] {
    switch content {
    case .text(let text): [(name, text, role?.part == LayerRole.number)]
    case .group(let group): group.layers.flatMap(\.texts)
    case .fill, .image, .shape, .pixels: []
    }
  }

  /// The colors of all text in the layer.
  var textColors: [Color] {
    texts.flatMap { text in
      [text.content.block.style.color] + text.content.block.spans.compactMap(\.color)
    }
  }

  /// Whether the layer draws anything besides glyphs.
  var drawsBesidesGlyphs: Bool {
    switch content {
    case .text(let text): text.shadow != nil
    case .group(let group): group.layers.contains(where: \.drawsBesidesGlyphs)
    case .fill, .image, .shape, .pixels: true
    }
  }

  /// The layer at full opacity.
  ///
  /// The contrast of a completed note, and of the disc behind its number, is evaluated before the
  /// note is faded.
  var unfaded: Layer {
    guard !texts.isEmpty else { return self }
    var copy = self
    copy.opacity = 1
    if case .group(var group) = content {
      group.layers = group.layers.map(\.unfaded)
      copy.content = .group(group)
    }
    return copy
  }

  /// The layer without its text; nil if nothing else is left.
  var withoutTexts: Layer? {
    switch content {
    case .text: return nil
    case .fill, .image, .shape, .pixels: return self
    case .group(var group):
      group.layers = group.layers.compactMap(\.withoutTexts)
      var copy = self
      copy.content = .group(group)
      return group.layers.isEmpty ? nil : copy
    }
  }

  /// The layer with text colors replaced; colors without an entry are kept.
  func recolored(_ colors: [Color: Color]) -> Layer {
    colors.isEmpty ? self : recolored { colors[$0] ?? $0 }
  }

  private func recolored(_ change: (Color) -> Color) -> Layer {
    mappingTexts { text in
      var text = text
      text.block.style.color = change(text.block.style.color)
      for index in text.block.spans.indices {
        text.block.spans[index].color = text.block.spans[index].color.map(change)
      }
      return text
    }
  }

  /// The layer without text shadows.
  var withoutShadows: Layer {
    mappingTexts { text in
      var text = text
      text.shadow = nil
      return text
    }
  }

  /// The shadows of the layer's text, without the text itself; `nil` if there are none.
  ///
  /// `shadow` receives the style of the text and whether it is the number of a note. It returns the
  /// shadow to draw, or `nil`.
  func onlyShadows(_ shadow: (TextStyle, Bool) -> Shadow?) -> Layer? {
    let layers = texts.compactMap { text -> Layer? in
      guard let shadow = shadow(text.content.block.style, text.isNumber) else { return nil }
      var content = text.content
      content.shadow = shadow
      return Layer("shadow", .text(content)).recolored { _ in .clear }
    }
    guard !layers.isEmpty else { return nil }
    var copy = self
    copy.opacity = 1
    copy.content = .group(GroupContent(layers))
    return copy
  }

  private func mappingTexts(_ change: (TextContent) -> TextContent) -> Layer {
    var copy = self
    switch content {
    case .text(let text): copy.content = .text(change(text))
    case .group(var group):
      group.layers = group.layers.map { $0.mappingTexts(change) }
      copy.content = .group(group)
    case .fill, .image, .shape, .pixels: break
    }
    return copy
  }
}
