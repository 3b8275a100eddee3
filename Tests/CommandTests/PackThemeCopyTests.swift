import Foundation
import Testing
import WallfarmTesting

/// A copy of a theme of a pack does not need the pack, although the theme has its fonts and images in
/// other folders of the pack.
@Suite struct PackThemeCopyTests {
  private static let themes = "home/wallfarm/themes"

  private func run(_ words: String..., in folder: TemporaryFolder) throws -> Finished {
    try Program.run(words, in: folder, environment: ["XDG_DATA_HOME": folder.file("home")])
  }

  private func picture(_ theme: String, in folder: TemporaryFolder) throws -> String {
    let drawn = try run(
      "render", "--theme", theme, "--device", "iphone8", "--note", "Buy milk", "--quiet",
      "--output", "a.png", in: folder)
    #expect(drawn.status == 0, "\(drawn.error)")
    return try Pictures.pixels(of: folder.file("a.png"))
  }

  /// Installs a pack whose theme `night` extends the theme `dusk`, which has a photo and a font.
  private func installed() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try Harbour.writePack(
      in: folder,
      background: #"{"plugin": "photo", "parameters": {"file": "../images/sea/sea.png"}}"#)
    let made = folder.python(
      """
      import os
      from PIL import Image
      os.makedirs('harbour/images/sea')
      Image.linear_gradient('L').resize((300, 500)).convert('RGB').save('harbour/images/sea/sea.png')
      Image.new('RGBA', (40, 40), (200, 30, 30, 255)).save('harbour/images/mark.png')
      """)
    #expect(made.status == 0, "\(made.text)")
    // Escaped letters and comments must not confuse the change of the paths.
    try folder.write(
      """
      {
        // Über "../images/mark.png"
        "format": 1, "summary": "Ä test", "extends": "dusk",
        "images": [{"file": "..\\/images/mark.png", "place": "bottom", "points": 40}], "colors": {"text": "#ffee00"}
      }
      """, to: "harbour/themes/night.json")
    let pack = try run("pack", "make", "harbour", in: folder)
    #expect(pack.status == 0, "\(pack.error)")
    #expect(try run("pack", "add", "harbour-1.0.0.zip", in: folder).status == 0)
    return folder
  }

  @Test func theFilesAreCopiedAndThePathsAreChanged() throws {
    let folder = try installed()
    let original = try picture("harbour/night", in: folder)
    let copied = try run("theme", "copy", "harbour/night", "mine", in: folder)
    #expect(copied.status == 0, "\(copied.error)")
    let added = try run("theme", "add", "harbour/themes/night.json", in: folder)
    #expect(added.status == 0, "\(added.error)")
    #expect(try run("pack", "remove", "harbour", in: folder).status == 0)
    try FileManager.default.removeItem(atPath: folder.file("harbour"))
    #expect(try picture("mine", in: folder) == original)
    #expect(try picture("night", in: folder) == original)
    #expect(
      folder.names(in: "\(Self.themes)/mine") == ["dusk.json", "fonts", "images", "mine.json"])
    let text = try folder.text("\(Self.themes)/mine/mine.json")
    #expect(text.contains("// Über \"../images/mark.png\""))
    #expect(text.contains(#"{"file": "images/mark.png", "place""#), "\(text)")
    let dusk = try folder.text("\(Self.themes)/mine/dusk.json")
    #expect(dusk.contains("\"fonts/Harbour.ttf\"") && dusk.contains("\"images/sea/sea.png\""))
    #expect(try run("check", "\(Self.themes)/mine/mine.json", in: folder).status == 0)
  }

  /// The copy of a theme that extends a theme of a pack by its qualified name still needs the pack.
  @Test func themesOfOtherPacksAreNotCopied() throws {
    let folder = try installed()
    try folder.write(
      #"{"format": 1, "summary": "A test.", "extends": "harbour/dusk"}"#, to: "own.json")
    let added = try run("theme", "add", "own.json", in: folder)
    #expect(added.status == 0, "\(added.error)")
    #expect(folder.names(in: "\(Self.themes)/own") == ["own.json"])
    #expect(try picture("own", in: folder) == picture("harbour/dusk", in: folder))
  }

  @Test func aPluginOfThePackIsNamedWithItsPack() throws {
    let folder = try TemporaryFolder()
    try Harbour.writePack(in: folder, background: #"{"plugin": "rings"}"#)
    for file in ["plugin.json", "rings.py"] {
      let path = "\(Workspace.root)/Plugins/Examples/rings/\(file)"
      try folder.write(
        Data(contentsOf: URL(fileURLWithPath: path)), to: "harbour/plugins/rings/\(file)")
    }
    #expect(try run("pack", "make", "harbour", "--plugins", in: folder).status == 0)
    #expect(try run("pack", "add", "harbour-1.0.0.zip", "--plugins", in: folder).status == 0)
    let copied = try run("theme", "copy", "harbour/dusk", "mine", in: folder)
    #expect(copied.status == 0, "\(copied.error)")
    #expect(try folder.text("\(Self.themes)/mine/mine.json").contains("\"harbour/rings\""))
    #expect(try picture("mine", in: folder) == picture("harbour/dusk", in: folder))
  }
}
