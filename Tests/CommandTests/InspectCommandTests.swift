import Arguments
import Authoring
import BuiltInPlugins
import Designs
import Foundation
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting
import wallfarm

@Suite struct InspectCommandTests {
  @Test func checkTellsEditorsInJSON() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"{"format": 1, "summary": "", "background": {"plugin": "solid-color"}, "sizes": {"largest": 1}}"#,
      to: "a:b.json")
    try folder.write(#"["Buy milk"]"#, to: "notes.json")
    let found = try Program.run(
      ["check", "--json", "a:b.json", "notes.json", "gone.json"], in: folder)
    #expect(found.status == 1 && found.error.isEmpty)
    let files = try JSONSerialization.jsonObject(with: Data(found.bytes)) as? [[String: Any]]
    #expect(files?.map { $0["kind"] as? String } == ["theme", "notes", "file"])
    let first = (files?.first?["problems"] as? [[String: Any]])?.first
    let place = first?["origin"] as? [String: Any]
    #expect(first?["code"] as? String == "invalid-value" && place?["path"] as? String == "a:b.json")
    #expect(place?["line"] as? Int == 1 && place?["column"] as? Int == 92)
    #expect((files?[1]["problems"] as? [Any])?.isEmpty == true)
    let last = (files?.last?["problems"] as? [[String: Any]])?.first
    #expect(
      last?["code"] as? String == "file-unreadable" && last?["severity"] as? String == "error")
    #expect((last?["origin"] as? [String: Any])?["text"] as? String == "gone.json")
  }

  @Test(arguments: [
    ("device", 10, "iphone15"), ("template", 4, "lock"), ("theme", 1, "midnight"),
    ("plugin", 6, "numbered-notes"), ("font", 10, "Inter"),
  ])
  func listsThingsAsTextAsNamesAndAsJSON(what: String, atLeast: Int, example: String) throws {
    let folder = try TemporaryFolder()
    let text = try Program.run([what, "list"], in: folder)
    let names = try Program.run([what, "list", "--names"], in: folder)
    let json = try Program.run([what, "list", "--json"], in: folder)
    let rows = try JSONSerialization.jsonObject(with: Data(json.bytes)) as? [[String: Any]] ?? []

    #expect([text.status, names.status, json.status] == [0, 0, 0])
    #expect(names.lines.count >= atLeast)
    #expect(names.lines.contains(example))
    #expect(Set(names.lines).count == names.lines.count)
    #expect(text.lines.count == names.lines.count + 1)
    for (name, line) in zip(names.lines, text.lines.dropFirst()) { #expect(line.hasPrefix(name)) }
    #expect(rows.count == names.lines.count)
    for (name, row) in zip(names.lines, rows) {
      #expect(row.values.contains { $0 as? String == name })
      #expect(row.keys == rows[0].keys)
    }
  }

  /// JSON output represents sizes and ranges as numbers, and enumerations as lists.
  @Test(arguments: ["device", "template", "theme", "flow", "font"])
  func jsonHasNumbersAndListsInsteadOfText(what: String) throws {
    let folder = try TemporaryFolder()
    let rows =
      try JSONNode(
        parsing: try Program.run([what, "list", "--json"], in: folder).output
      ).elements ?? []
    #expect(!rows.isEmpty)
    for text in rows.flatMap({ $0.members ?? [] }).filter({ $0.key != "summary" }) {
      #expect(text.value.string?.contains(#/^[0-9]+( × |–)[0-9]+/#) != true, "\(text.key)")
    }
    switch what {
    case "device":
      let phone = rows.first { $0["id"]?.string == "iphone15" }
      #expect(phone?["pixels"]?["width"]?.number == 1179)
      #expect(phone?["points"]?["height"]?.number == 852)
    case "template":
      #expect(rows[0]["plugins"]?.elements != nil && rows[0]["needs"]?.elements != nil)
      #expect(rows[0]["parameters"]?.elements?.isEmpty == false)
    case "theme": #expect(rows[0]["looks"]?.elements?.isEmpty == false)
    case "flow": #expect(rows[0]["languages"]?.elements?.isEmpty == false)
    default: #expect(rows[0]["styles"]?.elements?.isEmpty == false)
    }
  }

  /// `describe` also prints a device's facts as numbers.
  @Test func describesADeviceInNumbers() throws {
    let folder = try TemporaryFolder()
    let facts = try JSONNode(
      parsing: try Program.run(["describe", "iphone15", "--json"], in: folder).output)["facts"]
    #expect(facts?["pixels"]?["height"]?.number == 2556)
    #expect(facts?["clock (pt)"]?["from"]?.number != nil)
    #expect((facts?["safe area (pt)"]?["top"]?.number ?? 0) > 0)
  }

  @Test(arguments: ["banner", "lock", "fog", "iphone15"])
  func describesPluginsTemplatesThemesAndDevices(_ name: String) throws {
    let finished = try Program.run(["describe", name], in: TemporaryFolder())
    #expect(finished.status == 0)
    #expect(finished.output.hasPrefix(name))
    #expect(finished.lines.count > 3)
    #expect(finished.error == "")
  }

  /// Creates the descriptions in the test process, because starting a hundred processes would take
  /// too long.
  @Test func describesEverythingThatIsListed() throws {
    let designs = DesignLibrary(installation: Workspace.installation)
    let writer = DesignWriter(designs: designs, isJSON: false)
    let device = try DeviceCatalog.shipped.single("iphone15")
    var described: [(String, String)] = []
    described += try designs.templateNames.map { ($0, try writer.text(template: $0, .builtIn)) }
    described += try designs.themeNames.map {
      ($0, try writer.text(theme: $0, on: device, as: nil))
    }
    described += PluginRegistry.builtIn.all.map { ($0.id, PluginWriter($0).text(json: false)) }
    described += DeviceCatalog.shipped.devices.map { ($0.id, DeviceWriter($0).text(json: false)) }
    #expect(described.count > 70)
    for (name, text) in described {
      #expect(text.hasPrefix(name), "\(name)")
      #expect(text.split(separator: "\n").count > 3, "\(name)")
    }
  }

  @Test func describesEveryTokenOfAThemeAndEveryParameterOfAPlugin() throws {
    let folder = try TemporaryFolder()
    let tokens = try Program.run(["describe", "themes"], in: folder)
    let plugin = try Program.run(["describe", "numbered-notes"], in: folder)

    for token in ["colors.text", "fonts.weight", "style.anchor"] {
      #expect(tokens.lines.contains { $0.hasPrefix(token) }, "\(token)")
    }
    for key in ["max-size", "card-color", "more-text"] {
      #expect(plugin.lines.contains { $0.hasPrefix(key) }, "\(key)")
    }
  }

  @Test func everythingThatShipsIsGood() throws {
    let folder = URL(fileURLWithPath: Workspace.root + "/Templates").resolvingSymlinksInPath().path
    let files = (FileManager.default.enumerator(atPath: folder)?.allObjects ?? [])
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".json") }.sorted()
      .map { "\(folder)/\($0)" }
    let finished = try Program.run(["check"] + files, in: TemporaryFolder())

    #expect(files.count > 10)
    #expect(finished.status == 0)
    #expect(finished.lines.count == files.count)
    for (file, line) in zip(files, finished.lines) { #expect(line.hasPrefix("\(file): valid (")) }
    #expect(finished.error == "")
  }

  @Test func checkReportsEveryMistakeOfEveryFileAndGoesOn() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"format": 1, "summary": "", "colors": {"txt": 5}}"#, to: "bad.json")
    try folder.write("Buy milk", to: "-notes.txt")
    try folder.write("[1]", to: "worse.json")
    let finished = try Program.run(
      ["check", "bad.json", "worse.json", "--", "-notes.txt"], in: folder)

    #expect(finished.status == 1)
    #expect(
      finished.lines == [
        "bad.json: 2 errors (theme)", "worse.json: 1 error (notes)", "-notes.txt: valid (notes)",
      ])
    #expect(finished.error.components(separatedBy: "error[").count == 4)
    #expect(finished.error.contains("  in: bad.json:1:41"))
  }

  @Test func theDoctorFindsNothingWrong() throws {
    let finished = try Program.run(["doctor"], in: TemporaryFolder())

    #expect(finished.status == 0, "\(finished.output)")
    #expect(finished.lines.allSatisfy { $0.hasPrefix("ok") }, "\(finished.output)")
    for subject in ["data", "library", "fonts", "hyphens", "devices", "templates"] {
      #expect(finished.output.contains(" \(subject): "))
    }
  }

  @Test func theDoctorSaysHowToMendWhatIsWrong() throws {
    let folder = try TemporaryFolder()
    try folder.write("{", to: "home/Templates/bad/template.json")
    try folder.write("", to: "home/Fonts/fonts.conf")
    let finished = try Program.run(
      ["doctor"], in: folder, environment: ["WALLFARM_HOME": folder.file("home")])

    #expect(finished.status == 1)
    #expect(finished.output.contains("to fix it: make setup"))
    #expect(finished.output.contains("to fix it: wallfarm check "))
  }

  /// If the patterns are missing, words would silently be hyphenated differently or not at all.
  @Test func missingHyphenationPatternsAreAnError() throws {
    let folder = try TemporaryFolder()
    let made = Tool.run(
      "sh",
      [
        "-c",
        """
        mkdir -p "$1/Fonts/hyphens" && ln -s "$0/Templates" "$0/Devices" "$1" &&
          cp "$0"/Fonts/fonts.* "$0/Fonts/hyphens.lock" "$1/Fonts" && cp -a "$0/Fonts/files" "$1/Fonts" &&
          cp -a "$0"/Fonts/hyphens/* "$1/Fonts/hyphens" && rm "$1/Fonts/hyphens/hyph_de_DE.dic"
        """, Workspace.root, folder.file("home"),
      ], withErrors: true)
    #expect(made.status == 0, "\(made.text)")
    let finished = try Program.run(
      ["render", "--device", "iphone15", "-n", "Milch", "-o", "a.png"], in: folder,
      environment: ["WALLFARM_HOME": folder.file("home")])
    #expect(finished.problem.code == "fonts-missing")
    #expect(finished.error.contains("the hyphenation pattern file 'hyph_de_DE.dic' is missing"))
    #expect(!folder.names.contains("a.png"))
  }

  @Test func saysItsVersion() throws {
    let finished = try Program.run(["--version"], in: TemporaryFolder())
    #expect(finished.status == 0)
    #expect(try finished.output.wholeMatch(of: Regex(#"(wallfarm )?\d+\.\d+\.\d+\n"#)) != nil)
  }

  @Test func everyCommandIsDeclaredCorrectly() {
    #expect(CommandTree.root.mistakes.isEmpty)
  }

  @Test(arguments: ["render", "device", "describe", "check", "doctor", "completions", "manual"])
  func helpIsTheSameHoweverItIsAskedFor(_ verb: String) throws {
    let help = try CommandTree.help(["help", verb])
    #expect(help.contains("USAGE: wallfarm \(verb)"))
    #expect(try CommandTree.help([verb, "--help"]) == help)
    #expect(try CommandTree.help([verb, "-h", "--wrong"]) == help)
    #expect(try CommandTree.help(["help"]).contains("\n  \(verb) "))
  }

  @Test func helpIsPrinted() throws {
    let help = try Program.run(["render", "-h", "--wrong"], in: TemporaryFolder())
    #expect(help.status == 0 && help.error.isEmpty)
    #expect(help.output.contains("USAGE: wallfarm render"))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func completionsKnowTheVerbs(_ shell: String) throws {
    let finished = try Program.run(["completions", shell], in: TemporaryFolder())

    #expect(finished.status == 0)
    for word in ["render", "describe", "wallfarm", "overflow"] {
      #expect(finished.output.contains(word))
    }
  }

  @Test func theManualIsAManPage() throws {
    let finished = try Program.run(["manual"], in: TemporaryFolder())
    #expect(finished.status == 0)
    #expect(finished.output.contains(".TH "))
    #expect(finished.output.contains(".SH "))
  }
}
