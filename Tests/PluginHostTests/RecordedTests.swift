import BuiltInPlugins
import Foundation
import PluginHost
import PluginMessages
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// The recorded conversations of contract 1 are unchanged: old plugins still work and produce the
/// same pictures.
///
/// `Recorded/record.py` explains how the transcripts were recorded, and what to do when a font
/// changes.
@Suite(.tags(.sanitized, .threads)) struct RecordedTests {
  enum Carriage: String, CaseIterable, CustomTestStringConvertible {
    case program, library, isolated
    var testDescription: String { rawValue }
    var carrier: String { self == .program ? "program" : "library" }
  }

  @Test(arguments: Carriage.allCases)
  func anOldLayoutIsToldAndGetsWhatItDid(_ carriage: Carriage) throws {
    let plugin = try OldPlugin(carriage)
    let units = try plugin.units()
    let expected = try OldPlugin.expected()

    #expect(expected["units"]?.plain.difference(to: units.plain, "units") == nil)
    #expect(
      units.elements?.first?["receipt"]?["plugins"]?.elements?.first?["said"]?.plain
        == expected["said"]?[carriage.carrier]?.plain)
  }

  @Test(arguments: Carriage.allCases)
  func anOldBackgroundFillsThePixelsThatItDid(_ carriage: Carriage) throws {
    let plugin = try OldPlugin(carriage, kind: "-pixels")
    let units = try plugin.units()
    #expect(units.elements?.map { $0["state"]?.string } == ["done"], "\(units.plain)")
    let picture = plugin.folder.file("out/picture/template-iphone8.png")
    #expect(
      Tool.run(
        "/usr/bin/python3",
        [OldPlugin.file("judge-pixels.py"), plugin.path + "/transcript", picture], withErrors: true
      ).text == "the same\n")
  }

  /// The defaults of omitted members are unchanged, too.
  @Test(arguments: [Carriage.program, .isolated])
  func theSceneOfAnOldLayoutIsWhatItWas(_ carriage: Carriage) throws {
    let plugin = try OldPlugin(carriage)
    let renderer = try plugin.renderer(carriage)
    let composition = try renderer.compose(try renderer.resolve(try plugin.request()))

    let layers = composition.scene.foreground
    let expected = try plugin.layers()
    #expect(layers.map(\.name) == expected.map(\.name))
    for (layer, expected) in zip(layers, expected) { #expect(layer == expected) }
  }

  /// A difference between the host and the recording.
  struct Change: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let recorded: String
    let changed: String
    let told: String
  }

  static let changes = [
    Change(
      testDescription: "a number", recorded: #""typeScale":0."#, changed: #""typeScale":1."#,
      told: "typeScale is 0.87"),
    Change(
      testDescription: "a number that was measured", recorded: #""baseline":"#,
      changed: #""baseline":1"#, told: "texts[0].lines[0].baseline is "),
    Change(
      testDescription: "a word", recorded: #""overflow":"shorten""#,
      changed: #""overflow":"fail""#, told: "overflow is another text"),
    Change(
      testDescription: "true or false", recorded: #""isTablet":false"#,
      changed: #""isTablet":true"#, told: "isTablet is "),
    Change(
      testDescription: "a member that is gone", recorded: #""isTablet":false"#,
      changed: #""isTablet":false,"isRound":false"#, told: "isRound is missing"),
    Change(
      testDescription: "a shorter list", recorded: #""runs":[[0,0,7]"#,
      changed: #""runs":[[0,0,7],[8,0,1]"#, told: "runs has "),
    Change(
      testDescription: "a type of message", recorded: #"{"host":{"type":"error""#,
      changed: #"{"host":{"type":"measured""#, told: "type is another text"),
    Change(
      testDescription: "another status", recorded: #"{"host":{"status":1"#,
      changed: #"{"host":{"status":2"#, told: "status is 1, was 2"),
  ]

  /// Proves that the replay compares messages.
  @Test(arguments: [Carriage.program, .library], changes)
  func whatIsNoLongerAsRecordedIsTold(_ carriage: Carriage, _ change: Change) throws {
    let recorded = try OldPlugin.transcript(carriage)
    // Some messages occur with only one of the carriers.
    guard let place = recorded.range(of: change.recorded) else { return }
    let plugin = try OldPlugin(carriage)
    try plugin.folder.write(
      recorded.replacingCharacters(in: place, with: change.changed),
      to: "plugins/recorded/transcript")

    let errors = try plugin.units().elements?.compactMap { $0["error"] } ?? []

    let first = try #require(errors.first { $0["code"]?.string == "plugin-refused" })
    #expect(first["message"]?.string?.contains(change.told) == true, "\(first.plain)")
  }

  @Test(arguments: [Carriage.program, .library])
  func aHostMaySayMoreThanWasRecorded(_ carriage: Carriage) throws {
    let plugin = try OldPlugin(carriage)
    let recorded = try OldPlugin.transcript(carriage)
    try plugin.folder.write(
      recorded.replacingOccurrences(of: #""isTablet":false,"#, with: ""),
      to: "plugins/recorded/transcript")
    #expect(try plugin.units().elements?.first?["state"]?.string == "done")
  }
}

/// A recorded plugin in its own folder, with its pictures.
private struct OldPlugin {
  let folder: TemporaryFolder
  let carriage: RecordedTests.Carriage
  private let kind: String

  init(_ carriage: RecordedTests.Carriage, kind: String = "") throws {
    (folder, self.carriage, self.kind) = (try TemporaryFolder(), carriage, kind)
    let name = carriage.carrier + kind
    try folder.write("", to: "plugins/recorded/empty")
    for (from, to) in [
      ("\(name).json", "plugin.json"), ("\(name).transcript", "transcript"),
      ("tile.png", "tile.png"), ("replay.py", "replay.py"),
    ] {
      try FileManager.default.copyItem(atPath: Self.file(from), toPath: "\(path)/\(to)")
    }
    for (from, to) in [("template\(kind)", "template"), ("pictures\(kind).json", "jobs.json")] {
      try FileManager.default.copyItem(atPath: Self.file(from), toPath: folder.file(to))
    }
    guard carriage != .program else { return }
    let compiled = Tool.run(
      "bash",
      [
        "-c",
        "gcc -std=c99 -Wall -Wextra -Wpedantic -Werror -fPIC -shared -fvisibility=hidden"
          + " $(pkg-config --cflags libcjson) -o \"$1\" \"$2\" $(pkg-config --libs libcjson) -lm",
        "bash", path + "/replay.so", Self.file("replay.c"),
      ], withErrors: true)
    try #require(compiled.status == 0, "\(compiled.text)")
  }

  var path: String { folder.file("plugins/recorded") }

  static func file(_ name: String) -> String {
    "\(Workspace.root)/Tests/PluginHostTests/Recorded/\(name)"
  }

  static func transcript(_ carriage: RecordedTests.Carriage) throws -> String {
    try String(contentsOfFile: file("\(carriage.carrier).transcript"), encoding: .utf8)
  }

  static func expected() throws -> JSONNode {
    try JSONNode(project: "Tests/PluginHostTests/Recorded/expected.json")
  }

  /// Renders all pictures in one process, and returns the rows of the report.
  func units() throws -> JSONNode {
    let isolation = carriage == .library ? ["--in-process"] : []
    let finished = try Program.run(
      [
        "batch", "jobs.json", "--output", "out", "--workers", "1", "--attempts", "1", "--quiet",
        "--plugins", "plugins", "--report", "report.json",
      ] + isolation, in: folder, environment: ["XDG_DATA_HOME": folder.file("data")])
    try #require(folder.names.contains("report.json"), "\(finished.error)")
    return try #require(try JSONNode(parsing: folder.text("report.json"))["units"])
  }

  func renderer(_ carriage: RecordedTests.Carriage) throws -> Renderer {
    let found = ManifestReader.read(folder: path)
    #expect(found.problems.isEmpty)
    var settings = PluginHostSettings()
    if carriage == .isolated { settings.isolation = [Program.path, "plugin-server"] }
    let catalog = PluginCatalog(only: try #require(found.manifest), builtIn: .builtIn)
    return try Renderer(
      installation: Workspace.installation, plugins: catalog.registry(settings))
  }

  /// The layers of the first picture, with defaults filled in.
  func layers() throws -> [Layer] {
    let layers = try #require(try Self.expected()["layers"]).plain.text(pretty: false)
      .replacingOccurrences(of: "{plugin}", with: path)
    return try MessageReader().layers(JSONEntry(parsing: Array(layers.utf8)))
  }

  /// The request for the first picture.
  func request() throws -> RenderRequest {
    let jobs = try JSONNode(parsing: folder.text("jobs.json"))
    let job = try #require(jobs["jobs"]?.elements?.first)
    let list = try #require(job["notes"]?.elements)
    let notes = list.map { note in
      Note(note.string ?? note["text"]?.string ?? "", done: note["done"]?.bool ?? false)
    }
    var request = RenderRequest(
      template: folder.file("template"), device: "iphone8", notes: notes)
    request.language = "de"
    request.overflow = .shorten
    return request
  }
}

extension JSONValue {
  /// The path of the first value that is missing or different in the other JSON; additional members
  /// are allowed.
  fileprivate func difference(to other: JSONValue?, _ path: String) -> String? {
    switch (self, other) {
    case (.object(let wanted), .object(let found)):
      for (key, value) in wanted.sorted(by: { $0.key < $1.key }) {
        if let difference = value.difference(to: found[key], "\(path).\(key)") { return difference }
      }
      return nil
    case (.array(let wanted), .array(let found)):
      guard wanted.count == found.count else {
        return "\(path) has \(found.count) items, expected \(wanted.count)"
      }
      for (index, (one, two)) in zip(wanted, found).enumerated() {
        if let difference = one.difference(to: two, "\(path)[\(index)]") { return difference }
      }
      return nil
    case (.number(let wanted), .number(let found)) where abs(wanted - found) <= 1e-6: return nil
    case _ where self == other: return nil
    default: return "\(path) is \(other?.text(pretty: false) ?? "missing"), expected \(self)"
    }
  }
}
