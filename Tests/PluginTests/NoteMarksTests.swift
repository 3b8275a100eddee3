import BuiltInPlugins
import Designs
import Graphics
import Languages
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Marks before and after notes: bullets, checkboxes, days.
@Suite struct NoteMarksTests {
  private func arrangement(
    _ notes: [Note], _ values: [String: JSONValue] = [:], on id: String = "iphone15",
    language: String = "en"
  ) throws -> (shown: Arrangement, context: ComposeContext) {
    let device = try DeviceCatalog.shipped.device(id)
    let plain = try Studio().context(on: device, notes: notes)
    let day = try #require(Day("2026-05-21"))
    let context = ComposeContext(
      canvas: plain.canvas, freeArea: plain.freeArea, typeScale: plain.typeScale,
      isTablet: plain.isTablet, content: plain.content, now: Now(Zone.utc.start(of: day), in: .utc),
      words: ICUWords(language), language: language, measurer: plain.measurer)
    return (try NumberedNotes(ParameterValues(values)).arrange(in: context), context)
  }

  private func marks(_ arrangement: Arrangement) -> [(name: String, bounds: Rect)] {
    arrangement.layers.flatMap { layer -> [Layer] in
      if case .group(let group) = layer.content { group.layers } else { [] }
    }.compactMap { layer in
      if case .shape(let shape) = layer.content { (layer.name, shape.shape.bounds) } else { nil }
    }
  }

  /// Numbers use the digits in the notes if all notes use the same kind of digits and the digits
  /// suit the notes' script.
  ///
  /// Otherwise, numbers use the digits of the language.
  @Test(arguments: [
    ("en", ["Milk", "Bread"], "1."), ("ar", ["حليب", "خبز"], "١."), ("fa", ["شیر", "نان"], "۱."),
    ("mr", ["दूध", "पोळी"], "१."), ("ar", ["الساعة 9:40", "خبز"], "1."),
    ("ar", ["٣ تفاحات", "الساعة 9:40"], "١."), ("en", ["٣ تفاحات", "خبز"], "١."),
    ("en", ["Milk", "٣ تفاحات", "Bread"], "1."), ("ja", ["１２個", "牛乳"], "1."),
  ])
  func numbersHaveTheDigitsOfTheList(
    _ language: String, _ notes: [String], _ label: String
  ) throws {
    let values: [String: JSONValue] = ["number-style": "period", "form": "list"]
    let (shown, _) = try arrangement(notes.map { Note($0) }, values, language: language)
    let texts = shown.layers.flatMap(\.allTexts).map(\.content.block.text)
    #expect(texts.contains(label), "\(texts)")
  }

  private static let notes = [
    Note("Milk"), Note("Bread and two lemons", done: true), Note("حليب"),
    Note("Call the plumber before 9:40"),
    Note("Water the plants"),
  ]

