import Designs
import Graphics
import WallfarmPluginKit

/// Measures and improves the contrast of marks that are not text, such as the dots of a year or the
/// bar of a goal.
extension Legibility {
  /// Minimum contrast of a mark: 3:1, from WCAG 2.2 (1.4.11, Non-text Contrast).
  static let ofMarks = 3.0
  /// The opacities, 0…1, that are tried for each layer of a mark's shadow.
  private static let shadows = [0.03, 0.06, 0.1, 0.16, 0.25, 0.4, 0.65, LegibilityLimits.shadow]
  /// The maximum opacity, 0…1, of each layer of a shadow that is preferred to another color.
  private static let weak = 0.16
  /// Blur of a mark's shadow in points on a phone; a narrower shadow looks like an outline.
  private static let blur = 5.0
  /// Blur of a pattern's shadow in points on a phone; the shadows of neighboring parts merge into
  /// soft shading, whereas narrower shadows look like dark holes between the parts.
  private static let patternBlur = 14.0
  /// The maximum opacity of each layer of a pattern's shadow, 0…1; stronger shadows look like a
  /// slab on the photo.
  private static let mostForPattern = 0.1

  /// Makes marks legible on a photo: marks with too little contrast get a weak shadow, or the color
  /// of the text if the shadow is not sufficient, or, unless the mark is a pattern, a stronger
  /// shadow.
  ///
  /// An aid that would not reach the target is not drawn.
  func helpMarks(_ adapted: inout Adapted, over ground: Ground) throws(RenderError) {
    // On a theme's own background, color is the only allowed aid, and the theme's colors are
    // sufficient.
    guard rules.aids.contains(where: { $0 != .color }) else { return }
    var marks = adapted.layers.flatMap(\.marks)
    guard !marks.isEmpty else { return }
    // A mark that overlaps text, such as a card or disc, is judged together with that text.
    let lines = try lines(of: adapted.layers)
    marks.removeAll { mark in
      lines.contains { !$0.bounds.intersection(mark.bounds).isEmpty }
    }
    guard let all = Rect.union(marks.map(\.bounds)) else { return }
    let rows = drawing.rows(of: all.inset(by: Insets(horizontal: -8, vertical: -8)))
    var surface = try ground.withSurface { (surface) throws(RenderError) in
      try surface.copy(rows: rows)
    }
    try drawing.draw(adapted.foreground, on: &surface, hidingGlyphs: true)
    let text = adapted.layers.flatMap(\.texts).first { !$0.isNumber }?.content.block.style.color
    var seen: Set<Color> = []
    for color in marks.map(\.color) where seen.insert(color).inserted {
      let own = try marks.filter { $0.color == color }.map { (mark) throws(RenderError) in
        try MarkSurroundings(of: mark, in: rows, with: drawing)
      }
      let before = own.contrast(of: color, on: surface)
      guard before < Legibility.ofMarks else { continue }
      if let shadows = try shadows(behind: own, of: color, in: 0...Legibility.weak, on: surface) {
        adapted.aids += shadows
        adapted.report.addMark(color, replacement: nil, contrast: before)
      } else if let text, text != color, !rules.keepsColors,
        own.contrast(of: text, on: surface) >= Legibility.ofMarks
      {
        // A disc behind text can have the same color; it must keep its contrast with the text.
        let contents = Set(own.map(\.mark.content))
        adapted.layers = adapted.layers.map {
          $0.recoloringMarks(color, text, where: contents.contains)
        }
        adapted.report.addMark(color, replacement: text, contrast: before)
      } else if let shadows = try shadows(
        behind: own, of: color, in: Legibility.weak.nextUp...LegibilityLimits.shadow, on: surface)
      {
        adapted.aids += shadows
        adapted.report.addMark(color, replacement: nil, contrast: before)
      }
    }
  }

  /// Returns the weakest shadows with which all marks of a color reach the target; `nil` if no
  /// shadows in the given range of opacities are sufficient.
  private func shadows(
    behind marks: [MarkSurroundings], of color: Color, in range: ClosedRange<Double>,
    on surface: borrowing ImageSurface
  ) throws(RenderError) -> [Layer]? {
    guard rules.aids.contains(.shadow) else { return nil }
    let ground: Color = color.relativeLuminance > 0.18 ? .black : .white
    let isPattern = marks.contains { $0.mark.isPattern }
    let most = isPattern ? Legibility.mostForPattern : LegibilityLimits.shadow
    for opacity in Legibility.shadows where range.contains(opacity) && opacity <= most {
      let layers = marks.map(\.mark).filter { $0.content.fill != nil }.map { mark in
        let blur = mark.isPattern ? Legibility.patternBlur : Legibility.blur
        var shadow = Shadow(color: ground.opacity(opacity), blur: blur * screen.width / 430)
        shadow.layers = LegibilityLimits.shadowLayers
        return Layer("shadow", .shape(ShapeContent(mark.content.shape, shadow: shadow)))
      }
      guard !layers.isEmpty else { return nil }
      var aided = try surface.copy()
      try drawing.draw(layers, on: &aided, hidingGlyphs: true)
      if marks.contrast(of: color, on: aided) >= Legibility.ofMarks { return layers }
    }
    return nil
  }
}

extension LegibilityReport {
  /// Records the replaced color or the shadow of a mark in the report.
  fileprivate mutating func addMark(_ color: Color, replacement: Color?, contrast: Double) {
    let own: LegibilityAid = replacement == nil ? .shadow : .color
    aid = max(aid ?? own, own)
    add(
      FaintColor(
        color: color, replacement: replacement, contrast: contrast, lightness: 0,
        neededContrast: Legibility.ofMarks, neededLightness: 0))
  }
}
