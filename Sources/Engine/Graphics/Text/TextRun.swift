internal import CPango
public import WallfarmPluginKit

/// Glyphs in a line that share a font, script and direction.
public struct TextRun: Hashable, Sendable {
  /// The family of the font.
  public let family: String
  /// The four-letter ISO 15924 code of the script, such as `Arab`.
  public let script: String
  /// The number of glyphs, including invisible ones.
  public let glyphCount: Int
  /// The direction of the run.
  public let direction: TextDirection
  /// The distance of the left edge from the start of the line in points.
  public let x: Double
  /// The total advance of the glyphs in points.
  public let width: Double
}

extension ShapedText {
  /// The runs of every line, ordered from left to right within each line.
  public var runs: [[TextRun]] { FontGate.enter { readRuns() } }

  private func readRuns() -> [[TextRun]] {
    guard let iterator = pango_layout_get_iter(layout) else { return [] }
    defer { pango_layout_iter_free(iterator) }
    var lines: [[TextRun]] = [[]]
    repeat {
      // A null run marks the end of a line.
      guard let run = pango_layout_iter_get_run_readonly(iterator) else {
        lines.append([])
        continue
      }
      var logical = PangoRectangle()
      pango_layout_iter_get_run_extents(iterator, nil, &logical)
      lines[lines.count - 1].append(TextRun(run.pointee, logical))
    } while pango_layout_iter_next_run(iterator) != 0
    return lines.last?.isEmpty == true ? lines.dropLast() : lines
  }
}

extension TextRun {
  fileprivate init(_ run: PangoGlyphItem, _ logical: PangoRectangle) {
    let analysis = run.item.pointee.analysis
    family = TextRun.family(of: analysis.font)
    script = ScriptRanges.code(of: GUnicodeScript(rawValue: Int32(analysis.script)))
    glyphCount = Int(run.glyphs.pointee.num_glyphs)
    direction = analysis.level & 1 == 1 ? .rightToLeft : .leftToRight
    x = points(logical.x)
    width = points(logical.width)
  }

  static func family(of font: UnsafeMutablePointer<PangoFont>?) -> String {
    guard let font, let description = pango_font_describe(font) else { return "none" }
    defer { pango_font_description_free(description) }
    return pango_font_description_get_family(description).map { String(cString: $0) } ?? "none"
  }
}
