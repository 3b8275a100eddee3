import Scenes
import Testing
import WallfarmPluginKit

/// The description of differences between two scenes.
@Suite struct SceneWordsTests {
  /// Returns the changes between two scenes that differ in one line of facts.
  private static func sentences(
    _ old: String, _ new: String, background: Set<String> = []
  ) throws -> [SceneChange] {
    let head = "screen: size 393 852; scale 3 3\n"
    let before = try #require(SceneFacts(reading: (head + old + "\n")[...]))
    var after = try #require(SceneFacts(reading: (head + new + "\n")[...]))
    after.background = background
    return SceneComparison(expected: before, actual: after, tolerance: 0.05).changes
  }

  @Test(arguments: [
    // Changes in a note's layers are attributed to the note.
    (
      "note.2.text: color #ffffff", "note.2.text: color #000000",
      "the color of the text of note 2 is #000000, was #ffffff"
    ),
    (
      "note.2.number.badge: fill #ffffff", "note.2.number.badge: fill #000000",
      "the fill of the badge of note 2 is #000000, was #ffffff"
    ),
    // A name that is a singular word is printed unchanged; any other name is quoted, even if it
    // looks like the name of a note.
    ("sun: at 10 20", "sun: at 10 21", "the sun is 3 px lower (1 pt)"),
    ("rings: at 10 20", "rings: at 10 21", "layer 'rings' is 3 px lower (1 pt)"),
    (
      "note_2.text: at 10 20", "note_2.text: at 10 21",
      "layer 'note_2.text' is 3 px lower (1 pt)"
    ),
    // Gradients are described by their colors.
    (
      "sky: fill #ffffff", "sky: fill linear 0 0 to 0 852, #000080 0, #ffffff 1",
      "the fill of the sky is a gradient from navy to white, was #ffffff"
    ),
    (
      "sky: fill radial 1 2 radius 3, #6495ed73 0, #6495ed10 0.5, #6495ed00 1",
      "sky: fill radial 1 2 radius 3, #cd5c5c73 0, #cd5c5c10 0.5, #cd5c5c00 1",
      "the fill of the sky is a radial gradient from indianred to transparent, "
        + "was a radial gradient from cornflowerblue to transparent"
    ),
    (
      "sky: fill linear 0 0 to 0 852, #000080 0, #808080 0.5, #ffffff 1",
      "sky: fill linear 0 0 to 0 852, #000080 0, #808081 0.5, #ffffff 1",
      "the second color of the gradient of the sky is #808081, was #808080"
    ),
    (
      "sky: fill linear 0 0 to 0 852, #000080 0, #ffffff 1",
      "sky: fill linear 0 0 to 393 852, #000080 0, #ffffff 1",
      "the gradient of the sky is placed differently"
    ),
    (
      "sky: fill linear 0 0 to 0 852, #000080 0, #ffffff 1",
      "sky: fill linear 0 0 to 0 852, #000080 0, #000080 0.5, #ffffff 1",
      "the gradient of the sky is placed differently"
    ),
    (
      "glow: fill radial 1 2 radius 3, #6495ed73 0, #6495ed00 1",
      "glow: fill radial 4 2 radius 3, #6495ed73 0, #6495ed00 1",
      "the glow has moved"
    ),
    (
      "sky: fill radial 1 2 radius 3, #6495ed73 0, #6495ed00 1",
      "sky: fill radial 1 2 radius 9, #6495ed73 0, #6495ed00 1",
      "the gradient of the sky is placed differently"
    ),
    // If both gradients have the same color names, their hexadecimal values are shown.
    (
      "sky: fill linear 0 0 to 0 852, #000080 0, #ffffff 1",
      "sky: fill linear 0 0 to 0 852, #000081 0, #fffffe 1",
      "the fill of the sky is a gradient from #000081 to #fffffe, "
        + "was a gradient from #000080 to #ffffff"
    ),
    (
      "sky: opacity 0.5; fill #ffffff", "sky: opacity 0.5",
      "the fill of the sky is none, was #ffffff"
    ),
  ])
  func isSaidSo(old: String, new: String, sentence: String) throws {
    #expect(try Self.sentences(old, new).map(\.sentence) == [sentence])
  }

  @Test func whatIsOfTheBackgroundIsToldAsTheBackground() throws {
    let (old, new) = ("haze: fill #ffffff", "haze: fill #eeeeee")
    #expect(try Self.sentences(old, new).map(\.kind) == [.color])
    #expect(try Self.sentences(old, new, background: ["haze"]).map(\.kind) == [.background])
  }

  @Test func aColorThatNobodySeesIsTransparent() {
    #expect(ColorName.nearest(Color(red: 1, green: 2, blue: 3, alpha: 0)) == "transparent")
    for (name, color) in Color.named where color.alpha == 255 {
      #expect(Color.named[ColorName.nearest(color)] == color, "\(name)")
    }
  }
}
