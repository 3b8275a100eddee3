import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// `pack new` creates the folder of a pack from theme files.
@Suite struct PackNewTests {
  private static let facts = ["--author", "Ada \"A.\"", "--license", "CC0-1.0"]

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(Harbour.font(), to: "work/fonts/Harbour.ttf")
    try folder.write(Harbour.theme(["fonts/Harbour.ttf"]), to: "work/dusk.json")
    try folder.write(
      #"{"format": 1, "summary": "A test.", "extends": "./dusk.json", "fonts": {"weight": 600}}"#,
      to: "work/storm.json")
    return folder
  }

  @Test func aPackOfTwoThemesIsMadeAndDrawn() throws {
    let folder = try folder()
    let made = try Program.run(
      ["pack", "new", "harbour", "work/dusk.json", "work/storm.json"] + Self.facts, in: folder)
    #expect(made.status == 0, "\(made.error)")
    let files = made.output.split(separator: "\n").prefix { $0.hasPrefix("harbour/") }
    #expect(
      files == [
        "harbour/pack.json", "harbour/themes/dusk.json", "harbour/themes/fonts/Harbour.ttf",
        "harbour/themes/storm.json",
      ])
    let manifest = try JSONNode(parsing: folder.text("harbour/pack.json"))
    #expect(manifest["author"]?.string == "Ada \"A.\"")
    // Files of the desktop are left out.
    try folder.write("x", to: "harbour/.DS_Store")
    try folder.write("x", to: "harbour/themes/Thumbs.db")
    let packed = try Program.run(["pack", "make", "harbour"], in: folder)
    #expect(packed.status == 0, "\(packed.error)")
    let listed = folder.python(
      "import zipfile; print(*zipfile.ZipFile('harbour-1.0.0.zip').namelist())")
    #expect(listed.status == 0 && listed.text.contains("themes/dusk.json"), "\(listed.text)")
    #expect(!listed.text.contains("Thumbs") && !listed.text.contains("DS_Store"))
    let home = ["XDG_DATA_HOME": folder.file("home")]
    #expect(
      try Program.run(["pack", "add", "harbour-1.0.0.zip"], in: folder, environment: home).status
        == 0)
    for (theme, output) in [("harbour/storm", "a.png"), ("work/storm.json", "b.png")] {
      let drawn = try Program.run(
        ["render", "--theme", theme, "-d", "iphone8", "-n", "Buy milk", "-q", "-o", output],
        in: folder, environment: home)
      #expect(drawn.status == 0, "\(drawn.error)")
    }
    let pixels = ["a.png", "b.png"].map {
      Tool.output(of: "identify", ["-format", "%#", folder.file($0)])
    }
    #expect(pixels[0] != nil && pixels[0] == pixels[1])
  }

  /// Nothing is written if a theme cannot be copied or the command is incomplete.
  @Test func aWrongCommandWritesNothing() throws {
    let folder = try folder()
    try folder.write(Harbour.theme(["../work/fonts/Harbour.ttf"]), to: "other/outside.json")
    try folder.write(
      #"{"format": 1, "summary": "Another.", "extends": "fog"}"#, to: "other/dusk.json")
    let cases: [(arguments: [String], code: String)] = [
      (["Harbour", "work/dusk.json"] + Self.facts, "invalid-parameter"),
      (["harbour", "work/dusk.json", "--author", "Ada"], "invalid-parameter"),
      (["harbour", "work/dusk.json", "--license", "MIT"], "invalid-parameter"),
      (["harbour", "gone.json"] + Self.facts, "file-unreadable"),
      (["harbour", "other/outside.json"] + Self.facts, "theme-not-copied"),
      (["harbour", "work/dusk.json", "other/dusk.json"] + Self.facts, "theme-not-copied"),
      (["work", "work/dusk.json"] + Self.facts, "output-failed"),
    ]
    for (arguments, code) in cases {
      let run = try Program.run(
        ["pack", "new"] + arguments + ["--errors", "json"], in: folder)
      let error = try JSONNode(parsing: String(run.error.prefix { $0 != "\n" }))
      #expect(error["code"]?.string == code, "\(arguments): \(run.error)")
      #expect(run.status != 0)
      for path in ["harbour", "work/pack.json"] {
        #expect(!FileManager.default.fileExists(atPath: folder.file(path)), "\(arguments)")
      }
    }
  }
}
