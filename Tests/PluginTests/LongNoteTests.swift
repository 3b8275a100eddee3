import BuiltInPlugins
import Designs
import Graphics
import SourceJSON
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// The time to typeset a note that is too long for any screen depends on the screen, not on the
/// length of the note.
@Suite struct LongNoteTests {
  /// Counts the characters that are shaped.
  private final class Counter: TextMeasurer {
    let engine: TextEngine
    var characters = 0

    init(_ engine: TextEngine) { self.engine = engine }

    func measure(_ block: TextBlock, width: Double?) throws(RenderError) -> TextMeasurement {
      characters += block.text.count
      return try engine.measure(block, width: width)
    }
  }

  @Test(arguments: ["ก", "မ", "ខ", "ab ", "漢", "אב "], ["iphonese3", "ipadpro13"])
  func littleMoreIsMeasuredThanIsShown(_ letters: String, on id: String) throws {
    let device = try DeviceCatalog.shipped.device(id)
    let studio = try Studio()
    func shaped(_ count: Int) throws -> (characters: Int, arrangement: Arrangement) {
      let counter = Counter(studio.engine(for: device))
      // As in notes from input, every hundred characters contain a break opportunity.
      let part = String(repeating: letters, count: 99 / letters.count) + "\u{200B}"
      let note = Note(String(repeating: part, count: count / part.count))
      let plain = studio.context(on: device, notes: [note, Note("Buy milk")])
      let context = ComposeContext(
        canvas: plain.canvas, freeArea: plain.freeArea, typeScale: plain.typeScale,
        isTablet: plain.isTablet, content: plain.content, words: plain.words,
        overflow: .more, measurer: counter)
      let arrangement = try NumberedNotes(ParameterValues(["form": .string("list")]))
        .arrange(in: context)
      return (counter.characters, arrangement)
    }
    let whole = try shaped(19_900)
    let half = try shaped(9900)
    // With twice the text, the lines are the same, and at most a quarter more characters are
    // measured.
    #expect(whole.arrangement.notes.map(\.lines) == half.arrangement.notes.map(\.lines))
    #expect(whole.characters <= half.characters + half.characters / 4, "\(whole.characters)")
  }
}
