import Graphics
import Testing
import WallfarmPluginKit

/// An emoji that would be invisible on the text's background has a thin rim; other emoji are
/// unchanged.
@Suite struct FaintEmojiTests {
  private func drawn(_ text: String, _ color: Color) throws -> [UInt32] {
    let block = TextBlock(text, style: TextStyle(family: "Inter", size: 40, color: color))
    let shaped = try makeTextEngine().shape(block, width: nil)
    var surface = try ImageSurface(size: PixelSize(width: 80, height: 70))
    try surface.draw(scale: Scale(x: 1, y: 1)) { (canvas) throws(RenderError) in
      try canvas.draw(shaped, at: Point(x: 12, y: 8), color: color)
    }
    return pixels(of: surface)
  }

  /// The text contains only an emoji, so only the rim can cause differences in pixels.
  @Test(arguments: ["🤍", "⚪", "☁️", "🐑"]) func whiteEmojiHaveARimBesideDarkText(
    _ emoji: String
  ) throws {
    let (beside, plain) = (try drawn(emoji, .black), try drawn(emoji, .white))
    // The rim adds dark pixels around the emoji and changes none of the emoji's opaque pixels.
    let added = zip(beside, plain).filter { $0 != $1 }
    #expect(!added.isEmpty && added.allSatisfy { $1 >> 24 < 255 && $0 >> 24 > $1 >> 24 })
    #expect(added.contains { $1 == 0 && $0 & 0xFFFFFF == 0 })
  }

  @Test(arguments: ["🖤", "⚫"]) func blackEmojiHaveARimBesideLightText(_ emoji: String) throws {
    #expect(try drawn(emoji, .white) != drawn(emoji, .black))
  }

  @Test(arguments: ["😀", "🍎", "🌳", "🧡", "🔵"]) func colorfulEmojiHaveNone(
    _ emoji: String
  ) throws {
    #expect(try drawn(emoji, .white) == drawn(emoji, .black))
  }
}
