import BuiltInPlugins
import Designs
import Graphics
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

@Suite(.tags(.recorded, .sanitized)) struct HardStringsTests {
  static let devices = ["iphonese3", "iphone16promax"]

  @Test func thereAreAtLeastSixty() { #expect(HardString.all.count >= 60) }

  @Test(arguments: HardString.all)
  func readsTheRightWayInTheRightFonts(_ example: HardString) throws {
    let studio = try Studio()
    for id in Self.devices {
      let device = try DeviceCatalog.shipped.device(id)
      let (arrangement, engine) = try arrange(example, on: device, studio)
      let placement = try #require(arrangement.notes.first)
      #expect(placement.direction == example.direction)
      let contents = arrangement.layers.flatMap(\.allTexts)
      let text = try #require(contents.first { $0.name == "note.1.text" }).content
      let shaped = try engine.shape(text.block, width: text.frame.width)
      #expect(shaped.missing.isEmpty)
      #expect(visibleFamilies(of: shaped.runs, in: example.text) == example.fonts, "on \(id)")
    }
  }

  /// Compares lines, runs and positions with a readable record, so that changes in shaping are
  /// visible.
  @Test(arguments: devices)
  func shapesAsRecorded(on id: String) throws {
    let studio = try Studio()
    let device = try DeviceCatalog.shipped.device(id)
    let paragraphs = try HardString.all.map { example in
      let (arrangement, engine) = try arrange(example, on: device, studio)
      return "# \(example.title)\n" + (try TextDump.text(of: arrangement.layers, with: engine))
    }
    TextSnapshot.check(
      paragraphs.joined(separator: "\n\n") + "\n",
      at: "Tests/PluginTests/__Snapshots__/hard-strings.\(id).txt")
  }

  private func arrange(
    _ example: HardString, on device: Device, _ studio: Studio
  ) throws -> (Arrangement, TextEngine) {
    let engine = studio.engine(for: device)
    engine.defaultLanguage = example.language
    let context = studio.context(
      on: device, notes: [Note(example.text)], language: example.language)
    return (
      try NumberedNotes(ParameterValues(["form": .string("list")])).arrange(in: context), engine
    )
  }

  /// Returns the font families of the visible characters; a space may use any font.
  private func visibleFamilies(of runs: [[TextRun]], in text: String) -> Set<String> {
    var families = Set(runs.joined().filter { $0.width > 0 }.map(\.family))
    families.remove("none")
    // Pango uses the block's font for a space between two scripts, so this font does not count if
    // no visible character needs it.
    let hasLatinInk = text.unicodeScalars.contains { scalar in
      scalar.value < 0x0590 && !scalar.properties.isWhitespace
        || (0x1E00...0x1FFF).contains(scalar.value) || (0x2010...0x218F).contains(scalar.value)
        || (0x2190...0x22FF).contains(scalar.value)
    }
    if !hasLatinInk { families.remove("Inter") }
    return families
  }
}
