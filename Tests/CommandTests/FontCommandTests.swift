import Foundation
import Testing
import WallfarmTesting

/// Custom fonts on the command line, and in the fenced workers of a batch.
@Suite struct FontCommandTests {
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for style in ["Regular", "Bold"] {
      try folder.write(Harbour.font(style), to: "fonts/Harbour-\(style).ttf")
    }
    try folder.write(
      Harbour.theme(["fonts/Harbour-Regular.ttf", "fonts/Harbour-Bold.ttf"]), to: "harbour.json")
    return folder
  }

  /// The worker of a batch opens the font although its fence hides the file.
  @Test func aBatchDrawsTheSameBytes() throws {
    let folder = try folder()
    let rendered = try Program.run(
      [
        "render", "--theme", "./harbour.json", "--device", "iphone8", "--note", "Buy milk",
        "--output", "one.png", "--quiet",
      ], in: folder)
    #expect(rendered.status == 0, "\(rendered.error)")
    try folder.write(
      """
      {"jobs": [{
        "id": "two", "theme": "./harbour.json", "devices": "iphone8", "notes": ["Buy milk"],
        "output": "two.png"
      }]}
      """, to: "jobs.json")
    let batch = try Program.run(
      ["batch", "jobs.json", "--output", ".", "--fence", "best"], in: folder)
    #expect(batch.status == 0, "\(batch.error)")
    #expect(try folder.bytes("one.png") == folder.bytes("two.png"))
  }

  /// An unknown family is reported with the families of the theme's own fonts.
  @Test func theFamiliesOfTheFontFilesAreNamed() throws {
    let folder = try folder()
    let theme = try folder.text("harbour.json")
    try folder.write(
      theme.replacingOccurrences(of: #""text": "Harbour""#, with: #""text": "Harbour-Bold""#),
      to: "harbour.json")
    for command in [
      ["check", "harbour.json"],
      ["render", "--theme", "./harbour.json", "-d", "iphone8", "-n", "a", "-o", "a.png"],
    ] {
      let run = try Program.run(command, in: folder)
      #expect(run.error.contains("error[unknown-font]"), "\(run.error)")
      #expect(run.error.contains("the font files contain 'Harbour'"), "\(run.error)")
    }
  }

  @Test func aFolderOfFontsIsUsed() throws {
    let folder = try folder()
    let rendered = try Program.run(
      [
        "render", "--fonts", "fonts", "--set", "font=Harbour", "--device", "iphone8", "--note",
        "Buy milk", "--report", "-", "--quiet", "--output", "one.png",
      ], in: folder)
    #expect(rendered.status == 0, "\(rendered.error)")
    #expect(rendered.output.contains("\"Harbour\""))
    let empty = try Program.run(
      ["render", "--fonts", ".", "--device", "iphone8", "--note", "Buy milk"], in: folder)
    #expect(empty.status == 65 && empty.error.contains("'--fonts'") == false)
    #expect(empty.error.contains("error[invalid-value]"), "\(empty.error)")
  }

  /// Several `--fonts` add up, and the order of the fonts does not matter.
  @Test func fontsCanBeNamedOneByOne() throws {
    let folder = try folder()
    let files = ["fonts/Harbour-Regular.ttf", "fonts/Harbour-Bold.ttf"]
    var pictures: [String] = []
    for fonts in [["fonts"], files, files.reversed()] {
      let rendered = try Program.run(
        [
          "render", "--set", "font=Harbour", "--set", "weight=700", "--device", "iphone8",
          "--note", "Buy milk", "--quiet", "--output", "one.png",
        ] + fonts.flatMap { ["--fonts", $0] }, in: folder)
      #expect(rendered.status == 0, "\(rendered.error)")
      pictures.append(try Pictures.pixels(of: folder.file("one.png")))
    }
    #expect(pictures[0] == pictures[1] && pictures[1] == pictures[2])
    let missing = try Program.run(
      [
        "render", "--fonts", files[0], "--fonts", "none.ttf", "--device", "iphone8", "--note", "a",
      ], in: folder)
    #expect(missing.status != 0 && missing.error.contains("none.ttf"), "\(missing.error)")
  }

  /// The independent judge of the picture is Pillow.
  @Test func aFontIsShownWithAPicture() throws {
    let folder = try folder()
    let shown = try Program.run(
      ["font", "show", "./fonts/Harbour-Bold.ttf", "--output", "bold.png"], in: folder)
    #expect(shown.status == 0, "\(shown.error)")
    for words in ["families: Harbour", "weights: 700", "scripts: Latin, Greek, Cyrillic"] {
      #expect(shown.output.contains(words), "\(shown.output)")
    }
    let judged = folder.python(
      """
      from PIL import Image
      picture = Image.open('bold.png').convert('L')
      assert picture.width == 1520, picture.size
      assert sum(picture.histogram()[:100]) > 5000
      """)
    #expect(judged.status == 0, "\(judged.text)")
    let bundled = try Program.run(["font", "show", "Noto Sans CJK JP", "--json"], in: folder)
    #expect(bundled.status == 0 && bundled.output.contains("Chinese, Japanese and Korean"))
  }

  @Test func everyFileIsChecked() throws {
    let folder = try folder()
    try folder.write("no font", to: "fonts/none.ttf")
    let checked = try Program.run(
      [
        "font", "check", "fonts/none.ttf", "fonts/Harbour-Regular.ttf", "fonts/missing.ttf",
      ], in: folder)
    #expect(checked.status == 1)
    #expect(checked.output.contains("fonts/Harbour-Regular.ttf: valid (Harbour; weights 400)"))
    #expect(checked.error.contains("error[font-format]"))
    #expect(checked.error.contains("error[file-unreadable]"))
  }
}
