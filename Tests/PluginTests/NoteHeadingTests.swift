import BuiltInPlugins
import Designs
import Graphics
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Group headings above the first note of each group.
@Suite struct NoteHeadingTests {
  private func arrangement(
    _ notes: [Note], _ values: [String: JSONValue] = [:], on id: String = "iphone15"
  ) throws -> (shown: Arrangement, context: ComposeContext) {
    let device = try DeviceCatalog.shipped.device(id)
    let context = try Studio().context(on: device, notes: notes)
    return (try NumberedNotes(ParameterValues(values)).arrange(in: context), context)
  }

  private static let notes = [
    Note("Milk", heading: "Shop"), Note("Bread and two lemons", heading: "Shop"),
    Note("Water the plants", heading: "Home"), Note("Call the plumber before 9:40"),
    Note("Pay the rent", heading: "Home"), Note("Iron a shirt", heading: ""),
  ]

  private func headings(_ shown: Arrangement) -> [(name: String, content: TextContent)] {
    shown.layers.flatMap(\.allTexts).filter { $0.name.hasPrefix("heading.") }
  }

  /// Each heading is above its note, does not touch the previous note, is inside the free area, and
  /// is smaller than the notes.
  @Test(
    arguments: ["start", "center", "end"], ["iphonese3", "iphone17promax", "ipadpro13"])
  func aGroupHasItsHeadingOnce(_ align: String, on id: String) throws {
    let (shown, context) = try arrangement(Self.notes, ["align": .string(align)], on: id)
    let headings = headings(shown)
    #expect(headings.map(\.name) == ["heading.1", "heading.3", "heading.5"])
    #expect(headings.map(\.content.block.text) == ["Shop", "Home", "Home"])
    #expect(shown.notes.count == Self.notes.count)
    for (heading, number) in zip(headings.map(\.content), [1, 3, 5]) {
      #expect(context.freeArea.contains(heading.frame))
      #expect(heading.frame.maxY <= shown.notes[number - 1].frame.y)
      #expect(heading.block.style.size < shown.fontSize ?? 0)
      guard number > 1 else { continue }
      #expect(heading.frame.y >= shown.notes[number - 2].frame.maxY)
    }
  }

  /// The gap between groups, with or without a heading, is larger than the gap between notes.
  @Test func groupsStandApart() throws {
    let frames = try arrangement(Self.notes, ["form": "list"]).shown.notes.map(\.frame)
    let gaps = zip(frames, frames.dropFirst()).map { $1.y - $0.maxY }
    #expect(gaps[2] > gaps[0] * 1.5 && gaps[4] > gaps[0] * 1.5)
  }

  @Test func withoutHeadingsAListIsThatOfItsWords() throws {
    let plain = try arrangement(Self.notes.map { Note($0.text) }).shown
    let hidden = try arrangement(Self.notes, ["headings": false]).shown
    #expect(hidden.layers == plain.layers)
  }

  /// If a word is wider than the column, the headings shrink so that the word is not broken.
  @Test func noWordOfAHeadingBreaks() throws {
    let word = "Donaudampfschifffahrtsgesellschaft"
    let shown = try arrangement([Note("Milk", heading: word), Note("Tea", heading: word)]).shown
    let heading = try #require(headings(shown).first?.content)
    #expect(heading.frame.height < heading.block.style.size * 1.6)
  }

  /// If a list does not fit, notes are left out at its end, together with their headings.
  @Test func whatIsLeftOutTakesItsHeadingAlong() throws {
    let notes = (1...60).map { Note("Note number \($0)", heading: "Group \(($0 + 2) / 3)") }
    let (shown, context) = try arrangement(notes, ["form": "list"])
    #expect(!shown.notes.isEmpty && shown.warnings.map(\.code) == [.notesHidden])
    #expect(headings(shown).count == (shown.notes.count + 2) / 3)
    for (_, text) in shown.layers.flatMap(\.allTexts) {
      #expect(context.freeArea.maxY >= text.frame.maxY - 0.01)
    }
  }

  /// The headings of right-to-left notes are also right-aligned.
  @Test func headingsStandAtTheSideOfTheirNotes() throws {
    let (shown, context) = try arrangement(
      [Note("حليب", heading: "تسوق"), Note("الخبز", heading: "تسوق")], ["form": "list"])
    let heading = try #require(headings(shown).first?.content)
    let ink = try context.measurer.measure(heading.block, width: heading.frame.width).ink
      .offset(x: heading.frame.x)
    #expect(ink.midX > context.canvas.width / 2)
  }
}
