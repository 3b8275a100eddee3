import Graphics
import WallfarmPluginKit

extension Legibility {
  /// Returns the first variant, or a later variant if its aids change clearly less of the screen.
  ///
  /// If this applies to several variants, the variant with the least visible aids is returned. The
  /// result is `nil` if there are no variants.
  func leastVisible(_ ways: [Adapted], over ground: Ground) throws(RenderError) -> Adapted? {
    guard var best = ways.first, ways.count > 1 else { return ways.first }
    func seen(_ way: Adapted) throws(RenderError) -> Double {
      try share(changedBy: way.aids, over: ground) * way.report.weight
    }
    var least = try seen(best) * LegibilityLimits.worthwhile
    for way in ways.dropFirst() {
      let seen = try seen(way)
      if seen < least { (best, least) = (way, seen) }
    }
    return best
  }

  /// The fraction of the screen, 0…1, that aids change visibly.
  func share(changedBy aids: [Layer], over ground: Ground) throws(RenderError) -> Double {
    var surface = try ground.withSurface { (surface) throws(RenderError) in try surface.copy() }
    try drawing.draw(aids, on: &surface, hidingGlyphs: true)
    var visible = [Int](
      repeating: 0, count: AidVisibility.sampleCount(rows: drawing.pixels.height))
    try AidVisibility.update(&visible, with: surface, over: ground)
    return AidVisibility.share(visible, of: drawing.pixels)
  }
}
