import Foundation
import Testing
import WallfarmTesting

/// `render --watch`: a save is seen, told and rendered; a mistake is told and waited out.
@Suite(.serialized) struct WatchTests {
  private static let theme = ##"""
    {
      "format": 1, "summary": "A test.", "extends": "./base.json",
      "colors": {"text": "#ffffff"}
    }
    """##
  private static let base = ##"""
    {
      "format": 1, "summary": "A base.",
      "background": {"plugin": "solid-color", "parameters": {"color": "#202040"}},
      "fonts": {"weight": 800}
    }
    """##

  /// A watching program, its output in a file, and a way to wait for words in it.
  private final class Watched {
    let folder: TemporaryFolder
    private let process: Process
    private var seen = 0

    init(_ arguments: [String], _ folder: TemporaryFolder) throws {
      self.folder = folder
      try folder.write("", to: "log.txt")
      process = try Program.start(arguments, in: folder, log: folder.file("log.txt"))
    }

    deinit {
      process.terminate()
      process.waitUntilExit()
    }

    /// What was said since the last call, once `words` are among it; nil after ten seconds.
    func said(_ words: String) throws -> String? {
      for _ in 0..<1000 {
        let text = try folder.text("log.txt")
        let fresh = String(text.dropFirst(seen))
        if fresh.contains(words), fresh.hasSuffix("\n") {
          seen = text.count
          return fresh
        }
        usleep(10_000)
      }
      return nil
    }
  }

  private func start() throws -> Watched {
    let folder = try TemporaryFolder()
    try folder.write(Self.theme.utf8, to: "mine.json")
    try folder.write(Self.base.utf8, to: "base.json")
    try folder.write(#"["Buy milk"]"#.utf8, to: "notes.json")
    let watched = try Watched(
      [
        "render", "--theme", "./mine.json", "--device", "iphonese3", "--notes", "notes.json", "-o",
        "out.png", "--watch",
      ], folder)
    #expect(try watched.said("out.png") != nil)
    return watched
  }

  @Test func aSavedThemeIsRenderedAndTheChangeTold() throws {
    let watched = try start()
    let before = try watched.folder.bytes("out.png")
    try watched.folder.write(Self.theme.replacing("#ffffff", with: "#ffee00").utf8, to: "mine.json")
    let said = try #require(try watched.said("the colour of"))
    #expect(said.contains(##"colors.text: "#ffffff" → "#ffee00""##), "\(said)")
    #expect(said.contains("#ffee00, was #ffffff"), "\(said)")
    #expect(try watched.folder.bytes("out.png") != before)
  }

  @Test func soAreItsBaseAndTheNotes() throws {
    let watched = try start()
    try watched.folder.write(Self.base.replacing("800", with: "500").utf8, to: "base.json")
    #expect(try watched.said("was 800")?.contains("fonts.weight: 800 → 500") == true)
    try watched.folder.write(#"["Buy milk", "Call Ana"]"#.utf8, to: "notes.json")
    let said = try #require(try watched.said("out.png"))
    // The words of a note are private.
    #expect(!said.contains("Ana"), "\(said)")
  }

  /// Many editors write a new file and rename it over the old one.
  @Test func aRenamedFileIsSeen() throws {
    let watched = try start()
    for color in ["#eeeeee", "#dddddd"] {
      try watched.folder.write(Self.theme.replacing("#ffffff", with: color).utf8, to: ".tmp")
      rename(watched.folder.file(".tmp"), watched.folder.file("mine.json"))
      #expect(try watched.said("\(color), was") != nil, "\(color)")
    }
  }

  @Test func aMistakeIsToldAndThePictureStays() throws {
    let watched = try start()
    let before = try watched.folder.bytes("out.png")
    try watched.folder.write(
      Self.theme.replacing("#ffffff", with: "#ffff").replacing("text", with: "txt").utf8,
      to: "mine.json")
    let said = try #require(try watched.said("hint:"))
    #expect(said.contains("did you mean 'text'?"), "\(said)")
    #expect(said.contains("    |"), "there is an excerpt: \(said)")
    #expect(try watched.folder.bytes("out.png") == before)
    try watched.folder.write(Self.theme.replacing("#ffffff", with: "#00ff00").utf8, to: "mine.json")
    #expect(try watched.said("#00ff00, was #ffffff") != nil)
  }

  @Test(arguments: [
    (["--theme", "nope"], "no theme is named 'nope'"), (["--notes", "-"], "exclude each other"),
    (["--report", "x.json"], "exclude each other"), (["-o", "-"], "exclude each other"),
    (["--device", "nokia"], "no device is named 'nokia'"),
  ])
  func aCommandThatCannotGetBetterEnds(words: [String], part: String) throws {
    let folder = try TemporaryFolder()
    let standard = words.contains("--device") ? [] : ["--device", "iphonese3"]
    let notes = words.contains("--notes") ? [] : ["--note", "a"]
    let result = try Program.run(
      ["render", "--watch"] + standard + notes + words, in: folder, timeout: .seconds(10))
    #expect(result.status == 1 && result.error.contains(part), "\(result.error)")
  }
}
