import BuiltInPlugins
import Designs
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Tests how lists are typeset; some tests come from user complaints about always using the largest
/// size that fits.
@Suite struct NoteSettingTests {
  private func arrange(
    _ texts: [String], on id: String, _ values: ParameterValues = ParameterValues(),
    language: String? = nil
  ) throws -> (arrangement: Arrangement, context: ComposeContext) {
    let device = try DeviceCatalog.shipped.device(id)
    let context = try Studio().context(
      on: device, notes: texts.map { Note($0) }, language: language)
    return (try NumberedNotes(values).arrange(in: context), context)
  }

  private func texts(_ arrangement: Arrangement) -> [TextContent] {
    arrangement.layers.flatMap(\.allTexts).filter { $0.name.hasSuffix(".text") }.map(\.content)
  }

  private static let six = [
    "Buy milk and bread", "Call Ana about Saturday", "Water the plants", "Train 9:40, platform 2",
    "Return the library books", "Pick up parcel",
  ]

  /// If most notes are long, they are broken into lines instead of being shrunk to one line.
  @Test func longNotesBreak() throws {
    let text = "Book the tickets for the concert in the old town hall before they are sold out"
    let (arrangement, context) = try arrange(Array(repeating: text, count: 4), on: "iphone15")
    #expect(arrangement.notes.allSatisfy { $0.lines > 1 })
    #expect(try #require(arrangement.fontSize) / context.typeScale > 24)
  }

  @Test func aLongWordHasItsOwnNoteSetSmaller() throws {
    let word = "Donaudampfschifffahrtsgesellschaft"
    let (arrangement, context) = try arrange(
      ["Buy milk", word + " anrufen", "Pay rent", "Call Ana"], on: "iphone15")
    let sizes = texts(arrangement).map(\.block.style.size)
    #expect(sizes[0] == sizes[2] && sizes[0] == sizes[3] && sizes[0] == arrangement.fontSize)
    #expect(sizes[1] < 0.8 * sizes[0] && sizes[1] >= 17.3 * context.typeScale)
    // The long word is not broken.
    let second = texts(arrangement)[1]
    let measured = try context.measurer.measure(second.block, width: second.frame.width)
    #expect(measured.lines.first.map { $0.range.count >= word.utf8.count } == true)
    // If a common size makes the other notes only slightly smaller, all notes have that size.
    let (alike, _) = try arrange(["Buy milk", "Wohnungsübergabe", "Pay rent"], on: "iphone15")
    #expect(Set(texts(alike).map(\.block.style.size)).count == 1)
  }

  /// A list that cannot be shown completely is not measured in every form.
  ///
  /// Measuring it in columns once multiplied the time by ten.
  @Test(arguments: ["iphone15", "ipadpro13"])
  func aListThatIsMuchTooLongIsMeasuredInOneFormOnly(on id: String) throws {
    let sentence = "The quick brown fox jumps over a lazy dog near the old river bank. "
    let notes = (1...40).map { Note("\($0) " + String(repeating: sentence, count: 9)) }
    let plain = try Studio().context(
      on: try DeviceCatalog.shipped.device(id), notes: notes)
    let counter = CountingMeasurer(plain.measurer)
    let context = ComposeContext(
      canvas: plain.canvas, freeArea: plain.freeArea, obstacles: plain.obstacles,
      typeScale: plain.typeScale, isTablet: plain.isTablet, content: plain.content,
      measurer: counter)
    let shown = try NumberedNotes(ParameterValues()).arrange(in: context)
    #expect(Set(shown.warnings.map(\.code)) == [.notesShortened, .notesHidden])
    let long = counter.asked.filter { $0.block.text.count > 500 }
    #expect(long.count <= 4 * notes.count, "\(long.count) paragraphs were measured")
    #expect(Set(long.map { $0.width }).count <= 3, "at several widths")
  }

