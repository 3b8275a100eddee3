import Graphics
package import WallfarmPluginKit

extension Scene {
  /// From the top of the highest text in the foreground to the bottom of the lowest, in points; nil where there is none.
  var heightOfText: ClosedRange<Double>? {
    let frames = foreground.flatMap(\.texts).map(\.content.frame)
    guard let top = frames.map(\.y).min(), let bottom = frames.map(\.maxY).max(), top < bottom
    else { return nil }
    return top...bottom
  }
}

extension Layer {
  /// Every text in the layer, with its name.
  package var texts: [(name: String, content: TextContent)] {
    switch content {
    case .text(let text): [(name, text)]
    case .group(let group): group.layers.flatMap(\.texts)
    case .fill, .image, .shape, .pixels: []
    }
  }

  /// Whether each of ``texts`` is the number of a note.
  var textsAreNumbers: [Bool] {
    switch content {
    case .text: [role?.part == LayerRole.number]
    case .group(let group): group.layers.flatMap(\.textsAreNumbers)
    case .fill, .image, .shape, .pixels: []
    }
  }

  /// Whether drawing the layer takes longer than copying a picture.
  var isCostly: Bool {
    switch content {
    case .fill(.color): false
    case .fill, .image, .shape, .text, .group, .pixels: true
    }
  }

  /// Whether the layer shows anything but letters.
  var drawsBesidesGlyphs: Bool {
    switch content {
    case .text(let text): text.shadow != nil
    case .group(let group): group.layers.contains(where: \.drawsBesidesGlyphs)
    case .fill, .image, .shape, .pixels: true
    }
  }

  /// The layer with its text as strong as it would be if it were not done: a note is judged by its
  /// colour before the fade, and so is the disc that its number stands on.
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

  /// The layer without its text; nil where it is nothing else.
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

  /// The layer with text colours replaced; a colour without an entry stays.
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

  /// The layer with text that casts no shadow.
  var withoutShadows: Layer {
    mappingTexts { text in
      var text = text
      text.shadow = nil
      return text
    }
  }

  /// The layer with a soft shadow behind all of its text.
  func shadowed(_ color: Color) -> Layer {
    mappingTexts { $0.shadowed(color) }
  }

  /// The soft shadows of the texts that have one, and nothing else; nil where none has.
  func onlyShadows(_ color: (TextStyle) -> Color?) -> Layer? {
    let layers = texts.compactMap { text -> Layer? in
      color(text.content.block.style).map {
        Layer("halo", .text(text.content.shadowed($0))).recolored { _ in .clear }
      }
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

extension TextContent {
  /// The text with a soft shadow, as an aid has it.
  fileprivate func shadowed(_ color: Color) -> TextContent {
    var text = self
    text.shadow = Shadow(color: color, blur: TextInk.shadowBlur(size: block.style.size))
    return text
  }
}
