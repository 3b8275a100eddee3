import Foundation
import Testing
import WallfarmTesting

/// A pack moves a theme with a variable font, a logo, a texture and a photo to another home folder.
@Suite struct PackCommandTests {
  private func author() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try Harbour.writePack(
      in: folder,
      background: #"{"plugin": "photo", "parameters": {"file": "../images/sea.jpg"}}"#)
    try Harbour.writeVariableFont(in: folder, to: "harbour/fonts/Harbour.ttf")
    try folder.write(
      #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>"#,
      to: "harbour/images/logo.svg")
    // A weight between those of the static fonts shows that the axis is used.
    let theme = try folder.text("harbour/themes/dusk.json")
    try folder.write(
      theme.replacingOccurrences(of: #""weight": 700"#, with: #""weight": 650"#)
        .replacingOccurrences(
          of: #""colors""#,
          with: #"""
            "images": [
              {"file": "../images/paper.png", "by": "area", "in": "screen", "obstacles": "allow",
               "tile": 60, "opacity": 0.3},
              {"file": "../images/logo.svg", "place": "bottom", "points": 24, "tint": "#ffffff"}
            ],
            "colors"
            """#),
      to: "harbour/themes/dusk.json")
    let made = folder.python(
      """
      import os, subprocess
      from PIL import Image
      os.makedirs('harbour/images', exist_ok=True)
      Image.effect_noise((60, 60), 40).save('harbour/images/paper.png')
      Image.linear_gradient('L').resize((600, 900)).convert('RGB').save('harbour/images/sea.jpg')
      subprocess.run(['exiftool', '-q', '-overwrite_original', '-Artist=Ada', '-GPSLatitude=54',
                      '-GPSLongitude=10', 'harbour/images/sea.jpg'], check=True)
      """)
    #expect(made.status == 0, "\(made.text)")
    return folder
  }

  @Test func aPackDrawsTheSameBytesInAnotherHome() throws {
    let folder = try author()
    let made = try Program.run(["pack", "make", "harbour"], in: folder)
    #expect(made.status == 0, "\(made.error)")
    #expect(made.output.contains("harbour-1.0.0.zip") && made.output.contains("contrast"))
    // exiftool and Python judge the pack.
    let judged = folder.python(
      """
      import json, subprocess, zipfile
      pack = zipfile.ZipFile('harbour-1.0.0.zip')
      assert pack.testzip() is None
      assert 'previews/dusk.png' in pack.namelist() and 'score.json' in pack.namelist()
      score = json.loads(pack.read('score.json'))
      assert score['themes'][0]['looks'][0]['contrast'] >= 4.5, score
      pack.extract('images/sea.jpg')
      tags = subprocess.run(['exiftool', '-Artist', '-GPSLatitude', 'images/sea.jpg'],
                            capture_output=True, text=True).stdout
      assert tags == '', tags
      """)
    #expect(judged.status == 0, "\(judged.text)")
    var pictures: [[UInt8]] = []
    for home in ["one", "two"] {
      let place = ["XDG_DATA_HOME": folder.file(home)]
      let added = try Program.run(
        ["pack", "add", "harbour-1.0.0.zip"], in: folder, environment: place)
      #expect(added.status == 0, "\(added.error)")
      let drawn = try Program.run(
        [
          "render", "--theme", "harbour/dusk", "--device", "iphone8", "--note", "Buy milk",
          "--output", "\(home).png", "--quiet",
        ], in: folder, environment: place)
      #expect(drawn.status == 0, "\(drawn.error)")
      pictures.append(try folder.bytes("\(home).png"))
    }
    #expect(pictures[0] == pictures[1])
    // A fenced worker draws the same bytes.
    try folder.write(
      """
      {"jobs": [{
        "id": "a", "theme": "harbour/dusk", "devices": "iphone8", "notes": ["Buy milk"],
        "output": "batch.png"
      }]}
      """, to: "jobs.json")
    let place = ["XDG_DATA_HOME": folder.file("one")]
    let batch = try Program.run(
      ["batch", "jobs.json", "--output", "."], in: folder, environment: place)
    #expect(batch.status == 0, "\(batch.error)")
    #expect(try folder.bytes("batch.png") == pictures[0])
    let listed = try Program.run(["theme", "list", "--names"], in: folder, environment: place)
    #expect(listed.output.contains("harbour/dusk"))
    let removed = try Program.run(["pack", "remove", "harbour"], in: folder, environment: place)
    #expect(removed.status == 0, "\(removed.error)")
    #expect(folder.names(in: "one/wallfarm/packs").isEmpty)
  }

  @Test func aDamagedPackIsMarkedAndNamed() throws {
    let folder = try TemporaryFolder()
    try Harbour.writePack(in: folder)
    func run(_ words: String...) throws -> Finished {
      try Program.run(words, in: folder, environment: ["XDG_DATA_HOME": folder.file("home")])
    }
    #expect(try run("pack", "make", "harbour").status == 0)
    #expect(try run("pack", "add", "harbour-1.0.0.zip").status == 0)
    // The folder `harbour` of the author does not hide the installed pack of that name.
    let good = try run("pack", "check", "harbour")
    #expect(good.status == 0 && good.output.contains("valid (harbour 1.0.0 by Ada)"))
    #expect(try run("pack", "list").output.contains("intact"))
    try folder.write("{}", to: "home/wallfarm/packs/harbour/themes/dusk.json")
    let bad = try run("pack", "check", "harbour")
    #expect(bad.status == 1 && bad.error.contains("error[pack-damaged]"), "\(bad.error)")
    #expect(bad.error.contains("'themes/dusk.json' was changed"), "\(bad.error)")
    let json = try run("pack", "check", "harbour", "--json")
    #expect(json.status == 1 && json.output.contains("\"valid\": false"), "\(json.output)")
    let listed = try run("pack", "list")
    #expect(listed.output.contains("damaged") && listed.error.contains("pack check harbour"))
    let repaired = try run("pack", "add", "harbour-1.0.0.zip")
    #expect(repaired.status == 0, "\(repaired.error)")
    #expect(try run("pack", "check", "harbour").status == 0)
    let missing = try run("pack", "check", "harbor")
    #expect(missing.error.contains("did you mean 'harbour'?"), "\(missing.error)")
  }

  @Test func aBadPackLeavesNothingBehind() throws {
    let folder = try author()
    try folder.write("no pack", to: "bad.zip")
    let place = ["XDG_DATA_HOME": folder.file("home"), "TMPDIR": folder.file("tmp")]
    try folder.write("", to: "tmp/keep")
    let added = try Program.run(["pack", "add", "bad.zip"], in: folder, environment: place)
    #expect(added.status == 1 && added.error.contains("error[pack-invalid]"), "\(added.error)")
    #expect(folder.names(in: "home").isEmpty && folder.names(in: "tmp") == ["keep"])
    let missing = try Program.run(["pack", "remove", "none"], in: folder, environment: place)
    #expect(missing.status == 65 && missing.error.contains("error[unknown-pack]"))
  }
}
