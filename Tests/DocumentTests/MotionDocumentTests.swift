import Motion
import SourceJSON
import Testing
import WallfarmTesting

/// The published schema and documents of motions agree with the program.
@Suite struct MotionDocumentTests {
  @Test func thePublishedSchemaIsMadeFromTheCode() throws {
    let published = try Document("docs/motion.schema.json").text
    #expect(published == MotionSchema.schema.text(pretty: true) + "\n")
  }

  private static let library = MotionLibrary(folder: Workspace.root + "/Motions")

  @Test(arguments: library.names)
  func aValidatorAcceptsWhatShips(_ name: String) throws {
    let found = Schema.judge(
      try Document("Motions/\(name).json").text, by: "docs/motion.schema.json")
    #expect(found.status == 0, "\(found.text)")
    #expect(try Document("Motions/README.md").text.contains("| `\(name)` |"))
  }

  /// An independent validator, python-jsonschema, rejects the same files.
  @Test(arguments: [
    (#"{"seconds": 1, "picture": {}}"#, true), (#"{"seconds": 0, "picture": {}}"#, false),
    (#"{"seconds": 1, "picture": {}, "things": [{"name": "a", "tap": {}}]}"#, true),
    (#"{"seconds": 1, "picture": {}, "things": [{"name": "a", "tap": {}, "shape": {}}]}"#, false),
    (#"{"seconds": 1, "picture": {}, "tracks": [{"of": "a", "keys": [{"at": 0, "x": 1}]}]}"#, true),
    (#"{"seconds": 1, "picture": {}, "tracks": [{"of": "a", "keys": [{"x": 1}]}]}"#, false),
    (#"{"seconds": 1, "picture": {}, "tracks": [{"keys": [{"at": 0, "x": 1}]}]}"#, false),
    (
      #"{"seconds": 1, "picture": {}, "tracks": [{"of": "a", "keys": [{"at": 0, "x": 1, "ease": "otu"}]}]}"#,
      false
    ),
    (#"{"seconds": 1, "picture": {}, "transition": {"kind": "wipe"}}"#, false),
  ])
  func aValidatorAgrees(shot: String, isSound: Bool) throws {
    let text = """
      {"format": 1, "summary": "s", "says": ["x"], "shots": [\(shot)], "still": 0,
       "reduced": [{"at": 0, "seconds": 1}]}
      """
    let found = Schema.judge(text, by: "docs/motion.schema.json")
    #expect(found.status == (isSound ? 0 : 3), "\(found.text)")
    let (_, problems) = MotionLibrary.read(try JSONNode(parsing: text), file: "x.json")
    #expect(problems.isEmpty == isSound, "\(problems)")
  }
}
