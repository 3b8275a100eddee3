import Authoring
import BuiltInPlugins
import Designs
import Files
import FontFormats
import Foundation
import Graphics
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Fonts that a theme or a request supplies.
@Suite struct CustomFontTests {
  /// Writes a theme with the fonts of Manrope under the name Harbour.
  private func harbour(
    _ files: [String] = ["Manrope-Regular.ttf", "Manrope-Bold.ttf"], weight: Int = 700,
    text: String = "Harbour", in folder: TemporaryFolder
  ) throws {
    for file in files {
      try folder.write(
        try RenamedFont.bytes(file, "Manrope", as: "Harbour"), to: "fonts/\(file)")
    }
    try folder.write(
      Harbour.theme(files.map { "fonts/\($0)" }, family: text, weight: weight),
      to: "harbour.json")
  }

  private func request(_ folder: TemporaryFolder, _ theme: String = "harbour.json") throws
    -> RenderRequest
  {
    try .quick(theme: folder.file(theme), background: .theme)
  }

  private func pixels(_ request: RenderRequest, _ renderer: Renderer) throws -> [UInt8] {
    let drawn = try renderer.draw(request)
    return drawn.picture.surface.withPixels { Array($0) }
  }

  /// A renamed copy of a bundled font draws the same pixels as the bundled font.
  @Test func aCustomFontDrawsAsTheSameFontDoesIfItIsBundled() throws {
    let folder = try TemporaryFolder()
    try harbour(in: folder)
    try folder.write(Harbour.theme([], family: "Manrope"), to: "manrope.json")
    let renderer = try makeRenderer()
    let custom = try pixels(request(folder), renderer)
    #expect(custom == (try pixels(request(folder, "manrope.json"), renderer)))
    #expect(custom != (try pixels(.quick(background: .color("#101827")), renderer)))
    let receipt = try renderer.render(request(folder))
    #expect(receipt.customFonts.map(\.families) == [["Harbour"], ["Harbour"]])
    #expect(receipt.fonts.families["Latn"] == ["Harbour"])
    #expect(receipt.fingerprint.parts.map(\.name).contains("fontFiles"))
  }

