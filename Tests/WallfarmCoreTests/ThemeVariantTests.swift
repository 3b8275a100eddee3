import BuiltInPlugins
import Designs
import Files
import Foundation
import Graphics
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// The variants, overrides, palette and scripts of a theme.
@Suite struct ThemeVariantTests {
  private static let theme = ##"""
    {
      "format": 1, "summary": "A test.",
      "palette": {"ink": "#f0f0f0", "ground": "#101018"},
      "background": {"plugin": "solid-color", "parameters": {"color": "$palette.ground"}},
      "colors": {"text": "$palette.ink"},
      "sizes": {"largest": 40},
      "variants": {"light": {"palette": {"ink": "#101018", "ground": "#f0f0f0"}}},
      "overrides": [
        {"when": {"kind": "ipad"}, "sizes": {"largest": 50}},
        {"when": {"device": ["iphonese3", "ipad10"]}, "sizes": {"largest": 60}},
        {"when": {"variant": "light", "kind": "ipad"}, "fonts": {"weight": 300}}
      ]
    }
    """##

  private func file(_ text: String = theme) throws -> ThemeFile {
    let folder = try TemporaryFolder()
    try folder.write(text.utf8, to: "mine.json")
    return try TemplateLibrary(folder: Workspace.installation.templates)
      .theme(folder.file("mine.json"), for: nil)
  }

  @Test(arguments: [
    ("iphone15", nil, "#f0f0f0", 40.0, 800.0), ("iphone15", ThemeVariant.light, "#101018", 40, 800),
    ("iphone15", .dark, "#f0f0f0", 40, 800), ("ipadpro13", nil, "#f0f0f0", 50, 800),
    ("ipadpro13", .light, "#101018", 50, 300), ("ipad10", nil, "#f0f0f0", 60, 800),
    ("iphonese3", .light, "#101018", 60, 800),
  ])
  func whatIsMoreSpecialCountsMore(
    device: String, variant: ThemeVariant?, color: String, size: Double, weight: Double
  ) throws {
    let theme = try file().theme(
      on: try DeviceCatalog.shipped.device(device), as: variant)
    #expect(try theme.value(of: "colors.text", origin: .notes).value == .string(color))
    #expect(try theme.value(of: "sizes.largest", origin: .notes).value == .number(size))
    #expect(try theme.value(of: "fonts.weight", origin: .notes).value == .number(weight))
  }

  @Test func aLookThatAThemeDoesNotHaveIsAnError() throws {
    let iphone15 = try DeviceCatalog.shipped.device("iphone15")
    let plain = try file(
      #"{"format": 1, "summary": "", "background": {"plugin": "solid-color"}}"#)
    #expect(plain.looks == [.dark])
    #expect(throws: Never.self) { try plain.theme(on: iphone15, as: .dark) }
    let error = #expect(throws: RenderError.self) { try plain.theme(on: iphone15, as: .light) }
    #expect(error?.code == .unknownVariant)
    #expect(error?.message == "the theme 'mine' has no light variant")
    #expect(
      error?.hint?.hasPrefix("omit '--variant', because the theme itself is dark; or add") == true)
  }

  /// The variant is part of the fingerprint, even if the picture looks the same.
  @Test func theVariantCountsForTheFingerprint() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.theme.utf8, to: "mine.json")
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    var found: Set<String> = []
    for variant in [nil, ThemeVariant.dark, .light] {
      var request = RenderRequest(
        device: "iphone8", notes: [Note("Buy milk")], theme: folder.file("mine.json"))
      request.variant = variant
      found.insert(try renderer.render(request).fingerprint.digest)
    }
    #expect(found.count == 3)
  }

  /// If each token refers twice to the token before it, each token is still resolved only once.
  @Test(.timeLimit(.minutes(5)))
  func manyReferencesAreNoWork() throws {
    let links = (1...35).map {
      #""c\#($0)": "mix($palette.c\#($0 - 1), $palette.c\#($0 - 1), 50%)""#
    }
    let theme = try file(
      """
      {"format": 1, "summary": "", "background": {"plugin": "solid-color"},
       "palette": {"c0": "#336699", \(links.joined(separator: ", "))},
       "colors": {"text": "$palette.c35"}}
      """)
    let iphone15 = try DeviceCatalog.shipped.device("iphone15")
    let color = try theme.theme(on: iphone15, as: nil).value(of: "colors.text", origin: .notes)
      .value
    #expect(color == "#336699")
  }

  @Test func aChainThatIsTooLongIsAnError() throws {
    let links = (1...60).map { #""c\#($0)": "$palette.c\#($0 - 1)""# }
    let error = #expect(throws: RenderError.self) {
      try file(
        """
        {"format": 1, "summary": "", "background": {"plugin": "solid-color"},
         "palette": {"c0": "#336699", \(links.joined(separator: ", "))}}
        """)
    }
    #expect(error?.code == .invalidValue && error?.message.contains("references") == true)
  }

  /// A script uses the font family that the theme assigns to it; scripts without one use the family
  /// of the text.
  @Test func scriptsHaveTheirFamilies() throws {
    let families = ["Arab": "Noto Naskh Arabic", "Cyrl": "EB Garamond", "Grek": "Noto Serif"]
    let context = try Workspace.installation.openFonts()
    let engine = context.textEngine(scale: Scale(x: 3, y: 3))
    engine.scripts = families.mapValues { ScriptStyle(family: $0) }
    let block = TextBlock(
      "Hello мир 12 κόσμε سلام 👍",
      style: TextStyle(family: "Inter", size: 20, color: .black))
    let runs = try engine.shape(block, width: nil).runs[0]
    func family(_ script: String) -> Set<String> {
      Set(runs.filter { $0.script == script }.map(\.family))
    }
    #expect(family("Latn") == ["Inter"])
    #expect(family("Cyrl").contains("EB Garamond"))
    #expect(family("Grek") == ["Noto Serif"])
    #expect(family("Arab").isSuperset(of: ["Noto Naskh Arabic"]))
    // Digits use the family of the text even next to other scripts, so that they look the same
    // everywhere.
    #expect(runs.contains { $0.script == "Cyrl" && $0.family == "Inter" })
    #expect(runs.contains { $0.family == "Noto Color Emoji" })

    // Measurements that were cached with other families are not reused.
    let wide = try engine.measure(block, width: nil).size.width
    engine.scripts = [:]
    #expect(try engine.measure(block, width: nil).size.width != wide)
  }

  /// The theme scales the size and weight of one script and leaves the others unchanged.
  @Test func scriptsHaveTheirSizesAndWeights() throws {
    let context = try Workspace.installation.openFonts()
    let engine = context.textEngine(scale: Scale(x: 3, y: 3))
    let style = TextStyle(family: "Inter", size: 20, weight: 400, color: .black)
    func width(_ block: TextBlock) throws -> Double {
      try engine.measure(block, width: nil).size.width
    }
    func width(_ text: String) throws -> Double { try width(TextBlock(text, style: style)) }
    let (latin, cyrillic) = (try width("mir 12"), try width("мир"))
    engine.scripts = ["Cyrl": ScriptStyle(scale: 1.2)]
    #expect(abs(try width("мир") - 1.2 * cyrillic) < 0.1)
    #expect(try width("mir 12") == latin)

    // The additional weight is added to the weight of the block or of a span.
    engine.scripts = ["Cyrl": ScriptStyle(heavier: 300)]
    var bold = style
    bold.weight = 700
    let heavier = try width("мир")
    #expect(heavier > cyrillic)
    engine.scripts = [:]
    #expect(try width(TextBlock("мир", style: bold)) == heavier)
    var heavy = style
    heavy.weight = 900
    let heaviest = try width(TextBlock("мир", style: heavy))
    engine.scripts = ["Cyrl": ScriptStyle(heavier: 300)]
    let span = TextBlock(spans: [TextSpan("мир", weight: 800)], style: style)
    #expect(try width(span) == heaviest, "800 and 300 more are the most there is, 900")
  }

  @Test(arguments: [
    #""scripts": {"cyrillic": "Vollkorn"}"#, #""scriptSizes": {"cyrillic": 0.8}"#,
    #""scriptWeights": {"cyrillic": 300}"#,
  ])
  func aThemeSetsItsScripts(_ scripts: String) throws {
    let folder = try TemporaryFolder()
    for (name, scripts) in [("plain", #""scripts": {}"#), ("mine", scripts)] {
      try folder.write(
        """
        {"format": 1, "summary": "", "background": {"plugin": "solid-color"}, \(scripts)}
        """.utf8, to: name + ".json")
    }
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    func pixels(_ theme: String, _ note: String) throws -> [UInt8] {
      let request = RenderRequest(
        device: "iphone8", notes: [Note(note)], theme: folder.file(theme + ".json"))
      return try renderer.draw(request).picture.surface.withPixels { Array($0) }
    }
    let isSame = try pixels("plain", "мир") == pixels("mine", "мир")
    #expect(!isSame)
    let isSameInLatin = try pixels("plain", "mir 12") == pixels("mine", "mir 12")
    #expect(isSameInLatin)
  }
}
