import Films
import Graphics
import WallfarmCore
import WallfarmPluginKit

/// A text of a slot, for those who judge whether it can be read.
struct SlotLetters {
  /// What its letters stand on.
  enum Ground: Hashable {
    /// Whatever is below the slot.
    case below
    /// A colour of the thing itself.
    case plate(Color)
    /// A picture that was made so that they can be read where they are; anywhere else, whatever is below the slot.
    case helped
    /// More of the picture, which moves with them.
    case ownPicture
  }

  /// Where its letters have ink, line by line, in pixels of the canvas, when nothing moves.
  let lines: [Rect]
  let color: Color
  /// In points of a screen 430 wide.
  let size: Double
  let ground: Ground
}

extension StageMaker {
  /// The lines of a text whose canvas begins at a place, in pixels.
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

  /// The texts of a layer of the picture, which the theme's rules have helped to be read.
  func letters(of layer: Layer, _ plan: RenderPlan) throws(RenderError) -> [SlotLetters] {
    let isAlone = if case .text = layer.content { layer.opacity == 1 } else { false }
    return try layer.texts.map { (text) throws(RenderError) in
      let isOpaque = text.content.block.style.color.alpha == 255
      return try letters(
        text.content, on: isAlone && isOpaque ? .helped : .ownPicture, at: Point(x: 0, y: 0), plan)
    }
  }

  /// The letters of a word that was cut out of a text.
  func letters(of sprite: Sprite, like text: TextContent, on ground: SlotLetters.Ground)
    -> SlotLetters
  {
    // Its outermost pixels are empty.
    let ink = Rect(
      x: Double(sprite.left) + 1, y: Double(sprite.top) + 1, width: Double(sprite.width) - 2,
      height: Double(sprite.height) - 2)
    return SlotLetters(
      lines: [ink], color: text.block.style.color, size: text.block.style.size / stage.unit,
      ground: ground)
  }
}
