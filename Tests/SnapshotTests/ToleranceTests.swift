import BuiltInPlugins
import Files
import Foundation
import Graphics
import Perception
import Scenes
import Snapshots
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Differences that must not count as a change.
@Suite(.tags(.seeded)) struct ToleranceTests {
  static let text = """
    {"snapshots": [{"devices": ["iphonese3", "ipad10"],
      "notes": ["Buy milk", "Call Ana"], "theme": ["midnight", "paper"],
      "set": {"form": "list", "place": "top"}}]}
    """

  @Test(arguments: ["pillow", "optimized", "metadata", "imagemagick"])
  func aPictureWrittenByOtherProgramsIsTheSame(way: String) throws {
    let suite = try TestSuite(Self.text.replacing(#", "ipad10""#, with: ""))
    try suite.run(.all)
    for name in ["lock-midnight/iphonese3", "lock-paper/iphonese3"] {
      let file = suite.folder.file("references/\(name).png")
      let before = try suite.folder.bytes("references/\(name).png")
      let script =
        switch way {
        case "pillow": "image.save(name, compress_level=1)"
        case "optimized": "image.save(name, optimize=True)"
        default:
          "from PIL import PngImagePlugin; info = PngImagePlugin.PngInfo(); "
            + "info.add_text('Comment', 'hello'); image.save(name, pnginfo=info, dpi=(72, 72))"
        }
      if way == "imagemagick" {
        #expect(Tool.run("convert", [file, "-quality", "95", "PNG24:" + file]).status == 0)
      } else {
        let program =
          "import sys; from PIL import Image; name = sys.argv[1]; image = Image.open(name); "
          + "image.load(); \(script)"
        let run = Tool.run("/usr/bin/python3", ["-c", program, file], withErrors: true)
        #expect(run.status == 0, "\(run.text)")
      }
      #expect(try suite.folder.bytes("references/\(name).png") != before)
    }
    // Pixels are compared only if the digests differ, so the note is changed below to force a
    // comparison with the rewritten pictures.
    let run = try suite.run()
    #expect(run.results.allSatisfy { $0.verdict == .same }, "\(run.results.map(\.verdict))")
    try suite.edit("snapshots.json", "Call Ana", "Call Ann")
    let changed = try suite.run()
    #expect(changed.results.allSatisfy { ($0.pixels?.visible ?? 0) > 0 && $0.error == nil })
    // Because the layout has changed, only colors are compared, and the report does not mention
    // FLIP.
    #expect(changed.results.allSatisfy { $0.pixels?.measure == .color })
    let report = try SnapshotReports(SuiteFolder(suite.path)).markdown(address: nil).text
    #expect(report.contains("color difference up to") && !report.contains("FLIP"))
  }

  /// A reference from another machine passes if rounding changes about 1 % of its pixels by one
  /// level.
  @Test func aLevelOfRoundingInAHundredthOfThePixelsIsUnseen() throws {
    let suite = try TestSuite(Self.text)
    try suite.run(.all)
    var chance = SeededGenerator(seed: MutationTests.seed)
    let store = ReferenceStore(SuiteFolder(suite.path))
    for name in store.names {
      try Self.disturb(name, of: suite, store) { picture in
        picture.mapped { level, _, _, _ in
          guard Int.random(in: 0..<300, using: &chance) == 0 else { return level }
          return level + (Bool.random(using: &chance) ? 1 : -1)
        }
      }
    }
    let run = try suite.run()
    for result in run.results {
      #expect(
        result.verdict == .unseen, "seed \(MutationTests.seed): \(result.name) \(result.words)")
      let pixels = try #require(result.pixels)
      let share = Double(pixels.different) / Double(pixels.count)
      #expect((0.005...0.015).contains(share) && pixels.visible == 0, "\(share) \(pixels)")
    }
    #expect(run.troubles.isEmpty)
  }

  /// A line of text that is one pixel lower is detected from the pixels alone, although the scene
  /// is equal.
  @Test func aLineOnePixelLowerIsSeenThoughTheSceneIsTheSame() throws {
    let suite = try TestSuite(Self.text)
    try suite.run(.all)
    let store = ReferenceStore(SuiteFolder(suite.path))
    for name in store.names {
      try Self.disturb(name, of: suite, store) { picture in
        let rows = picture.size.height * 38 / 100..<picture.size.height * 47 / 100
        return picture.moved(dy: 1, rows: rows)
      }
    }
    let run = try suite.run()
    for result in run.results {
      #expect(result.verdict == .changed, "\(result.name)")
      #expect(result.changes.map(\.kind) == [.pixels], "\(result.words)")
      #expect(result.cause?.label == .code && result.pixels?.measure == .flip)
    }
    #expect(run.groups.map(\.headline) == ["pixels differ, but the layout does not"])
  }

  /// Changes the picture of a reference, and updates the digests in the reference's text.
  static func disturb(
    _ name: String, of suite: TestSuite, _ store: ReferenceStore,
    _ change: (TestPicture) -> TestPicture
  ) throws {
    var reference = try #require(try store.read(name))
    guard let decoded = try store.picture(name, of: reference) else {
      Issue.record("\(name) has no picture")
      return
    }
    let size = decoded.surface.size
    let picture = change(
      TestPicture(decoded.surface, PixelRect(x: 0, y: 0, width: size.width, height: size.height)))
    let surface = try picture.surface()
    reference.pixels = PixelDigest.digest(of: surface)
    let file = try encodedPNG(surface)
    reference.picture = FileDigest.sha256(of: file)
    try store.writePicture(name, [file])
    try store.writeText(name, Array(reference.text.utf8))
  }
}
