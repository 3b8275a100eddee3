import Designs
import FinderCard
import GoalProgress
import Graphics
import SourceJSON
import StepCard
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// How far something is.
@Suite struct GoalTests {
  private func shown(
    _ entry: [String: ContentValue], _ form: String, language: String = "en"
  ) throws -> Arrangement {
    var sample = try #require(ShelfSample.all.first { $0.layout == GoalProgress.self })
    sample.settings = ["form": .string(form)]
    sample.content = Content()
    sample.content[.progress] = [ContentEntry(entry)]
    let device = try DeviceCatalog.shipped.device("iphone15")
    return try sample.arrangement(
      in: sample.context(on: device, studio: Studio(), language: language))
  }

  private func text(_ arrangement: Arrangement, _ name: String) -> String? {
    arrangement.layers.flatMap(\.allTexts).first { $0.name == name }?.content.block.text
  }

  /// Rounded down: 100 is said only where the goal is reached.
  @Test(arguments: [
    (0, "0%"), (0.29, "29%"), (0.999_9, "99%"), (1, "100%"), (1.5, "150%"), (-3, "0%"),
  ])
  func aPercentage(_ value: Double, _ words: String) throws {
    for form in ["ring", "figures"] {
      let shown = try shown(["value": .number(value), "goal": .number(1)], form)
      #expect(text(shown, "progress.1.percent") == words)
    }
  }

  /// The bar is as long as the share that is done, from where reading begins.
  @Test(arguments: ["en", "ar"], [0, 0.25, 1, 7]) func aBar(_ language: String, _ share: Double)
    throws
  {
    let shown = try shown(
      ["value": .number(share * 400), "goal": .number(400)], "bar", language: language)
    let track = try #require(shown.layers.first { $0.name == "progress.1.track" }).shapeBounds
    guard share > 0 else {
      #expect(!shown.layers.contains { $0.name == "progress.1.bar" })
      return
    }
    let bar = try #require(shown.layers.first { $0.name == "progress.1.bar" }).shapeBounds
    #expect(abs(bar.width - track.width * min(share, 1)) < 0.01)
    #expect(language == "ar" ? abs(bar.maxX - track.maxX) < 0.01 : bar.x == track.x)
  }

  /// Marks stand at their share; those outside are left out, and numbers never touch.
  @Test func marks() throws {
    let shown = try shown(
      [
        "value": .number(1), "goal": .number(1000),
        "marks": .numbers([-1, 0, 250, 255, 750, 1000, 5000]),
      ],
      "bar")
    let numbers = shown.layers.flatMap(\.allTexts).filter { $0.name.contains(".mark.") }
    #expect(numbers.map(\.content.block.text) == ["250", "750"])
    #expect(numbers[0].content.frame.maxX < numbers[1].content.frame.x)
    let strokes = try #require(shown.layers.first { $0.name == "progress.1.marks" })
    guard case .shape(let shape) = strokes.content, case .path(let path) = shape.shape else {
      return
    }
    #expect(path.count == 2 * 3)
  }

  @Test func aStepThatThereIsNotIsAnError() throws {
    var sample = try #require(ShelfSample.all.first { $0.layout == StepCard.self })
    sample.settings = ["step": 10]
    let device = try DeviceCatalog.shipped.device("iphone15")
    let context = try sample.context(on: device, studio: Studio())
    let error = #expect(throws: RenderError.self) { try sample.arrangement(in: context) }
    #expect(
      error?.code == .invalidParameter && error?.message == "there is no step 10: there are 9")
  }

  @Test func aCardThatReachesNobodyIsAnError() throws {
    var sample = try #require(ShelfSample.all.first { $0.layout == FinderCard.self })
    sample.settings = ["contacts": [" "]]
    let device = try DeviceCatalog.shipped.device("iphone15")
    let context = try sample.context(on: device, studio: Studio())
    let error = #expect(throws: RenderError.self) { try sample.arrangement(in: context) }
    #expect(error?.code == .invalidParameter && error?.hint?.contains("contacts") == true)
  }
}

extension Layer {
  /// The bounds of an outline.
  fileprivate var shapeBounds: Rect {
    if case .shape(let shape) = content {
      shape.shape.bounds
    } else {
      Rect(x: 0, y: 0, width: 0, height: 0)
    }
  }
}
