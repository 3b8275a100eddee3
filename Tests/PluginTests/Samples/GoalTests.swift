import BuiltInPlugins
import Designs
import Graphics
import SourceJSON
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Progress toward a goal.
@Suite struct GoalTests {
  private func shown(
    _ entry: [String: ContentValue], _ form: String, language: String = "en"
  ) throws -> Arrangement {
    try TemplateSample.arrangement(
      of: GoalProgress.self, .progress, [entry], settings: ["form": .string(form)],
      language: language)
  }

  private func text(_ arrangement: Arrangement, _ name: String) -> String? {
    arrangement.texts.first { $0.name == name }?.content.block.text
  }

  /// A percentage is rounded down, so that 100% appears only if the goal is reached.
  @Test(arguments: [
    (0, "0%"), (0.29, "29%"), (0.999_9, "99%"), (1, "100%"), (1.5, "150%"), (-3, "0%"),
  ])
  func aPercentage(_ value: Double, _ words: String) throws {
    for form in ["ring", "figures"] {
      let shown = try shown(["value": .number(value), "goal": .number(1)], form)
      #expect(text(shown, "progress.1.percent") == words)
    }
  }

  /// The length of the bar is proportional to the progress, and the bar starts on the side where
  /// reading starts.
  @Test(arguments: ["en", "ar"], [0, 0.25, 1, 7]) func aBar(_ language: String, _ share: Double)
    throws
  {
    let shown = try shown(
      ["value": .number(share * 400), "goal": .number(400)], "bar", language: language)
    let track = try #require(shown.outline("progress.1.track")).bounds
    guard share > 0 else {
      #expect(shown.outline("progress.1.bar") == nil)
      return
    }
    let bar = try #require(shown.outline("progress.1.bar")).bounds
    #expect(abs(bar.width - track.width * min(share, 1)) < 0.01)
    #expect(language == "ar" ? abs(bar.maxX - track.maxX) < 0.01 : bar.x == track.x)
  }

  /// Marks are drawn at their positions on the bar; marks outside its range are left out, and
  /// labels never overlap.
  @Test func marks() throws {
    let shown = try shown(
      [
        "value": .number(1), "goal": .number(1000),
        "marks": .numbers([-1, 0, 250, 255, 750, 1000, 5000]),
      ],
      "bar")
    let numbers = shown.texts.filter { $0.name.contains(".mark.") }
    #expect(numbers.map(\.content.block.text) == ["250", "750"])
    #expect(numbers[0].content.frame.maxX < numbers[1].content.frame.x)
    guard case .path(let path)? = shown.outline("progress.1.marks") else {
      Issue.record("there are no marks")
      return
    }
    #expect(path.count == 2 * 3)
  }

  /// In each form, all three goals are shown, with smaller figures.
  @Test(arguments: ["bar", "ring", "figures"], ["iphonese3", "iphone15", "ipadmini6"])
  func threeGoalsAreAllShown(_ form: String, on id: String) throws {
    var sample = try #require(TemplateSample.all.first { $0.layout == GoalProgress.self })
    sample.settings = ["form": .string(form)]
    sample.content = Content()
    sample.content[.progress] = ["Books", "Savings for the trip", "Marathons"].map { label in
      ContentEntry(["value": .number(1834.5), "goal": .number(2500), "label": .text(label)])
    }
    let device = try DeviceCatalog.shipped.device(id)
    let shown = try sample.arrangement(in: sample.context(on: device, studio: Studio()))
    #expect(shown.warnings == [])
    #expect(shown.texts.filter { $0.name.hasSuffix(".label") }.count == 3)
  }

  @Test func aStepThatThereIsNotIsAnError() throws {
    var values = ParameterValues()
    values.set("step", to: 10, from: .option("set"))
    let sample = try #require(TemplateSample.all.first { $0.layout == StepCard.self })
    let device = try DeviceCatalog.shipped.device("iphone15")
    let context = try sample.context(on: device, studio: Studio())
    let error = #expect(throws: RenderError.self) { try StepCard(values).arrange(in: context) }
    #expect(error?.code == .invalidParameter && error?.origin == .option("set"))
  }

  @Test func aCardThatReachesNobodyIsAnError() throws {
    #expect(try cardError(["contacts": [" "]]) == .parameter("contacts"))
  }

  /// A QR code grows with its data, so that each of its squares is at least 2 points wide.
  @Test func aCodeIsLargeEnoughToBeRead() throws {
    for length in [12, 120, 300] {
      let code = JSONValue.string(String(repeating: "a", count: length))
      let shown = try TemplateSample.arrangement(
        of: FinderCard.self, .text, [], settings: ["name": "Ana", "code": code])
      let squares = try QRCodes().code(for: String(repeating: "a", count: length))
      let ground = try #require(shown.outline("code.ground")).bounds
      #expect(ground.width >= Double(squares.size + 8) * 2 - 0.01)
    }
  }

  /// A QR code uses the text color for its dark or its light part if the contrast is sufficient;
  /// otherwise, it is black and white.
  @Test(arguments: [
    ("#1c2b4a", "#1c2b4a", "#ffffff"), ("#f4f3e1", "#000000", "#f4f3e1"),
    ("#7f7f7f", "#000000", "#ffffff"),
  ])
  func aCodeIsDarkOnLight(_ color: String, _ dark: String, _ light: String) throws {
    let shown = try TemplateSample.arrangement(
      of: FinderCard.self, .text, [],
      settings: ["code": "tel:+49301234567", "color": .string(color)])
    let fills = shown.layers.filter { $0.name.hasPrefix("code.") }.map { layer -> Paint? in
      if case .shape(let shape) = layer.content { shape.fill } else { nil }
    }
    #expect(fills == [light, dark].map { Color($0).map(Paint.color) })
  }

  /// Returns the origin of the error that a card with the given settings causes.
  private func cardError(_ settings: [String: JSONValue]) throws -> Origin? {
    let error = #expect(throws: RenderError.self) {
      try TemplateSample.arrangement(of: FinderCard.self, .text, [], settings: settings)
    }
    #expect(error?.code == .invalidParameter)
    return error?.origin
  }
}
