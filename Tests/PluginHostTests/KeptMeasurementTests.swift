import BuiltInPlugins
import Graphics
import PluginHost
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Text measurements are cached across pictures, but never reused if they would be wrong.
@Suite(.tags(.sanitized)) struct KeptMeasurementTests {
  /// Counts measurement requests, and answers like `BoxMeasurer`.
  private final class Counter: TextMeasurer {
    private final class Memory: MessageMemory {
      let measuring: String
      init(_ measuring: String) { self.measuring = measuring }
      func answer(to question: [UInt8]) -> [UInt8]? { nil }
      func keep(_ answer: [UInt8], to question: [UInt8]) {}
    }

    let messages: (any MessageMemory)?
    private(set) var count = 0

    init(_ measuring: String?) { messages = measuring.map(Memory.init) }

    func measure(_ block: TextBlock, width: Double?) -> TextMeasurement {
      count += 1
      return BoxMeasurer().measure(block, width: width)
    }
  }

  @Test(arguments: SamePixelsTests.Carriage.allCases)
  func aTextIsAskedForOnceUntilMeasuringChanges(_ carriage: SamePixelsTests.Carriage) throws {
    let folder = try TemporaryFolder()
    let renderer = try SamePixelsTests.renderer(carriage, in: folder)
    let layout = try #require(renderer.plugins.layout("numbered-notes"))
      .makeLayout(ParameterValues())
    func asked(_ notes: [Note], _ measuring: String?) throws -> Int {
      let counter = Counter(measuring)
      let area = Rect(x: 0, y: 200, width: 300, height: 400)
      _ = try layout.arrange(
        in: ComposeContext(
          canvas: Size(width: 300, height: 700), freeArea: area, obstacles: [], typeScale: 1,
          isTablet: false, content: Content(notes: notes), overflow: .fail, direction: .automatic,
          language: nil,
          measurer: counter))
      return counter.count
    }
    let notes = [Note("Buy milk"), Note("Call Ana about Saturday")]

    let first = try asked(notes, "a")
    #expect(first > 5)
    #expect(try asked(notes, "a") == 0)
    #expect((1..<first).contains(try asked([notes[0], Note("Another")], "a")))
    // The identifier `b` stands for other fonts, another scale or another language.
    #expect(try asked(notes, "b") == first)
    #expect(try asked(notes, "a") == 0)
    // If the host does not identify its measurements, no measurement is reused.
    #expect(try asked(notes, nil) == first)
    #expect(try asked(notes, nil) == first)
  }

  /// A result for other parameters is never reused.
  @Test(arguments: SamePixelsTests.Carriage.allCases)
  func parametersInTurnAreThoseThatWereSet(_ carriage: SamePixelsTests.Carriage) throws {
    let folder = try TemporaryFolder()
    let renderer = try SamePixelsTests.renderer(carriage, in: folder)
    let outside = try #require(renderer.plugins.layout("numbered-notes"))
    let own = try #require(PluginRegistry.builtIn.layout("numbered-notes"))
    let context = ComposeContext(
      canvas: Size(width: 300, height: 700), freeArea: Rect(x: 0, y: 200, width: 300, height: 400),
      typeScale: 1, content: Content(notes: [Note("Buy milk")]), overflow: .fail,
      measurer: Counter("a"))
    for size in [20.0, 40, 20, 20, 30] {
      let values = ParameterValues(["max-size": .number(size)])
      let carried = try outside.makeLayout(values).arrange(in: context)
      let expected = try own.makeLayout(values).arrange(in: context)
      #expect(carried == expected)
      #expect(abs(try #require(carried.fontSize) - size) < TypeSizes.step)
    }
    #expect(throws: RenderError.self) {
      try outside.makeLayout(ParameterValues(["more-text": "some more"])).arrange(in: context)
    }
    let standard = try outside.makeLayout(ParameterValues()).arrange(in: context)
    #expect(try #require(standard.fontSize) > 30)
  }

  /// One plugin instance renders several pictures in turn, in which the same text has different
  /// measurements.
  @Test(arguments: SamePixelsTests.Carriage.allCases)
  func picturesInTurnAreThoseOfTheBuiltInPlugin(_ carriage: SamePixelsTests.Carriage) throws {
    let folder = try TemporaryFolder()
    let outside = try SamePixelsTests.renderer(carriage, in: folder)
    let own = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    for (device, language) in [
      ("iphone8", "ja"), ("iphone8", "zh-Hant"), ("ipadmini6", "ja"), ("iphone8", "ja"),
    ] {
      var request = RenderRequest(device: device, notes: [Note("骨を直す"), Note("Straße 12")])
      request.output = .memory
      request.language = language
      let expected = try SamePixelsTests.fingerprintOfPixels(try own.draw(request))
      let carried = try SamePixelsTests.fingerprintOfPixels(try outside.draw(request))
      #expect(carried.pixels == expected.pixels, "\(device), \(language)")
      #expect(carried.scene == expected.scene, "\(device), \(language)")
    }
  }

  @Test func measuringIsAnotherWordForEverythingThatChangesAMeasurement() throws {
    let fonts = try Workspace.installation.openFonts()
    func word(_ change: (TextEngine) -> Void, scale: Double = 3) -> String? {
      let engine = fonts.textEngine(scale: Scale(x: scale, y: scale))
      change(engine)
      return engine.messages?.measuring
    }
    let words = [
      word { _ in }, word({ _ in }, scale: 2), word { $0.defaultLanguage = "ja" },
      word { $0.scripts = ["Hans": ScriptStyle(family: "Noto Sans SC")] },
      word { $0.allowsMissingGlyphs = true },
    ]
    #expect(Set(words).count == words.count)
    #expect(words[0]?.count == 16)
    #expect(word { $0.defaultLanguage = "ja" } == words[2])
  }
}
