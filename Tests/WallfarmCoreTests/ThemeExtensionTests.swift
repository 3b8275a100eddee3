import BuiltInPlugins
import Foundation
import Testing
import WallfarmPluginKit
import WallfarmTesting

@testable import WallfarmCore

/// Themes that extend others.
@Suite struct ThemeExtensionTests {
  static let seed = UInt64.random(in: 0...UInt64.max)

  /// Sections of a theme, each token with a value that chance chose.
  private static func tokens(_ chance: inout SeededGenerator) -> [String: [String: Any]] {
    func color() -> String {
      let colors = ["#f0f0ff", "#fff", "wheat", "lighten(#88aacc, 10%)", "mix(white, tan, 40%)"]
      return colors.randomElement(using: &chance) ?? "#fff"
    }
    let all: [(String, String, Any)] = [
      ("colors", "text", color()), ("colors", "number", color()),
      ("colors", "card", "alpha($colors.text, 12%)"), ("colors", "rule", "$colors.number"),
      ("fonts", "text", ["Inter", "Manrope", "Vollkorn"].randomElement(using: &chance) ?? "Inter"),
      ("fonts", "weight", Int.random(in: 3...8, using: &chance) * 100),
      ("sizes", "largest", Int.random(in: 24...60, using: &chance)),
      ("spacing", "side", Int.random(in: 12...50, using: &chance)),
      ("style", "number", ["plain", "period", "none"].randomElement(using: &chance) ?? "plain"),
    ]
    var sections: [String: [String: Any]] = [:]
    for (section, name, value) in all where Bool.random(using: &chance) {
      sections[section, default: [:]][name] = value
    }
    return sections
  }

  private static func background(_ chance: inout SeededGenerator) -> [String: Any]? {
    guard Bool.random(using: &chance) else { return nil }
    return [
      "plugin": "gradient",
      "parameters": [
        "colors": [
          "#10\(Int.random(in: 10...60, using: &chance))40", "darken($colors.text, 60%) 80%",
          "$colors.number",
        ]
      ],
    ]
  }

  /// Two levels of inheritance come to the very scene of one file that says it all.
  @Test func inheritedThemesAreTheSameAsFlatOnes() throws {
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    for round in 0..<40 {
      var chance = SeededGenerator(seed: Self.seed &+ UInt64(round))
      let folder = try TemporaryFolder()
      var flat: [String: Any] = ["format": 1, "summary": "Flat."]
      for (name, base) in [("one", nil), ("two", "one"), ("three", "./two.json")] {
        var theme: [String: Any] = ["format": 1, "summary": "A level."]
        theme["extends"] = base
        let own = Self.background(&chance) ?? (base == nil ? ["plugin": "solid-color"] : nil)
        theme["background"] = own
        if let own { flat["background"] = own }
        for (section, values) in Self.tokens(&chance) {
          theme[section] = values
          let before = flat[section] as? [String: Any] ?? [:]
          flat[section] = before.merging(values) { $1 }
        }
        try folder.write(try JSONSerialization.data(withJSONObject: theme), to: name + ".json")
      }
      try folder.write(try JSONSerialization.data(withJSONObject: flat), to: "flat.json")
      func scene(_ name: String) throws -> Scene {
        let request = RenderRequest(
          device: "iphone15", notes: [Note("Buy milk"), Note("Call Ana", done: true)],
          theme: folder.file(name + ".json"))
        return try renderer.compose(try renderer.resolve(request)).scene
      }
      let same = try scene("three") == scene("flat")
      #expect(same, "seed \(Self.seed) round \(round)")
    }
  }