  /// If the language is known, a word that is too long for a line is hyphenated, and all notes have
  /// the same size.
  @Test(arguments: ["iphonese3", "iphone15", "ipadpro13"])
  func aLongWordIsDividedWhereItsLanguageIsKnown(on id: String) throws {
    let word = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk"
    let notes = ["Brot kaufen", word + " anrufen", "Miete zahlen", "Ana anrufen"]
    let (arrangement, context) = try arrange(notes, on: id, language: "de")
    #expect(Set(texts(arrangement).map(\.block.style.size)).count == 1)
    let second = texts(arrangement)[1]
    let measured = try context.measurer.measure(second.block, width: second.frame.width)
    #expect(measured.lines.contains { $0.isHyphenated })
    for line in measured.lines.dropLast() where !line.isHyphenated {
      #expect(Array(second.block.text.utf8)[line.range.upperBound - 1] == 0x20)
    }
    let (unknown, _) = try arrange(notes, on: id)
    let size = try #require(unknown.fontSize)
    #expect(try #require(arrangement.fontSize) > 0.7 * size)
  }

  @Test(arguments: ["iphone15", "ipad10", "ipadpro13"])
  func thirtyShortNotesAreAllShown(on id: String) throws {
    let (arrangement, context) = try arrange((1...30).map { "Note number \($0)" }, on: id)
    #expect(arrangement.warnings.isEmpty && arrangement.notes.count == 30)
    #expect(arrangement.notes.allSatisfy { $0.lines == 1 })
    let frames = arrangement.notes.map(\.frame)
    #expect((2...3).contains(Set(frames.map(\.x)).count))
    for frame in frames { #expect(context.freeArea.contains(frame, tolerance: 1)) }
    // The notes run down each column first, and then across.
    #expect(frames[1].x == frames[0].x && frames[1].y > frames[0].y && frames[29].x > frames[0].x)
  }

  /// Type shrinks below the usual minimum size before a note is left out; lists that fit are
  /// unchanged.
  @Test(arguments: ["iphonese3", "iphone15", "ipadmini6"])
  func typeIsSmallerBeforeANoteIsLeftOut(on id: String) throws {
    let crowded = ParameterValues(["min-size": .number(12), "crowded-below": .number(17.3)])
    let many = (0..<30).map { Self.six[$0 % 6] }
    let (cut, context) = try arrange(many, on: id)
    #expect(!cut.warnings.isEmpty)
    let (whole, _) = try arrange(many, on: id, crowded)
    #expect(whole.warnings.isEmpty && whole.notes.count == 30)
    let size = try #require(whole.fontSize) / context.typeScale
    #expect(size >= 12 && size < 17.3)
    for frame in whole.notes.map(\.frame) {
      #expect(context.freeArea.contains(frame, tolerance: 1))
    }
    for count in [1, 6, 10] {
      let few = Array(many.prefix(count))
      #expect(try arrange(few, on: id, crowded).arrangement == arrange(few, on: id).arrangement)
    }
    // The shrinking is also limited: a much longer list still loses notes, with a warning.
    let (most, _) = try arrange(many + many + many + many, on: id, crowded)
    #expect(most.warnings.contains { $0.code == .notesHidden })
    #expect(most.notes.count > cut.notes.count)
  }

  /// The columns have similar heights, not equal numbers of notes.
  @Test func columnsAreEven() throws {
    let long = "A long note with words for more than one line of a column, and for a second one"
    let notes = Array(repeating: long, count: 4) + Array(repeating: "Short", count: 8)
    let columns = ParameterValues(["form": .string("columns")])
    for id in ["ipad10", "ipadpro13"] {
      let (arrangement, _) = try arrange(notes, on: id, columns)
      let frames = Dictionary(grouping: arrangement.notes.map(\.frame), by: \.x)
      #expect(frames.count > 1)
      let first = try #require(frames.min { $0.key < $1.key }?.value)
      #expect(first.count < notes.count / frames.count)
      let ends = frames.values.compactMap { $0.map(\.maxY).max() }
      let tallest = arrangement.notes.map(\.frame.height).max() ?? 0
      #expect((ends.max() ?? 0) - (ends.min() ?? 0) < 1.8 * tallest, "\(id): \(ends)")
    }
  }

  /// A list that does not fit in any form is shown in the form that shows the most notes.
  @Test func whatDoesNotFitIsShownInColumnsToo() throws {
    let notes = (1...60).map { "Note \($0) here" }
    for id in ["ipad10", "ipadpro13"] {
      let device = try DeviceCatalog.shipped.device(id).turned(to: .landscape)
      let context = try Studio().context(on: device, notes: notes.map { Note($0) })
      func shown(_ forms: [String]) throws -> Arrangement {
        let values = ParameterValues(["forms": .array(forms.map { .string($0) })])
        return try NumberedNotes(values).arrange(in: context)
      }
      let (list, columns) = (try shown(["list"]), try shown(["list", "columns"]))
      #expect(columns.warnings.map(\.code) == [.notesHidden])
      #expect(columns.notes.count > 2 * list.notes.count - 2)
      for text in texts(columns) {
        #expect(context.freeArea.contains(text.frame, tolerance: 1))
      }
    }
  }

  /// A list that fits in only one of the allowed forms is shown in that form.
  ///
  /// Columns may be too narrow for the notes, or a single column may be too short.
  @Test func columnsThatAreTooNarrowDoNotKeepAListFromBeingShown() throws {
    func shown(_ notes: [String], _ policy: OverflowPolicy, _ forms: [String]) throws -> Arrangement
    {
      let device = try DeviceCatalog.shipped.device("iphonese3")
      let context = try Studio().context(
        on: device, notes: notes.map { Note($0) }, overflow: policy)
      let values = ParameterValues([
        "forms": .array(forms.map { .string($0) }), "min-size": .number(30),
      ])
      return try NumberedNotes(values).arrange(in: context)
    }
    let long = (1...6).map { "Note \($0) has words that go on for a while and longer" }
    let both = try shown(long, .shorten, ["list", "columns"])
    #expect(both.notes.count == 6)
    #expect(try shown(long, .shorten, ["list"]).notes.count == 6)
    // Even with one line per note, the notes do not fit in a single column.
    let many = (1...12).map { "Number \($0)" }
    #expect(throws: RenderError.self) { try shown(many, .shorten, ["list"]) }
    #expect(try shown(many, .shorten, ["list", "columns"]).notes.count == 12)
    let error = #expect(throws: RenderError.self) {
      try shown(many + many + many, .shorten, ["list", "columns"])
    }
    #expect(error?.code == .notesDoNotFit)
  }

