package import Designs
internal import Files
import Graphics
internal import WallfarmCore
package import WallfarmPluginKit

/// Draws a picture of a font: its name, its weights, and letters of each script that it has.
package struct FontSpecimen {
  private let report: FontReport
  private let text: TextEngine

  /// Opens the fonts for a specimen.
  ///
  /// - Throws: `fonts-missing`, `font-unreadable`.
  package init(_ report: FontReport, _ installation: Installation) throws(RenderError) {
    self.report = report
    var fonts = try installation.openFonts()
    if let custom = report.custom { fonts = try FontContext(fonts, adding: [custom]) }
    text = fonts.textEngine(scale: Scale(x: Self.density, y: Self.density))
    // A font of symbols has no letters for its own name.
    text.allowsMissingGlyphs = true
  }

  /// The number of pixels per coordinate unit.
  private static let density = 2.0
  private static let width = 760.0
  private static let margin = 48.0
  private static let page = Color(red: 250, green: 249, blue: 246)
  private static let ink = Color(red: 24, green: 24, blue: 27)
  private static let soft = Color(red: 113, green: 113, blue: 122)
  /// The sentence for each weight, with the characters of a typical note.
  private static let sample = "Call Ana at 9:40, buy milk & 12 eggs"
  /// Maximum number of families and of scripts in a specimen.
  private static let mostFamilies = 4
  private static let mostScripts = 12

  /// A line of text with the size of its type and the space above it.
  private struct Line {
    let words: String
    let family: String
    let size: Double
    let weight: Int
    let color: Color
    let space: Double
  }

  private var lines: [Line] {
    report.families.prefix(Self.mostFamilies).flatMap { family -> [Line] in
      let weights = report.shownWeights
      func label(_ words: String) -> Line {
        Line(words: words, family: "Inter", size: 12, weight: 500, color: Self.soft, space: 22)
      }
      let heading = Line(
        words: family, family: family, size: 56, weight: weights.last ?? 700, color: Self.ink,
        space: 8)
      let samples = weights.flatMap { weight in
        [
          label("\(weight)"),
          Line(
            words: Self.sample, family: family, size: 27, weight: weight, color: Self.ink, space: 2),
        ]
      }
      let scripts = report.scripts.filter { $0.title != "Latin" }.prefix(Self.mostScripts)
      let letters = scripts.flatMap { script in
        [
          label(script.title),
          Line(
            words: script.letters, family: family, size: 27, weight: weights.first ?? 400,
            color: Self.ink, space: 2),
        ]
      }
      return [heading] + samples + letters
    }
  }

  /// The specimen as a PNG file.
  ///
  /// - Throws: `raster-failed`, `font-unreadable`.
  package func png() throws(RenderError) -> [UInt8] {
    var placed: [(block: TextBlock, color: Color, y: Double)] = []
    var y = Self.margin
    for line in lines {
      let style = TextStyle(
        family: line.family, size: line.size, weight: line.weight, color: line.color)
      let block = TextBlock(line.words, style: style)
      let height = try text.shape(block, width: Self.width - 2 * Self.margin).measurement.size
        .height
      placed.append((block, line.color, y + line.space))
      y += line.space + height
    }
    let pixels = PixelSize(
      width: Int(Self.width * Self.density), height: Int((y + Self.margin) * Self.density))
    var sheet = try ImageSurface(size: pixels)
    try sheet.draw(scale: Scale(x: Self.density, y: Self.density)) { (canvas) throws(RenderError) in
      try canvas.fill(.color(Self.page))
      for (block, color, y) in placed {
        let shaped = try text.shape(block, width: Self.width - 2 * Self.margin)
        try canvas.draw(shaped, at: Point(x: Self.margin, y: y), color: color)
      }
    }
    var settings = EncodingSettings(effort: .balanced)
    settings.software = Wallfarm.title
    return try PNGEncoder().encode(sheet, settings).bytes
  }

  /// Writes the specimen atomically.
  ///
  /// - Throws: `output-failed`, and the errors of ``png()``.
  package func write(to path: String, origin: Origin) throws(RenderError) {
    try AtomicFile.write([try png()], to: path, origin: origin)
  }
}
