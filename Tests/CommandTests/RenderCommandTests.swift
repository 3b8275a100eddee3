import Foundation
import Testing
import WallfarmTesting

/// The arguments for the fastest picture: one note on a plain color, on the smallest screen.
private let quick = ["render", "--device=iphone8", "--note=Buy milk", "--color=navy"]

@Suite struct RenderCommandTests {
  @Test func writesTheStandardNameIntoThisFolderAndSaysSo() throws {
    let folder = try TemporaryFolder()
    let finished = try Program.run(quick, in: folder)

    #expect(finished.status == 0)
    #expect(folder.names == ["lock-iphone8.png"])
    #expect(pngSize(try folder.bytes("lock-iphone8.png")) == "750 × 1334")
    #expect(finished.lines.count == 1)
    #expect(finished.output.hasPrefix("lock-iphone8.png  750 × 1334  "))
    #expect(finished.error == "")
  }

  @Test(arguments: [
    ["render", "--device", "iphone8", "--note", "Buy milk", "--color", "navy"],
    ["render", "-d", "iphone8", "-n", "Buy milk", "--color", "navy", "-t", "lock"],
    ["render", "-diphone8", "-nBuy milk", "--color=navy", "--widgets"],
    ["render", "-d=iphone8", "--template=lock", "-n=Buy milk", "--color=#000080", "--"],
    ["render", "--no-widgets", "-dIPHONE8", "--widgets", "-nBuy milk", "--color=NAVY"],
  ])
  func everySpellingOfACommandMakesTheSamePicture(_ arguments: [String]) throws {
    let folder = try TemporaryFolder()
    #expect(try Program.run(quick + ["-o", "one.png"], in: folder).status == 0)
    #expect(
      try Program.run(
        arguments + (arguments.last == "--" ? [] : ["-o", "lock-iphone8.png"]), in: folder
      ).status == 0)

