import BuiltInPlugins
import Designs
import Graphics
import SourceJSON
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Large numbers in figures and goals.
@Suite struct NumberLayoutTests {
  private static let screens = ["iphonese3", "iphone15", "ipadpro13"]

  /// Figures with long values, labels and units.
  private static let long: [[String: ContentValue]] = [
    [
      "label": .text("Portfolio"), "value": .number(123_456_789.5), "unit": .text("€"),
      "change": .number(-1_234_567.89),
    ],
    [
      "label": .text("Herzfrequenzvariabilität"), "value": .text("1:23:45.678"),
      "unit": .text("min/km"),
    ],
    [
      "label": .text("CO₂"), "value": .number(421.31), "unit": .text("ppm"), "change": .number(2.5),
    ],
    ["label": .text("x"), "value": .number(0)],
    ["label": .text("Übernachtungen"), "value": .number(-12), "change": .number(0)],
  ]

  private struct Shown {
    let arrangement: Arrangement
    let engine: TextEngine
    let area: Rect

    func texts(_ part: String) -> [TextContent] {
      arrangement.texts.filter { $0.name.hasSuffix(part) }.map(\.content)
    }

    func words(_ part: String) -> [String] { texts(part).map(\.block.text) }

    /// Returns the number of lines of each text whose layer name ends with `part`.
    func lines(_ part: String) throws -> [Int] {
      try texts(part).map { try engine.measure($0.block, width: $0.frame.width).lines.count }
    }
  }

  private func shown(
    _ layout: any LayoutPlugin.Type, _ kind: ContentKind, _ entries: [[String: ContentValue]],
    on device: String = "iphone15", settings: [String: JSONValue] = [:], language: String = "de"
  ) throws -> Shown {
    var sample = try #require(TemplateSample.all.first { $0.layout == layout })
    sample.settings = settings
    sample.content = Content()
    sample.content[kind] = entries.map { ContentEntry($0) }
    let (screen, studio) = (try DeviceCatalog.shipped.device(device), try Studio())
    let context = try sample.context(on: screen, studio: studio, language: language)
    return Shown(
      arrangement: try sample.arrangement(in: context), engine: studio.engine(for: screen),
      area: context.freeArea)
  }

  /// All values have the same size and are on one line; units and changes are proportionally
  /// smaller, and no texts overlap.
  @Test(arguments: screens, ["de", "ar"])
  func figuresAreInProportion(on device: String, _ language: String) throws {
    let shown = try shown(Figures.self, .figures, Self.long, on: device, language: language)
    #expect(shown.arrangement.warnings == [])
    #expect(shown.texts(".value").count == Self.long.count)
    let sizes = Set(shown.texts(".value").map(\.block.style.size))
    let size = try #require(sizes.first)
    #expect(sizes.count == 1 && size >= 24)
    #expect(shown.texts(".unit").allSatisfy { $0.block.style.size <= size * 0.4 + 0.001 })
    #expect(shown.texts(".change").allSatisfy { $0.block.style.size <= size * 0.45 + 0.001 })
    #expect(try shown.lines(".value") == Array(repeating: 1, count: Self.long.count))
    #expect(try (shown.lines(".unit") + shown.lines(".change")).allSatisfy { $0 == 1 })
    let inks = try shown.arrangement.texts.map { (_, text) in
      try shown.engine.measure(text.block, width: text.frame.width).ink
        .offset(x: text.frame.x, y: text.frame.y)
    }
    for (index, ink) in inks.enumerated() {
      for other in inks[..<index] { #expect(ink.intersection(other).isEmpty) }
    }
  }

  /// A unit is on the baseline of its value.
  @Test(arguments: screens) func unitsStandOnTheBaseline(on device: String) throws {
    let shown = try shown(Figures.self, .figures, Self.long, on: device)
    func baseline(_ name: String) throws -> Double {
      let text = try #require(shown.arrangement.texts.first { $0.name == name }).content
      return try text.frame.y
        + shown.engine.measure(text.block, width: text.frame.width).firstBaseline
    }
    for number in 1...3 {
      let difference = try baseline("figure.\(number).value") - baseline("figure.\(number).unit")
      #expect(abs(difference) < 0.01)
    }
  }

  /// Long values are arranged in one column, and short values in two columns.
  @Test func columnsFollowTheValues() throws {
    func columns(_ values: [ContentValue]) throws -> Int {
      let figures = values.map { ["label": ContentValue.text("x"), "value": $0] }
      let shown = try shown(Figures.self, .figures, figures)
      return Set(shown.texts(".value").map { $0.frame.x.rounded() }).count
    }
    #expect(try columns([1, 2, 3, 4].map { .number($0) }) == 2)
    #expect(try columns(["1:23:45.678", "2:34:56.789", "x", "y"].map { .text($0) }) == 1)
  }

  /// Numbers are shortened only if the full numbers would have to be small.
  @Test func numbersAreShortWhereNecessary() throws {
    let narrow = try shown(
      Figures.self, .figures, Self.long, settings: ["columns": 3])
    #expect(narrow.words(".value").first == "123,5\u{A0}Mio.")
    #expect(narrow.words(".change").first == "−1,2\u{A0}Mio.")
    let alone = try shown(
      Figures.self, .figures, [["label": .text("x"), "value": .number(123_456.5)]])
    #expect(alone.words(".value") == ["123.456,5"])
  }

  /// A negative number has a minus sign, even if it was written with a hyphen.
  @Test func aMinusIsNoHyphen() throws {
    let shown = try shown(
      Figures.self, .figures,
      [
        ["label": .text("x"), "value": .number(-12), "change": .number(-0.5)],
        ["label": .text("y"), "value": .text("-5:30")],
        ["label": .text("z"), "value": .text("-x")],
      ], language: "en")
    #expect(shown.words(".value") == ["−12", "−5:30", "-x"])
    #expect(shown.words(".change") == ["−0.5"])
  }

  /// The goal and the marks of a goal are never broken into lines; in the form `bar`, the value is
  /// also unbroken and is shown in full.
  @Test(arguments: screens, ["bar", "ring", "figures"])
  func numbersOfGoalsNeverBreak(on device: String, _ form: String) throws {
    let goal: [String: ContentValue] = [
      "value": .number(123_456_789), "goal": .number(100_000_000), "unit": .text("Menschen"),
      "label": .text("Bevölkerungsentwicklungsgeschwindigkeit"),
      "marks": .numbers([25_000_000, 50_000_000, 75_000_000]),
    ]
    let shown = try shown(
      GoalProgress.self, .progress, [goal], on: device, settings: ["form": .string(form)])
    let digits = shown.arrangement.texts.filter { !$0.name.hasSuffix(".label") }
    for (name, text) in digits where form == "bar" || !name.hasSuffix(".value") {
      let lines = try shown.engine.measure(text.block, width: text.frame.width).lines
      #expect(lines.count == 1, "\(name) on \(device)")
    }
    guard form == "bar" else { return }
    #expect(shown.words(".value") == ["123.456.789"])
    #expect(digits.filter { $0.name.contains(".mark.") }.count == 3)
  }

  /// A number that is too long for the screen is shortened.
  @Test func aGoalBeyondTheScreenIsShort() throws {
    let shown = try shown(
      GoalProgress.self, .progress,
      [["value": .number(123_456_789_012_345), "goal": .number(900_000_000_000_000)]],
      on: "iphonese3")
    #expect(shown.words(".value") == ["123,5\u{A0}Bio."])
    #expect(shown.words(".goal") == ["/\u{A0}900\u{A0}Bio."])
  }
}
