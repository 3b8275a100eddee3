import Authoring
import BuiltInPlugins
import Designs
import Files
import Graphics
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Images of themes, which are drawn above the background of every template.
@Suite struct ThemeImageTests {
  static let svg = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20" rx="4"
    fill="#ffffff"/></svg>
    """

  @Test(arguments: ["lock", "home", "month", "banner"])
  func imagesAreInEveryTemplate(_ template: String) throws {
    let folder = try Self.folder(#"{"file": "logo.svg", "place": "top", "tint": "$colors.text"}"#)
    let renderer = try makeRenderer()
    var request = Self.request(folder)
    (request.template, request.mayShowSample) = (template, true)
    let scene = try renderer.compose(renderer.resolve(request)).scene
    let layer = try #require(scene.background.last)
    guard case .image(let image) = layer.content else {
      Issue.record("the last layer of the background is \(layer.name)")
      return
    }
    #expect(layer.name == "image.1" && image.file == folder.file("logo.svg"))
    #expect(image.tint == Color(red: 0xEE, green: 0xEE, blue: 0xEE))
  }

  /// A variant or an override replaces all images.
  @Test func variantsAndOverridesReplaceImages() throws {
    let folder = try Self.folder(
      #"{"file": "logo.svg"}"#,
      more: """
        "variants": {"light": {"colors": {"text": "#111111"}, "images": []}},
        "overrides": [{"when": {"kind": "ipad"}, "images": [
          {"file": "logo.svg", "place": "top"}, {"file": "logo.svg", "place": "bottom"}
        ]}]
        """)
    func count(_ device: String, _ variant: ThemeVariant?) throws -> Int {
      let renderer = try makeRenderer()
      let request = Self.request(folder).with { ($0.device, $0.variant) = (device, variant) }
      return try renderer.compose(renderer.resolve(request)).scene.background.count {
        $0.name.hasPrefix("image.")
      }
    }
    #expect(try count("iphone8", nil) == 1)
    #expect(try count("iphone8", .light) == 0)
    #expect(try count("ipad10", nil) == 2)
  }

  /// A theme that extends another inherits its images, whose files are next to the other theme.
  @Test func imagesAreInherited() throws {
    let folder = try Self.folder(#"{"file": "logo.svg"}"#)
    let child = #"{"format": 1, "summary": "x", "extends": "../dusk.json"}"#
    try folder.write(child, to: "below/child.json")
    let renderer = try makeRenderer()
    let request = Self.request(folder).with { $0.theme = folder.file("below/child.json") }
    let plan = try renderer.resolve(request)
    let photos = try renderer.compose(plan).photos
    #expect(photos.map(Files.resolved) == [Files.resolved(folder.file("logo.svg"))])
  }

  /// The fingerprint covers the theme file and the bytes of its images, and checking a request
  /// computes the same fingerprint.
  @Test func theFingerprintCoversImages() throws {
    let folder = try Self.folder(#"{"file": "logo.svg"}"#)
    func fingerprint() throws -> Fingerprint {
      let (renderer, request) = (try makeRenderer(), Self.request(folder))
      let drawn = try renderer.draw(request)
      let checker = try RequestChecker(
        installation: Workspace.installation, plugins: .builtIn, key: .known)
      let checked = try checker.check(request)
      #expect(checked.fingerprint == drawn.fingerprint)
      #expect(checked.files.contains(folder.file("logo.svg")))
      return drawn.fingerprint
    }
    let first = try fingerprint()
    #expect(try fingerprint() == first)
    try folder.write(Self.svg.replacing("#ffffff", with: "#fffffe"), to: "logo.svg")
    let second = try fingerprint()
    let changed = zip(first.parts, second.parts).filter { $0 != $1 }.map(\.0.name)
    #expect(changed == ["photos"])
  }

  /// A logo that text covers is a warning; a texture is not.
  @Test(arguments: [
    (#""place": "bottom-right", "width": 0.2"#, [WarningCode]()),
    (#""place": "top", "width": 0.5"#, [.imageBehindText]),
    (#""by": "area""#, [.imageBehindText]),
    (#""by": "area", "obstacles": "allow""#, []),
    (#""by": "area", "tile": 40"#, []),
  ])
  func textOnALogoIsAWarning(_ keys: String, _ codes: [WarningCode]) throws {
    let folder = try Self.folder(##"{"file": "logo.svg", "tint": "#204060", \##(keys)}"##)
    let renderer = try makeRenderer()
    let request = Self.request(folder)
    let drawn = try renderer.draw(request)
    #expect(drawn.warnings.map(\.code).filter { $0 == .imageBehindText } == codes)
    let file = folder.file("dusk.json")
    #expect(drawn.warnings.allSatisfy { $0.code != .imageBehindText || $0.origin?.file == file })
  }

  /// White text of a theme on its own white sticker gets an aid, and is legible with it.
  @Test(arguments: ["iphone8", "iphone15", "ipad10"])
  func textIsLegibleOnABrightSticker(_ device: String) throws {
    let folder = try Self.folder(
      #"{"file": "logo.svg", "by": "area", "fit": "stretch", "obstacles": "allow"}"#,
      text: "#ffffff")
    let renderer = try makeRenderer()
    let drawn = try renderer.draw(Self.request(folder).with { $0.device = device })
    let report = try #require(drawn.picture.report.legibility)
    #expect(report.aid != nil)
    for line in report.lines {
      #expect(line.isEnough, "\(line.layer): \(line.before) before, \(line.after) after")
      #expect(line.before < 4.5)
    }
    #expect(drawn.warnings.map(\.code) == [])
    // Without the sticker, the text needs no aid.
    let plain = try Self.folder("", text: "#ffffff")
    let other = try renderer.draw(Self.request(plain).with { $0.device = device })
    #expect(other.picture.report.legibility?.aid == nil)
  }

  /// The same is true for an image of a template.
  @Test func textIsLegibleOnTheLayoutPicture() throws {
    let folder = try Self.folder("", text: "#ffffff")
    try folder.write(
      """
      {"format": 1, "summary": "x", "theme": "midnight", "layouts": [
        {"plugin": "numbered-notes"},
        {"plugin": "picture", "parameters": {"file": "../logo.svg", "by": "area", "fit": "stretch"}}
      ]}
      """, to: "mine/template.json")
    let renderer = try makeRenderer()
    let request = Self.request(folder).with { $0.template = folder.file("mine") }
    let drawn = try renderer.draw(request)
    let report = try #require(drawn.picture.report.legibility)
    #expect(report.aid != nil && report.lines.allSatisfy(\.isEnough), "\(report)")
    // The image is below the notes, although it follows them in the template.
    #expect(drawn.composition.scene.background.last?.name == "picture")
    #expect(drawn.composition.scene.foreground.allSatisfy { $0.name != "picture" })
  }

  /// In a stack, an image has its own area and does not meet the other layouts.
  @Test func imagesAreInStacks() throws {
    let folder = try Self.folder("")
    try folder.write(
      """
      {"format": 1, "summary": "x", "theme": "midnight", "layouts": [{"stack": [
        {"plugin": "picture", "size": "natural",
         "parameters": {"file": "../logo.svg", "points": 80, "margin": 0}},
        {"plugin": "numbered-notes", "size": "fill"}
      ]}]}
      """, to: "mine/template.json")
    let renderer = try makeRenderer()
    let request = Self.request(folder).with { $0.template = folder.file("mine") }
    let plan = try renderer.resolve(request)
    let composition = try renderer.compose(plan)
    let image = try #require(composition.layouts.first)
    #expect(image.layout == "picture" && composition.layouts.count == 2)
    #expect(abs(image.area.height - 40 * plan.device.typeScale) < 1)
    #expect(composition.notes.allSatisfy { $0.frame.y >= image.area.maxY })
  }

  @Test func theSameIsTheSame() throws {
    let folder = try Self.folder(
      #"{"file": "logo.svg", "by": "area", "tile": 30, "mask": "circle", "blend": "overlay"}"#)
    let request = Self.request(folder)
    let first = try makeRenderer().render(request).bytes
    #expect(try first == makeRenderer().render(request).bytes)
    #expect(first != nil)
  }

  /// All mistakes of images are found in one run, each at its position.
  @Test func checkFindsAllMistakes() throws {
    let folder = try Self.folder(
      """
      {"file": "logo.svg", "plce": "top"},
        {"file": "missing.png", "width": 3},
        {"place": "top"}, "logo.svg",
        {"file": "text.svg", "tint": "$palette.none"}
      """,
      more: #""variants": {"light": {"images": {"file": "logo.svg"}}}"#)
    try folder.write(Self.svg.replacing("<rect", with: "<text/><rect"), to: "text.svg")
    let checker = FileChecker(
      installation: Workspace.installation, plugins: .builtIn, fontFamilies: ["Inter"])
    let problems = checker.check(folder.file("dusk.json")).problems
    let codes = Set(problems.map(\.code.rawValue))
    #expect(
      codes == [
        "unknown-parameter", "photo-unreadable", "invalid-parameter", "invalid-value",
        "unknown-token", "svg-text",
      ], "\(problems)")
    for problem in problems { #expect(problem.origin?.line != nil, "\(problem)") }
    let misspelt = try #require(problems.first { $0.code == .unknownParameter })
    #expect(misspelt.hint?.contains("'place'") == true)
  }

  /// An image over the clock is an error at the position of the image.
  @Test func anImageBehindTheClockIsAnError() throws {
    let folder = try Self.folder(
      #"{"file": "logo.svg", "in": "screen", "by": "area", "fit": "cover"}"#)
    let renderer = try makeRenderer()
    let error = #expect(throws: RenderError.self) {
      try renderer.compose(renderer.resolve(Self.request(folder)))
    }
    #expect(error?.code == .imageCovered)
    #expect(error?.origin?.file == folder.file("dusk.json"))
    let checker = FileChecker(
      installation: Workspace.installation, plugins: .builtIn, fontFamilies: ["Inter"])
    let problems = checker.check(folder.file("dusk.json")).problems
    #expect(problems.map(\.code) == [.imageCovered], "\(problems)")
    #expect(problems.first?.origin == error?.origin)
  }

  // MARK: - Helpers

  /// A folder with a logo and the theme `dusk.json`, which has the given images.
  private static func folder(
    _ images: String, text: String = "#eeeeee", more: String = ""
  ) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(svg, to: "logo.svg")
    try folder.write(
      """
      {"format": 1, "summary": "Images.",
      "background": {"plugin": "solid-color", "parameters": {"color": "#20242c"}},
      "colors": {"text": "\(text)"},
      "images": [\(images)]\(more.isEmpty ? "" : ",\n" + more)}
      """, to: "dusk.json")
    return folder
  }

  private static func request(_ folder: TemporaryFolder) -> RenderRequest {
    RenderRequest(
      device: "iphone8", notes: [Note("Buy oat milk and bread"), Note("Call Ana about Saturday")],
      theme: folder.file("dusk.json"), output: .memory)
  }
}