    #expect(try folder.bytes("one.png") == folder.bytes("lock-iphone8.png"))
  }

  @Test func notesStartHigherWithoutWidgets() throws {
    let folder = try TemporaryFolder()
    func top(_ flag: String) throws -> Double {
      let finished = try Program.run(
        quick + [flag, "--form", "list", "--set", "place=top", "--report", "-"], in: folder)
      let json = try JSONSerialization.jsonObject(with: Data(finished.bytes))
      let layout = (json as? [[String: Any]])?.first?["layout"] as? [String: Any]
      let frame = (layout?["notes"] as? [[String: Any]])?.first?["frame"] as? [String: Any]
      return try #require((frame?["y"] as? NSNumber)?.doubleValue)
    }
    #expect(try top("--no-widgets") < top("--widgets") - 50)
  }

  /// The reasons for a list's form are available on request and in receipts, and the form can be
  /// overridden.
  @Test func theSettingIsExplained() throws {
    let folder = try TemporaryFolder()
    let list = [
      "render", "-d", "iphone15", "-n", "Call Ana about Saturday", "-n", "Water the plants",
      "-n", "Dentist at 9:40, bring the insurance card", "-n", "Pay rent", "--color", "navy",
    ]
    let finished = try Program.run(list + ["--explain", "--report", "r.json"], in: folder)
    let lines = finished.lines.dropFirst()
    #expect(lines.count > 1 && lines.allSatisfy { $0.hasPrefix("iphone15  numbered-notes  ") })
    #expect(
      lines.first?.contains("+ list ") == true && lines.last?.contains("- list ") == true)
    #expect(lines.contains { $0.contains("smaller than it could be") })
    let json =
      try JSONSerialization.jsonObject(with: Data(folder.bytes("r.json"))) as? [[String: Any]]
    let layout = json?.first?["layout"] as? [String: Any]
    let part = (layout?["parts"] as? [[String: Any]])?.first
    let considered = try #require(part?["considered"] as? [[String: Any]])
    #expect(considered.count == lines.count)
    #expect(considered.first?["fontSize"] as? Double == layout?["fontSize"] as? Double)
    let poster = try Program.run(list + ["--form", "poster", "--explain"], in: folder)
    #expect(poster.lines.dropFirst().first?.contains("+ poster ") == true, "\(poster.output)")
    let wrong = try Program.run(list + ["--form", "circle"], in: folder)
    #expect(wrong.hasFailedAsDocumented && wrong.error.contains("poster"))
    let elsewhere = try Program.run(
      ["render", "-t", "preset-card", "-d", "iphone15", "--form", "list"], in: folder)
    #expect(elsewhere.hasFailedAsDocumented && elsewhere.error.contains("in: --form"))
    let twice = try Program.run(list + ["--form", "list", "--set", "form=poster"], in: folder)
    #expect(twice.hasFailedAsDocumented && twice.problem.code == "conflicting-options")
  }

  /// In interactive use, a missing glyph is drawn as a box with a warning; in unattended use, it is
  /// an error.
  @Test func aMissingGlyphIsABoxForOneWhoLooks() throws {
    let folder = try TemporaryFolder()
    let rare = [
      "render", "-d", "iphone8", "--color", "navy", "-n", "Buy milk", "-n", "\u{10FFFD} here",
    ]
    let finished = try Program.run(rare + ["--report", "r.json"], in: folder)
    #expect(finished.status == 0 && finished.error.contains("missing-glyph"), "\(finished.error)")
    #expect(try folder.text("r.json").contains("missing-glyph"))
    let strict = try Program.run(rare + ["--strict", "-o", "strict.png"], in: folder)
    #expect(strict.hasFailedAsDocumented && strict.error.contains("U+10FFFD"))
    let refused = try Program.run(rare + ["--missing", "fail", "-o", "strict.png"], in: folder)
    #expect(refused.hasFailedAsDocumented && refused.problem.code == "missing-glyph")
    for (policy, isMade) in [("", false), (#""missing": "box", "#, true)] {
      let jobs = "[{\(policy)\"devices\": \"iphone8\", \"notes\": [\"\u{10FFFD}\"]}]"
      try folder.write(jobs, to: "jobs.json")
      let batch = try Program.run(
        ["batch", "jobs.json", "--output", "out", "--attempts", "1"], in: folder)
      #expect((batch.status == 0) == isMade, "\(batch.error)")
    }
    #expect(folder.names.contains("strict.png") == false)
  }

  @Test func aDashSendsThePictureThroughAPipe() throws {
    let folder = try TemporaryFolder()
    let line = #"set -o pipefail; "$wallfarm" \#(bash(quick)) -o - | cat > out.png"#
    let finished = try Program.bash(line, in: folder)

    #expect(finished.status == 0)
    #expect(finished.error == "")
    #expect(folder.names == ["out.png"])
    #expect(try folder.bytes("out.png") == Program.run(quick + ["-o", "-"], in: folder).bytes)
    #expect(pngSize(try folder.bytes("out.png")) == "750 × 1334")
  }

  @Test func aJPEGCanGoThroughAPipeToo() throws {
    let finished = try Program.run(quick + ["-o", "-", "-f", "jpeg"], in: TemporaryFolder())
    #expect(finished.bytes.starts(with: [0xFF, 0xD8, 0xFF]))
  }

  private func receipts(in finished: Finished) throws -> [[String: Any]]? {
    try JSONSerialization.jsonObject(with: Data(finished.bytes)) as? [[String: Any]]
  }

  /// With `--json`, errors are JSON too.
  @Test func receiptsArePrintedAsJSON() throws {
    let folder = try TemporaryFolder()
    let words = ["render", "-d", "iphonexr,iphone8", "-t", "home", "--color=navy", "--json"]
    let finished = try Program.run(words + ["--report", "r.json"], in: folder)

    #expect(finished.status == 0 && finished.error == "", "\(finished.error)")
    let names = try receipts(in: finished)?.compactMap { $0["output"] as? String }
    #expect(names == ["home-iphonexr.png", "home-iphone8.png"])
    #expect(try folder.bytes("r.json") == finished.bytes)
    let one = try Program.run(quick + ["--json", "--report", "-"], in: folder)
    #expect(try receipts(in: one)?.count == 1)
    let failed = try Program.run(
      ["render", "-d", "iphone99", "-t", "home", "--color=navy", "--json"], in: folder)
    let error = try JSONSerialization.jsonObject(with: Data(failed.error.utf8)) as? [String: Any]
    #expect(failed.output == "" && error?["code"] as? String == "unknown-device", "\(failed.error)")
  }

  @Test func aReportGoesWhereItIsSent() throws {
    let folder = try TemporaryFolder()
    let finished = try Program.run(quick + ["--report", "-"], in: folder)
    let report = try receipts(in: finished)?.first

    #expect(report?["output"] as? String == "lock-iphone8.png")
    #expect(finished.error.hasPrefix("lock-iphone8.png  750 × 1334  "))
    #expect(try Program.run(quick + ["-o", "-", "--report", "r.json"], in: folder).status == 0)
    let other = (try folder.json("r.json") as? [[String: Any]])?.first
    #expect(other?["sha256"] as? String == report?["sha256"] as? String)
    #expect(other?["output"] is NSNull)
  }

  @Test(arguments: [
    ("lines", "Buy milk\n[x] Call Ana\n"),
    ("JSON", #"["Buy milk", {"text": "Call Ana", "done": true}]"#),
  ])
  func notesComeFromStandardInput(title: String, input: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("Buy milk\r\n- [x] Call Ana", to: "notes.txt")
    let base = ["render", "-d", "iphone8", "--color=navy", "-o", "-", "--notes"]
    let piped = try Program.run(base + ["-"], in: folder, input: input)

    #expect(piped.status == 0)
    #expect(try piped.bytes == Program.run(base + ["notes.txt"], in: folder).bytes)
  }

  /// Without notes, the sample text is drawn, and a warning says so.
  @Test func withoutNotesTheSampleIsDrawnAndThatIsSaid() throws {
    let folder = try TemporaryFolder()
    let words = ["render", "--template", "lock", "--device", "iphone15"]
    let finished = try Program.run(words, in: folder)
    #expect(finished.status == 0)
    #expect(folder.names == ["lock-iphone15.png"])
    #expect(finished.error.contains("warning[sample-shown]"))
    #expect(try Program.run(words + ["--strict"], in: folder).problem.code == "strict-warning")
    // `verify` requires notes, because it must know the inputs from which the file was rendered.
    let verify = ["verify", "lock-iphone15.png", "--template", "lock", "--device", "iphone15"]
    #expect(try Program.run(verify, in: folder).problem.code == "no-notes")
    let sample = Workspace.root + "/Templates/lock/sample-notes.json"
    #expect(try Program.run(verify + ["--notes", sample], in: folder).status == 0)
  }

  @Test func theSampleOfATemplateIsNotReplaced() throws {
    let folder = try TemporaryFolder()
    try folder.write("Swim", to: "mine/notes.txt")
    try folder.write(
      #"""
      {"format": 1, "summary": "Mine.", "theme": "fog", "sample": "notes.txt",
       "layouts": [{"plugin": "numbered-notes"}]}
      """#, to: "mine/template.json")
    let words = ["render", "-t", "./mine", "-d", "iphone8", "-o"]
    let finished = try Program.run(words + ["mine/notes.txt"], in: folder)
    #expect(finished.problem.code == "conflicting-options")
    #expect(try folder.text("mine/notes.txt") == "Swim")
    #expect(try Program.run(words + ["a.png"], in: folder).status == 0)
  }

  @Test func anEmptyListHasToBeSaid() throws {
    let folder = try TemporaryFolder()
    let words = ["render", "-d", "iphone8", "-o", "-", "--notes", "-"]
    #expect(try Program.run(words, in: folder, input: "[]").status == 0)
    #expect(try Program.run(words, in: folder, input: " \n\n").problem.code == "no-notes")
  }

  @Test func notesFromAPipeThatSaysNothingAreNoNotes() throws {
    let finished = try Program.run(
      ["render", "-d", "iphone8", "--notes", "-"], in: TemporaryFolder(), input: "")
    #expect(finished.problem.code == "no-notes")
  }

  @Test func oneCallServesSeveralDevices() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "out/old")
    let finished = try Program.run(
      ["render", "-d", "iphonexr,iphone8,iphone8", "-t", "home", "--color=navy", "-o", "out/"]
        + ["--report", "r.json"], in: folder)

    #expect(finished.status == 0)
    #expect(folder.names(in: "out") == ["home-iphone8.png", "home-iphonexr.png", "old"])
    #expect(
      finished.lines.map { $0.prefix { $0 != " " } } == [
        "out/home-iphonexr.png", "out/home-iphone8.png",
      ])
    #expect((try folder.json("r.json") as? [Any])?.count == 2)
  }

  @Test func fieldsOfANameAreFilled() throws {
    let folder = try TemporaryFolder()
    let pattern = "{theme} {template} {device}.{format}"
    let finished = try Program.run(
      quick + ["--theme", "paper", "-f", "jpeg", "-o", pattern], in: folder)

    #expect(finished.status == 0)
    #expect(folder.names == ["paper lock iphone8.jpg"])
  }

  @Test func quietSaysNothing() throws {
    let finished = try Program.run(quick + ["--quiet", "--clock=large"], in: TemporaryFolder())

    #expect(finished.status == 0)
    #expect(finished.output == "" && finished.error == "")
  }

  @Test func warningsGoToStandardError() throws {
    let finished = try Program.run(quick + ["--clock=large"], in: TemporaryFolder())

    #expect(finished.status == 0)
    #expect(finished.error.hasPrefix("warning[clock-not-offered]: iPhone 8 "))
    #expect(finished.error.contains("\n  hint: "))
    #expect(finished.lines.count == 1)
  }

  @Test func warningsOfSeveralDevicesNameTheDevice() throws {
    let finished = try Program.run(
      ["render", "-d", "iphone8,iphonexr", "-t", "home", "--color=navy", "--clock=large"],
      in: TemporaryFolder())
    for id in ["iphone8", "iphonexr"] {
      #expect(finished.error.contains("\(id): warning[clock-not-offered]"))
    }
  }

  @Test func aThemeInTheFolderOfItsTemplateIsFoundByName() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"{"format": 1, "summary": "Mine.", "theme": "midnight", "layouts": []}"#,
      to: "mine/template.json")
    try folder.write(
      #"{"format": 1, "summary": "", "background": {"plugin": "solid-color"}}"#,
      to: "mine/themes/dusk.json")
    let finished = try Program.run(
      ["render", "-d", "iphone8", "-t", "./mine", "--theme", "dusk", "-o", "{template}-{theme}"],
      in: folder)

    #expect(finished.status == 0)
    #expect(finished.error == "")
    #expect(folder.names == ["mine", "mine-dusk"])
  }

  @Test func overwritesAnOldPictureOnlyWithAWholeNewOne() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "a.png")
    #expect(try Program.run(quick + ["-o", "a.png", "--set", "x=1"], in: folder).status == 65)
    #expect(try folder.text("a.png") == "old")
    #expect(try Program.run(quick + ["-o", "a.png"], in: folder).status == 0)
    #expect(pngSize(try folder.bytes("a.png")) == "750 × 1334")
    #expect(folder.names == ["a.png"])
  }

  private func bash(_ words: [String]) -> String {
    words.map { "'\($0)'" }.joined(separator: " ")
  }
}