  @Test func aMistakeInABaseIsSaidAtItsPlace() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"{"format": 1, "summary": "", "background": {"plugin": "solid-color"}, "colors": {"text": 3}}"#,
      to: "base.json")
    let mine = try folder.write(
      #"{"format": 1, "summary": "", "extends": "base", "sizes": {"largest": 300}}"#,
      to: "mine.json")
    let checker = FileChecker(
      installation: Workspace.installation, plugins: .builtIn, fontFamilies: ["Inter"])
    let problems = checker.check(mine).problems
    #expect(
      problems.compactMap(\.origin).sorted() == [
        folder.file("base.json") + ":1:90", mine + ":1:70",
      ], "\(problems)")
  }

  @Test func theRestOfAThemeIsCheckedWhereItsBaseIsNotFound() throws {
    let folder = try TemporaryFolder()
    let mine = try folder.write(
      ##"{"format": 1, "summary": "", "extends": "papr", "colors": {"text": "lightn(#fff, 2%)"}}"##,
      to: "mine.json")
    let checker = FileChecker(
      installation: Workspace.installation, plugins: .builtIn, fontFamilies: ["Inter"])
    let problems = checker.check(mine).problems
    #expect(problems.map(\.code) == [.unknownTheme, .invalidValue], "\(problems)")
    #expect(problems.map(\.hint) == ["did you mean 'paper'?", "did you mean 'lighten'?"])
  }

  @Test func aWrongOverrideTellsWhatIsInherited() throws {
    let folder = try TemporaryFolder()
    let mine = try folder.write(
      #"{"format": 1, "summary": "", "extends": "fog", "sizes": {"largest": "big"}}"#,
      to: "mine.json")
    let checker = FileChecker(
      installation: Workspace.installation, plugins: .builtIn, fontFamilies: ["Inter", "Manrope"])
    let hint = checker.check(mine).problems.first?.hint
    #expect(hint?.hasPrefix("without it, it is 38, from ") == true, "\(hint ?? "")")
    #expect(hint?.hasSuffix("Templates/themes/fog.json:13:25") == true, "\(hint ?? "")")
  }

  @Test(arguments: [
    (["a": "a"], "loop: a → a"), (["a": "b", "b": "a"], "a → b → a"),
    (["a": "b", "b": "c", "c": "b"], "b → c → b"),
  ])
  func circlesEnd(bases: [String: String], words: String) throws {
    let folder = try TemporaryFolder()
    for (name, base) in bases {
      try folder.write(
        #"{"format": 1, "summary": "", "extends": "./\#(base).json"}"#, to: name + ".json")
    }
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    let error = #expect(throws: RenderError.self) {
      try renderer.resolve(
        RenderRequest(device: "iphone15", notes: [Note("a")], theme: folder.file("a.json")))
    }
    #expect(error?.code == .invalidValue && error?.message.contains("circle") == true)
    #expect(
      error?.message.contains(words.split(separator: ": ").last ?? "") == true,
      "\(error?.message ?? "")")
  }

  /// A theme of the same name as a shipped one can extend it.
  @Test func aThemeCanExtendTheOneWhoseNameItHas() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      ##"{"format": 1, "summary": "", "extends": "fog", "colors": {"text": "#111111"}}"##,
      to: "fog.json")
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    func plan(_ theme: String) throws -> RenderPlan {
      try renderer.resolve(RenderRequest(device: "iphone15", notes: [Note("a")], theme: theme))
    }
    let (mine, shipped) = (try plan(folder.file("fog.json")), try plan("fog"))
    #expect(mine.themeDigest != shipped.themeDigest && mine.legibility.text == Color("#111111"))
  }

  /// What a theme is made of counts for the fingerprint, wherever it is written.
  @Test func aChangeInABaseChangesTheDigest() throws {
    let folder = try TemporaryFolder()
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    var digests: Set<String> = []
    for color in ["#111111", "#222222"] {
      try folder.write(
        #"{"format": 1, "summary": "", "extends": "fog", "colors": {"text": "\#(color)"}}"#,
        to: "a.json")
      try folder.write(#"{"format": 1, "summary": "", "extends": "a"}"#, to: "b.json")
      let plan = try renderer.resolve(
        RenderRequest(device: "iphone15", notes: [Note("a")], theme: folder.file("b.json")))
      digests.insert(plan.themeDigest)
    }
    #expect(digests.count == 2)
  }

  @Test func aBaseOutsideOfItsFolderIsRefusedWhereFilesAreConfined() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"{"format": 1, "summary": "", "background": {"plugin": "solid-color"}}"#, to: "secret.json")
    try folder.write(
      #"{"format": 1, "summary": "", "extends": "../secret.json"}"#, to: "jobs/mine.json")
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    var request = RenderRequest(device: "iphone15", notes: [Note("a")], theme: "./mine.json")
    request.files = FileScope(folder: folder.file("jobs"), isConfined: true)
    let error = #expect(throws: RenderError.self) { try renderer.resolve(request) }
    #expect(error?.code == .pathOutside)
    request.files.isConfined = false
    #expect(throws: Never.self) { try renderer.resolve(request) }
  }
}
