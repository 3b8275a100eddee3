import Foundation
import Testing
import WallfarmTesting

/// `render --watch` renders after each save; if a file has a mistake, it reports the mistake and
/// waits for a correction.
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
    let said = try #require(try watched.said("#ffee00, was #ffffff"))
    #expect(said.contains(##"colors.text: "#ffffff" → "#ffee00""##), "\(said)")
    #expect(try watched.folder.bytes("out.png") != before)
  }

  @Test func soAreItsBaseAndTheNotes() throws {
    let watched = try start()
    try watched.folder.write(Self.base.replacing("800", with: "500").utf8, to: "base.json")
    #expect(try watched.said("was 800")?.contains("fonts.weight: 800 → 500") == true)
    // Neither the old nor the new text of a note is printed.
    try watched.folder.write(#"["Call Ana"]"#.utf8, to: "notes.json")
    let said = try #require(try watched.said("some words differ"))
    #expect(!said.contains("Ana") && !said.contains("milk"), "\(said)")
    try watched.folder.write(#"["Call Ana", "Ring Ben"]"#.utf8, to: "notes.json")
    let more = try #require(try watched.said("out.png"))
    #expect(!more.contains("Ana") && !more.contains("Ben"), "\(more)")
  }

  /// Many editors save a file by writing a new file and renaming it to the old name.
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
    #expect(said.contains("'text'"), "\(said)")
    #expect(said.contains("    |"), "there is an excerpt: \(said)")
    #expect(try watched.folder.bytes("out.png") == before)
    try watched.folder.write(Self.theme.replacing("#ffffff", with: "#00ff00").utf8, to: "mine.json")
    #expect(try watched.said("#00ff00, was #ffffff") != nil)
  }

  /// If a base theme is moved away and back, both changes are noticed.
  @Test func whatWentAndCameBackIsSeen() throws {
    let watched = try start()
    let base = watched.folder.file("base.json")
    rename(base, base + ".away")
    #expect(try watched.said("hint:")?.contains("base.json") == true)
    rename(base + ".away", base)
    #expect(try watched.said("out.png") != nil)
  }

  /// A change to the theme's photo triggers a render.
  @Test func thePhotoOfAThemeIsWatched() throws {
    let watched = try start()
    func photo(_ color: String) {
      let file = watched.folder.file("p.png")
      _ = Tool.run("convert", ["-size", "900x1600", "xc:\(color)", file + ".png"])
      rename(file + ".png", file)
    }
    photo("navy")
    try watched.folder.write(
      Self.base.replacing("solid-color", with: "photo").replacing("color", with: "file")
        .replacing("#202040", with: "p.png").utf8, to: "base.json")
    #expect(try watched.said("out.png") != nil)
    let before = try watched.folder.bytes("out.png")
    photo("darkgreen")
    #expect(try watched.said("out.png") != nil)
    #expect(try watched.folder.bytes("out.png") != before)
  }

  @Test(arguments: [
    (["--theme", "nope"], "unknown-theme", "'nope'"),
    (["--notes", "-"], "conflicting-options", "--watch"),
    (["--report", "x.json"], "conflicting-options", "--report"),
    (["-o", "-"], "conflicting-options", "--watch"),
    (["--json", "--errors", "text"], "conflicting-options", "--json"),
    (["--device", "nokia"], "unknown-device", "'nokia'"),
  ])
  func aCommandThatCannotGetBetterEnds(words: [String], code: String, part: String) throws {
    let folder = try TemporaryFolder()
    let standard = words.contains("--device") ? [] : ["--device", "iphonese3"]
    let notes = words.contains("--notes") ? [] : ["--note", "a"]
    let result = try Program.run(
      ["render", "--watch"] + standard + notes + words, in: folder)
    #expect(result.hasFailedAsDocumented && result.problem.code == code, "\(result.error)")
    #expect(result.problem.message.contains(part), "\(result.error)")
  }

  /// A Python background plugin that fills the canvas with one color.
  static let plugin = #"""
    import json, sys
    for line in sys.stdin:
        if json.loads(line)["type"] == "describe":
            print('{"type":"describe","contract":1,"id":"flat","version":1}', flush=True)
        else:
            layers = [{"name": "ground", "fill": "#204060"}]
            print(json.dumps({"type": "done", "layers": layers}), flush=True)
    """#

  /// The manifest of the plugin.
  static let manifest = #"""
    {"format": 1, "contract": 1, "id": "flat", "name": "Flat", "version": 1, "kind": "background",
     "summary": "One color.", "author": "wallfarm", "licence": "MIT",
     "carrier": {"program": "plugin.py", "runner": "python3"}, "parameters": []}
    """#

  @Test func aPluginIsRunAnewWhenItIsSaved() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.plugin.utf8, to: "plugins/flat/plugin.py")
    let manifest = Self.manifest
    try folder.write(manifest.utf8, to: "plugins/flat/plugin.json")
    let template = #"""
      {"format": 1, "summary": "A test.", "theme": "midnight", "background": {"plugin": "flat"},
       "layouts": []}
      """#
    try folder.write(template.utf8, to: "flat/template.json")
    let watched = try Watched(
      [
        "render", "--template", "./flat", "--device", "iphonese3", "--plugins", "plugins", "-o",
        "out.png", "--watch",
      ], folder)
    #expect(try watched.said("out.png") != nil)
    let before = try folder.bytes("out.png")

    try folder.write(
      Self.plugin.replacing("#204060", with: "#c04020").utf8, to: "plugins/flat/plugin.py")
    #expect(try watched.said("out.png") != nil)
    let after = try folder.bytes("out.png")
    #expect(after != before)

    // An error is reported, and the picture remains unchanged.
    try folder.write(
      Self.plugin.replacing("json.dumps", with: "json.dump").utf8, to: "plugins/flat/plugin.py")
    #expect(try watched.said("plugin-crashed")?.contains("'flat'") == true)
    #expect(try folder.bytes("out.png") == after)
    try folder.write(
      manifest.replacing("\"version\": 1", with: "\"version\": 0").utf8,
      to: "plugins/flat/plugin.json")
    #expect(try watched.said("version") != nil)
    try folder.write(manifest.utf8, to: "plugins/flat/plugin.json")
    try folder.write(Self.plugin.utf8, to: "plugins/flat/plugin.py")
    #expect(try watched.said("out.png") != nil)
    #expect(try folder.bytes("out.png") == before)
  }
}