  @Test func columnsFollowTheDirectionOfReading() throws {
    let (arrangement, _) = try arrange((1...18).map { "שלום \($0)" }, on: "ipadpro13")
    let frames = arrangement.notes.map(\.frame)
    #expect(Set(frames.map(\.x)).count > 1 && frames[17].x < frames[0].x)
  }

  /// Short lists and centered lists stay in one column.
  @Test func columnsAreForLongLists() throws {
    let (few, _) = try arrange((1...9).map { "Note \($0)" }, on: "ipadpro13")
    #expect(Set(few.notes.map(\.frame.x)).count == 1)
    let centred = ParameterValues(["align": .string("center")])
    let (middle, _) = try arrange((1...30).map { "Note \($0)" }, on: "ipadpro13", centred)
    #expect(Set(texts(middle).map(\.frame.x)).count == 1)
  }

  @Test func airIsKeptUntilANoteNeedsIt() throws {
    let values = ParameterValues(["air": .number(28)])
    let (calm, context) = try arrange(Self.six, on: "iphone15", values)
    let area = context.freeArea
    let top = try #require(calm.notes.first).frame.y
    let air = 28 * context.typeScale
    #expect(top >= area.y + air - 0.01)
    // The longest list without a warning needs almost the full height, so the space above it is
    // given up.
    var count = 6
    var last = calm
    while true {
      let next = try arrange(
        (0...count).map { "A long note of some words, number \($0)" }, on: "iphone15", values
      )
      .arrangement
      guard next.warnings.isEmpty else { break }
      (last, count) = (next, count + 1)
    }
    #expect(try #require(last.notes.first).frame.y < area.y + air - 1)
  }

