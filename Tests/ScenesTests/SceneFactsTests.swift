import BuiltInPlugins
import Scenes
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Facts as text: written, parsed and compared.
@Suite struct SceneFactsTests {
  /// Unusual layer names and note texts survive a round trip through text.
  @Test func oddWordsAndNumbersReadBack() throws {
    let values: [FactValue] = [
      .text(""), .text("a; b: c"), .text(#"quotes " and \ and \" "#), .text("line\nbreak\u{2028}"),
      .text("עברית 🌱"), .text("\u{301}x"), .text("x\u{600}"), .text("a\u{200D}"),
      .text("\u{1F3FD}"),
      .words(#"a "b; c" d"#), .words("\u{301}"), .words("x;\u{301} y"), .text("12"),
      .text("12; 13"), .words("12"), .words("1 2 3"), .words(" a"),
      .words("a; b"), .words("#ffffff"), .words(#""quoted""#), .words(""), .words("linear 1 2; x;"),
      .numbers([1, -2.5, 0]), .number(1e-9), .number(-0.0), .number(1e9),
    ]
    var facts = SceneFacts()
    for (index, value) in values.enumerated() { facts.add("layer#\(index)", "value", value) }
    for value in values { facts.add("all", "one", value) }
    let back = try #require(SceneFacts(reading: facts.text[...]))
    #expect(back.text == facts.text)
    #expect(back.facts.count == facts.facts.count)
    let comparison = SceneComparison(expected: facts, actual: back, tolerance: 0)
    #expect(comparison.changes.isEmpty, "\(comparison.changes)")
  }

  /// A quotation mark in a property name is an error.
  ///
  /// This was found by fuzzing: the quotation mark turned the text after it into a single value,
  /// which was then written as several values.
  @Test func aQuoteInTheNameOfAPropertyIsDamage() {
    #expect(SceneFacts(reading: "widgets: at\"0 250; size 428 60\n") == nil)
    #expect(SceneFacts(reading: "widgets: at 0 250; size 428 60\n") != nil)
  }

  @Test func namesOfLayersCannotBreakALine() throws {
    let plugins = PluginRegistry.builtIn.without(OddLayers.id).adding(layouts: [OddLayers.self])
    let renderer = try Renderer(installation: Workspace.installation, plugins: plugins)
    let drawn = try renderer.draw(RenderRequest(device: "iphone15", notes: [Note("a")]))
    let facts = try SceneReader.facts(of: drawn, engine: renderer.textEngine(for: drawn.plan))
    let back = try #require(SceneFacts(reading: facts.text[...]))
    #expect(back.text == facts.text)
    #expect(Set(back.facts.map(\.subject)).count == Set(facts.facts.map(\.subject)).count)
  }
}

/// A layout with unusual layer names.
private struct OddLayers: LayoutPlugin {
  static let id = "numbered-notes"
  static let version = 1
  static let summary = "Layers with odd names."
  static var schema: ParameterSchema { NumberedNotes.schema }
  private static let names = ["a: b; c", "new\nline", "", "", "é", "a: b; c", "clock", "type"]

  init(_ values: ParameterValues) throws(RenderError) {}

  func arrange(in context: ComposeContext) throws(RenderError) -> Arrangement {
    Arrangement(layers: Self.names.map { Layer($0, .fill(.color(.black))) })
  }
}
