import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// External plugins receive the kinds of content that they declare, in `render` and in `batch`.
@Suite struct ContentPluginTests {
  /// A layout that logs the content it receives; its layers show the photos.
  private static let plugin = """
    import json, sys
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["type"] == "describe":
            print('{"type":"describe","contract":1,"id":"days","version":1}', flush=True)
        else:
            context = asked["context"]
            content = context.get("content", {})
            given = {"kinds": sorted(content), "keys": [sorted(one) for one in content.get("dates", [])],
                     "notes": len(context["notes"]), "knows": "wallfarm.content/1" in context["extensions"]}
            print(json.dumps({"type": "log", "line": json.dumps(given)}))
            for one in content.get("dates", []):
                print(json.dumps({"type": "log", "line": "next is " + one["title"]}))
            layers = [{"name": "photo", "image": {"file": one["file"], "frame":
                      {"x": 0, "y": 300, "width": 300, "height": 300}}} for one in content.get("photos", [])]
            print(json.dumps({"type": "done", "layers": layers}), flush=True)
    """

  private static let content = #"""
    {"notes": ["Buy milk"], "figures": {"label": "a", "value": 1},
     "dates": [{"title": "Ana’s birthday", "date": "2027-02-28", "color": "red"}],
     "photos": {"file": "beach.png"}}
    """#

  private func folder(_ uses: JSONValue) throws -> TemporaryFolder {
    let plugins = try PluginFolder()
    try plugins.write("days", ["content": uses])
    try plugins.folder.write(Self.plugin, to: "plugins/days/plugin.py")
    try plugins.writeTemplate("days", kind: "layout", to: "template")
    let photo = try #require(
      FileManager.default.contents(atPath: "\(Workspace.root)/Templates/lock/preview.png"))
    try plugins.folder.write(photo, to: "in/beach.png")
    try plugins.folder.write(Self.content, to: "in/content.json")
    return plugins.folder
  }

  private static let render =
    #""$wallfarm" render --plugins plugins --template ./template -d iphone8 -o a.png"#

  @Test func aPluginIsGivenWhatItDeclares() throws {
    let folder = try folder([
      ["kind": "dates", "keys": ["title", "date"], "needed": true], "photos",
    ])
    let finished = try Program.bash(
      "\(Self.render) --content in/content.json --report r.json", in: folder)
    #expect(finished.status == 0, "\(finished.error)")
    #expect(finished.error.contains("[content-unused]"))
    #expect(finished.error.contains("does not show figures"))
    #expect(finished.error.contains("does not show the key 'color' in dates"))
    let receipt = try #require(try JSONNode(parsing: folder.text("r.json")).elements?.first)
    let said = receipt["plugins"]?.elements?.first?["said"]?.elements?.compactMap(\.string)
    #expect(
      said == [
        #"{"kinds": ["dates", "photos"], "keys": [["date", "title"]], "notes": 0, "knows": true}"#,
        "next is [date 1]",
      ])

    let without = try Program.bash(Self.render, in: folder)
    #expect(without.status == 65 && without.problem.code == "no-content", "\(without.error)")
    #expect(without.problem.message.contains("'days' needs dates"))
  }

  /// A fenced worker cannot open the photo next to the content file, so the batch passes the photo
  /// to it.
  @Test(arguments: [#""in/content.json""#, #"{"photos": {"file": "in/beach.png"}}"#])
  func aBatchHandsOverContentAndItsPhotos(_ content: String) throws {
    let folder = try folder(["photos"])
    try folder.write(
      #"{"jobs":[{"id":"a","template":"./template","devices":"iphone8","content":\#(content)}]}"#,
      to: "jobs.json")
    let batch = #""$wallfarm" batch jobs.json --output out --plugins plugins --report r.json"#
    let finished = try Program.bash(batch, in: folder)
    #expect(finished.status == 0, "\(finished.error)")
    let name = try #require(folder.names(in: "out/a").first)
    let first = try folder.bytes("out/a/\(name)")

    // Another photo with the same name produces a different picture.
    let other = try #require(
      FileManager.default.contents(atPath: "\(Workspace.root)/Templates/banner/preview.png"))
    try folder.write(other, to: "in/beach.png")
    let again = try Program.bash(batch, in: folder)
    #expect(again.status == 0, "\(again.error)")
    #expect(try folder.bytes("out/a/\(name)") != first)
  }

  /// A file without an extension is an input of a batch only if the content names it.
  @Test func aPhotoMayHaveAnyName() throws {
    let folder = try folder(["photos"])
    try folder.write(try folder.bytes("in/beach.png"), to: "in/IMG_0001")
    try folder.write(#"{"photos": {"file": "IMG_0001"}}"#, to: "in/other.json")
    try folder.write(
      #"{"jobs":[{"id":"a","template":"./template","devices":"iphone8","content":"in/other.json"}]}"#,
      to: "jobs.json")
    let finished = try Program.bash(
      #""$wallfarm" batch jobs.json --output out --plugins plugins"#, in: folder)
    #expect(finished.status == 0, "\(finished.error)")
  }

  @Test func anOutputMayNotReplaceAPhotoOfTheContent() throws {
    let folder = try folder(["photos"])
    let before = try folder.bytes("in/beach.png")
    let finished = try Program.bash(
      #""$wallfarm" render -d iphone8 --content in/content.json -o in/beach.png"#, in: folder)
    #expect(finished.status == 64, "\(finished.error)")
    try folder.write(
      #"""
      {"jobs":[{"id":"a","template":"./template","devices":"iphone8","output":"in/beach.png",
                "content":{"photos":{"file":"in/beach.png"}}}]}
      """#, to: "jobs.json")
    let batch = try Program.bash(
      #""$wallfarm" batch jobs.json --output . --plugins plugins"#, in: folder)
    #expect(batch.status != 0, "\(batch.error)")
    #expect(try folder.bytes("in/beach.png") == before)
  }

  @Test func aListingCountsContentAndAPackedUnitHasIt() throws {
    let folder = try folder(["dates", "photos"])
    try folder.write(
      #"""
      {"jobs":[
        {"id":"a","template":"./template","devices":"iphone8","content":"in/content.json"},
        {"id":"b","template":"./template","devices":"iphone8",
         "content":{"dates":[{"title":"Secret","date":"2027-01-01"}]}}]}
      """#, to: "jobs.json")
    let finished = try Program.bash(
      #"""
      "$wallfarm" batch jobs.json --output out --plugins plugins >&2 &&
      "$wallfarm" queue show out b/iphone8 && "$wallfarm" queue repro out a/iphone8 --output packed >&2 &&
      rm -r in && "$wallfarm" render --repro packed --plugins plugins -o again.png >&2
      """#, in: folder)
    #expect(finished.status == 0, "\(finished.error)")
    #expect(finished.output.contains("1 date") && !finished.output.contains("Secret"))
    let packed = try #require(folder.names(in: "out/a").first)
    #expect(try folder.bytes("again.png") == folder.bytes("out/a/\(packed)"))
  }
}
