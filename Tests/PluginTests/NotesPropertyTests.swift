import BuiltInPlugins
import Designs
import Glibc
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Random note lists in mixed scripts.
struct NoteGenerator {
  var random: SeededGenerator

  private static let words = [
    "milk", "Öl", "naïve", "Straße", "jalapeños", "https://example.com/a/b?c=d", "9:40", "—", "(x)",
    "Dampfschifffahrtsgesellschaftskapitän", "حليب", "الخبز", "١٢٣", "חלב", "שָׁלוֹם", "牛乳",
    "東京都", "買う。", "한국어", "메모", "ซื้อนม", "พรุ่งนี้", "दूध", "क्षत्रिय", "பால்", "ភាសា",
    "👨‍👩‍👧‍👦", "🇯🇵", "👍🏽", "3️⃣", "☎︎", "☎️", "é", "ñ̃", "Ω", "Привет", "\u{00AD}soft\u{00AD}hyphen",
  ]

  mutating func list() -> [Note] {
    // Short lists of short notes are the most common, but extremes also occur.
    let count = Int(pow(40, Double.random(in: 0...1, using: &random)).rounded(.up))
    var notes = (0..<min(max(count, 1), 40)).map { _ in note() }
    // Headings are generated last, so that a seed still produces the same notes as before headings
    // existed.
    guard Int.random(in: 0..<3, using: &random) == 0 else { return notes }
    var heading: String?
    for index in notes.indices {
      if Int.random(in: 0..<3, using: &random) == 0 {
        let words = Int.random(in: 0...4, using: &random)
        heading = (0..<words).compactMap { _ in Self.words.randomElement(using: &random) }
          .joined(separator: " ")
      }
      notes[index].heading = heading
    }
    return notes
  }

  private mutating func note() -> Note {
    let length = Int(pow(600, Double.random(in: 0...1, using: &random)))
    var text = ""
    while text.count < length {
      text += NoteGenerator.words.randomElement(using: &random) ?? "a"
      text += Int.random(in: 0..<12, using: &random) == 0 ? "\n" : " "
    }
    text = String(text.prefix(max(1, length)))
    let isBlank = text.allSatisfy(\.isWhitespace)
    return Note(isBlank ? "a" : text, done: Bool.random(using: &random))
  }
}