  /// Two themes whose fonts have the same name do not affect each other in one renderer.
  @Test func fontsWithTheSameNameStayApart() throws {
    let folder = try TemporaryFolder()
    let names = ["Manrope-Regular.ttf", "Manrope-ExtraBold.ttf"]
    var fresh: [[UInt8]] = []
    for name in names {
      try folder.write(
        try RenamedFont.bytes(name, "Manrope", as: "Harbour"), to: "fonts/\(name)")
      try folder.write(Harbour.theme(["fonts/\(name)"]), to: name + ".json")
      fresh.append(try pixels(request(folder, name + ".json"), makeRenderer()))
    }
    #expect(fresh[0] != fresh[1])
    let renderer = try makeRenderer()
    for index in [0, 1, 1, 0, 1] {
      let theme = names[index] + ".json"
      #expect(try pixels(request(folder, theme), renderer) == fresh[index], "\(theme)")
      _ = try renderer.render(request(folder, theme))
    }
    // Without the files, the family is unknown.
    try folder.write(Harbour.theme([]), to: "none.json")
    let unknown = #expect(throws: RenderError.self) {
      try renderer.render(request(folder, "none.json"))
    }
    #expect(unknown?.code == .unknownFont)
  }

  /// A font file that changes is read again.
  @Test func aChangedFontIsReadAgain() throws {
    let folder = try TemporaryFolder()
    let renderer = try makeRenderer()
    try harbour(["Manrope-Regular.ttf"], in: folder)
    let first = try renderer.render(request(folder))
    try folder.write(
      Harbour.font("ExtraBold"),
      to: "fonts/Manrope-Regular.ttf")
    let second = try renderer.render(request(folder))
    #expect(first.sha256 != second.sha256)
    #expect(first.fingerprint.digest != second.fingerprint.digest)
    let fresh = try makeRenderer().render(request(folder))
    #expect(second.sha256 == fresh.sha256)
  }

  /// The request supplies fonts, and a setting names their family.
  @Test func aRequestCanSupplyFonts() throws {
    let folder = try TemporaryFolder()
    try harbour(in: folder)
    let renderer = try makeRenderer()
    var request = try RenderRequest.quick(
      theme: nil, background: .theme, settings: ["font=Harbour", "weight=700"])
    request.fonts = ["Manrope-Bold.ttf"].map { folder.file("fonts/\($0)") }
    let receipt = try renderer.render(request)
    #expect(receipt.fonts.families["Latn"] == ["Harbour"])
    request.fonts = []
    #expect(throws: RenderError.self) { try renderer.render(request) }
  }

  /// The checker finds the same fingerprint as a render, without FreeType.
  @Test func theCheckerFindsTheFingerprint() throws {
    let folder = try TemporaryFolder()
    try harbour(in: folder)
    let checker = try RequestChecker(
      installation: Workspace.installation, plugins: .builtIn, key: .known)
    let checked = try checker.check(request(folder))
    #expect(checked.fingerprint == (try makeRenderer().render(request(folder))).fingerprint)
    #expect(checked.files.count { $0.hasSuffix(".ttf") } == 2)
    let empty = try request(folder).with { $0.notes = nil }
    #expect(ErrorCode.thrown { () throws(RenderError) in _ = try checker.check(empty) } == .noNotes)
  }

  /// Scripts that the font lacks are as large as `scripts/match-scripts` measures for folio, whose
  /// font is the same.
  @Test func otherScriptsAreMatchedByMeasurement() throws {
    let folder = try TemporaryFolder()
    for file in ["EBGaramond12-Regular.otf", "EBGaramond12-Bold.otf"] {
      try folder.write(
        try RenamedFont.bytes(file, "EB Garamond", as: "AB Garamond"), to: file)
    }
    let files = ["EBGaramond12-Regular.otf", "EBGaramond12-Bold.otf"]
    try folder.write(Harbour.theme(files, family: "AB Garamond", weight: 400), to: "serif.json")
    let renderer = try makeRenderer()
    let plan = try renderer.resolve(
      request(folder, "serif.json").with { $0.notes = [Note("שלום Buy milk")] })
    func measured(_ text: String, _ plan: RenderPlan) throws -> [String: ScriptStyle] {
      let style = TextStyle(family: "AB Garamond", size: 20, weight: 400, color: .black)
      return try renderer.textEngine(for: plan).styles(for: TextBlock(text, style: style))
    }
    let styles = try measured("Buy milk", plan)
    let hebrew = try #require(styles["Hebr"])
    #expect(abs(hebrew.scale - 0.82) < 0.02, "\(hebrew)")
    #expect(hebrew.heavier == 0)
    #expect(styles["Grek"] == nil, "the font has Greek letters")
    // Without letters of other scripts in the list, only texts with such characters are measured.
    let plain = try renderer.resolve(request(folder, "serif.json"))
    #expect(try measured("Buy 2 × milk, crème brûlée", plain)["Hebr"] == nil)
    #expect(try measured("१२", plain)["Deva"] != nil, "digits of a script also have its style")
    // Values of the theme take precedence.
    try folder.write(
      Harbour.theme(files, family: "AB Garamond", weight: 400).replacing(
        "\"fonts\":", with: "\"scriptSizes\": {\"hebrew\": 0.95}, \"fonts\":"),
      to: "set.json")
    let set = try renderer.resolve(request(folder, "set.json"))
    #expect(try measured("שלום", set)["Hebr"]?.scale == 0.95)
    // The fallback is a serif family, as for the bundled serif families.
    let receipt = try renderer.render(
      request(folder, "serif.json").with { $0.notes = [Note("שלום")] })
    #expect(receipt.fonts.families["Hebr"] == ["Noto Serif Hebrew"])
  }

  /// Each font that cannot be used is refused with its own code.
  @Test func unusableFontsAreRefused() throws {
    let folder = try TemporaryFolder()
    let good = try Harbour.font("Regular")
    var restricted = good
    RenamedFont.setEmbedding(2, in: &restricted)
    let cases: [(name: String, bytes: [UInt8], code: ErrorCode)] = [
      ("restricted.ttf", restricted, .fontRestricted),
      ("cut.ttf", Array(good.prefix(good.count / 2)), .fontUnreadable),
      ("page.ttf", Array("<!doctype html>".utf8), .fontFormat),
      (
        "inter.ttf", try RenamedFont.bytes("Manrope-Regular.ttf", "Manrope", as: "in  ter"),
        .fontNameTaken
      ),
    ]
    let renderer = try makeRenderer()
    let checker = FileChecker(
      installation: Workspace.installation, plugins: .builtIn, fontFamilies: ["Inter"])
    for one in cases {
      try folder.write(one.bytes, to: one.name)
      try folder.write(Harbour.theme([one.name]), to: "bad.json")
      let error = #expect(throws: RenderError.self) {
        try renderer.render(request(folder, "bad.json"))
      }
      #expect(error?.code == one.code, "\(one.name): \(error?.message ?? "")")
      let problems = checker.check(folder.file("bad.json")).problems
      #expect(problems.map(\.code) == [one.code], "\(one.name)")
    }
    #expect(
      checker.check(try folder.write(Harbour.theme(["no.ttf"]), to: "no.json"))
        .problems.map(\.code) == [.fileUnreadable])
  }

  /// fontconfig ignores case, so two families that differ only in case cannot be distinguished.
  @Test func familiesThatDifferOnlyInCaseAreRefused() throws {
    let folder = try TemporaryFolder()
    for (name, family) in [("a.ttf", "Harbour"), ("b.ttf", "HARBOUR")] {
      let style = name == "a.ttf" ? "Regular" : "Bold"
      try folder.write(
        try RenamedFont.bytes("Manrope-\(style).ttf", "Manrope", as: family), to: name)
    }
    try folder.write(Harbour.theme(["a.ttf", "b.ttf"]), to: "two.json")
    let renderer = try makeRenderer()
    let error = #expect(throws: RenderError.self) {
      try renderer.render(request(folder, "two.json"))
    }
    #expect(error?.code == .fontNameTaken)
  }

  /// A service checks requests for a long time, and must not answer with an old digest.
  @Test func theCheckerNoticesAChangedFontAndTheme() throws {
    let folder = try TemporaryFolder()
    try harbour(["Manrope-Regular.ttf"], in: folder)
    let checker = try RequestChecker(
      installation: Workspace.installation, plugins: .builtIn, key: .known)
    var digests = [try checker.check(request(folder)).digest]
    try folder.write(
      Harbour.font("Bold"),
      to: "fonts/Manrope-Regular.ttf")
    digests.append(try checker.check(request(folder)).digest)
    try folder.write(
      Harbour.theme(["fonts/Manrope-Regular.ttf"], weight: 500), to: "harbour.json")
    digests.append(try checker.check(request(folder)).digest)
    #expect(Set(digests).count == 3)
  }

  /// A theme can state the digest of a font.
  @Test func aFontWithAnotherDigestIsRefused() throws {
    let folder = try TemporaryFolder()
    try harbour(["Manrope-Regular.ttf"], in: folder)
    let path = "fonts/Manrope-Regular.ttf"
    let digest = try FileDigest.sha256(ofFile: folder.file(path))
    func pinned(_ digest: String) throws {
      try folder.write(
        Harbour.theme([]).replacing(
          "\"fontFiles\": []",
          with: "\"fontFiles\": [{\"file\": \"\(path)\", \"sha256\": \"\(digest)\"}]"),
        to: "pinned.json")
    }
    try pinned(digest.uppercased())
    let renderer = try makeRenderer()
    #expect(throws: Never.self) { try renderer.render(request(folder, "pinned.json")) }
    try pinned(String(digest.reversed()))
    let error = #expect(throws: RenderError.self) {
      try renderer.render(request(folder, "pinned.json"))
    }
    #expect(error?.code == .inputChanged && error?.origin?.line == 2)
  }

  /// A confined request cannot use fonts outside its folder.
  @Test func aFontOutsideTheFolderOfAConfinedRequestIsRefused() throws {
    let folder = try TemporaryFolder()
    try harbour(["Manrope-Regular.ttf"], in: folder)
    try folder.write(
      Harbour.theme(["../fonts/Manrope-Regular.ttf"]), to: "inner/theme.json")
    var request = try RenderRequest.quick(theme: "./theme.json", background: .theme)
    request.files = FileScope(folder: folder.file("inner"), isConfined: true)
    let renderer = try makeRenderer()
    let outside = #expect(throws: RenderError.self) { try renderer.render(request) }
    #expect(outside?.code == .pathOutside)
    request.theme = nil
    request.fonts = ["../fonts/Manrope-Regular.ttf"]
    let named = #expect(throws: RenderError.self) { try renderer.render(request) }
    #expect(named?.code == .pathOutside)
  }

  /// A renderer that has drawn many custom fonts keeps few descriptors open.
  @Test func manyFontsDoNotUseUpDescriptors() throws {
    let folder = try TemporaryFolder()
    let renderer = try makeRenderer()
    func descriptors() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?
          .contains("wallfarm font") == true
      }
    }
    let before = try descriptors()
    for number in 0..<30 {
      let name = "Harb\(100 + number)"
      let bytes = try RenamedFont.bytes("Manrope-Regular.ttf", "Manrope", as: name)
      // The store keeps 64 MB; padding makes each font count for more.
      try folder.write(bytes + [UInt8](repeating: 0, count: 8 << 20), to: "\(name).ttf")
      try folder.write(Harbour.theme(["\(name).ttf"], family: name), to: "\(name).json")
      _ = try renderer.render(request(folder, "\(name).json"))
    }
    #expect(try descriptors() - before <= 12)
  }
}