  /// Every note has a mark that is inside the free area, is next to the note's first line and does
  /// not touch its text.
  @Test(arguments: ["bullet", "box"], ["iphonese3", "iphone17promax", "ipadpro13"])
  func everyNoteHasItsMark(_ style: String, on id: String) throws {
    for align in ["start", "end"] {
      let values: [String: JSONValue] = ["number-style": .string(style), "align": .string(align)]
      let (shown, context) = try arrangement(Self.notes, values, on: id)
      let marks = marks(shown).filter { !$0.name.hasSuffix(".tick") }
      #expect(marks.map(\.name) == (1...5).map { "note.\($0).mark" })
      let texts = shown.layers.flatMap(\.allTexts).map(\.content)
      for (mark, text) in zip(marks, texts) {
        #expect(context.freeArea.contains(mark.bounds))
        let ink = try context.measurer.measure(text.block, width: text.frame.width).ink
        #expect(mark.bounds.intersection(ink.offset(x: text.frame.x, y: text.frame.y)).isEmpty)
        #expect(
          mark.bounds.midY > text.frame.y
            && mark.bounds.midY < text.frame.y + 1.6 * text.block.style.size)
      }
    }
  }

  @Test func aBoxIsTickedWhereTheNoteIsDone() throws {
    let (shown, _) = try arrangement(Self.notes, ["number-style": "box"])
    #expect(marks(shown).map(\.name).filter { $0.hasSuffix(".tick") } == ["note.2.mark.tick"])
  }

  /// Notes with the alignment `end` end at the same edge; their numbers are beyond that edge and
  /// keep their left-to-right direction.
  @Test func notesStandAtTheOtherSide() throws {
    let notes = (1...12).map { Note("Note number \($0)") }
    let (start, context) = try arrangement(notes, ["form": "list"])
    let (end, _) = try arrangement(notes, ["form": "list", "align": "end"])
    #expect(start.fontSize == end.fontSize)
    let texts = end.layers.flatMap(\.allTexts).filter { $0.name.hasSuffix(".text") }.map(\.content)
    let numbers = end.layers.flatMap(\.allTexts).filter { $0.name.hasSuffix(".number") }.map(
      \.content)
    #expect(texts.count == 12 && numbers.count == 12)
    var rights: Set<Int> = []
    for (text, number) in zip(texts, numbers) {
      let own = try context.measurer.measure(text.block, width: text.frame.width)
      let beside = try context.measurer.measure(number.block, width: number.frame.width)
      #expect(own.direction == .leftToRight && beside.direction == .leftToRight)
      rights.insert(Int((text.frame.x + own.lines[0].frame.maxX).rounded()))
      #expect(number.frame.x + beside.ink.x > text.frame.x + own.ink.maxX)
    }
    #expect(rights.count == 1, "\(rights)")
  }

  @Test(arguments: [
    ("2026-05-21", "en", "today"), ("2026-05-22", "de", "morgen"),
    ("2026-05-20", "en", "yesterday"),
    ("2026-06-01", "de", "1.\u{A0}Juni"), ("2027-01-02", "en", "January\u{A0}2,\u{A0}2027"),
    ("2026-05-22T18:00", "en-GB", "tomorrow\u{A0}18:00"),
  ])
  func aDayIsSaid(_ due: String, _ language: String, _ words: String) throws {
    let note = Note("Milk", due: When(due))
    let (shown, _) = try arrangement([note], language: language)
    let block = try #require(shown.layers.flatMap(\.allTexts).first?.content.block)
    #expect(block.spans.count == 2 && block.spans[0].text == "Milk")
    let said = block.spans[1].text.replacing("\u{2002}", with: "")
    #expect(said == words)
  }

  /// The date of an overdue note has the late color, but the dates of finished notes and of notes
  /// that are due today do not.
  @Test func whatIsLateIsMarked() throws {
    let notes = [
      Note("a", due: When("2026-05-20")), Note("b", due: When("2026-05-21")),
      Note("c", done: true, due: When("2026-05-20")), Note("d"),
    ]
    let (shown, _) = try arrangement(notes, ["late-color": "#ff0000"])
    let spans = shown.layers.flatMap(\.allTexts).filter { $0.name.hasSuffix(".text") }
      .map { $0.content.block.spans }
    #expect(spans.map(\.count) == [2, 2, 2, 1])
    #expect(spans.map { $0.last?.color } == [Color("#ff0000"), nil, nil, nil])
  }

  /// A picture depends on the time only if at least one of its notes has a due date.
  @Test func aListWithoutDaysStaysTrue() throws {
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    for (note, expires) in [(Note("a"), false), (Note("a", due: When("2026-12-24")), true)] {
      var request = RenderRequest(device: "iphone8", notes: [note])
      request.now = When("2026-05-21T10:00")
      request.zone = "UTC"
      let receipt = try renderer.render(request)
      #expect((receipt.expires != nil) == expires)
      #expect(receipt.warnings.map(\.code) == [])
    }
  }
}