@Suite(.tags(.torture, .sanitized)) struct NotesPropertyTests {
  /// The number of random lists; `make torture` sets it to 5000 through WALLFARM_PROPERTY_RUNS.
  ///
  /// A failure prints the seed of its list.
  static let runs = getenv("WALLFARM_PROPERTY_RUNS").flatMap { Int(String(cString: $0)) } ?? 40

  /// A small screen and a large screen.
  static let devices = ["iphonese3", "iphone16promax"]

  /// Seeds, found in longer runs, that once caused a note to be truncated silently.
  static let onceWrong: [UInt64] = [2427, 2990]

  /// Outside torture mode, each list is typeset on only one of the screens, in rotation.
  @Test(arguments: devices)
  func everyListFitsOrSaysWhatWasLeftOut(on id: String) throws {
    let studio = try Studio()
    let device = try DeviceCatalog.shipped.device(id)
    let number = try #require(Self.devices.firstIndex(of: id))
    let seeds = (0..<UInt64(Self.runs)).filter { Torture.isOn || Int($0 % 2) == number }
    for seed in seeds + Self.onceWrong {
      var generator = NoteGenerator(random: SeededGenerator(seed: seed))
      let notes = generator.list()
      let context = studio.context(on: device, notes: notes)
      let arrangement = try NumberedNotes(ParameterValues()).arrange(in: context)
      try expectInkInside(arrangement, context, "seed \(seed) on \(id)")
      expectNoNoteLost(arrangement, notes, "seed \(seed) on \(id)")
      try expectLittleIsGivenUp(arrangement, context, "seed \(seed) on \(id)")
    }
  }

  private func expectInkInside(
    _ arrangement: Arrangement, _ context: ComposeContext, _ comment: Comment
  ) throws {
    for (name, content) in arrangement.layers.flatMap(\.allTexts) {
      let ink = try context.measurer.measure(content.block, width: content.frame.width).ink
        .offset(x: content.frame.x, y: content.frame.y)
      #expect(ink.y >= context.freeArea.y - 0.01, "\(comment): \(name) starts above the area")
      #expect(ink.maxY <= context.freeArea.maxY + 0.01, "\(comment): \(name) ends below the area")
      #expect(
        ink.x >= 0 && ink.maxX <= context.canvas.width, "\(comment): \(name) leaves the screen")
    }
  }

  /// Every note is shown or counted in a warning, and shortened notes cause a warning.
  private func expectNoNoteLost(_ arrangement: Arrangement, _ notes: [Note], _ comment: Comment) {
    let shown = arrangement.notes.map(\.number)
    #expect(shown == Array(1..<shown.count + 1), comment)
    let hidden = notes.count - shown.count
    let hiddenWarning = arrangement.warnings.first { $0.code == .notesHidden }
    #expect((hidden > 0) == (hiddenWarning != nil), comment)
    if hidden > 0 { #expect(hiddenWarning?.message.hasPrefix("\(hidden) note") == true, comment) }
    let clipped = arrangement.notes.contains(where: \.clipped)
    #expect(clipped == arrangement.warnings.contains { $0.code == .notesShortened }, comment)
  }

  /// Expects that no larger type is possible: at the next size, the list does not fit, breaks a
  /// word or has more lines.
  private func expectLittleIsGivenUp(
    _ arrangement: Arrangement, _ context: ComposeContext, _ comment: Comment
  ) throws {
    let size = try #require(arrangement.fontSize)
    // Skip columns, in which keeping the gaps takes precedence over larger type.
    guard arrangement.warnings.isEmpty, Set(arrangement.notes.map(\.frame.width)).count == 1,
      arrangement.notes.allSatisfy({ $0.frame.width > context.freeArea.width / 2 })
    else { return }
    let considered = arrangement.considered
    // If the layout considered no settings, the list has the smallest size.
    guard let chosen = considered.first else {
      #expect(abs(size - 17.3 * context.typeScale) < 0.01, comment)
      return
    }
    #expect(chosen.fontSize == size, comment)
    #expect(considered.allSatisfy { $0.cost >= chosen.cost }, comment)
    let scale = context.typeScale
    let sizes = TypeSizes(onScaleFrom: 17.3 * scale, to: 46.7 * scale)
    // Wrapped notes have a limit, which is higher for few notes.
    let wrapped =
      switch arrangement.notes.count {
      case 1: Double.infinity
      case 2...3 where context.isTablet: 42.0
      case 2...4: 32.0
      default: 29.0
      }
    let limit = lines(arrangement) > arrangement.notes.count ? wrapped * scale : .infinity
    if let next = sizes.above(size)?.smallest, next <= limit,
      let larger = try arranged(at: next, arrangement, context)
    {
      #expect(
        lines(larger) > lines(arrangement),
        "\(comment): \(next) pt is possible beside \(considered)")
    }
  }

  private func lines(_ arrangement: Arrangement) -> Int {
    arrangement.notes.reduce(0) { $0 + $1.lines }
  }

  /// Returns the list laid out at one type size, or `nil` if that size is not possible.
  ///
  /// A size is not possible if it exceeds the maximum, if the list does not fit or its gaps become
  /// smaller, if a note has too many lines, or if it breaks a word that fits on a line at the
  /// smallest size.
  private func arranged(
    at size: Double, _ arrangement: Arrangement, _ context: ComposeContext
  ) throws -> Arrangement? {
    let wanted = size / context.typeScale
    guard wanted <= 46.7, try !breaksAWord(at: size, arrangement, context) else { return nil }
    let strict = ComposeContext(
      canvas: context.canvas, freeArea: context.freeArea, typeScale: context.typeScale,
      content: context.content, overflow: .fail, measurer: context.measurer)
    let values = ParameterValues(["max-size": .number(wanted), "min-size": .number(wanted)])
    do throws(RenderError) {
      let larger = try NumberedNotes(values).arrange(in: strict)
      let isTooLong = larger.notes.contains { $0.lines > mostLines(at: wanted) }
      return isTooLong || gap(larger) < gap(arrangement) - 0.01 ? nil : larger
    } catch {
      guard error.code == .notesDoNotFit else { throw error }
      return nil
    }
  }

  /// Returns the smallest gap between notes, relative to the type size; crowded lists have smaller
  /// gaps.
  private func gap(_ arrangement: Arrangement) -> Double {
    let frames = arrangement.notes.map(\.frame)
    let gaps = zip(frames, frames.dropFirst()).map { $1.y - $0.maxY }
    return (gaps.min() ?? 0) / (arrangement.fontSize ?? 1)
  }

  /// Returns the maximum number of lines of a note at a type size above the smallest.
  ///
  /// The size is in points on a screen that is 430 pt wide.
  private func mostLines(at size: Double) -> Int {
    switch size {
    case ...30: .max
    case ...36: 4
    case ...43: 3
    default: 2
    }
  }

  /// Whether a word that fits on a line at the smallest size is too wide at `size`.
  private func breaksAWord(
    at size: Double, _ arrangement: Arrangement, _ context: ComposeContext
  ) throws -> Bool {
    let texts = arrangement.layers.flatMap(\.allTexts).filter { $0.name.hasSuffix(".text") }
    let column = texts.map(\.content.frame.width).max() ?? 0
    guard var style = texts.first?.content.block.style else { return false }
    func width(_ word: String, _ size: Double) throws -> Double {
      style.size = size
      style.strikethrough = false
      return try context.measurer.measure(TextBlock(word, style: style), width: nil).size.width
    }
    let words = Set(context.notes.flatMap { $0.text.unbreakableWords }).filter { $0.count <= 40 }
    // Compared with the measured column, the column is slightly narrower at a larger size and wider
    // at the smallest size.
    return try words.contains { word in
      try width(word, size) > column - 1 && width(word, 17.3 * context.typeScale) <= column + 16
    }
  }
}
