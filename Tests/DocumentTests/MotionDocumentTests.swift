import Motion
import SourceJSON
import Testing
import WallfarmTesting

/// The published schema and documentation of motions agree with the program.
@Suite struct MotionDocumentTests {
  @Test func thePublishedSchemaIsMadeFromTheCode() throws {
    let published = try Document("docs/motion.schema.json").text
    #expect(published == MotionSchema.schema.text(pretty: true) + "\n")
  }

  private static let library = MotionLibrary(folder: Workspace.root + "/Motions")

  @Test func aValidatorAcceptsWhatShips() throws {
    let names = Self.library.names
    let texts = try names.map { (try Document("Motions/\($0).json").text, true) }
    try Schema.expectAgreement(texts, by: "docs/motion.schema.json")
    let list = try Document("Motions/README.md").text
    for name in names { #expect(list.contains("| `\(name)` |")) }
  }

  private static let shots: [(String, Bool)] = [
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
  ]

  /// An independent validator, python-jsonschema, rejects the same files as the reader.
  @Test func aValidatorAgrees() throws {
    let cases = Self.shots.map { shot, isSound in
      let text = """
        {"format": 1, "summary": "s", "says": ["x"], "shots": [\(shot)], "still": 0,
         "reduced": [{"at": 0, "seconds": 1}]}
        """
      return (text, isSound)
    }
    try Schema.expectAgreement(cases, by: "docs/motion.schema.json")
    for (text, isSound) in cases {
      let (_, problems) = MotionLibrary.read(try JSONNode(parsing: text), file: "x.json")
      #expect(problems.isEmpty == isSound, "\(text): \(problems)")
    }
  }
}
