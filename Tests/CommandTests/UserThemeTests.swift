import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// `theme add`, `copy` and `remove`, and the names of the user's themes in other commands.
@Suite struct UserThemeTests: UserThemeSuite {
  let folder: TemporaryFolder

  init() throws { folder = try Self.prepared() }

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
}
