import Foundation
import PluginHost
import SourceJSON
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// The author of a crashed plugin sees its last output, without the text of any note.
@Suite struct LastWordsTests {
  private static let plugin = """
    import json, sys
    def place(context): return context["freArea"]
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["type"] == "describe":
            print('{"type":"describe","contract":1,"id":"parent","version":1}', flush=True)
        else:
            print("it was: " + asked["context"]["notes"][0]["text"], file=sys.stderr)
            place(asked["context"])
    """

  @Test func aTracebackIsKeptWithoutTheWordsOfNotes() throws {
    let parent = try Parent(Self.plugin, limits: .init(time: .seconds(300)))
    let error = try #require(parent.arrange())

    #expect(error.code == .pluginCrashed)
    #expect(error.said.first == "it was: [note 1]")
    #expect(error.said.contains("Traceback (most recent call last):"), "\(error.said)")
    #expect(error.said.contains { $0.contains("line 2, in place") }, "\(error.said)")
    #expect(error.said.last == "KeyError: 'freArea'")
    #expect(error.description.contains("\n  output:\n    it was: [note 1]\n"))
  }

  /// The newest lines are kept; a truncated line is dropped, because it may contain part of a note.
  @Test func aFloodIsCutToItsLastWholeLines() throws {
    let flood = Self.plugin.replacing(
      "print(\"it was",
      with: """
        for number in range(3000): print(f"{number} " + "x" * (number % 90), file=sys.stderr)
                print("it was
        """)
    let parent = try Parent(flood, limits: .init(time: .seconds(300)))
    let error = try #require(parent.arrange())
    #expect(error.said.count == 20)
    #expect(error.said.last == "KeyError: 'freArea'")
    let long = try Parent(
      flood.replacing("number % 90", with: "1500"), limits: .init(time: .seconds(300)))
    let lines = try #require(long.arrange()).said
    #expect(lines.allSatisfy { $0.count <= 400 })
    #expect(lines.first?.hasPrefix("299") == true, "\(lines)")
  }

  @Test func theLinesStandInTheOutputAndInTheReportOfABatch() throws {
    let plugins = try PluginFolder()
    try plugins.write("parent")
    try plugins.folder.write(Self.plugin, to: "plugins/parent/plugin.py")
    try plugins.writeTemplate("parent", kind: "layout", to: "template")
    try plugins.folder.write(
      #"{"jobs":[{"template":"./template","devices":"iphone8","notes":["Buy milk"]}]}"#,
      to: "jobs.json")
    let render = try Program.run(
      [
        "render", "--plugins", "plugins", "--template", "./template", "--device", "iphone8", "-n",
        "Buy milk", "-o", "x.png",
      ], in: plugins.folder)
    #expect(render.hasFailedAsDocumented)
    #expect(render.error.contains("\n  output:\n    it was: [note 1]\n    Traceback"))
    #expect(!render.error.contains("milk"))

    _ = try Program.run(
      [
        "batch", "jobs.json", "--output", "out", "--plugins", "plugins", "--report", "report.json",
        "-q",
      ], in: plugins.folder)
    let report = try JSONNode(parsing: plugins.folder.text("report.json"))
    let said = report["units"]?.elements?.first?["error"]?["said"]?.elements?.compactMap(\.string)
    #expect(said?.last == "KeyError: 'freArea'", "\(report.plain)")
    #expect(said?.contains { $0.contains("milk") } == false)
  }

  @Test func textBeyondTheEdgeIsTold() throws {
    let plugins = try PluginFolder()
    try plugins.write("parent")
    func text(_ name: String, _ x: Int, _ words: String) -> String {
      """
      {"name":"\(name)","text":{"block":{"spans":[{"text":"\(words)"}],"style":
      {"family":"Inter","size":20,"color":"#ffffff"}},
      "frame":{"x":\(x),"y":300,"width":300,"height":30}}}
      """.replacing("\n", with: "")
    }
    let layers = [
      text("gone", -500, "Gone"), text("half", 360, "Half of this"), text("wide frame", 200, "In"),
      text("good", 20, "Good"),
    ].joined(separator: ",")
    try plugins.folder.write(
      """
      import json, sys
      for line in sys.stdin:
          if json.loads(line)["type"] == "describe":
              print('{"type":"describe","contract":1,"id":"parent","version":1}', flush=True)
          else:
              print('{"type":"done","layers":[\(layers)]}', flush=True)
      """, to: "plugins/parent/plugin.py")

    let finished = try Program.run(
      ["plugin", "run", "plugins/parent", "--device", "iphone8"], in: plugins.folder)

    #expect(finished.status == 0, "\(finished.error)")
    let told = finished.error.split(separator: "\n").filter { $0.contains("[text-outside]") }
    #expect(told.count == 2, "\(finished.error)")
    for (line, layer) in zip(told, ["gone", "half"]) {
      #expect(
        line.hasSuffix(
          "the layer '\(layer)' of the plugin 'parent' has text that extends beyond the screen"))
    }
  }
}
