import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// `theme add`, `copy` and `remove`, and the names of the user's themes in other commands.
@Suite struct UserThemeTests {
  private let folder: TemporaryFolder
  private static let themes = "data/wallfarm/themes"
  private static let theme = #"""
    {"format": 1, "summary": "Sea", "extends": "./parts/base.json",
     "background": {"plugin": "photo", "parameters": {"file": "photos/sea.jpg"}}}
    """#

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.theme, to: "work/harbour.json")
    try folder.write(
      #"{"format": 1, "summary": "Base", "extends": "fog", "fonts": {"weight": 500}}"#,
      to: "work/parts/base.json")
    try folder.write("", to: "work/photos/none")
    _ = Tool.run(
      "convert", ["-size", "900x1800", "gradient:navy-gray", folder.file("work/photos/sea.jpg")])
  }

  private var environment: [String: String] {
    ["XDG_DATA_HOME": folder.file("data"), "XDG_DATA_DIRS": folder.file("system")]
  }

  private func run(_ words: String...) throws -> Finished {
    try Program.run(words, in: folder, environment: environment)
  }

  private func shell(_ line: String) {
    let done = Tool.run("sh", ["-c", "cd '\(folder.path)' && \(line)"], withErrors: true)
    #expect(done.status == 0, "\(done.text)")
  }

  private func render(_ theme: String, to output: String) throws -> [UInt8] {
    let done = try run(
      "render", "--theme", theme, "-d", "iphone8", "-n", "Buy milk", "-q", "-o", output)
    #expect(done.status == 0, "\(done.error)")
    return try folder.bytes(output)
  }

  /// The copy contains the photo and the base theme, and renders the same bytes, even after the
  /// original files are gone.
  @Test func theCopyRendersTheSameBytes() throws {
    let before = try render("work/harbour.json", to: "before.png")
    let added = try run("theme", "add", "work/harbour.json")
    #expect(added.status == 0 && !added.error.contains("error["), "\(added.error)")
    let path = folder.file("\(Self.themes)/harbour/harbour.json")
    #expect(added.lines.first == path)
    let next = try #require(added.lines.last).trimmingCharacters(in: .whitespaces)
    #expect(next.hasPrefix("wallfarm render --theme harbour "))
    shell("rm -r work")
    #expect(try render("harbour", to: "after.png") == before)
    #expect(folder.names(in: Self.themes) == ["harbour"])
    #expect(folder.names(in: "\(Self.themes)/harbour") == ["harbour.json", "parts", "photos"])
  }

  /// A picture of a user's theme has the same bytes if a fenced worker renders it.
  @Test func aFencedWorkerRendersTheSameBytes() throws {
    #expect(try run("theme", "add", "work/harbour.json").status == 0)
    let picture = try render("harbour", to: "one.png")
    let template = #"{"format": 1, "summary": "t", "theme": "harbour", "layouts": []}"#
    try folder.write(template, to: "data/wallfarm/templates/plain/template.json")
    let plain = try run("render", "-t", "plain", "-d", "iphone8", "-q", "-o", "plain.png")
    #expect(plain.status == 0, "\(plain.error)")
    try folder.write(
      #"""
      [{"id": "a", "devices": "iphone8", "theme": "harbour", "notes": ["Buy milk"],
        "output": "a.png"},
       {"id": "b", "devices": "iphone8", "template": "plain", "output": "b.png"}]
      """#, to: "jobs/jobs.json")
    let batch = try run("batch", "jobs/jobs.json", "--output", "out", "-j1", "-q")
    #expect(batch.status == 0, "\(batch.error)")
    #expect(try folder.bytes("out/a.png") == picture)
    #expect(try folder.bytes("out/b.png") == folder.bytes("plain.png"))
  }

  @Test func listingsShowTheOrigin() throws {
    let plain = try run("theme", "list")
    #expect(!plain.output.contains("origin") && plain.error.isEmpty)
    #expect(try run("theme", "add", "work/harbour.json").status == 0)
    try folder.write(
      #"{"format": 1, "summary": "Site", "extends": "paper"}"#,
      to: "system/wallfarm/themes/site.json")
    try folder.write(
      #"{"format": 1, "summary": "Mine", "extends": "paper"}"#, to: "\(Self.themes)/midnight.json")

    let listed = try run("theme", "list")
    #expect(
      listed.lines.first?.split(separator: /\s{2,}/).map(String.init).prefix(2) == [
        "name", "origin",
      ])
    func origin(_ name: String) -> Substring? {
      listed.lines.first { $0.hasPrefix(name + " ") }?.split(separator: " ")[1]
    }
    #expect(origin("midnight") == "built-in" && origin("harbour") == "user")
    #expect(origin("site") == "system")
    #expect(listed.error.contains("warning[name-hidden]: the user theme 'midnight' is hidden"))

    let json = try JSONNode(parsing: try run("theme", "list", "--json").output)
    let origins = (json.elements ?? []).map { ($0["name"]?.string, $0["origin"]?.string) }
    #expect(
      origins.contains { $0 == ("harbour", "user") }
        && origins.contains { $0 == ("fog", "built-in") })
    #expect(try run("theme", "list", "--names").lines.suffix(2) == ["harbour", "site"])
    #expect(try run("theme", "show", "harbour").output.contains("\n  origin: user\n"))
    #expect(try run("theme", "show", "fog").output.contains("\n  origin: built-in\n"))
    #expect(
      try JSONNode(parsing: try run("describe", "site", "--json").output)["origin"]?.string
        == "system")
    let check = try run("theme", "check", "site")
    #expect(check.output == "site: valid (theme)\n", "\(check.error)")
  }

  /// Templates, motions and devices of the user and the system are listed with their origins too.
  @Test func allKindsOfContentAreListed() throws {
    shell(
      """
      mkdir -p data/wallfarm/motions data/wallfarm/templates/mine data/wallfarm/devices \
        system/wallfarm/motions system/wallfarm/devices
      cp \(Workspace.root)/Motions/hook.json data/wallfarm/motions/mine.json
      cp \(Workspace.root)/Motions/hook.json data/wallfarm/motions/year.json
      cp \(Workspace.root)/Motions/hook.json system/wallfarm/motions/site.json
      echo '{' > data/wallfarm/motions/broken.json
      cp \(Workspace.root)/Templates/lock/template.json data/wallfarm/templates/mine/
      """)
    for place in ["data", "system"] {
      let made = try Program.run(
        ["device", "new", "tablet-\(place)", "--pixels", "1600x2560@2"], in: folder,
        from: "\(place)/wallfarm/devices", environment: environment)
      #expect(made.status == 0, "\(made.error)")
    }
    func origins(_ words: String...) throws -> [String: String] {
      let done = try Program.run(words + ["--json"], in: folder, environment: environment)
      #expect(done.status == 0, "\(done.error)")
      let rows = try JSONNode(parsing: done.output).elements ?? []
      let pairs = rows.map { (($0["name"] ?? $0["id"])?.string ?? "", $0["origin"]?.string ?? "") }
      return Dictionary(pairs.filter { $0.1 != "built-in" }) { $1 }
    }
    #expect(try origins("motion") == ["mine": "user", "site": "system"])
    #expect(try origins("template", "list") == ["mine": "user"])
    let devices = try run("device", "list")
    #expect(devices.output.contains("\ntablet-data ") && devices.output.contains(" system "))
    let motions = try run("motion")
    #expect(motions.error.contains("error[invalid-json]") && motions.error.contains("name-hidden"))
    #expect(try run("motion", "mine", "--text").status == 0)
    #expect(try run("describe", "mine").status == 0)
    #expect(try run("motion", "hook", "--json").problem.code == "conflicting-options")
  }

  @Test func aThemeIsReplacedOnlyOnRequest() throws {
    #expect(try run("theme", "add", "work/harbour.json").status == 0)
    let before = try folder.text("\(Self.themes)/harbour/harbour.json")
    shell(
      "sed -i s/Sea/Lake/ work/harbour.json; rm data/wallfarm/themes/harbour/photos/none || true")
    let again = try run("theme", "add", "work/harbour.json")
    #expect(again.hasFailedAsDocumented && again.problem.code == "theme-exists", "\(again.error)")
    #expect(again.problem.hint?.contains("--replace") == true)
    #expect(try folder.text("\(Self.themes)/harbour/harbour.json") == before)
    #expect(try run("theme", "add", "work/harbour.json", "--replace").status == 0)
    #expect(try run("theme", "show", "harbour").output.contains("Lake"))
    #expect(folder.names(in: Self.themes) == ["harbour"])
  }

  @Test func aThemeIsCopiedForEditing() throws {
    #expect(try run("theme", "add", "work/harbour.json").status == 0)
    #expect(try run("theme", "copy", "harbour", "bay").status == 0)
    #expect(try run("theme", "copy", "midnight", "night.2").status == 0)
    #expect(try render("bay", to: "a.png").count > 1000)
    #expect(try render("night.2", to: "b.png").count > 1000)
    #expect(
      try folder.bytes("\(Self.themes)/night.2/night.2.json")
        == Array(
          Data(contentsOf: URL(filePath: Workspace.root + "/Templates/themes/midnight.json"))))
    let twice = try run("theme", "copy", "fog", "bay")
    #expect(twice.hasFailedAsDocumented && twice.problem.code == "theme-exists")
    #expect(try run("theme", "copy", "frog", "x").problem.code == "unknown-theme")
  }

  @Test func onlyThemesOfTheUserAreRemoved() throws {
    #expect(try run("theme", "add", "work/harbour.json").status == 0)
    try folder.write(
      #"{"format": 1, "summary": "Deep", "extends": "harbour"}"#, to: "\(Self.themes)/deep.json")
    for name in ["midnight", "nope", "../themes", "", "Harbour"] {
      let failed = try run("theme", "remove", name)
      #expect(failed.hasFailedAsDocumented && failed.problem.code == "unknown-theme", "\(name)")
    }
    #expect(try run("theme", "remove", "midnight").problem.hint?.contains("built in") == true)
    let removed = try run("theme", "remove", "harbour")
    #expect(removed.output == "\(folder.file(Self.themes))/harbour deleted\n", "\(removed.error)")
    #expect(removed.error.contains("'deep'"))
    #expect(folder.names(in: Self.themes) == ["deep.json"])
  }

  /// What leads outside the folder of the theme is refused with its reason, and nothing is copied.
  @Test(arguments: [
    (
      "sed -i 's|photos/sea.jpg|../sea.jpg|' work/harbour.json; mv work/photos/sea.jpg .", "outside"
    ),
    ("sed -i \"s|photos/|$PWD/work/photos/|\" work/harbour.json", "absolute"),
    ("sed -i 's|photos/|../work/photos/|' work/harbour.json", "outside"),
    (
      "mv work/photos/sea.jpg .; ln -s ../../sea.jpg work/photos/sea.jpg", "link that leads outside"
    ),
    ("mv work/photos .; ln -s ../photos work/photos", "link that leads outside"),
    ("mv work/parts/base.json .; ln -s ../../base.json work/parts/base.json", "link that leads"),
    ("mv work/parts .; sed -i 's|./parts|../parts|' work/harbour.json", "outside"),
    ("mv work/harbour.json .; ln -s ../harbour.json work/harbour.json", "link that leads outside"),
    (
      """
      cp work/photos/sea.jpg work/photos/SEA.jpg
      sed -i 's|"fonts"|"background": {"plugin": "photo", "parameters": {"file": "../photos/SEA.jpg"}}, \
      "fonts"|' work/parts/base.json
      """, "same name"
    ),
  ])
  func whatLeadsOutIsRefused(_ change: String, _ reason: String) throws {
    shell(change)
    let failed = try run("theme", "add", "work/harbour.json")
    #expect(
      failed.hasFailedAsDocumented && failed.problem.code == "theme-not-copied", "\(failed.error)")
    #expect(failed.problem.message.contains(reason), "\(failed.error)")
    #expect(failed.problem.origin != nil && failed.problem.hint != nil)
    #expect(folder.names(in: Self.themes) == [])
  }

  /// Names that clash, names that are not portable, and files that are not valid themes are refused.
  @Test(arguments: [
    ("midnight.json", "theme-exists", "built-in"),
    ("Midnight.json", "theme-exists", "only in case"),
    (".hidden.json", "invalid-parameter", "'.hidden'"), ("a b.json", "invalid-parameter", "'a b'"),
    ("-.json", "invalid-parameter", "'-'"), ("a.json.json", "invalid-parameter", "'a.json'"),
    ("\(String(repeating: "a", count: 101)).json", "invalid-parameter", "valid name"),
    ("theme.txt", "invalid-parameter", "not the path of a theme file"),
    ("gone.json", "file-unreadable", "no such file"),
  ])
  func namesAreChecked(_ name: String, _ code: String, _ words: String) throws {
    if name != "gone.json" {
      try folder.write(#"{"format": 1, "summary": "", "extends": "fog"}"#, to: "work/\(name)")
    }
    let failed = try run("theme", "add", "work/\(name)")
    #expect(failed.hasFailedAsDocumented && failed.problem.code == code, "\(failed.error)")
    #expect(failed.error.contains(words), "\(failed.error)")
    #expect(folder.names(in: Self.themes) == [])
  }

  @Test func namesThatDifferOnlyInCaseClash() throws {
    #expect(try run("theme", "add", "work/harbour.json").status == 0)
    shell("cp work/harbour.json work/Harbour.json")
    for more in [[], ["--replace"]] {
      let failed = try Program.run(
        ["theme", "add", "work/Harbour.json"] + more, in: folder, environment: environment)
      #expect(failed.problem.code == "theme-exists" && failed.error.contains("only in case"))
    }
    let own = try run("theme", "add", "\(Self.themes)/harbour/harbour.json", "--replace")
    #expect(own.problem.code == "theme-exists" && own.error.contains("already in the folder"))
  }

  /// All errors of an invalid theme are reported, and it is not added.
  @Test func anInvalidThemeIsNotAdded() throws {
    try folder.write(
      #"{"format": 1, "summary": "", "extends": "fog", "fonts": {"weight": 1000, "txt": "x"}}"#,
      to: "bad.json")
    let failed = try run("theme", "add", "bad.json")
    #expect(
      failed.hasFailedAsDocumented && failed.error.components(separatedBy: "error[").count == 3)
    #expect(failed.error.contains("bad.json was not added") && failed.output.isEmpty)
    try folder.write(#"{"jobs": []}"#, to: "jobs.json")
    #expect(try run("theme", "add", "jobs.json").hasFailedAsDocumented)
    #expect(folder.names(in: Self.themes) == [])
  }

  @Test(arguments: [
    (["HOME": "", "XDG_DATA_HOME": ""], "HOME"), (["XDG_DATA_HOME": "/dev/null"], "/dev/null"),
  ])
  func withoutADataFolderTheReasonIsStated(_ change: [String: String], _ words: String) throws {
    let failed = try Program.run(
      ["theme", "add", "work/harbour.json"], in: folder,
      environment: environment.merging(change) { $1 })
    #expect(
      failed.hasFailedAsDocumented && failed.problem.code == "output-failed", "\(failed.error)")
    #expect(failed.error.contains(words) && failed.problem.hint != nil, "\(failed.error)")
    let listed = try Program.run(
      ["theme", "list", "--names"], in: folder, environment: environment.merging(change) { $1 })
    #expect(listed.status == 0 && listed.lines.contains("midnight") && listed.error.isEmpty)
  }
}
