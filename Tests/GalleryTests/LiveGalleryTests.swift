import BuiltInPlugins
import Designs
import Foundation
import Gallery
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// A `LiveGallery` shows the same pictures as a new gallery, and draws only those that differ.
@Suite struct LiveGalleryTests {
  /// A theme with values that random edits change.
  private struct RandomTheme {
    var text = 255
    var lightText = 20
    var background = 40
    var largest = 34
    var smallPhoneSize = 28
    var weight = 700
    var photo: String?
    var lightWeight: Int?

    mutating func edit(with numbers: inout SeededGenerator) {
      switch Int.random(in: 0..<8, using: &numbers) {
      case 0: text = .random(in: 200...255, using: &numbers)
      case 1: lightText = .random(in: 0...60, using: &numbers)
      case 2: background = .random(in: 20...60, using: &numbers)
      case 3: largest = .random(in: 26...44, using: &numbers)
      case 4: smallPhoneSize = .random(in: 24...32, using: &numbers)
      case 5: weight = 100 * .random(in: 4...8, using: &numbers)
      case 6: photo = photo == nil ? "photo.jpg" : nil
      default: lightWeight = lightWeight == nil ? 500 : nil
      }
    }

    var json: String {
      func gray(_ level: Int) -> String {
        let digits = String(level, radix: 16)
        return "#" + String(repeating: digits.count < 2 ? "0" + digits : digits, count: 3)
      }
      let ground =
        photo.map { #"{"plugin": "photo", "parameters": {"file": "\#($0)"}}"# }
        ?? ##"{"plugin": "solid-color", "parameters": {"color": "\##(gray(background))"}}"##
      let lightFont = lightWeight.map { #", "fonts": {"weight": \#($0)}"# } ?? ""
      return """
        {"format": 1, "summary": "Random.", "background": \(ground),
         "colors": {"text": "\(gray(text))"}, "fonts": {"weight": \(weight)},
         "sizes": {"largest": \(largest)},
         "variants": {"light": {"colors": {"text": "\(gray(lightText))"}\(lightFont)}},
         "overrides": [{"when": {"device": "iphonese3"}, "sizes": {"largest": \(smallPhoneSize)}}]}
        """
    }
  }

  private func request(_ theme: String) throws -> GalleryRequest {
    GalleryRequest(
      looks: [.init(theme), .init(theme, .light)],
      devices: try DeviceCatalog.shipped.devices(in: "iphonese3,iphone15"),
      base: RenderRequest(device: "", notes: [Note("Buy milk"), Note("Call Ana")]))
  }

  private func live(_ plugins: PluginRegistry = .builtIn) -> LiveGallery {
    LiveGallery(
      installation: Workspace.installation,
      designs: DesignLibrary(installation: Workspace.installation), plugins: plugins, workers: 2,
      makesSheet: true, time: Moment(seconds: 0))
  }

  /// The names of the pictures in the page of a gallery, with their data.
  private func pictures(_ gallery: Gallery) throws -> [String: String] {
    let page = String(decoding: try GalleryPage(gallery).pieces().flatMap(\.self), as: UTF8.self)
    let parts = page.components(separatedBy: #""data:image/webp;base64,"#).dropFirst()
    #expect(parts.count == 4)
    let images = parts.map { $0.prefix { $0 != "\"" }.description }
    let names = ["iphonese3", "iphone15", "light iphonese3", "light iphone15"]
    return Dictionary(uniqueKeysWithValues: zip(names, images))
  }

  /// After every random edit, the page and the sheet are those of a new gallery, and the update
  /// draws every picture that differs.
  @Test func anUpdateShowsWhatANewGalleryShows() throws {
    var numbers = SeededGenerator()
    let seed = numbers.seed
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      atPath: Workspace.root + "/Templates/timeline/harbor.jpg", toPath: folder.file("photo.jpg"))
    let request = try request(folder.file("random.json"))
    let live = live()
    var (theme, before) = (RandomTheme(), [String: String]())
    for step in 0..<16 {
      try folder.write(theme.json, to: "random.json")
      let update = try live.update(request)
      let new = try GalleryMaker(
        installation: Workspace.installation, plugins: .builtIn, workers: 2
      ).gallery(of: request)
      #expect(
        try GalleryPage(update.gallery).pieces() == GalleryPage(new).pieces(),
        "seed \(seed), step \(step): \(theme.json)")
      let after = try pictures(new)
      let differ = Set(after.keys.filter { before[$0] != after[$0] })
      let drawn = update.drawn.flatMap { look in
        look.devices.map { look.look.hasSuffix("light") ? "light \($0)" : $0 }
      }
      #expect(differ.isSubset(of: drawn), "seed \(seed), step \(step)")
      before = after
      theme.edit(with: &numbers)
    }
    // Without an edit, nothing is drawn.
    try folder.write(theme.json, to: "random.json")
    _ = try live.update(request)
    let last = try live.update(request)
    #expect(last.drawn.isEmpty && last.problems.isEmpty)
    let sheet = try ContactSheet(last.gallery, installation: Workspace.installation).png()
    let new = try GalleryMaker(installation: Workspace.installation, plugins: .builtIn, workers: 2)
      .gallery(of: request)
    #expect(try ContactSheet(new, installation: Workspace.installation).png() == sheet)
  }

