import Foundation
import Testing
import WallfarmTesting

/// A plain name in a file of a pack refers to the pack, in the folder of its author and wherever the
/// pack is installed.
@Suite struct PackNameTests {
  private static let green = ##"{"plugin": "solid-color", "parameters": {"color": "#0a5c2a"}}"##
  private static let motion = """
    {"format": 1, "summary": "x", "says": ["x"], "still": 0, "reduced": [{"at": 0, "seconds": 1}],
     "shots": [{"seconds": 1, "picture": {"template": "board", "theme": "fog", "notes": ["Milk"]}}]}
    """

  /// Writes a pack whose theme `fog` has the name of a built-in theme, and installs it.
  ///
  /// - Returns: A folder with the folder of the author and the home folder of a user.
  static func installed(_ names: [String] = ["harbour"]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in names {
      try Harbour.writePack(in: folder, name)
      let fog = Harbour.theme([Harbour.fontFile], background: green)
      try folder.write(fog, to: "\(name)/themes/fog.json")
      try folder.write(
        #"{"format": 1, "summary": "A test.", "extends": "fog"}"#, to: "\(name)/themes/night.json")
      for (template, theme) in [("board", "dusk"), ("mist", "fog"), ("late", "night")] {
        try folder.write(
          Harbour.template(theme: theme), to: "\(name)/templates/\(template)/template.json")
      }
      try folder.write(motion, to: "\(name)/motions/drift.json")
      let made = try Program.run(["pack", "make", name, "--output", "\(name).zip"], in: folder)
      #expect(made.status == 0, "\(made.error)")
      let added = try run(["pack", "add", "\(name).zip"], in: folder)
      #expect(added.status == 0, "\(added.error)")
    }
    return folder
  }

  static func run(_ words: [String], in folder: TemporaryFolder) throws -> Finished {
    try Program.run(words, in: folder, environment: ["XDG_DATA_HOME": folder.file("home")])
  }

  /// Renders a picture and returns the color of its upper left corner, as Pillow reads it.
  private func corner(_ words: [String], in folder: TemporaryFolder) throws -> String {
    let drawn = try Self.run(words + ["--output", "corner.png", "--quiet"], in: folder)
    #expect(drawn.status == 0, "\(drawn.error)")
    let read = folder.python(
      """
      from PIL import Image
      print('#%02x%02x%02x' % Image.open('corner.png').convert('RGB').getpixel((3, 3)))
      """)
    return read.text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test(arguments: [("board", "#101827"), ("mist", "#0a5c2a"), ("late", "#0a5c2a")])
  func templatesUseTheThemesOfTheirPack(_ name: String, _ color: String) throws {
    let folder = try Self.installed()
    let picture = ["--device", "iphone8", "--note", "Buy milk"]
    for template in ["harbour/\(name)", "./harbour/templates/\(name)"] {
      #expect(try corner(["render", "--template", template] + picture, in: folder) == color)
    }
    let path = "harbour/templates/\(name)/template.json"
    let checked = try Self.run(["check", "--strict", path], in: folder)
    #expect(checked.status == 0, "\(checked.error)")
    #expect(try Self.run(["template", "check", "harbour/\(name)"], in: folder).status == 0)
    // Outside the folder of the pack, the name has its usual meaning.
    try folder.write(folder.text(path), to: "plain/template.json")
    let outside = try Self.run(["check", "plain/template.json"], in: folder)
    #expect((outside.status == 0) == (name == "mist"), "\(outside.error)")
  }

  @Test func motionsUseTheTemplatesAndThemesOfTheirPack() throws {
    let folder = try Self.installed()
    for motion in ["harbour/drift", "./harbour/motions/drift.json"] {
      let words = ["motion", motion, "--device", "iphonese3", "--at", "0.5"]
      #expect(try corner(words, in: folder) == "#0a5c2a")
    }
    let missing = try Self.run(["motion", "harbour/drive"], in: folder)
    #expect(missing.error.contains("error[unknown-motion]"), "\(missing.error)")
    #expect(missing.error.contains("did you mean 'harbour/drift'?"), "\(missing.error)")
  }

  /// A name on the command line never refers to the pack of the template.
  @Test func namesOnTheCommandLineHaveTheirUsualMeaning() throws {
    let folder = try Self.installed()
    let words = ["render", "--template", "harbour/board", "--device", "iphone8", "--note", "a"]
    let plain = try corner(words + ["--theme", "fog"], in: folder)
    let builtIn = try corner(
      ["render", "--theme", "fog", "--device", "iphone8", "--note", "a"], in: folder)
    #expect(plain == builtIn && plain != "#0a5c2a")
    #expect(try corner(words + ["--theme", "harbour/fog"], in: folder) == "#0a5c2a")
    // This is also true for the name of the template's default theme.
    let mist = words.map { $0 == "harbour/board" ? "harbour/mist" : $0 }
    #expect(try corner(mist, in: folder) == "#0a5c2a")
    #expect(try corner(mist + ["--theme", "fog"], in: folder) == builtIn)
  }

  /// The file names of two packs do not collide.
  @Test func fileNamesContainTheNameOfThePack() throws {
    let folder = try Self.installed(["harbour", "coast"])
    let drawn = try Self.run(
      [
        "render", "--template", "coast/board", "--device", "iphone8", "--note", "a", "--quiet",
        "--output", "{template}-{theme}.png",
      ], in: folder)
    #expect(drawn.status == 0, "\(drawn.error)")
    #expect(folder.names.contains("coast-board-coast-dusk.png"), "\(folder.names)")
    try folder.write(
      """
      {"defaults": {"notes": ["a"], "devices": "iphonese3"}, "jobs": [
        {"id": "a", "theme": "harbour/dusk", "output": "{theme}.png"},
        {"id": "b", "theme": "coast/dusk", "output": "{theme}.png"},
        {"id": "c", "template": "harbour/mist", "output": "{template}.png"},
        {"id": "d", "motion": "harbour/drift", "output": "{template}.mp4"}
      ], "version": 1}
      """, to: "jobs.json")
    let batch = try Self.run(["batch", "jobs.json", "--output", "out"], in: folder)
    #expect(batch.status == 0, "\(batch.error)")
    #expect(
      folder.names(in: "out").filter { $0 != ".wallfarm" } == [
        "coast-dusk.png", "harbour-drift.mp4", "harbour-dusk.png", "harbour-mist.png",
      ])
    try folder.write(
      """
      {"format": 1, "defaults": {"devices": ["iphonese3"]}, "snapshots": [
        {"theme": ["harbour/dusk", "coast/dusk"], "notes": ["a"]},
        {"motion": ["harbour/drift", "coast/drift"], "moments": ["still"]}
      ]}
      """, to: "suite/snapshots.json")
    let recorded = try Self.run(["snapshot", "record", "suite", "--mode", "all"], in: folder)
    #expect(recorded.status == 0, "\(recorded.error)")
    #expect(
      folder.names(in: "suite/references") == [
        "coast-drift-0", "harbour-drift-0", "lock-coast-dusk", "lock-harbour-dusk",
      ])
    let film = try Self.run(
      ["motion", "harbour/drift", "--device", "iphonese3", "--quiet", "-o", "own.mp4"], in: folder)
    #expect(film.status == 0, "\(film.error)")
    #expect(try folder.bytes("own.mp4") == folder.bytes("out/harbour-drift.mp4"))
  }
}
