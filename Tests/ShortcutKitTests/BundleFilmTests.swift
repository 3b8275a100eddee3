import BuiltInPlugins
import Designs
import Files
import Foundation
import Motion
import RenderPool
import ShortcutKit
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Tests films in bundles: their files, their manifest entries and their place in the guide.
@Suite struct BundleFilmTests {
  private static let folder = Result { try TemporaryFolder() }

  /// Returns a short film with the given name.
  ///
  /// The guide has a section only for films with certain names, such as `how-to-fix`.
  private func motion(_ name: String) throws -> Motion {
    let text = """
      {"format": 1, "summary": "x", "still": 0.5, "reduced": [{"at": 0, "seconds": 1}, {"at": 0.9, "seconds": 1}],
       "texts": {"en": {"a": "A disc goes to the right."}, "ja": {"a": "円が右へ動きます。"}},
       "says": ["$a"],
       "shots": [{"seconds": 1, "picture": {"template": "home", "theme": "fog"},
         "things": [{"name": "disc", "width": 0.3, "shape": {"outline": "circle", "fill": "#ff8800"}}],
         "tracks": [{"of": "disc", "keys": [{"at": 0, "x": -150}, {"at": 1, "x": 150}]}]}]}
      """
    let path = try Self.folder.get().write(text.utf8, to: "\(name).json")
    return try MotionLibrary(folder: Workspace.installation.motions).motion(path)
  }

  private static var maker: BundleMaker {
    var maker = BundleMaker(
      pictures: RememberingMaker.shared, installation: Workspace.installation)
    maker.studio = FilmStudio(
      installation: Workspace.installation, plugins: .builtIn, workers: 2)
    return maker
  }

  /// A bundle with a film, built once for tests that damage a copy of it.
  private static let party = Result { try BundleFilmTests().made(["party"], home: .keep) }

  private func made(
    _ names: [String], home: HomeChoice = .color(.black), language: GuideLanguage = .english
  ) throws -> BundleMaker.Made {
    var request = BundleRequest(
      lock: RenderRequest(device: "iphone8", notes: [Note("Buy milk")]), home: home,
      map: try PresetMap.find(nil, in: Workspace.installation), language: language)
    request.motions = try names.map { try motion($0) }
    return try Self.maker.make(request)
  }

  @Test func filmsLieBesideThePictures() throws {
    let folder = try TemporaryFolder()
    let bundle = try made(["how-to-fix", "party"], language: .japanese)
    try bundle.write(to: folder.file("mine"))
    var check = BundleCheck(folder.file("mine"))
    #expect(try check.problems().isEmpty)
    #expect(
      bundle.notes.contains(
        "the film 'party' is in the folder Films, but no step of this guide shows it"))
    for name in ["how-to-fix", "party"] {
      let told = try #require(
        Tool.output(
          of: "ffprobe",
          [
            "-v", "error", "-count_frames", "-show_entries",
            "stream=codec_name,width,height,nb_read_frames", "-show_entries", "format=duration",
            "-of", "csv=p=0", folder.file("mine/Films/\(name).mp4"),
          ]))
      #expect(told == "h264,750,1334,30\n1.000000\n")
      let still = Tool.run(
        "pngcheck", ["-q", folder.file("mine/Films/\(name).png")], withErrors: true)
      #expect(still.status == 0, "\(still.text)")
      #expect(try folder.text("mine/Films/\(name).txt") == "円が右へ動きます。\n")
    }
    let manifest = try JSONNode(parsing: try folder.text("mine/bundle.json"))
    let films = try #require(manifest["films"]?.elements)
    #expect(films.map { $0["motion"]?.string } == ["how-to-fix", "party"])
    #expect(films[0]["film"]?.string == "Films/how-to-fix.mp4")
    #expect(films[0]["seconds"]?.number == 1 && films[0]["language"]?.string == "ja")
  }

  /// Missing films, and films that the manifest does not list, are detected.
  @Test(arguments: [
    ("rm Films/party.txt", "'Films/party.txt' is missing"),
    ("cp Films/party.mp4 Films/other.mp4", "'Films/other.mp4' is not part of the bundle"),
    ("printf x >> Films/party.mp4", "'Films/party.mp4' was changed after the bundle was made"),
    (
      #"sed -i 's/"motion": "party"/"motion": "b"/' bundle.json"#,
      "'Films/b.mp4' is missing from the manifest"
    ),
  ])
  func whatIsBrokenIsFound(command: String, words: String) throws {
    let folder = try TemporaryFolder()
    try Self.party.get().write(to: folder.file("mine"))
    #expect(Tool.run("sh", ["-c", "cd \(folder.file("mine")) && \(command)"]).status == 0)
    var check = BundleCheck(folder.file("mine"))
    let problems = try check.problems()
    #expect(problems.contains { $0.message.contains(words) }, "\(problems)")
  }

  /// Each film is in its section and plays in a browser, with an alternative for reduced motion.
  @Test(.tags(.web)) func theBrowserPlaysThem() throws {
    let names = ["heads-up", "how-to-fix", "install", "permissions", "all-set"]
    let folder = try TemporaryFolder()
    let page = try #require(made(names).files.first { $0.path == "setup.html" })
    try folder.write(Data(page.bytes), to: "setup.html")
    let script = Workspace.root + "/Tests/ShortcutKitTests/open-films.py"
    let judge = Tool.run(
      "/usr/bin/python3",
      [
        script, folder.file("setup.html"), "why=heads-up", "red=how-to-fix", "install=install",
        "permissions=permissions", "run=all-set",
      ], withErrors: true)
    #expect(judge.status == 0, "\(judge.text.suffix(1500))")
  }

  /// A film about the home screen folder does not appear in the guide of a bundle without that
  /// folder.
  @Test func aFilmSaysNothingThatIsNotSo() throws {
    let bundle = try made(["permissions"], home: .keep)
    let page = try #require(bundle.files.first { $0.path == "setup.html" })
    #expect(!String(decoding: page.bytes, as: UTF8.self).contains("<video"))
    #expect(!String(decoding: page.bytes, as: UTF8.self).contains("media-src"))
    #expect(
      bundle.notes.contains(
        "the film 'permissions' is in the folder Films, but no step of this guide shows it"))
  }

  /// The guide for an address has only the films that apply to it.
  @Test func aGuideToAnAddressHasFilmsToo() throws {
    var request = AddressRequest(
      address: try ReadAddress("https://wallpapers.example/p/TOKEN"),
      example: RenderRequest(device: "ipad10"), language: .english)
    request.motions = try ["heads-up", "how-to-fix", "all-set"].map { try motion($0) }
    let folder = try TemporaryFolder()
    let made = try Self.maker.make(request)
    try made.write(to: folder.file("ana"))
    var check = BundleCheck(folder.file("ana"))
    #expect(try check.problems().isEmpty)
    let page = try folder.text("ana/setup.html")
    #expect(page.contains("id=\"film-heads-up\"") && page.contains("id=\"film-all-set\""))
    #expect(!page.contains("id=\"film-how-to-fix\""))
  }
}
