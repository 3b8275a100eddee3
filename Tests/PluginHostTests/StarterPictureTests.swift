import Designs
import Foundation
import PluginHost
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// The starters test themselves, and draw the same picture in every language.
///
/// The tests are serialized, because several of them use the same folder of a plugin.
@Suite(.serialized, .tags(.seeded)) struct StarterPictureTests {
  /// Every printed command works, and the pictures are valid.
  @Test(arguments: StarterPlugin.allStarts)
  func everyPrintedCommandWorks(_ start: StarterPlugin.Start) throws {
    let plugin = try StarterPlugin.built(start)
    #expect(
      plugin.listed.contains("my-first/plugin.json")
        && plugin.listed.contains("my-first/README.md")
        && plugin.listed.contains("my-first/preview.png"))
    #expect(plugin.commands.count == (start.language == "python" ? 3 : 4))
    for command in plugin.commands {
      let line = "PATH=\"$(dirname \"$wallfarm\"):$PATH\"; unset CI; \(command)"
      let finished = try Program.bash(line, in: plugin.files)
      #expect(finished.status == 0, "\(command): \(finished.output)\(finished.error)")
    }
    let pictures = plugin.files.names.filter { $0.hasSuffix(".png") }
    #expect(pictures.count == 3)
    #expect(
      Tool.run("pngcheck", ["-q"] + pictures.map { plugin.files.file($0) }, withErrors: true)
        .status == 0)
  }

  /// A created plugin passes its tests, which record its pictures, and then passes them again.
  @Test(arguments: StarterPlugin.allStarts)
  func everyPluginPassesItsOwnTests(_ start: StarterPlugin.Start) throws {
    let plugin = try StarterPlugin.built(start)
    try? FileManager.default.removeItem(atPath: plugin.path + "/tests/references")
    let first = plugin.make("test")
    #expect(first.status == 0 && first.text.contains(" references recorded"), "\(first.text)")
    #expect(!first.text.contains("doubtful"), "\(first.text)")
    let second = plugin.make("test")
    #expect(second.status == 0 && !second.text.contains("recorded"), "\(second.text)")

    let run = plugin.make("run")
    #expect(run.status == 0, "\(run.text)")
    let pictures = plugin.files.names(in: "\(StarterPlugin.id)/pictures")
    #expect(pictures == ["ipadpro13.png", "iphone8.png", "pixel9proxl.png", "tv1080p.png"])
    let paths = pictures.map { "\(plugin.path)/pictures/\($0)" } + [plugin.path + "/preview.png"]
    let judged = Tool.run("pngcheck", ["-q"] + paths, withErrors: true)
    #expect(judged.status == 0, "\(judged.text)")

    let installed = plugin.make("install")
    #expect(installed.status == 0, "\(installed.text)")
    let copy = ".data/wallfarm/plugins/\(StarterPlugin.id)"
    #expect(plugin.files.names(in: copy).contains("plugin.json"))
    #expect(!plugin.files.names(in: copy).contains("pictures"))
    #expect(try plugin.wallfarm("plugin", "remove", StarterPlugin.id).status == 0)
  }

  /// A change of the picture fails the tests until it is accepted.
  @Test func aChangeOfThePictureIsReported() throws {
    let plugin = try StarterPlugin(StarterPlugin.Start(kind: "layout", language: "python"))
    #expect(plugin.make("test").status == 0)
    let source = "\(StarterPlugin.id)/layout.py"
    let before = try plugin.files.text(source)
    let after = before.replacing("CIRCLE = 0.78", with: "CIRCLE = 0.9")
    #expect(before != after)
    try plugin.files.write(after, to: source)
    let changed = plugin.make("test")
    #expect(changed.status != 0 && changed.text.contains("note_1.circle"), "\(changed.text)")
    #expect(plugin.make("approve").status == 0)
    #expect(plugin.make("test").status == 0)
  }

  /// The pictures of the plugin's own tests have the same scenes and the same pixels in every
  /// language.
  @Test(arguments: StarterPlugin.kinds)
  func theRecordedPicturesAreEqualInEveryLanguage(_ kind: String) throws {
    let all = try StarterPlugin.languages.map { language in
      let plugin = try StarterPlugin.built(.init(kind: kind, language: language))
      let recorded = try plugin.wallfarm("snapshot", "record", "\(StarterPlugin.id)/tests")
      #expect(recorded.status == 0, "\(recorded.error)")
      return try plugin.references()
    }
    #expect(all[0].count >= 8)
    for other in all.dropFirst() { #expect(other == all[0]) }
  }

  /// Random notes on random screens have equal scenes in every language, stay inside the free area,
  /// never disappear without a warning, and never appear in the name of a layer.
  @Test func randomListsAreEqualInEveryLanguage() throws {
    var random = SeededGenerator()
    let plugins = try StarterPlugin.languages.map {
      try StarterPlugin.built(.init(kind: "layout", language: $0))
    }
    let renderers = try plugins.map { try $0.renderer() }
    var drawn = 0
    for _ in 0..<60 {
      let request = Self.list(&random, template: plugins[0].path + "/example")
      let place: Comment = "seed \(random.seed): \(request)"
      let results = renderers.map { Self.result(of: request, with: $0) }
      for other in results.dropFirst() { #expect(other == results[0], place) }
      guard case .success(let list) = results[0] else { continue }
      drawn += 1
      let area = try renderers[0].resolve(request).area.frame
        .inset(by: Insets(horizontal: -0.01, vertical: -0.01))
      for text in list.scene.foreground.flatMap(\.texts) {
        #expect(area.contains(text.content.frame), place)
      }
      let given = request.notes?.count ?? 0
      #expect(list.hasWarning(.notesHidden) == (list.notes.count < given), place)
      #expect(list.hasWarning(.notesShortened) == list.notes.contains(where: \.clipped), place)
      for name in list.scene.foreground.flatMap(Self.names) {
        #expect(
          name.wholeMatch(of: /(note\.\d+|more|nothing-left)(\.[a-z]+)?/) != nil, "\(name)")
      }
    }
    #expect(drawn > 30)
  }

  /// Random colors and proportions have equal scenes in every language.
  @Test func randomHillsAreEqualInEveryLanguage() throws {
    var random = SeededGenerator()
    let renderers = try StarterPlugin.languages.map {
      try StarterPlugin.built(.init(kind: "background", language: $0)).renderer()
    }
    for _ in 0..<60 {
      let request = Self.hills(&random)
      let place: Comment = "seed \(random.seed): \(request)"
      let results = renderers.map { Self.result(of: request, with: $0) }
      for other in results { #expect(other == results[0], place) }
      #expect(throws: Never.self, place) { try results[0].get() }
    }
  }

  // MARK: - Requests

  private static let screens = [
    "iphone8", "iphone15", "pixel9proxl", "galaxyzflip4:cover", "ipadpro13", "tv1080p",
    "superultrawide", "200x300@1", "3000x500@2",
  ]

  private static let words = [
    "Buy", "milk", "Ana", "the", "parcel", "Donaudampfschifffahrt", "اشتر", "الخبز",
    "ראשון", "买牛奶", "パンを買う", "ซื้อนม", "🌱", "at", "9:40", "to", "post", "congratulations",
  ]

  private static func list(_ random: inout SeededGenerator, template: String) -> RenderRequest {
    var request = RenderRequest(
      template: template, device: screens.randomElement(using: &random) ?? "iphone8",
      theme: ["midnight", "paper", "poster", "noor"].randomElement(using: &random))
    let count = [0, 1, 2, 3, 5, 8, 30].randomElement(using: &random) ?? 1
    let longest = [1, 3, 8, 40].randomElement(using: &random) ?? 1
    request.notes = (0..<count).map { _ in
      let length = Int.random(in: 1...longest, using: &random)
      let text = (0..<length).compactMap { _ in words.randomElement(using: &random) }
      let gap = Int.random(in: 0...9, using: &random) == 0 ? "\n" : " "
      return Note(text.joined(separator: gap), done: Bool.random(using: &random))
    }
    request.overflow = OverflowPolicy.allCases.randomElement(using: &random) ?? .more
    let directions: [TextDirection] = [.automatic, .leftToRight, .rightToLeft]
    request.direction = directions.randomElement(using: &random) ?? .automatic
    request.language = [nil, "en", "ar", "zh"].randomElement(using: &random) ?? nil
    if Bool.random(using: &random) {
      request.settings = [
        Setting(key: "gap", value: "\(Double.random(in: 0.2...2, using: &random))"),
        Setting(key: "min-size", value: "\(Double.random(in: 8...30, using: &random))"),
      ]
    }
    return request
  }

  private static func hills(_ random: inout SeededGenerator) -> RenderRequest {
    var request = RenderRequest(
      template: "home", device: screens.randomElement(using: &random) ?? "iphone8",
      background: .plugin(StarterPlugin.id))
    request.settings = ["sky", "glow", "sun", "ground"].map { key in
      let color = String(UInt32.random(in: 0...0xff_ffff, using: &random) | 1 << 24, radix: 16)
      let alpha = Bool.random(using: &random) ? "" : "80"
      return Setting(key: key, value: "#\(color.dropFirst())\(alpha)")
    }
    request.settings += [
      Setting(key: "hills", value: "\(Int.random(in: 1...12, using: &random))"),
      Setting(key: "horizon", value: "\(Double.random(in: 0.2...0.95, using: &random))"),
      Setting(key: "sun-x", value: "\(Double.random(in: 0...1, using: &random))"),
    ]
    return request
  }

  // MARK: - Results

  private struct Drawn: Equatable {
    let scene: Scene
    let notes: [NotePlacement]
    let warnings: [RenderWarning]

    func hasWarning(_ code: WarningCode) -> Bool { warnings.contains { $0.code == code } }
  }

  private static func result(
    of request: RenderRequest, with renderer: Renderer
  ) -> Result<Drawn, RenderError> {
    Result { () throws(RenderError) in
      let composition = try renderer.compose(try renderer.resolve(request))
      return Drawn(
        scene: composition.scene, notes: composition.notes, warnings: composition.warnings)
    }
  }

  /// Returns the names of a layer and of its members.
  private static func names(_ layer: Layer) -> [String] {
    guard case .group(let group) = layer.content else { return [layer.name] }
    return [layer.name] + group.layers.flatMap(names)
  }
}
