import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// Each plugin violates the contract in a different way, causes one clear error, and does not
/// affect other renders.
@Suite(.serialized, .tags(.torture)) struct MisbehavingTests {
  /// A row of table.json: a misbehaving plugin and the expected error.
  struct Row: Sendable {
    let id: String
    let isLibrary: Bool
    let kind: String
    let output: String
    let code: String
    /// The error code of another limit, which a fast machine may reach first.
    let other: String?
    let says: [String]
    let changes: [String: JSONValue]
    /// Whether only the timeout stops the plugin if it runs in the rendering process.
    let waits: Bool
    /// Whether the plugin ends its process in a way that no handler can catch.
    let leaves: Bool

    static let all: [Row] = {
      let table = try? JSONNode(project: "Tests/PluginHostTests/Misbehaving/table.json")
      return (table?.elements ?? []).map { row in
        var changes: [String: JSONValue] = [:]
        for member in row["manifest"]?.members ?? [] { changes[member.key] = member.value.plain }
        return Row(
          id: row["id"]?.string ?? "", isLibrary: row["carrier"]?.string == "library",
          kind: row["kind"]?.string ?? "", output: row["makes"]?.string ?? "",
          code: row["code"]?.string ?? "", other: row["or"]?.string,
          says: row["says"]?.elements?.compactMap(\.string) ?? [], changes: changes,
          waits: row["code"]?.string == "plugin-timeout" || row["waits"]?.bool == true,
          leaves: row["leaves"]?.bool ?? false)
      }
    }()

    /// The tested rows: all rows in `make torture`; otherwise, a selection.
    ///
    /// The selection consists of the first row of each code and carrier, rows that set ``leaves``,
    /// and rows about invalid UTF-8.
    static let tried: [Row] = {
      guard !Torture.isOn else { return all }
      var seen: [String: Int] = [:]
      return all.filter { row in
        let key = "\(row.code) \(row.isLibrary)"
        seen[key, default: 0] += 1
        return seen[key, default: 0] == 1 || row.says.contains("UTF-8") || row.leaves
      }
    }()
  }

  @Test func theTableIsLong() {
    #expect(Row.all.count >= 150)
    #expect(Set(Row.all.map(\.id)).count == Row.all.count)
    #expect(Row.tried.count >= 40)
  }

  /// Each misbehaving plugin causes one clear error of `render`.
  ///
  /// This includes libraries that end the rendering process with exit, _exit, the exit system call,
  /// a signal or exec.
  @Test func eachIsOneClearErrorOfRender() async throws {
    let folder = try MisbehavingFolder(Row.tried)
    let all =
      Row.tried.map { ($0, [String]()) }
      + Row.tried.filter(\.isLibrary).map { ($0, ["--in-process"]) }
    // To save time, start with the rows that time out, and run six rows in parallel.
    try await withThrowingTaskGroup(of: (Row, Finished).self) { group in
      var waiting = (all.filter(\.0.waits) + all.filter { !$0.0.waits })[...]
      func next() {
        guard let (row, flags) = waiting.popFirst() else { return }
        group.addTask { (row, try folder.render(row, flags)) }
      }
      for _ in 0..<6 { next() }
      while let (row, result) = try await group.next() {
        Self.judge(row, result, folder)
        next()
      }
    }
  }

  private static func judge(_ row: Row, _ result: Finished, _ folder: MisbehavingFolder) {
    #expect(result.status != 0, "\(row.id)")
    #expect([row.code, row.other].contains(result.problem.code), "\(row.id): \(result.error)")
    for words in row.says { #expect(result.error.contains(words), "\(row.id): \(result.error)") }
    #expect(result.problem.hint != nil, "\(row.id): \(result.error)")
    // No complete or partial output exists.
    #expect(!folder.folder.names.contains("\(row.id).png"), "\(row.id)")
  }

  @Test func aBatchOfThemCostsTheOthersNothing() throws {
    // Each row that times out takes its full timeout, so a single such row is sufficient.
    let patient = Row.tried.first { $0.code == "plugin-timeout" }
    let rows = Row.tried.filter {
      $0.code != "plugin-incomplete" && ($0.code != "plugin-timeout" || $0.id == patient?.id)
    }
    let folder = try MisbehavingFolder(rows)
    var jobs: [JSONValue] = []
    for (index, row) in rows.enumerated() {
      jobs.append(Self.job(row.id, "templates/\(row.id)"))
      if index % 6 == 0 { jobs.append(Self.job("good\(index)", "lock")) }
    }
    try folder.folder.write(
      JSONValue.object(["jobs": .array(jobs)]).text(pretty: false), to: "jobs.json")

    let result = try folder.run(
      [
        "batch", "jobs.json", "--output", "out", "--report", "report.json", "--attempts", "1", "-q",
      ],
      hangs: true)

    #expect(result.status == 1)
    let report = try JSONNode(parsing: folder.folder.text("report.json"))
    var units: [String: JSONNode] = [:]
    for unit in report["units"]?.elements ?? [] {
      let name = unit["unit"]?.string ?? ""
      units[String(name.prefix { $0 != "/" })] = unit
    }
    for (name, unit) in units where name.hasPrefix("good") {
      #expect(unit["state"]?.string == "done", "\(name): \(unit.plain)")
    }
    for row in rows {
      let error = units[row.id]?["error"]
      let code = error?["code"]?.string ?? ""
      #expect([row.code, row.other].contains(code), "\(row.id): \(error?.plain ?? .null)")
      let text = error?.plain.text(pretty: false) ?? ""
      for words in row.says { #expect(text.contains(words), "\(row.id): \(text)") }
    }
  }

  private static func job(_ id: String, _ template: String) -> JSONValue {
    [
      "id": .string(id), "template": .string(template), "devices": "iphone8",
      "notes": ["Buy milk"],
    ]
  }
}

/// Builds the plugins of some rows, and templates that show them.
struct MisbehavingFolder {
  let folder: TemporaryFolder

  init(_ rows: [MisbehavingTests.Row]) throws {
    let plugins = try PluginFolder()
    folder = plugins.folder
    let sources = "\(Workspace.root)/Tests/PluginHostTests/Misbehaving"
    var builds = ""
    for row in rows {
      let carrier: JSONValue =
        row.isLibrary
        ? ["library": "plugin.so"] : ["program": "misbehave.py", "runner": "python3"]
      let path = try plugins.write(
        row.id,
        row.changes.merging([
          "kind": .string(row.kind), "makes": .string(row.output),
          "carrier": row.changes["carrier"] ?? carrier,
        ]) { $1 })
      try plugins.writeTemplate(row.id, kind: row.kind, to: "templates/\(row.id)")
      if row.isLibrary {
        builds += "-DBEHAVIOUR=\(row.id.replacing("-", with: "_")) -DPLUGIN_ID=\"\(row.id)\" "
        builds += "-o \(path)/plugin.so\n"
      } else {
        try FileManager.default.copyItem(
          atPath: "\(sources)/misbehave.py", toPath: "\(path)/misbehave.py")
      }
    }
    // Run at most two compilers at a time.
    try folder.write(builds, to: "builds")
    let flags = "-std=c99 -Wall -Wextra -Wpedantic -Werror -O1 -shared -fPIC"
    let line = #"""
      sed 's/PLUGIN_ID="\([^"]*\)"/PLUGIN_ID=\\"\1\\"/' builds |
        xargs -P 2 -L 1 gcc \#(flags) '\#(sources)/misbehave.c'
      """#
    let built = try Program.bash("set -o pipefail; " + line, in: folder)
    #expect(built.status == 0, "\(built.error)")
  }

  func render(_ row: MisbehavingTests.Row, _ flags: [String]) throws -> Finished {
    try run(
      [
        "render", "--template", "templates/\(row.id)", "--device", "iphone8", "-n", "Buy milk",
        "-o", "\(row.id).png",
      ] + flags + (row.code == "missing-glyph" ? ["--strict"] : []), hangs: row.waits)
  }

  /// Runs the program with a timeout that matters only for plugins that hang.
  ///
  /// For plugins that hang, the timeout is 5 s, although 30 ms would be enough; for all others, it
  /// is practically unlimited.
  func run(_ arguments: [String], hangs: Bool) throws -> Finished {
    let path = "/usr/bin:" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
    return try Program.run(
      arguments + [
        "--plugins", "plugins", "--plugin-timeout", hangs ? "5" : "300", "--plugin-memory", "200",
      ],
      in: folder, environment: ["PATH": path], timeout: .seconds(600))
  }
}
