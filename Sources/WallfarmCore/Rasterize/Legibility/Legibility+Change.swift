import Graphics
import WallfarmPluginKit

extension Legibility {
  /// A channel that differs by more than this, of 255, is a change that is seen.
  private static let seen = 16
  /// One pixel of so many is looked at, along each side.
  private static let step = 4

  /// The share of the screen, 0…1, that panes change so that it is seen.
  func share(changedBy panes: [Layer], over ground: Ground) throws(RenderError) -> Double {
    guard let rows = rows(of: panes) else { return 0 }
    var after = try ground.withSurface { (surface) throws(RenderError) in
      try surface.copy(rows: rows)
    }
    try drawing.drawWithoutGlyphs(panes, on: &after)
    let changed = try ground.withSurface { (before) throws(RenderError) in
      let (width, stride) = (before.size.width, before.stride)
      return before.withPixels { old in
        after.withPixels { new in
          var changed = 0
          for y in Swift.stride(from: 0, to: rows.count, by: Legibility.step) {
            for x in Swift.stride(from: 0, to: width, by: Legibility.step) {
              let (one, other) = ((rows.lowerBound + y) * stride + x * 4, y * stride + x * 4)
              let isSeen = (0..<3).contains {
                abs(Int(old[one + $0]) - Int(new[other + $0])) > Legibility.seen
              }
              if isSeen { changed += 1 }
            }
          }
          return changed
        }
      }
    }
    let cell = Double(Legibility.step * Legibility.step)
    return min(1, Double(changed) * cell / Double(drawing.pixels.area))
  }

  /// The rows of pixels that panes reach.
  private func rows(of panes: [Layer]) -> Range<Int>? {
    var area: Rect?
    for pane in panes {
      guard case .shape(let shape) = pane.content, let shadow = shape.shadow else { continue }
      let (bounds, reach) = (shape.shape.bounds, 3 * shadow.blur)
      let own = Rect(
        x: bounds.x, y: bounds.y - reach, width: bounds.width, height: bounds.height + 2 * reach)
      area = area?.union(own) ?? own
    }
    guard let area else { return nil }
    let height = drawing.pixels.height
    let top = min(max(0, Int(area.y * drawing.scale.y)), height - 1)
    return top..<min(max(top + 1, Int(area.maxY * drawing.scale.y) + 1), height)
  }
}
