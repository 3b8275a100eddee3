import BuiltInPlugins
import Files
import NumberedNotes
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

@testable import Snapshots

/// References as text: written, read again, and compared.
@Suite struct ReferenceTests {
  @Test func everyReferenceOfTheProjectReadsBackAsItWasWritten() throws {
    let (suite, _) = try SuiteReader.read(
      SuiteFolder("\(Workspace.root)/\(ProjectSnapshotTests.folder)"),
      installation: Workspace.installation,
      plugins: .builtIn)
    let store = ReferenceStore(suite.folder)
    #expect(store.names.count > 200)
    for name in store.names {
      let reference = try #require(try store.read(name))
      let text = try #require(try WrittenFile.bytes(of: store.textPath(name)))
      #expect(reference.text == String(decoding: text, as: UTF8.self), "\(name)")
      if reference.picture != nil { #expect(try store.picture(name, of: reference) != nil) }
    }
  }

  /// Whatever a plugin calls its layers and a person writes, the text is read back as it was.
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

  /// Noise put a quote there, and what followed became one value that was written as several.
  @Test func aQuoteInTheNameOfAPropertyIsDamage() {
    #expect(SceneFacts(reading: "widgets: at\"0 250; size 428 60\n") == nil)
    #expect(SceneFacts(reading: "widgets: at 0 250; size 428 60\n") != nil)
  }

  @Test func anyEndThatIsMissingIsMissed() throws {
    let (suite, _) = try SuiteReader.read(
      SuiteFolder("\(Workspace.root)/\(ProjectSnapshotTests.folder)"),
      installation: Workspace.installation, plugins: .builtIn)
    let store = ReferenceStore(suite.folder)
    let bytes = Array(try #require(try store.read("lock/iphone15")).text.utf8)
    for count in 0..<bytes.count - 1 {
      var code: ErrorCode?
      do throws(RenderError) {
        _ = try Reference(reading: Array(bytes.prefix(count)), path: "a")
      } catch {
        code = error.code
      }
      #expect(code == .referenceBroken, "the first \(count) bytes")
    }
  }

  @Test func lineEndsOfWindowsAreRead() throws {
    let (suite, _) = try SuiteReader.read(
      SuiteFolder("\(Workspace.root)/\(ProjectSnapshotTests.folder)"),
      installation: Workspace.installation, plugins: .builtIn)
    let store = ReferenceStore(suite.folder)
    let reference = try #require(try store.read("lock/iphone15"))
    let text = reference.text.replacing("\n", with: "\r\n")
    #expect(try Reference(reading: Array(text.utf8), path: "a") == reference)
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

  @Test(arguments: [
    ("lock/*", "lock/iphone15", true), ("*", "a/b", true), ("lock/iphone15", "lock/iphone15", true),
    ("lock/iphone1", "lock/iphone15", false), ("*/iphone15", "lock/iphone15", true),
    ("l*k/*5", "lock/iphone15", true), ("l*k/*6", "lock/iphone15", false), ("", "a", false),
    ("a*a", "a", false), ("*a*b*", "xaxbx", true), ("*b*a*", "xaxb", false),
  ])
  func aStarStandsForAnyLetters(pattern: String, name: String, matches: Bool) {
    #expect(NamePattern(pattern).matches(name) == matches)
  }
}

/// A layout whose layers have names that a careless plugin might give.
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