  /// Gaps between notes grow up to a limit if most of the area would be empty.
  @Test func fewNotesAreNotHuddledTogether() throws {
    let list = ParameterValues(["form": .string("list")])
    let (arrangement, context) = try arrange(["Milk", "Bread", "Eggs"], on: "iphone15", list)
    let frames = arrangement.notes.map(\.frame)
    let size = try #require(arrangement.fontSize)
    let gap = frames[1].y - frames[0].maxY
    #expect(gap > 0.5 * size && gap <= 0.45 * 1.7 * size + 0.01)
    #expect(frames[2].maxY < context.freeArea.y + 0.75 * context.freeArea.height)
  }

  /// One to three short notes are large, and their center is slightly above the center of the area.
  @Test(arguments: ["iphonese3", "iphone15", "ipadpro13"])
  func aFewShortNotesAreAPoster(on id: String) throws {
    for notes in [
      ["Buy milk"], ["Buy milk", "Call Ana"], ["Call Ana", "Buy milk and bread", "Read"],
    ] {
      let (arrangement, context) = try arrange(notes, on: id)
      #expect(arrangement.considered.first?.form == "poster")
      let frames = texts(arrangement).map(\.frame)
      let (top, bottom) = (frames.map(\.y).min() ?? 0, frames.map(\.maxY).max() ?? 0)
      let area = context.freeArea
      let share = ((top + bottom) / 2 - area.y) / area.height
      #expect((0.38...0.5).contains(share), "\(notes.count) on \(id): \(share)")
      #expect(frames.allSatisfy { area.contains($0, tolerance: 1) })
      // A single note needs no number.
      let numbers = arrangement.layers.flatMap(\.allTexts).filter { $0.name.hasSuffix(".number") }
      #expect(numbers.count == (notes.count == 1 ? 0 : notes.count))
    }
    let (long, _) = try arrange(
      ["Book the tickets for the concert in the old town hall before they are sold out"], on: id)
    #expect(long.considered.first?.form == "list")
  }

  @Test func formsAreChosenAndForbidden() throws {
    func form(_ texts: [String], _ values: [String: JSONValue]) throws -> String? {
      try arrange(texts, on: "iphone15", ParameterValues(values)).arrangement.considered.first?.form
    }
    let six = Self.six
    #expect(try form(["Buy milk"], ["form": .string("list")]) == "list")
    #expect(try form(["Buy milk"], ["forms": .array([.string("list")])]) == "list")
    #expect(try form(six, ["form": .string("poster")]) == "poster")
    #expect(try form(["A", "B", "C", "D"], ["form": .string("columns")]) == "columns")
    let thirty = (1...30).map { "Note number \($0)" }
    #expect(try form(thirty, [:]) == "columns")
    // If only the form `list` is allowed, notes that do not fit are left out and counted rather
    // than shown in columns.
    let (list, _) = try arrange(
      thirty, on: "iphone15", ParameterValues(["forms": .array([.string("list")])]))
    #expect(list.notes.count < 30 && list.warnings.map(\.code) == [.notesHidden])
  }

  /// The first considered setting is the chosen one: its cost is 0, and its type size is that of
  /// the list.
  @Test func theLargestIsFirst() throws {
    for count in 1...6 {
      let (arrangement, _) = try arrange(Array(Self.six.prefix(count)), on: "iphone15")
      let costs = arrangement.considered.map(\.cost)
      #expect(costs.first == 0 && costs.dropFirst().allSatisfy { $0 > 0 })
      #expect(arrangement.considered[0].fontSize == arrangement.fontSize)
    }
  }

