import Graphics
import WallfarmPluginKit

extension Legibility {
  /// Returns the layers that a trial draws below the text: a gradient and shadows, or a card.
  ///
  /// `background` is the blurred background of the card; `nil` if there is no card.
  func aids(
    behind text: HelpedText, _ trial: LegibilityTrial, _ background: PixelContent?
  ) -> [Layer] {
    var aids: [Layer] = []
    if trial.shade > 0 {
      let shade =
        if let background {
          FrostedCard(
            background: background, tint: trial.ground, strength: Double(trial.shade),
            screen: screen
          ).layer(behind: text.lines)
        } else {
          text.gradient?.layer(trial.ground, strength: Double(trial.shade))
        }
      aids += [shade].compactMap(\.self)
    }
    return aids + shadows(behind: text.foreground, trial)
  }

  /// Returns the ambient shadows of a trial, followed by the contact shadows, which are drawn above
  /// them.
  private func shadows(behind foreground: [Layer], _ trial: LegibilityTrial) -> [Layer] {
    guard !trial.shadows.isEmpty else { return [] }
    func layers(_ shadow: (Float, Double) -> (opacity: Float, blur: Double)) -> [Layer] {
      foreground.compactMap { layer in
        layer.onlyShadows { style, isNumber in
          let kind = trial.kind(color: style.color, size: style.size, isNumber: isNumber)
          let (opacity, blur) = shadow(trial.shadows[kind] ?? 0, style.size)
          guard opacity > 0 else { return nil }
          var shadow = Shadow(color: trial.ground.opacity(Double(opacity)), blur: blur)
          shadow.layers = LegibilityLimits.shadowLayers
          return shadow
        }
      }
    }
    let ambient = layers { count, size in
      (LegibilityTrial.strengths(shadows: count).ambient, TextInk.ambientBlur(size: size))
    }
    let contact = layers { count, size in
      (LegibilityTrial.strengths(shadows: count).contact, TextInk.shadowBlur(size: size))
    }
    return ambient + contact
  }

  /// The screen in points.
  var screen: Rect {
    let (pixels, scale) = (drawing.pixels, drawing.scale)
    return Rect(
      x: 0, y: 0, width: Double(pixels.width) / scale.x, height: Double(pixels.height) / scale.y)
  }

  /// Returns the bounds and type sizes of all lines of text.
  func lines(of foreground: [Layer]) throws(RenderError) -> [TextLineBounds] {
    var lines: [TextLineBounds] = []
    for text in foreground.flatMap(\.texts) {
      let size = text.content.block.style.size
      let ink = try drawing.measured.ink(of: text.content, withShadow: false, drawing)
      lines += ink.lineBounds.map { TextLineBounds(bounds: $0, size: size) }
    }
    return lines
  }
}
