public import Graphics
public import WallfarmPluginKit

/// A readable dump of shaped text (lines, runs, fonts) for reviewing changes in shaping.
public enum TextDump {
  /// Returns one paragraph for each text in the layers.
  public static func text(
    of layers: [Layer], with engine: TextEngine
  ) throws(RenderError) -> String {
    var paragraphs: [String] = []
    for (name, content) in layers.flatMap(\.allTexts) {
      let shaped = try engine.shape(content.block, width: content.frame.width)
      let size = round(content.block.style.size)
      let head = "\(name): \(size) pt, \(shaped.direction.rawValue), at \(place(content.frame))"
      paragraphs.append(([head] + lines(of: shaped)).joined(separator: "\n"))
    }
    return paragraphs.joined(separator: "\n")
  }

  private static func lines(of shaped: borrowing ShapedText) -> [String] {
    let measured = shaped.measurement.lines
    return zip(measured, shaped.runs).enumerated().flatMap { index, pair in
      let (line, runs) = pair
      let head =
        "  line \(index + 1): baseline \(round(line.baseline)), width \(round(line.frame.width))"
      return [head] + runs.map(describe)
    }
  }

  private static func describe(_ run: TextRun) -> String {
    "    \(run.family), \(run.script) \(run.direction.rawValue), \(run.glyphCount) glyphs, "
      + "\(round(run.x))…\(round(run.x + run.width))"
  }

  private static func place(_ frame: Rect) -> String {
    "\(round(frame.x)), \(round(frame.y)), width \(round(frame.width))"
  }

  /// Rounds to a tenth of a point, which is less than a pixel on any device.
  private static func round(_ number: Double) -> Double { (number * 10).rounded() / 10 }
}
