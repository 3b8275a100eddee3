import Authoring
import BuiltInPlugins
import Designs
import Files
import Foundation
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

@Suite struct FileCheckerTests {
  @Test(arguments: BrokenFile.all)
  func findsEveryMistakeAndItsPlace(_ broken: BrokenFile) throws {
    let report = try check(broken.text, as: broken.name)

    #expect(report.kind == broken.kind)
    #expect(report.problems.count == broken.problems.count, "\(report.problems)")
    for (found, expected) in zip(report.problems, broken.problems) {
      #expect(expected.isMet(by: found), "\(found), not \(expected)")
    }
  }

  @Test(arguments: BrokenFile.all)
  func namesTheFileWithEveryMistake(_ broken: BrokenFile) throws {
    for problem in try check(broken.text, as: broken.name).problems {
      #expect(problem.origin?.description.contains(broken.name) == true)
      #expect(problem.hint?.isEmpty != true)
    }
  }

  @Test func followsTokensInACircleAndStops() throws {
    let text = BrokenFile.theme(#""colors": {"text": "$colors.number", "number": "$colors.text"}"#)
    let problems = try check(text, as: "dusk.json").problems

    #expect(!problems.isEmpty)
    for problem in problems {
      #expect(problem.code == .invalidValue)
      #expect(problem.message.contains("colors.number → colors.text"))
      #expect(problem.origin?.description.contains("dusk.json:3:") == true)
    }
  }

  /// `check` rejects everything that `render` rejects.
  @Test(arguments: [
    ("sizes that exclude each other", #""min-size": 40, "max-size": 20"#),
    ("a number of a theme where a word belongs", #""align": "$style.cardRadius""#),
  ])
  func findsParametersThatDoNotGoTogether(title: String, parameters: String) throws {
    let report = try check(BrokenFile.notes(parameters), as: "template.json")
    #expect(report.problems.map(\.code) == [.invalidParameter])
  }

  /// A required contrast is rejected only if the text cannot reach it on any part of the
  /// background, even with the theme's shadow.
  @Test(arguments: [
    (
      ##"{"plugin": "gradient", "parameters": {"colors": ["#ff0000", "#0000ff"]}}"##, "none", 9.0,
      true
    ),
    (
      ##"{"plugin": "gradient", "parameters": {"colors": ["#ff0000", "#0000ff"]}}"##, "none", 12.0,
      false
    ),
    (##"{"plugin": "solid-color", "parameters": {"color": "#8a8a8a"}}"##, "#000000", 4.5, true),
    (##"{"plugin": "solid-color", "parameters": {"color": "#8a8a8a"}}"##, "none", 4.5, false),
  ])
  func contrastIsRefusedOnlyWhereItCannotBe(
    background: String, shadow: String, contrast: Double, isGood: Bool
  ) throws {
    let text = """
      {"format": 1, "summary": "", "background": \(background),
       "colors": {"text": "white", "shadow": "\(shadow)"},
       "legibility": {"contrast": \(contrast), "aids": []}}
      """
    let codes = Set(try check(text, as: "dusk.json").problems.map(\.code))
    #expect(codes == (isGood ? [] : [.contrastUnreachable]))
  }

  /// Black on a strong red has a ratio of 4.5:1 but is difficult to read.
  ///
  /// It is rejected if the theme requires a high APCA contrast (Lc).
  @Test(arguments: [(60, false), (20, true), (0, true)])
  func anLcIsRefusedWhereItCannotBe(lightness: Int, isGood: Bool) throws {
    let text = """
      {"format": 1, "summary": "",
       "background": {"plugin": "solid-color", "parameters": {"color": "#d2463c"}},
       "colors": {"text": "#000000"},
       "legibility": {"contrast": 4.5, "lightness": \(lightness), "aids": []}}
      """
    let problems = try check(text, as: "dusk.json").problems
    #expect(Set(problems.map(\.code)) == (isGood ? [] : [.contrastUnreachable]))
  }

  /// A file that would take too long to check is rejected because of its size.
  @Test(.timeLimit(.minutes(5)))
  func aFileOfEndlessListsIsRefusedAtOnce() throws {
    let many = (0..<5000).map { "\"a\($0)\": \"$palette.b\($0)\"" }.joined(separator: ",")
    let overrides = Array(repeating: #"{"when": {"kind": "ipad"}}"#, count: 5000)
    let devices = Array(repeating: "\"all\"", count: 50_000).joined(separator: ",")
    let stops = Array(repeating: "\"$legibility.aids\"", count: 5000).joined(separator: ",")
    for more in [
      "\"palette\": {\(many)}", "\"overrides\": [\(overrides.joined(separator: ","))]",
      "\"overrides\": [{\"when\": {\"device\": [\(devices)]}}]",
      "\"variants\": {\"light\": {\"background\": {\"parameters\": {\(many)}}}}",
      "\"variants\": {\"light\": {\"background\": {\"plugin\": \"gradient\", \"parameters\": {\"colors\": [\(stops)]}}}}",
    ] {
      let problems = try check(BrokenFile.theme(more), as: "dusk.json").problems
      #expect(!problems.isEmpty)
    }
  }

  /// Files outside the theme's folder, including files behind a symbolic link, cannot be shared
  /// together with the theme, so they cause a warning.
  @Test func aFileOutsideOfTheFolderIsAWarning() throws {
    let folder = try TemporaryFolder()
    _ = Tool.run("convert", ["-size", "800x1400", "xc:navy", folder.file("p.png")])
    try folder.write(BrokenFile.theme("").utf8, to: "base.json")
    try folder.write("", to: "mine/x")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("mine/link.png"), withDestinationPath: folder.file("p.png"))
    try FileManager.default.copyItem(
      atPath: folder.file("p.png"), toPath: folder.file("mine/own.png"))
    try folder.write(BrokenFile.theme("").utf8, to: "mine/base.json")
    for (photo, base, count) in [
      ("own.png", "fog", 0), ("../p.png", "fog", 1), ("link.png", "fog", 1),
      ("own.png", "../base.json", 1), ("../p.png", "../base.json", 2),
      (folder.file("mine/own.png"), "fog", 1), ("own.png", folder.file("mine/base.json"), 1),
    ] {
      let file = try folder.write(
        """
        {"format": 1, "summary": "", "extends": "\(base)",
         "background": {"plugin": "photo", "parameters": {"file": "\(photo)"}}}
        """.utf8, to: "mine/mine.json")
      let report = try checker().check(file)
      #expect(report.problems == [], "\(photo)")
      let outside = report.warnings.filter { $0.code == .fileOutside }
      #expect(outside.count == count, "\(photo) \(base): \(report.warnings)")
    }
  }

  /// A missing photo, image or font is an error; the hint names a similar file in the folder.
  @Test func aMissingFileHasASuggestion() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "fonts/Harbour.ttf")
    try folder.write("x", to: "harbour.jpg")
    let file = try folder.write(
      """
      {"format": 1, "summary": "", "fontFiles": ["fonts/Habour.ttf", "fonts/unlike.otf"],
       "background": {"plugin": "photo", "parameters": {"file": "harbor.jpg"}},
       "images": [{"file": "none/logo.svg"}]}
      """.utf8, to: "dusk.json")
    let report = try checker().check(file)
    #expect(
      report.problems.map(\.code) == [
        .fileUnreadable, .fileUnreadable, .photoUnreadable, .photoUnreadable,
      ])
    let named = report.problems.map { problem in
      ["Harbour.ttf", "harbour.jpg"].first { problem.hint?.contains("'\($0)'") == true }
    }
    #expect(named == ["Harbour.ttf", nil, "harbour.jpg", nil])
  }

  /// The contents of a section with a misspelled name are checked, and references to them are valid.
  @Test func aMisspelledSectionIsOneMistake() throws {
    let text = """
      {"format": 1, "summary": "", "background": {"plugin": "solid-color"},
       "pallete": {"ink": "#123456"}, "colours": {"text": "$palette.ink", "number": "#12"}}
      """
    let report = try check(text, as: "dusk.json")
    #expect(report.problems.map(\.code) == [.unknownKey, .unknownKey, .invalidValue])
  }

  /// Static fonts provide single weights; missing weights are warnings.
  @Test(arguments: [(700, 0), (650, 1), (400, 1)])
  func aMissingWeightIsAWarning(_ weight: Int, _ count: Int) throws {
    let folder = try TemporaryFolder()
    try folder.write(Harbour.font("Bold"), to: "Harbour.ttf")
    let text = Harbour.theme(["Harbour.ttf"], weight: weight)
    let report = try checker().check(folder.write(text, to: "dusk.json"))
    #expect(report.problems == [])
    #expect(report.warnings.count { $0.code == .weightMissing } == count, "\(report.warnings)")
  }

  /// A variable font provides all weights in its range.
  @Test(arguments: [(400, 0), (650, 0), (800, 0), (900, 1)])
  func aVariableFontHasARangeOfWeights(_ weight: Int, _ count: Int) throws {
    let folder = try TemporaryFolder()
    try Harbour.writeVariableFont(in: folder, to: "Harbour.ttf")
    let text = Harbour.theme(["Harbour.ttf"], weight: weight)
    let report = try checker().check(folder.write(text, to: "dusk.json"))
    #expect(report.warnings.count { $0.code == .weightMissing } == count, "\(report.warnings)")
  }

  /// An image that phones enlarge is a warning.
  @Test(arguments: [("800x400", 0.4, 0), ("200x100", 0.4, 1), ("200x100", 0.1, 0)])
  func aSmallImageIsAWarning(_ size: String, _ width: Double, _ count: Int) throws {
    let folder = try TemporaryFolder()
    _ = Tool.run("convert", ["-size", size, "xc:navy", folder.file("logo.png")])
    let file = try folder.write(
      """
      {"format": 1, "summary": "", "background": {"plugin": "solid-color"},
       "images": [{"file": "logo.png", "place": "bottom", "width": \(width)}]}
      """.utf8, to: "dusk.json")
    let report = try checker().check(file)
    #expect(report.problems == [])
    #expect(report.warnings.count { $0.code == .photoSmall } == count, "\(report.warnings)")
  }

  @Test(arguments: ShippedFiles.all)
  func whatShipsIsGood(_ file: String) throws {
    let report = try checker().check(Workspace.root + "/" + file)
    #expect(report.problems == [])
  }

  @Test func readsAFolderAsItsTemplate() throws {
    let report = try checker().check(Workspace.root + "/Templates/lock")
    #expect(report.kind == "template")
    #expect(report.problems == [])
  }

  @Test(arguments: [
    ("notes", "n.txt", "Buy milk\n[x] Call Ana"), ("notes", "n.json", #"["a"]"#),
    ("notes", "n.txt", #"["a"]"#), ("theme", "t.json", BrokenFile.theme("")),
    ("theme", "t.txt", BrokenFile.theme("")), ("template", "t.json", BrokenFile.template("")),
  ])
  func tellsWhatAFileIsByItsContent(kind: String, name: String, text: String) throws {
    let report = try check(text, as: name)
    #expect(report.kind == kind)
    #expect(report.problems == [])
  }

  @Test(arguments: ["missing.json", "folder", "pipe"])
  func aFileThatCannotBeReadIsOneMistake(_ name: String) throws {
    let folder = try TemporaryFolder()
    try folder.write([], to: "folder/file")
    mkfifo(folder.file("pipe"), 0o600)
    let report = try checker().check(folder.file(name))

    #expect(report.kind == "file")
    #expect(report.problems.map(\.code) == [.fileUnreadable])
  }

  @Test func saysNothingTwice() throws {
    for broken in BrokenFile.all {
      let problems = try check(broken.text, as: broken.name).problems
      #expect(Set(problems).count == problems.count, "\(broken)")
    }
  }

  /// A request, a job file and a suite are recognized by their keys, but a theme with an unknown
  /// key is still a theme.
  @Test(arguments: [
    (#"{"devices": "iphone15", "notes": ["secret"]}"#, "request", ErrorCode.invalidValue),
    (#"{"jobs": [{"notes": ["secret"]}], "format": "png"}"#, "request", .invalidValue),
    (#"{"snapshots": []}"#, "request", .invalidValue),
    (#"{"format": 1, "summary": "", "notes": ["secret"]}"#, "theme", .unknownKey),
  ])
  func whatOthersCheckIsNamed(_ text: String, kind: String, code: ErrorCode) throws {
    let report = try check(text, as: "file.json")
    #expect(report.kind == kind && report.problems.contains { $0.code == code })
    #expect(!report.problems.contains { $0.description.contains("secret") })
  }
}

private func checker() throws -> FileChecker {
  let families = try FontLock(installation: Workspace.installation).families.map(\.name)
  return FileChecker(
    installation: Workspace.installation, plugins: .builtIn, fontFamilies: families)
}

private func check(_ text: String, as name: String) throws -> FileChecker.Report {
  let folder = try TemporaryFolder()
  return try checker().check(folder.write(text.utf8, to: name))
}

enum ShippedFiles {
  static let all = templates + themes

  private static let templates = names(in: "Templates")
    .filter { !$0.contains(".") && $0 != "themes" }
    .map { "Templates/\($0)/template.json" }
  private static let themes = names(in: "Templates/themes")
    .filter { $0.hasSuffix(".json") }.map { "Templates/themes/\($0)" }

  private static func names(in folder: String) -> [String] {
    let path = Workspace.root + "/" + folder
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
      .filter { !$0.hasPrefix(".") }.sorted()
  }
}
