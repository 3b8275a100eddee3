import Authoring
import BuiltInPlugins
import Designs
import Files
import Foundation
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

@Suite(.tags(.seeded)) struct ThemeExtensionTests {
  static let seed = SeededGenerator.standardSeed

  /// Returns one level of a theme, with a random palette, random tokens and sometimes a background.
  private static func part(
    _ chance: inout SeededGenerator, needsAll: Bool = false
  ) -> [String: Any] {
    func color() -> String {
      let colors = ["#f0f0ff", "#fff", "wheat", "lighten(#88aacc, 10%)", "mix(white, tan, 40%)"]
      return colors.randomElement(using: &chance) ?? "#fff"
    }
    let all: [(String, String, Any)] = [
      ("palette", "ink", color()), ("palette", "sea", "darken(#4080c0, 10%)"),
      ("colors", "text", "$palette.ink"), ("colors", "number", color()),
      ("colors", "card", "alpha($colors.text, 12%)"), ("colors", "rule", "$colors.number"),
      ("fonts", "text", ["Inter", "Manrope", "Vollkorn"].randomElement(using: &chance) ?? "Inter"),
      ("fonts", "weight", Int.random(in: 3...8, using: &chance) * 100),
      ("sizes", "largest", Int.random(in: 24...60, using: &chance)),
      ("spacing", "side", Int.random(in: 12...50, using: &chance)),
      ("style", "number", ["plain", "period", "none"].randomElement(using: &chance) ?? "plain"),
    ]
    var part: [String: Any] = [:]
    for (section, name, value) in all
    where Bool.random(using: &chance) || (needsAll && section == "palette") {
      var members = part[section] as? [String: Any] ?? [:]
      members[name] = value
      part[section] = members
    }
    if needsAll || Bool.random(using: &chance) {
      let stop = Int.random(in: 10...60, using: &chance)
      let colors = ["#10\(stop)40", "mix($palette.sea, $colors.text, 30%) 80%", "$colors.number"]
      part["background"] =
        ["plugin": "gradient", "parameters": ["colors": colors]] as [String: Any]
    } else if Bool.random(using: &chance) {
      let angle = Int.random(in: 0...180, using: &chance)
      part["background"] = ["parameters": ["angle": angle]]
    }
    return part
  }

  private static var conditions: [[String: Any]] {
    [
      ["kind": "ipad"], ["device": "iphonese3"], ["variant": "dark"],
      ["kind": "iphone", "variant": "light"], ["device": ["2022…", "ipads"]],
    ]
  }

  /// Merges one level of a theme over another, as if both were in a single file.
  private static func merged(_ below: [String: Any], _ above: [String: Any]) -> [String: Any] {
    var result = below
    for (key, value) in above {
      if key == "background", let own = value as? [String: Any], own["plugin"] == nil,
        var background = below[key] as? [String: Any]
      {
        let parameters = background["parameters"] as? [String: Any] ?? [:]
        background["parameters"] = parameters.merging(
          own["parameters"] as? [String: Any] ?? [:]
        ) { $1 }
        result[key] = background
      } else if key != "background", let members = value as? [String: Any] {
        result[key] = (below[key] as? [String: Any] ?? [:]).merging(members) { $1 }
      } else {
        result[key] = value
      }
    }
    return result
  }

  /// Two levels of inheritance with variants and overrides result in the same scene as a flat
  /// theme, on every kind of device and in every variant.
  @Test func inheritedThemesAreTheSameAsFlatOnes() throws {
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    var different: Set<Int> = []
    for round in 0..<(Torture.isOn ? 40 : 12) {
      var chance = SeededGenerator(seed: Self.seed &+ UInt64(round))
      let folder = try TemporaryFolder()
      var flat: [String: Any] = [:]
      var variants: [String: [String: Any]] = ["light": [:], "dark": [:]]
      var overrides: [[String: Any]] = []
      for (name, base) in [("one", nil), ("two", "one"), ("three", "./two.json")] {
        var theme = Self.part(&chance, needsAll: base == nil)
        flat = Self.merged(flat, theme)
        theme.merge(["format": 1, "summary": "A level."]) { $1 }
        theme["extends"] = base
        var own: [String: [String: Any]] = [:]
        for variant in ["light", "dark"] where base == nil || Bool.random(using: &chance) {
          let part = Self.part(&chance)
          own[variant] = part
          variants[variant] = Self.merged(variants[variant] ?? [:], part)
        }
        theme["variants"] = own
        let more = (0..<Int.random(in: 0...2, using: &chance)).map { _ in
          var override = Self.part(&chance)
          override["when"] = Self.conditions.randomElement(using: &chance)
          return override
        }
        theme["overrides"] = more
        overrides += more
        try folder.write(try JSONSerialization.data(withJSONObject: theme), to: name + ".json")
      }
      flat.merge(["format": 1, "summary": "Flat.", "variants": variants, "overrides": overrides]) {
        $1
      }
      try folder.write(try JSONSerialization.data(withJSONObject: flat), to: "flat.json")
      func scene(_ name: String, _ device: String, _ variant: ThemeVariant?) throws -> Scene {
        var request = RenderRequest(
          device: device, notes: [Note("Buy milk"), Note("Call Ana", done: true)],
          theme: folder.file(name + ".json"))
        request.variant = variant
        return try renderer.compose(try renderer.resolve(request)).scene
      }
      var scenes: [Scene] = []
      for device in ["iphonese3", "iphone15", "ipad10"] {
        for variant in [nil, ThemeVariant.light, .dark] {
          let inherited = try scene("three", device, variant)
          let isSame = try inherited == scene("flat", device, variant)
          #expect(
            isSame, "seed \(Self.seed) round \(round): \(device) \(String(describing: variant))")
          scenes.append(inherited)
        }
      }
      different.insert(Set(scenes).count)
    }
    // Checks that the variants and overrides have an effect.
    #expect((different.max() ?? 0) > 5, "seed \(Self.seed): \(different)")
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
      problems.compactMap(\.origin?.description).sorted() == [
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
    #expect(zip(problems, ["'paper'", "'lighten'"]).allSatisfy { $0.hint.names([$1]) })
  }

  @Test func aWrongOverrideTellsWhatIsInherited() throws {
    let folder = try TemporaryFolder()
    let mine = try folder.write(
      #"{"format": 1, "summary": "", "extends": "fog", "sizes": {"largest": "big"}}"#,
      to: "mine.json")
    let checker = FileChecker(
      installation: Workspace.installation, plugins: .builtIn, fontFamilies: ["Inter", "Manrope"])
    let also = checker.check(mine).problems.first?.also ?? ""
    #expect(also.hasPrefix("'sizes.largest' is "), "\(also)")
    #expect(also.contains("/Templates/themes/fog.json:"), "\(also)")
    #expect(also.hasSuffix(" and is overridden here"), "\(also)")
  }

  @Test(arguments: [
    (["a": "a"], "the theme extends itself"),
    (["a": "b", "b": "a"], "these themes extend each other: a → b → a"),
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
    #expect(error?.code == .invalidValue)
    #expect(
      error?.message.contains(words) == true,
      "\(error?.message ?? "")")
  }

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
    #expect(mine.themeFile.digest != shipped.themeFile.digest)
    #expect(mine.legibility.text == Color("#111111"))
  }

  /// Every file that contributes to a theme is part of the digest.
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
      digests.insert(plan.themeFile.digest)
    }
    #expect(digests.count == 2)
  }

  /// If files are confined to a folder, no theme outside it is read, neither as a template's theme
  /// nor through a symbolic link.
  @Test func noThemeOutsideOfItsFolderIsReadWhereFilesAreConfined() throws {
    let folder = try TemporaryFolder()
    let theme = #"{"format": 1, "summary": "", "background": {"plugin": "solid-color"}}"#
    try folder.write(theme, to: "secret.json")
    try folder.write(
      #"{"format": 1, "summary": "", "theme": "../../secret.json", "layouts": []}"#,
      to: "jobs/mine/template.json")
    try folder.write(#"{"format": 1, "summary": "", "extends": "link"}"#, to: "jobs/mine.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("jobs/link.json"), withDestinationPath: folder.file("secret.json"))
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    var template = RenderRequest(template: "./mine", device: "iphone15")
    var theme2 = RenderRequest(device: "iphone15", notes: [Note("a")], theme: "./mine.json")
    for isConfined in [true, false] {
      template.files = FileScope(folder: folder.file("jobs"), isConfined: isConfined)
      theme2.files = template.files
      for request in [template, theme2] {
        if isConfined {
          let error = #expect(throws: RenderError.self) { try renderer.resolve(request) }
          #expect(error?.code == .pathOutside)
        } else {
          #expect(throws: Never.self) { try renderer.resolve(request) }
        }
      }
    }
  }

  /// The schema accepts random valid themes.
  @Test func theSchemaAcceptsRandomGoodThemes() throws {
    let folder = try TemporaryFolder()
    let checker = FileChecker(
      installation: Workspace.installation, plugins: .builtIn,
      fontFamilies: ["Inter", "Manrope", "Vollkorn"])
    var texts: [String] = []
    let rounds = Torture.isOn ? 60 : 20
    for round in 0..<rounds {
      var chance = SeededGenerator(seed: Self.seed &+ 1000 &+ UInt64(round))
      var theme = Self.part(&chance, needsAll: true)
      theme.merge(["format": 1, "summary": "Random."]) { $1 }
      theme["variants"] = ["light": Self.part(&chance), "dark": Self.part(&chance)]
      theme["overrides"] = Self.conditions.map { condition in
        var override = Self.part(&chance)
        override["when"] = condition
        return override
      }
      let data = try JSONSerialization.data(withJSONObject: theme)
      let problems = checker.check(Array(data), named: "random.json").problems
        .filter { $0.code != .contrastUnreachable }
      #expect(problems == [], "seed \(Self.seed) round \(round)")
      try folder.write(data, to: "\(round).json")
      texts.append("\(round)")
    }
    let script = """
      import json, sys, jsonschema
      judge = jsonschema.Draft202012Validator(json.load(open(sys.argv[2])))
      for index in range(\(rounds)):
          judge.validate(json.load(open(f'{sys.argv[1]}/{index}.json')))
      """
    let judge = Tool.run(
      "/usr/bin/python3", ["-c", script, folder.path, Workspace.root + "/docs/theme.schema.json"],
      withErrors: true)
    #expect(judge.status == 0, "seed \(Self.seed): \(judge.text.suffix(600))")
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
