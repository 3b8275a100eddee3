import BuiltInPlugins
import Designs
import Languages
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// The type size of a list, and the positions that depend on it.
@Suite(.tags(.seeded)) struct NoteSizeTests {
  private static let look: [String: JSONValue] = [
    "max-size": 46, "crowded-below": 17.3, "min-size": 13, "air": 22, "poster-growth": 1.5,
  ]
  private static let six = [
    Note("Buy oat milk and sourdough bread"), Note("Call Ana about Saturday", done: true),
    Note("Dentist at 9:40, bring the insurance card"), Note("Water the plants"),
    Note("Send the invoice to Mr Okafor"), Note("Read twenty pages"),
  ]

  private func arrange(
    _ notes: [Note], on id: String, _ values: [String: JSONValue] = [:], isOnPhoto: Bool = false
  ) throws -> (arrangement: Arrangement, context: ComposeContext) {
    let context = try Studio().context(
      on: try DeviceCatalog.shipped.device(id), notes: notes, isOnPhoto: isOnPhoto)
    let all = Self.look.merging(values) { $1 }
    return (try NumberedNotes(ParameterValues(all)).arrange(in: context), context)
  }

  private func texts(_ arrangement: Arrangement, _ part: String) -> [TextContent] {
    arrangement.layers.flatMap(\.allTexts).filter { $0.name.hasSuffix(part) }.map(\.content)
  }

  /// On a phone, six notes, two of which are long, are large enough to be read at arm's length and
  /// fill most of their area.
  @Test(arguments: ["iphone15", "iphone16promax", "iphone13"])
  func sixNotesAreReadAtArmsLength(on id: String) throws {
    let (arrangement, context) = try arrange(Self.six, on: id)
    let size = try #require(arrangement.fontSize)
    #expect((24...30).contains(size), "\(size)")
    let frames = arrangement.notes.map(\.frame)
    let height = try #require(frames.last).maxY - frames[0].y
    #expect((0.55...0.92).contains(height / context.freeArea.height))
  }

  @Test(arguments: ["ipadmini6", "ipad10", "ipadpro13"])
  func threeNotesOfATabletAreLarge(on id: String) throws {
    let notes = [
      Note("Buy milk"), Note("Call Ana about Saturday’s dinner reservation"),
      Note("Gym", done: true),
    ]
    let (arrangement, context) = try arrange(notes, on: id, ["max-size": 48])
    #expect(try #require(arrangement.fontSize) >= 60)
    let frames = arrangement.notes.map(\.frame)
    let middle = (frames[0].y + frames[2].maxY) / 2
    let share = (middle - context.freeArea.y) / context.freeArea.height
    #expect((0.38...0.5).contains(share), "\(share)")
  }

  /// More text never leads to larger type: if a note is removed or shortened, the largest type size
  /// does not decrease.
  @Test(arguments: [
    ("iphonese3", false), ("iphone15", false), ("ipad10", false), ("iphone15", true),
    ("ipad10", true),
  ])
  func theSizeNeverFallsWhenWordsGo(on id: String, isOnPhoto: Bool) throws {
    let words = [
      "milk", "bread", "call", "Ana", "dentist", "9:40", "library", "the", "plants", "water",
      "Straßenbahnhaltestelle", "invoice", "a", "https://example.com/a/b?c=d", "reservation",
    ]
    var random = SeededGenerator()
    for round in 0..<(Torture.isOn ? 400 : 25) {
      let count = Int.random(in: 2...(round % 3 == 0 ? 24 : 8), using: &random)
      let notes = (0..<count).map { _ in
        let length = Int.random(in: 1...(round % 2 == 0 ? 4 : 12), using: &random)
        return (0..<length).compactMap { _ in words.randomElement(using: &random) }
      }
      guard let whole = try sizes(of: notes, on: id, isOnPhoto) else { continue }
      let gone = Int.random(in: 0..<count, using: &random)
      var (fewer, left) = (notes, whole)
      fewer.remove(at: gone)
      left.remove(at: gone)
      var shorter = notes
      let place = Int.random(in: 0..<count, using: &random)
      if shorter[place].count > 1 { shorter[place].removeLast() }
      for (other, before) in [(fewer, left), (shorter, whole)] {
        let now = try #require(try sizes(of: other, on: id, isOnPhoto)).max() ?? 0
        let least = (before.max() ?? 0) - 0.01
        #expect(now >= least, "seed \(random.seed), round \(round): \(notes) → \(other)")
      }
    }
  }

  /// Short notes stay on one line each, also if larger type with more lines would fit.
  @Test(arguments: ["iphonese3", "iphone15", "iphone16promax"], [false, true])
  func shortNotesHaveOneLine(on id: String, isOnPhoto: Bool) throws {
    let notes = ["Water the plants", "Finish the slides", "Read"].map { Note($0) }
    let arrangement = try arrange(notes, on: id, isOnPhoto: isOnPhoto).arrangement
    #expect(arrangement.notes.allSatisfy { $0.lines == 1 })
    #expect(try #require(arrangement.fontSize) > 28)
  }

  /// Notes that are too long for a line wrap up to a limit, which is lower for many notes.
  @Test(arguments: ["iphonese3", "iphone15", "iphone15promax"], [false, true])
  func longNotesWrapUpToALimit(on id: String, isOnPhoto: Bool) throws {
    let notes = [
      "Finish the slides", "Ring the landlord about the heating", "Book the train to Lyon tonight",
      "Return the library books", "Water the plants",
    ].map { Note($0) }
    for (count, limit) in [(2, 32.0), (4, 32), (5, 29)] {
      let (arrangement, context) = try arrange(
        Array(notes.prefix(count)), on: id, isOnPhoto: isOnPhoto)
      #expect(arrangement.notes.contains { $0.lines > 1 } && arrangement.warnings.isEmpty)
      let size = try #require(arrangement.fontSize) / context.typeScale
      #expect((limit * 0.85...limit).contains(size), "\(count) notes: \(size)")
    }
  }

  /// The limits for wrapped notes do not make the type smaller when a note is removed.
  @Test(arguments: ["iphonese3", "iphone15", "ipadmini6", "ipad10"], [false, true])
  func limitsOfWrappedNotesDoNotFall(on id: String, isOnPhoto: Bool) throws {
    let notes = (1...6).map { Note("Ring the landlord about the heating in room \($0)") }
    var previous = 0.0
    for count in (1...6).reversed() {
      let arrangement = try arrange(
        Array(notes.prefix(count)), on: id, isOnPhoto: isOnPhoto
      ).arrangement
      let size = try #require(arrangement.fontSize)
      #expect(size >= previous - 0.01, "\(count) notes")
      previous = size
    }
  }

  /// A single note may be larger than wrapped notes of a list, but not as large on a photo as on a
  /// theme's background.
  @Test(arguments: ["iphonese3", "iphone15", "iphone15promax"])
  func aSingleNoteIsLarge(on id: String) throws {
    let notes = [Note("Ring the landlord about the heating")]
    let (photo, context) = try arrange(notes, on: id, isOnPhoto: true)
    let size = try #require(photo.fontSize)
    #expect((33...36).contains(size / context.typeScale))
    #expect(try #require(arrange(notes, on: id).arrangement.fontSize) > size)
  }

  /// Returns the type size of each note, or `nil` if the notes do not fit.
  private func sizes(
    of notes: [[String]], on id: String, _ isOnPhoto: Bool
  ) throws -> [Double]? {
    let shown = try arrange(
      notes.map { Note($0.joined(separator: " ")) }, on: id, isOnPhoto: isOnPhoto
    ).arrangement
    guard shown.warnings.isEmpty else { return nil }
    let sizes = texts(shown, ".text").map(\.block.style.size)
    try #require(sizes.count == notes.count)
    return sizes
  }

  /// A line with a due date is as high as one without.
  @Test func theRhythmIsEvenWhereALineHasADate() throws {
    let due = try #require(When("2026-05-22"))
    let notes = (1...5).map { Note("Note \($0)", due: $0 % 2 == 0 ? due : nil) }
    let plain = try Studio().context(on: try DeviceCatalog.shipped.device("iphone15"), notes: notes)
    let day = try #require(Day("2026-05-21"))
    let context = ComposeContext(
      canvas: plain.canvas, freeArea: plain.freeArea, typeScale: plain.typeScale,
      isTablet: plain.isTablet, content: plain.content, now: Now(Zone.utc.start(of: day), in: .utc),
      words: ICUWords("en"), language: "en", measurer: plain.measurer)
    let values = ParameterValues(Self.look.merging(["form": "list"]) { $1 })
    let tops = try NumberedNotes(values).arrange(in: context).notes.map(\.frame.y)
    let steps = zip(tops, tops.dropFirst()).map { $1 - $0 }
    #expect((steps.max() ?? 0) - (steps.min() ?? 0) < 0.01, "\(steps)")
  }

  private static let groups = [
    ("Work", ["Finish quarterly report", "Reply to Jonas", "Book flights", "Meet Priya"]),
    ("Groceries", ["Eggs", "Oat milk", "Cherry tomatoes", "Dishwasher tablets"]),
    ("Family", ["Call grandma", "Fix Leo’s bike", "School trip form", "Present for Mia"]),
  ].flatMap { (name, notes) -> [Note] in notes.map { Note($0, heading: name) } }

  /// Each column begins with a heading, and the headings at the top are on the same baseline.
  @Test(arguments: ["iphone15", "ipadpro13"])
  func columnsKeepGroupsTogether(on id: String) throws {
    let (arrangement, context) = try arrange(Self.groups, on: id, ["form": "columns"])
    #expect(arrangement.warnings.isEmpty)
    let names = Set(Self.groups.compactMap(\.heading))
    let headings = texts(arrangement, "").filter { names.contains($0.block.text) }
    #expect(headings.count == 3)
    let columns = Dictionary(grouping: arrangement.notes, by: \.frame.x)
    #expect(columns.count > 1)
    for notes in columns.values {
      #expect((notes.map(\.number).min() ?? 0) % 4 == 1)
    }
    let first = headings.filter { heading in
      abs(heading.frame.y - (headings.map(\.frame.y).min() ?? 0)) < 2
    }
    #expect(first.count == columns.count)
    let baselines = try first.map { heading in
      try context.measurer.measure(heading.block, width: heading.frame.width).firstBaseline
        + heading.frame.y
    }
    #expect((baselines.max() ?? 0) - (baselines.min() ?? 0) < 0.01)
  }

  /// A group that does not fit in any column is divided, and its heading is repeated.
  @Test func aDividedGroupRepeatsItsHeading() throws {
    let notes = (1...40).map { Note("Note number \($0)", heading: "All") }
    let (arrangement, _) = try arrange(notes, on: "iphone15", ["min-size": 8])
    let headings = texts(arrangement, "").filter { $0.block.text == "All" }
    let columns = Set(arrangement.notes.map(\.frame.x)).count
    #expect(columns > 1 && headings.count == columns)
  }

  @Test func aSingleNoteHasNoNumber() throws {
    for text in ["Buy milk", String(repeating: "Buy milk and bread for the week. ", count: 4)] {
      let (arrangement, _) = try arrange([Note(text)], on: "iphone15")
      #expect(texts(arrangement, ".number").isEmpty)
    }
    let (boxes, _) = try arrange([Note("Buy milk")], on: "iphone15", ["number-style": "box"])
    #expect(boxes.layers.count == 1 && texts(boxes, ".text")[0].frame.x > 40)
  }
}
