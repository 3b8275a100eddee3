import BuiltInPlugins
import Designs
import Graphics
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Lists that first-time users wrote, in every look of every theme.
@Suite(.tags(.torture)) struct FirstUsersTests {
  struct List: Sendable, CustomTestStringConvertible {
    let title: String
    let notes: [String]
    var language: String?
    /// Phrases that must stay on one line if they fit.
    var whole: [String] = []
    var testDescription: String { title }
  }

  private static let six = [
    "Buy milk and bread", "Call Ana about Saturday", "Water the plants", "Train 9:40, platform 2",
    "Return the library books", "Pick up parcel",
  ]

  static let lists = [
    List(title: "six", notes: six, whole: ["9:40,", "platform 2"]),
    List(
      title: "a long word",
      notes: [
        "Donaudampfschifffahrtsgesellschaft", "Buy milk", "Pay rent", "Call Ana", "Water plants",
      ]
    ),
    List(title: "one", notes: ["Call Ana about Saturday"]),
    List(
      title: "long",
      notes: [
        "Book the tickets for the concert in the old town hall before they are sold out",
        "Ask Mr Okafor whether the invoice of March has been paid by now",
        "Meet Dr. Fischer at 9:40 am on platform 2 and bring 3 kg of apples",
      ],
      whole: ["Mr Okafor", "Dr. Fischer", "9:40 am", "platform 2", "3 kg"]),
    List(
      title: "Japanese",
      notes: ["明日の朝9時40分に田中さんと東京駅で会って資料を渡す", "牛乳を買って帰る"], language: "ja",
      whole: ["9時40分", "田中さんと", "東京駅で", "資料を"]),
    List(
      title: "Thai", notes: ["ไปรับลูกที่โรงเรียนวันเสาร์เวลา 9:40 น. แล้วซื้อขนมปัง", "รดน้ำต้นไม้"],
      language: "th", whole: ["โรงเรียน", "วันเสาร์", "9:40 น.", "ขนมปัง"]),
    List(
      title: "Arabic and English",
      notes: ["اتصل بـ Ana Schmidt قبل القطار 9:40 من رصيف 2", "اشتر الحليب", "Call the bank"],
      whole: ["رصيف 2"]),
  ]

  private static let devices = [
    "iphonese3", "iphone13mini", "iphone15", "iphone17promax", "ipadpro13",
  ]

  /// Outside torture mode, each list is typeset in each look on only one of the screens, in
  /// rotation.
  @Test(arguments: LegibilityTests.looks)
  func noWordIsLonelyAndNoNameIsBroken(in look: LegibilityTests.Look) throws {
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    let count = Self.devices.count
    for (place, id) in Self.devices.enumerated() {
      for (index, list) in Self.lists.enumerated()
      where Torture.isOn || (look.number + index) % count == place {
        var request = look.request(id)
        (request.content, request.language) = (
          Content(notes: list.notes.map { Note($0) }), list.language
        )
        let plan = try renderer.resolve(request)
        let composition = try renderer.compose(plan)
        #expect(composition.warnings.isEmpty, "\(list.title) on \(id): \(composition.warnings)")
        let engine = try renderer.textEngine(for: plan)
        for (name, content) in composition.scene.foreground.flatMap(\.allTexts)
        where name.hasSuffix(".text") {
          let lines = try lines(content, engine)
          let comment: Comment = "\(list.title) on \(id): \(lines)"
          #expect(!lines.isEmpty, comment)
          for whole in list.whole where content.block.text.contains(whole) {
            #expect(lines.contains { $0.contains(whole) }, comment)
          }
          // Skip lists with a language: Japanese and Thai are written without spaces, so there are
          // no words to check.
          let words = content.block.text.split(separator: " ")
          guard lines.count > 1, words.count > lines.count, list.language == nil else { continue }
          // The last word may be alone on its line only if it does not fit on a line with the word
          // before it.
          var style = content.block.style
          style.strikethrough = false
          let ending = TextBlock(words.suffix(2).joined(separator: " "), style: style)
          // Pango breaks lines as if they were wider by negative letter spacing, which it removes at
          // the ends of a line.
          let removed = max(0, -style.letterSpacing) * style.size
          guard try engine.measure(ending, width: nil).size.width + removed < content.frame.width
          else { continue }
          #expect(lines.last?.contains(" ") == true, comment)
        }
      }
    }
  }

  /// In lists of thirty notes, nothing is hidden or truncated, and the columns have similar
  /// heights.
  ///
  /// Outside torture mode, each look is tested on only one of the screens, in rotation.
  @Test(arguments: LegibilityTests.looks)
  func thirtyShortNotesAreAllShown(in look: LegibilityTests.Look) throws {
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    let mixed = (0..<30).map { Self.six[$0 % 6] }
    let ids = ["iphone15", "ipad10", "ipadpro13"]
    for id in Torture.isOn ? ids : [ids[look.number % ids.count]] {
      for notes in [(1...30).map { "Note number \($0)" }, mixed] {
        var request = look.request(id)
        request.content = Content(notes: notes.map { Note($0) })
        let composition = try renderer.compose(try renderer.resolve(request))
        #expect(composition.warnings.isEmpty, "\(id): \(composition.warnings)")
        #expect(composition.notes.count == 30 && !composition.notes.contains(where: \.clipped))
        let columns = Dictionary(grouping: composition.notes, by: \.frame.x)
        let ends = columns.values.compactMap { $0.map(\.frame.maxY).max() }
        let (lowest, highest) = (ends.max() ?? 0, ends.min() ?? 0)
        let tallest = composition.notes.map(\.frame.height).max() ?? 0
        #expect(lowest - highest < 1.8 * tallest, "\(id): \(ends)")
      }
    }
  }

  private func lines(_ content: TextContent, _ engine: any TextMeasurer) throws -> [String] {
    let text = Array(content.block.text.utf8)
    return try engine.measure(content.block, width: content.frame.width).lines.map { line in
      var words = String(decoding: text[line.range], as: UTF8.self)
      while words.last?.isWhitespace == true { words.removeLast() }
      return words
    }
  }
}
