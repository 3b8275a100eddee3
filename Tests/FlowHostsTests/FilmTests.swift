import Designs
import FlowHosts
import Flows
import Foundation
import Motion
import Testing
import WallfarmTesting

/// Tests films of flows: a flow refers to a film, the film is validated with the flow, and the
/// flow's page plays it.
@Suite struct FilmTests {
  private static let motion = """
    {"format": 1, "summary": "x", "still": 0.5, "reduced": [{"at": 0, "seconds": 1}, {"at": 1.9, "seconds": 2}],
     "texts": {"en": {"a": "A disc goes to the right."}, "ja": {"a": "円が右へ動きます。"}}, "says": ["$a"],
     "shots": [{"seconds": 2, "picture": {"template": "home", "theme": "fog"},
       "things": [{"name": "disc", "width": 0.3, "shape": {"outline": "circle", "fill": "#ff8800"}}],
       "tracks": [{"of": "disc", "keys": [{"at": 0, "x": -150}, {"at": 2, "x": 150}]}]}]}
    """

  /// Writes the complete sample flow, to which a film is added.
  private func flow(
    _ folder: TemporaryFolder, motion: String, film: String = FilmTests.motion
  ) throws {
    for name in ["flow.json", "texts-en.json", "texts-ja.json"] {
      let path = Workspace.root + "/Tests/FlowHostsTests/flawless/" + name
      var text = try String(contentsOfFile: path, encoding: .utf8)
      if name == "flow.json" {
        let parts = text.components(separatedBy: "\"tour\": {")
        #expect(parts.count == 2)
        text = parts.joined(separator: "\"tour\": { \"motion\": \"\(motion)\",")
      }
      try folder.write(text, to: "flawless/\(name)")
    }
    try folder.write(film, to: "flawless/tour.json")
  }

  @Test(.tags(.web)) func theBrowserPlaysThem() throws {
    let folder = try TemporaryFolder()
    try flow(folder, motion: "./tour.json")
    let checked = try Program.run(["flow", "check", "./flawless"], in: folder)
    #expect(checked.status == 0, "\(checked.error)")
    let made = try Program.run(
      ["flow", "page", "./flawless", "--films", "-q", "-o", "page.html"], in: folder)
    #expect(made.status == 0, "\(made.error)")
    let script = Workspace.root + "/Tests/FlowHostsTests/play-films.py"
    let judge = Tool.run("/usr/bin/python3", [script, folder.file("page.html")], withErrors: true)
    #expect(judge.status == 0, "\(judge.text.suffix(2000))")
  }

  /// If no films are requested, a page contains no films and no player.
  @Test func aPageHasFilmsOnlyWhereTheyWereAskedFor() throws {
    let folder = try TemporaryFolder()
    try flow(folder, motion: "./tour.json")
    let made = try Program.run(["flow", "page", "./flawless", "-q", "-o", "page.html"], in: folder)
    #expect(made.status == 0, "\(made.error)")
    let text = try folder.text("page.html")
    #expect(!text.contains("media-src") && !text.contains("data:video/mp4"))
  }

  /// If a film is not available in the page's language, a still picture replaces it.
  @Test func aPageHasNoFilmInAnotherLanguage() throws {
    let folder = try TemporaryFolder()
    try flow(
      folder, motion: "./tour.json", film: Self.motion.replacing("\"en\"", with: "\"de\""))
    let made = try Program.run(
      ["flow", "page", "./flawless", "--films", "-q", "-o", "page.html"], in: folder)
    #expect(made.status == 0, "\(made.error)")
    let text = try folder.text("page.html")
    #expect(!text.contains("media-src") && !text.contains("data:video/mp4"))
  }

  @Test(arguments: [
    ("hoook", "unknown-motion", "'hook'"),
    ("../other.json", "path-outside", nil),
    ("./gone.json", "file-unreadable", nil),
    ("", "invalid-value", nil),
  ])
  func aFilmThatIsNotThereIsFound(motion: String, code: String, hint: String?) throws {
    let folder = try TemporaryFolder()
    try flow(folder, motion: motion)
    let run = try Program.run(["flow", "check", "./flawless"], in: folder)
    #expect(run.status == 1 && run.error.contains("error[\(code)]"), "\(run.error)")
    if let hint { #expect(run.error.contains(hint)) }
  }

  /// A film that a bundled flow uses has texts in every language of the flow.
  @Test func filmsOfFlowsThatShipSpeakTheirLanguages() throws {
    let library = MotionLibrary(folder: Workspace.root + "/Motions")
    var count = 0
    for name in shippedFlows.names {
      let story = try shippedFlows.story(name)
      #expect(FlowFilms(story, library: library).problems.isEmpty)
      for medium in story.flow.media {
        guard let motion = medium.motion else { continue }
        #expect(Set(story.flow.languages).isSubset(of: try library.motion(motion).languages))
        count += 1
      }
    }
    #expect(count >= 6)
  }
}
