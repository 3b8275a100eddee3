import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// The C header for plugins compiles with every compiler and keeps its ABI.
@Suite struct HeaderTests {
  static let header = Workspace.root + "/Plugins/SDK/wallfarm_plugin.h"
  static let frozen = recorded("wallfarm_plugin_1.h")

  static let compilers = [
    ["gcc", "-std=c99", "-xc"], ["g++", "-std=c++17", "-xc++"], ["clang", "-std=c99", "-xc"],
    ["clang++", "-std=c++17", "-xc++"],
  ]

  @Test(arguments: compilers, [1, 2])
  func theHeaderCompilesWithoutAWarning(_ compiler: [String], times: Int) throws {
    guard Tool.run("which", [compiler[0]]).status == 0 else {
      #expect(compiler[0].hasPrefix("clang"), "\(compiler[0]) is missing")
      return
    }
    let folder = try TemporaryFolder()
    let source = try folder.write(
      String(repeating: "#include \"\(Self.header)\"\n", count: times), to: "source.txt")
    let strict = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only"]
    let (text, status) = Tool.run(
      compiler[0], compiler.dropFirst() + strict + [source], withErrors: true)
    #expect(status == 0, "\(text)")
  }

  /// Struct layouts are part of the ABI, so new members are added only at the end.
  @Test(arguments: [header, frozen])
  func everyMemberStandsWhereItStoodInContract1(_ header: String) throws {
    let folder = try TemporaryFolder()
    let program = folder.file("layout")
    let (text, status) = Tool.run(
      "gcc",
      [
        "-std=c11", "-Wall", "-Wextra", "-Werror", "-DHEADER=\"\(header)\"", "-o", program,
        Self.recorded("layout.c"),
      ], withErrors: true)
    #expect(status == 0, "\(text)")
    #expect(Tool.run(program, []).status == 0)
  }

  // MARK: - Memory

  @Test func beadsLosesNoMemoryAndReadsNoneOfOthers() throws {
    let run = try Memory(cases: Self.cases)
    let (text, status) = run.judge()
    #expect(status == 0, "\(text)")
    #expect(
      text.split(separator: "\n") == [
        "usual: 6 layers", "right to left: 3 layers", "twenty long notes: 39 layers",
        "notes for which there is no room: 8 layers", "a very long word: 2 layers",
        "no notes: no-notes", "notes that may not be left out: notes-do-not-fit",
        "measure refuses: missing-glyph", "sizes that do not go together: invalid-parameter",
        "nothing is known: no-notes",
      ])
  }

  /// Proves that valgrind detects leaks here.
  @Test func memoryThatIsLostIsFound() throws {
    let run = try Memory(cases: Array(Self.cases.prefix(1))) { source in
      source.replacingOccurrences(of: "column_close(&c);", with: "")
    }
    let (text, status) = run.judge()
    #expect(status == 9, "\(text)")
    #expect(text.contains("definitely lost"), "\(text)")
  }

  static let cases: [JSONValue] = {
    let long = String(repeating: "A note that goes on and on. ", count: 12)
    let usual = ["Buy milk", "Call Ana", "Bring the parcel to the post office before it closes"]
    let little: [String: JSONValue] = [
      "freeArea": ["x": 0, "y": 286, "width": 393, "height": 90]
    ]
    return [
      example("usual", usual),
      example("right to left", ["اشتر الحليب", "להתקשר לאנה"], ["direction": "rtl"]),
      example("twenty long notes", Array(repeating: long, count: 20)),
      example("notes for which there is no room", Array(repeating: long, count: 9), little),
      example("a very long word", [String(repeating: "W", count: 400)]),
      example("no notes", []),
      example(
        "notes that may not be left out", Array(repeating: long, count: 9),
        little.merging(["overflow": "shorten"]) { $1 }),
      example("measure refuses", usual, refuses: true),
      example("sizes that do not go together", usual, parameters: ["min-size": 40]),
      ["name": "nothing is known", "parameters": [:], "context": [:]],
    ]
  }()

  private static func example(
    _ name: String, _ notes: [String], _ changes: [String: JSONValue] = [:],
    parameters: [String: JSONValue] = [:], refuses: Bool = false
  ) -> JSONValue {
    let context: [String: JSONValue] = [
      "canvas": ["width": 393, "height": 852],
      "freeArea": ["x": 0, "y": 286, "width": 393, "height": 440], "obstacles": [],
      "typeScale": 0.91, "isTablet": false, "overflow": "more", "direction": "auto",
      "language": "en",
      "notes": .array(
        notes.enumerated().map { index, note in
          ["text": .string(note), "done": .bool(index % 2 == 1)]
        }),
    ]
    let values: [String: JSONValue] = [
      "font": "Inter", "weight": 600, "color": "#ffffff", "accent": "#ffb45c", "max-size": 34,
      "min-size": 14, "side": 28, "gap": 0.55,
    ]
    return [
      "name": .string(name), "context": .object(context.merging(changes) { $1 }),
      "parameters": .object(values.merging(parameters) { $1 }), "refuses": .bool(refuses),
    ]
  }

  private static func recorded(_ name: String) -> String {
    "\(Workspace.root)/Tests/PluginHostTests/Recorded/\(name)"
  }

  /// The plugin `beads`, and a minimal host that runs it under valgrind.
  private struct Memory {
    let folder: TemporaryFolder

    init(cases: [JSONValue], changing change: (String) -> String = { $0 }) throws {
      folder = try TemporaryFolder()
      let path = folder.file("beads")
      try ExamplePlugin.copy("beads", to: path)
      try folder.write(change(folder.text("beads/beads.c")), to: "beads/beads.c")
      try ExamplePlugin.make(path, "CFLAGS=-O1 -g")
      try folder.write(JSONValue.array(cases).text(pretty: true), to: "cases.json")
      let (text, status) = Tool.run(
        "bash",
        [
          "-c",
          "gcc -std=c99 -g -Wall -Wextra -Werror -I\"$1\" $(pkg-config --cflags libcjson) -o \"$2\""
            + " \"$3\" $(pkg-config --libs libcjson) -ldl",
          "bash", Workspace.root + "/Plugins/SDK", folder.file("driver"), recorded("driver.c"),
        ], withErrors: true)
      try #require(status == 0, "\(text)")
    }

    /// Runs the driver under valgrind; returns the output and the status, which is 9 after a memory
    /// error.
    func judge() -> (text: String, status: Int32) {
      Tool.run(
        "valgrind",
        [
          "--error-exitcode=9", "--leak-check=full", "--errors-for-leak-kinds=definite,indirect",
          "-q", folder.file("driver"), folder.file("beads/beads.so"), folder.file("cases.json"),
        ], withErrors: true)
    }
  }
}
