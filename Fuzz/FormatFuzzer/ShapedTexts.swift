import ContentSources
import Designs
import Graphics
import WallfarmCore
import WallfarmPluginKit

/// Fuzzes text that is shaped and drawn like a note; the first bytes select its style.
///
/// The text has the limits of a note, because longer text is rejected before it is shaped.
func fuzzText(_ bytes: [UInt8]) {
  guard bytes.count > 8, let text = String(validating: bytes[8...], as: UTF8.self),
    let note = try? NotesReader.checked(Note(text), number: 1, origin: .notes)
  else { return }
  var style = TextStyle(
    family: choose(ShapedTexts.families, bytes[0]), size: Double(bytes[1] % 90) + 1,
    weight: Int(bytes[2] % 9 + 1) * 100, color: .black)
  style.letterSpacing = Double(bytes[3] % 5) / 10 - 0.2
  style.italic = bytes[3] & 64 != 0
  style.strikethrough = bytes[3] & 128 != 0
  let block = TextBlock(
    CleanText.clean(Content(notes: [note])).content.notes?[0].text ?? "", style: style,
    alignment: choose([.start, .center, .end], bytes[4]),
    direction: choose([.automatic, .leftToRight, .rightToLeft], bytes[4] >> 4),
    language: choose([nil, "ja", "ar", "zh-Hant", "tr"], bytes[5]),
    lineLimit: choose([nil, 1, 2, 7], bytes[6]))
  let width = choose([nil, 0, 1, 40, 300], bytes[7]).map { $0 + Double(bytes[6] >> 4) }
  guard let shaped = try? ShapedTexts.engine.shape(block, width: width),
    var target = try? ImageSurface(size: PixelSize(width: 64, height: 64))
  else { return }
  guard shaped.measurement.size.width.isFinite, shaped.measurement.size.height.isFinite else {
    fatalError("a text has no size")
  }
  try? target.draw(scale: Scale(x: 1, y: 1)) { (canvas) throws(RenderError) in
    try canvas.draw(shaped, at: Point(x: 4, y: 4), color: .black)
  }
}

private func choose<Value>(_ list: [Value], _ byte: UInt8) -> Value {
  list[Int(byte) % list.count]
}

/// The bundled fonts, and the text engine that shapes the fuzzed text.
enum ShapedTexts {
  static let families = ["Inter", "EB Garamond", "Klee One", "Noto Sans Arabic", "JetBrains Mono"]
    .filter { fonts.families.contains($0) }

  /// Accessed from only one thread, because libFuzzer has one thread.
  nonisolated(unsafe) private static let fonts: FontContext = {
    do throws(RenderError) {
      return try Installation.checkout.openFonts()
    } catch {
      fatalError("\(error)")
    }
  }()

  nonisolated(unsafe) static let engine: TextEngine = {
    let engine = fonts.textEngine(scale: Scale(x: 1, y: 1))
    // Most characters of fuzzed text are missing from all fonts, so draw only the characters that
    // the fonts contain.
    engine.allowsMissingGlyphs = true
    return engine
  }()
}
