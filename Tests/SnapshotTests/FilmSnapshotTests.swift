import Designs
import Foundation
import Graphics
import Motion
import Snapshots
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Snapshots of single moments of films.
@Suite struct FilmSnapshotTests {
  private static let motion = """
    {"format": 1, "summary": "x", "says": ["x"], "still": 1, "reduced": [{"at": 0.9, "seconds": 2}],
     "shots": [{"seconds": 1, "picture": {"template": "lock", "notes": ["Buy milk", "Call Ana"], "widgets": false},
       "things": [{"name": "disc", "place": [0.5, 0.8], "width": 0.2, "shape": {"outline": "circle", "fill": "#ff8800"}}],
       "tracks": [
         {"of": "note.*", "stagger": 0.2, "keys": [{"at": 0, "x": -40, "opacity": 0}, {"at": 0.6, "x": 0, "opacity": 1}]},
         {"of": "disc", "keys": [{"at": 0, "rotation": 0}, {"at": 1, "rotation": 90, "ease": "linear"}]}]}]}
    """

  private func suite() throws -> TestSuite {
    let suite = try TestSuite(
      """
      {"defaults": {"devices": ["iphonese3", "9x16"], "pictures": "9x16", "notes": ["a"]},
       "snapshots": [{"motion": "./mine.json", "moments": ["still", "reduced", 0.3]}]}
      """)
    try suite.folder.write(Self.motion, to: "mine.json")
    return suite
  }

  @Test func eachMomentHasAReference() throws {
    let suite = try suite()
    let run = try suite.run(.all)
    #expect(
      run.results.map(\.name) == [
        "mine-0.3/iphonese3", "mine-0.3/9x16", "mine-0.9/iphonese3", "mine-0.9/9x16",
        "mine-1/iphonese3", "mine-1/9x16",
      ])
    #expect(run.recorded == 6 && run.troubles.isEmpty)
    let text = try suite.folder.text("references/mine-0.3/iphonese3.txt")
    #expect(text.contains("pixels: 750 1334 ") && text.contains(", motion "))
    // The first note and the disc are listed. The disc has turned by 27 degrees.
    #expect(text.contains("note.1: at ") && text.contains("disc: at "))
    #expect(text.contains("turned 27"), "\(text)")
    #expect(text.contains("picture: none"))
    let picture = Data(try suite.folder.bytes("references/mine-1/9x16.png"))
    #expect(
      try PhotoDecoder(Array(picture), file: "x").size == PixelSize(width: 1080, height: 1920))
    #expect(try suite.run().results.allSatisfy { $0.verdict == .same })
  }

  /// A change in the motion is described in words and attributed to the motion.
  @Test func whatMovesOtherwiseIsTold() throws {
    let suite = try suite()
    _ = try suite.run(.all)
    try suite.edit("mine.json", #""x": -40"#, #""x": -80"#)
    let run = try suite.run()
    let changed = run.results.filter { $0.verdict == .changed }
    #expect(changed.map(\.name) == ["mine-0.3/iphonese3", "mine-0.3/9x16"])
    let words = changed[0].words.joined(separator: "\n")
    #expect(words.contains("note 1 is") && words.contains("further left"), "\(words)")
    #expect(changed[0].cause?.label == .motion)
    #expect(changed[0].cause?.sentence == "the motion changed")
    // After the end of the motion, the picture is unchanged.
    #expect(run.count(.same) == 4)
  }

  /// If a film cannot be rendered, only its own result fails.
  @Test func whatCannotBeDrawnIsOneResult() throws {
    let suite = try suite()
    try suite.edit("mine.json", #""of": "disc""#, #""of": "disk""#)
    let run = try suite.run(.all)
    #expect(run.results.allSatisfy { $0.error?.hint == "did you mean 'disc'?" })
    #expect(run.count(.failed) == 6 && run.recorded == 0)
  }
}
