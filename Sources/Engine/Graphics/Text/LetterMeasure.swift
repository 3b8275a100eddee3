import WallfarmPluginKit

/// The height and the stroke thickness of a font's common Latin letters, in em.
///
/// The method is that of `scripts/match-scripts`, which measures the bundled fonts: the height is the
/// mean height of the ink above the baseline, so that tall letters count as often as they occur. The
/// thickness is twice the area of the ink divided by the length of its edge, which is the width of
/// a long stroke.
public struct LetterMeasure: Sendable, Hashable {
  /// The mean height of the letters above the baseline.
  public let height: Double
  /// The median thickness of the strokes.
  public let thickness: Double

  /// The twelve most frequent letters in English.
  private static let letters = "etaoinshrdlu"
  /// The type size at which the letters are drawn, in pixels; at 100, the thickness of the bundled
  /// fonts is within 2% of that at 200.
  private static let size = 100

  /// Measures the letters of a family.
  ///
  /// - Returns: `nil` if the font has no ink for these letters.
  /// - Throws: `unknown-font`, `raster-failed`.
  init?(
    of family: String, weight: Int, with engine: TextEngine
  ) throws(RenderError) {
    let style = TextStyle(
      family: family, size: Double(LetterMeasure.size), weight: weight,
      color: .black)
    var (heights, thicknesses): ([Double], [Double]) = ([], [])
    for letter in LetterMeasure.letters {
      let shaped = try engine.shape(TextBlock(String(letter), style: style), width: nil)
      guard let glyph = try LetterMeasure.glyph(shaped) else { continue }
      heights.append(glyph.height)
      thicknesses.append(glyph.thickness)
    }
    guard !heights.isEmpty else { return nil }
    height = heights.reduce(0, +) / Double(heights.count)
    thickness = thicknesses.sorted()[thicknesses.count / 2]
  }

  /// Draws a letter and measures its pixels; `nil` if it has no ink.
  private static func glyph(
    _ text: borrowing ShapedText
  ) throws(RenderError) -> (height: Double, thickness: Double)? {
    let measurement = text.measurement
    // Two empty pixels around the ink, so that the step at its border counts as an edge.
    let pixels = PixelSize(
      width: Int(measurement.ink.width) + 5, height: Int(measurement.ink.height) + 5)
    guard measurement.ink.height > 0, pixels.width < 20 * size, pixels.height < 20 * size,
      let baseline = measurement.lines.first?.baseline
    else { return nil }
    let (left, top) = (measurement.ink.x.rounded(.down) - 2, measurement.ink.y.rounded(.down) - 2)
    var surface = try ImageSurface(size: pixels)
    let layout = text.layout
    try surface.draw(scale: Scale(x: 1, y: 1)) { canvas in
      canvas.show(layout, [], at: Point(x: -left, y: -top), color: .black)
    }
    let ink = surface.alphas.map { Double($0) / 255 }
    let width = pixels.width
    var (area, edge): (Double, Double) = (0, 0)
    var highest: Int?
    for y in 0..<pixels.height - 1 {
      for x in 0..<width - 1 {
        let value = ink[y * width + x]
        let (across, down) = (ink[y * width + x + 1] - value, ink[(y + 1) * width + x] - value)
        area += value
        edge += (across * across + down * down).squareRoot()
        if value > 0.5, highest == nil { highest = y }
      }
    }
    guard let highest, edge > 0 else { return nil }
    let height = baseline - top - Double(highest)
    return (height / Double(size), 2 * area / edge / Double(size))
  }
}
