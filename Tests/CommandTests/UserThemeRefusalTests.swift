import Foundation
import Testing
import WallfarmTesting

/// Themes and names that `theme add` refuses, each with its reason.
@Suite struct UserThemeRefusalTests: UserThemeSuite {
  let folder: TemporaryFolder

  init() throws { folder = try Self.prepared() }

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

  /// A theme cannot replace a theme that it extends, directly or through another theme.
  @Test func aThemeIsNotReplacedByAThemeThatExtendsIt() throws {
    #expect(try run("theme", "add", "work/harbour.json").status == 0)
    try folder.write(
      #"{"format": 1, "summary": "Deep", "extends": "harbour"}"#, to: "\(Self.themes)/deep.json")
    let before = try folder.text("\(Self.themes)/harbour/harbour.json")
    for base in ["harbour", "deep"] {
      try folder.write(
        #"{"format": 1, "summary": "Loop", "extends": "\#(base)"}"#, to: "loop/harbour.json")
      let failed = try run("theme", "add", "loop/harbour.json", "--replace")
      #expect(failed.hasFailedAsDocumented && failed.problem.code == "theme-not-copied")
      #expect(failed.problem.message.contains("extends the theme"), "\(failed.error)")
    }
    #expect(try folder.text("\(Self.themes)/harbour/harbour.json") == before)
    try folder.write(#"{"format": 1, "summary": "", "extends": "alone"}"#, to: "alone.json")
    let alone = try run("theme", "add", "alone.json")
    #expect(alone.problem.code == "unknown-theme" && !alone.error.contains("did you mean"))
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
