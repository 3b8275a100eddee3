import Films
import Graphics
import WallfarmCore
import WallfarmPluginKit

/// Text in a slot, with the properties that legibility checks need.
package struct SlotLetters {
  /// The background of the text.
  enum Ground: Hashable {
    /// The pixels below the slot.
    case below
    /// The color of the card or button behind the text.
    case plate(Color)
    /// The picture, which makes the text legible at its original position; at other positions, the
    /// pixels below the slot.
    case helped
    /// Other parts of the same picture, which move together with the text.
    case ownPicture
  }

  /// The ink boxes of the lines in canvas pixels, before any movement.
  let lines: [Rect]
  let color: Color
  /// The font size in points on a screen 430 points wide.
  let size: Double
  let ground: Ground
}

extension StageMaker {
  /// Measures the lines of a text; `place` is the position of the text's surface on the canvas, in
  /// pixels.
  func letters(
    _ content: TextContent, on ground: SlotLetters.Ground, at place: Point, _ plan: RenderPlan
  ) throws(RenderError) -> SlotLetters {
    let measured = try renderer.textEngine(for: plan).measure(
      content.block, width: content.frame.width)
    let scale = stage.scale
    let lines = measured.lines.map(\.ink).filter { !$0.isEmpty }.map { ink in
      Rect(
        x: place.x + (content.frame.x + ink.x) * scale.x,
        y: place.y + (content.frame.y + ink.y) * scale.y, width: ink.width * scale.x,
        height: ink.height * scale.y)
    }
    return SlotLetters(
      lines: lines, color: content.block.style.color, size: content.block.style.size / stage.unit,
      ground: ground)
  }

  /// Returns the texts of a layer in the picture; the theme has made them legible at their original
  /// positions.
  func letters(of layer: Layer, _ plan: RenderPlan) throws(RenderError) -> [SlotLetters] {
    let isAlone = if case .text = layer.content { layer.opacity == 1 } else { false }
    return try layer.texts.map { (text) throws(RenderError) in
      let isOpaque = text.content.block.style.color.alpha == 255
      return try letters(
        text.content, on: isAlone && isOpaque ? .helped : .ownPicture, at: Point(x: 0, y: 0), plan)
    }
  }

  /// Returns the ink box and the style of a word that was cut out of longer text.
  func letters(of sprite: Sprite, like text: TextContent, on ground: SlotLetters.Ground)
    -> SlotLetters
  {
    // The sprite has a transparent border of one pixel.
    let ink = Rect(
      x: Double(sprite.left) + 1, y: Double(sprite.top) + 1, width: Double(sprite.width) - 2,
      height: Double(sprite.height) - 2)
    return SlotLetters(
      lines: [ink], color: text.block.style.color, size: text.block.style.size / stage.unit,
      ground: ground)
  }
}
