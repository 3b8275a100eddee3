import Graphics
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Tests the count of characters that no font has, and the error message for them.
@Suite struct MissingClusterTests {
  struct Sample: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let text: String
    let names: [String]
    let boxes: Int

    init(_ title: String, _ text: String, boxes: Int = 0, _ names: String...) {
      (testDescription, self.text, self.names, self.boxes) = (title, text, names, boxes)
    }
  }

  private static func tagged(_ letters: String) -> String {
    let tags = letters.unicodeScalars.compactMap { Unicode.Scalar(0xE0000 + $0.value) }
    return "\u{1F3F4}" + String(String.UnicodeScalarView(tags)) + "\u{E007F}"
  }

  static let samples = [
    Sample("a flag without a picture", "Ferry to Sark 🇨🇶", boxes: 1, "U+1F1E8 U+1F1F6"),
    Sample("between two flags", "🇩🇪🇨🇶🇫🇷", boxes: 1, "U+1F1E8 U+1F1F6"),
    Sample("two flags side by side", "🇨🇶🇿🇿", boxes: 2, "U+1F1E8 U+1F1F6", "U+1F1FF U+1F1FF"),
    Sample("flags of regions", "🇯🇵🇩🇪🇧🇷"),
    Sample("a regional indicator alone", "🇦 and 🇩🇪🇦"),
    Sample("flag by tags", tagged("gbsct")),
    Sample(
      "flag by unknown tags", "x " + tagged("zzzz"), boxes: 1, "U+E007A U+E007A U+E007A U+E007A"),
    Sample("emoji of Unicode 16", "Nap 🫩", boxes: 1, "U+1FAE9"),
    Sample("one twice", "🫩🫩", boxes: 2, "U+1FAE9"),
    Sample("joined to a missing one", "👩\u{200D}🫩", boxes: 1, "U+1FAE9"),
    Sample("joined, drawn as parts", "👩\u{200D}🍞 🧑\u{200D}🩰"),
    Sample("joined", "👩🏽\u{200D}🚀 🐦\u{200D}🔥 👨\u{200D}👩\u{200D}👧"),
    Sample("keycaps", "1️⃣ #️⃣ *️⃣ 9⃣"),
    Sample("skin tones", "👍🏽 ☎🏽"),
    Sample("selectors", "☎️ ☎\u{FE0E} ❤️ ㊗️ ↔️"),
    Sample(
      "currency of Unicode 14 and 17", "100 \u{20C0}, 45 \u{20C1}", boxes: 2, "U+20C0", "U+20C1"),
    Sample("a script without a font", "ab 𞊐𞊑𞊒", boxes: 3, "Toto"),
    Sample("private use", "a\u{F8F0}", boxes: 1, "U+F8F0"),
  ]

  private func engine(boxes: Bool) throws -> TextEngine {
    let engine = try makeTextEngine()
    engine.allowsMissingGlyphs = boxes
    return engine
  }

  private func block(_ text: String, _ breaking: LineBreaking? = nil) -> TextBlock {
    TextBlock(
      text, style: TextStyle(family: "Inter", size: 30, weight: 600, color: .white),
      breaking: breaking)
  }

  @Test(arguments: samples) func oneBoxStandsForACluster(_ sample: Sample) throws {
    let shaped = try engine(boxes: true).shape(block(sample.text), width: nil)
    #expect(shaped.missing.count == sample.boxes)
    #expect(shaped.missing.names == sample.names.sorted())
    #expect(shaped.measurement.ink.width > 0)
  }

  @Test(arguments: samples) func withoutLeaveItIsAnError(_ sample: Sample) throws {
    let engine = try engine(boxes: false)
    do throws(RenderError) {
      _ = try engine.measure(block(sample.text), width: nil)
      #expect(sample.boxes == 0)
    } catch {
      #expect(error.code == .missingGlyph && sample.boxes > 0, "\(error)")
    }
  }

  /// Missing letters are reported only by script, because a list of their code points in text order
  /// would reveal the text.
  @Test func lettersAreNamedByTheirScriptAlone() throws {
    let engine = try engine(boxes: false)
    let error = #expect(throws: RenderError.self) {
      try engine.measure(block("𞊒𞊐𞊑 🫩"), width: nil)
    }
    let message = error?.message ?? ""
    #expect(message.contains("U+1FAE9") && message.contains("Toto"), "\(message)")
    for letter in ["𞊐", "𞊑", "𞊒", "1E290", "1E291", "1E292"] {
      #expect(!message.contains(letter), "\(message)")
    }
  }

  /// Each missing character is drawn at its position as a box with its own label.
  @Test func boxesHaveLabels() throws {
    let engine = try engine(boxes: true)
    func drawn(_ text: String) throws -> (pixels: [UInt32], ink: Rect) {
      let shaped = try engine.shape(block(text), width: nil)
      var surface = try ImageSurface(size: PixelSize(width: 120, height: 60))
      try surface.draw(scale: Scale(x: 1, y: 1)) { (canvas) throws(RenderError) in
        try canvas.draw(shaped, at: Point(x: 10, y: 10), color: .white)
      }
      return (pixels(of: surface), shaped.measurement.ink)
    }
    let boxes = try ["🫩", "🫜", "🇨🇶", "\u{20C0}", "\u{20C1}"].map(drawn)
    #expect(Set(boxes.map(\.pixels)).count == boxes.count)
    for box in boxes {
      let rows = box.pixels.indices.filter { box.pixels[$0] >> 24 > 40 }
      let (left, right) = (rows.map { $0 % 120 }.min() ?? 0, rows.map { $0 % 120 }.max() ?? 0)
      #expect(abs(Double(left) - 10 - box.ink.x) < 2 && abs(Double(right) - 9 - box.ink.maxX) < 2)
      #expect(box.ink.width > 10 && box.ink.height > 20)
    }
  }

  /// Line ranges are byte offsets into the original text.
  @Test(arguments: [LineBreaking?.none, .together, .even])
  func linesAreToldByTheBytesOfTheCallersText(_ breaking: LineBreaking?) throws {
    let engine = try engine(boxes: true)
    let text = "Ferry 🇨🇶🇨🇶 to Sark \u{301}and \(Self.tagged("zzzz")) home 👩\u{200D}🫩 nap"
    for width in stride(from: 60.0, through: 400, by: 11) {
      let lines = try engine.measure(block(text, breaking), width: width).lines
      let words = lines.map { String(decoding: Array(text.utf8)[$0.range], as: UTF8.self) }
      #expect(words.joined() == text, "\(width): \(words)")
    }
  }
}