  /// An update that is stopped does not lose the pictures of the previous update.
  @Test func aStoppedUpdateKeepsThePictures() throws {
    let folder = try TemporaryFolder()
    var theme = RandomTheme()
    let request = try request(try folder.write(theme.json, to: "random.json"))
    let live = live()
    #expect(try live.update(request).drawn.flatMap(\.devices).count == 4)
    let old = theme.json
    theme.weight = 400
    try folder.write(theme.json, to: "random.json")
    let error = #expect(throws: RenderError.self) { try live.update(request) { true } }
    #expect(error?.code.rawValue == "unit-cancelled")
    try folder.write(old, to: "random.json")
    #expect(try live.update(request).drawn.isEmpty)
  }

  /// A tile without an older picture shows its error; a tile with one keeps the picture.
  @Test func anErrorKeepsAnOlderPicture() throws {
    let folder = try TemporaryFolder()
    var theme = RandomTheme()
    theme.photo = "missing.jpg"
    let request = try request(try folder.write(theme.json, to: "random.json"))
    let live = live()
    let first = try live.update(request)
    let codes = first.gallery.failures.map(\.error.code)
    #expect(codes == Array(repeating: .photoUnreadable, count: 4))
    #expect(first.problems.isEmpty && first.files.contains(folder.file("missing.jpg")))
    // The same error again is not a change.
    #expect(try live.update(request).drawn.isEmpty)
    theme.photo = nil
    try folder.write(theme.json, to: "random.json")
    let good = try pictures(live.update(request).gallery)
    theme.photo = "missing.jpg"
    try folder.write(theme.json, to: "random.json")
    let second = try live.update(request)
    #expect(try pictures(second.gallery) == good && second.drawn.isEmpty)
    #expect(second.gallery.failures.isEmpty && second.problems.count == 4)
    #expect(second.problems.first?.tile == "random on iphonese3")
  }

  /// The page of `theme gallery --watch` updates itself in a browser.
  @Test(.tags(.web)) func theOpenPageFollows() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      ##"""
      {"format": 1, "summary": "A test.",
       "background": {"plugin": "solid-color", "parameters": {"color": "#202040"}},
       "colors": {"text": "#ffffff"},
       "variants": {"light": {"colors": {"text": "#102030"},
         "background": {"parameters": {"color": "#f0f0e0"}}}},
       "overrides": [{"when": {"kind": "ipad"}, "sizes": {"largest": 40}}]}
      """##, to: "mine.json")
    let script = Workspace.root + "/Tests/GalleryTests/watch-gallery.py"
    let judge = Tool.run(
      "/usr/bin/python3", [script, Program.path, folder.path], withErrors: true)
    #expect(judge.status == 0, "\(judge.text.suffix(2000))")
    #expect(judge.text.split(separator: "\n").filter { $0.hasPrefix("ok:") }.count >= 20)
  }
}