  /// All notes of a list with mixed directions start at one edge, and each note keeps its own
  /// direction.
  @Test func aListHasTheDirectionOfItsMajority() throws {
    let mixed = ["اشتر الحليب", "Call the bank", "اتصل بأمي", "Pay rent today", "اسق النباتات"]
    for (notes, isRight) in [(mixed, true), (Array(mixed.prefix(4).reversed()), false)] {
      let (arrangement, context) = try arrange(notes, on: "iphone15")
      let numbers = arrangement.layers.flatMap(\.allTexts).filter { $0.name.hasSuffix(".number") }
      #expect(Set(numbers.map { $0.content.frame.x.rounded() }).count == 1)
      let middle = context.freeArea.x + context.freeArea.width / 2
      #expect(numbers.allSatisfy { ($0.content.frame.x > middle) == isRight })
      // The ink of every note starts at the same edge, regardless of its direction.
      let edges = try texts(arrangement).map { text in
        let ink = try context.measurer.measure(text.block, width: text.frame.width).ink
        return isRight ? text.frame.x + ink.maxX : text.frame.x + ink.x
      }
      #expect((edges.max() ?? 0) - (edges.min() ?? 0) < 6)
      #expect(
        arrangement.notes.map(\.direction)
          == notes.map {
            $0.unicodeScalars.first.map { $0.value > 0x590 } == true ? .rightToLeft : .leftToRight
          })
    }
  }

  /// The count of hidden notes is aligned with the list, regardless of the script of the count.
  @Test func theCountOfHiddenNotesStandsAtTheSideOfTheList() throws {
    let list = ParameterValues(["form": .string("list")])
    for (word, isRight) in [("حليب", true), ("Milk", false)] {
      let (arrangement, context) = try arrange(
        (1...40).map { "\(word) \($0)" }, on: "iphone15", list)
      let more = try #require(
        arrangement.layers.flatMap(\.allTexts).first { $0.name == "more.text" }?.content)
      let ink = try context.measurer.measure(more.block, width: more.frame.width).ink
      let middle = more.frame.x + ink.midX
      #expect((middle > context.freeArea.midX) == isRight, "\(word): \(middle)")
    }
  }

  /// The text for an empty list is aligned to the side on which its script starts.
  @Test func theWordsForAnEmptyListStandWhereTheyBegin() throws {
    for (words, isRight) in [("لا شيء", true), ("Nothing", false)] {
      let device = try DeviceCatalog.shipped.device("iphone15")
      let whole = try Studio().context(on: device, notes: [])
      let context = ComposeContext(
        canvas: whole.canvas, freeArea: whole.freeArea, typeScale: whole.typeScale,
        content: Content(notes: []), measurer: whole.measurer)
      let arrangement = try NumberedNotes(
        ParameterValues(["empty-text": .string(words), "max-size": .number(30)])
      ).arrange(in: context)
      let text = try #require(texts(arrangement).first)
      let ink = try context.measurer.measure(text.block, width: text.frame.width).ink
      #expect((text.frame.x + ink.midX > context.freeArea.midX) == isRight, "\(words)")
      let area = context.freeArea
      let share = (text.frame.midY - area.y) / area.height
      #expect((0.38...0.5).contains(share), "\(words): \(share)")
    }
  }
}

/// Records each distinct measurement request once.
private final class CountingMeasurer: TextMeasurer {
  private let measurer: any TextMeasurer
  private(set) var asked: Set<MeasuredText> = []

  init(_ measurer: any TextMeasurer) { self.measurer = measurer }

  func measure(_ block: TextBlock, width: Double?) throws(RenderError) -> TextMeasurement {
    asked.insert(MeasuredText(block, width: width))
    return try measurer.measure(block, width: width)
  }
}
