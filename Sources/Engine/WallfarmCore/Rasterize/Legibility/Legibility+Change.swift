import Graphics
internal import Perception
import WallfarmPluginKit

extension Legibility {
  /// A channel difference above this, of 255, counts as visible.
  private static let seen = 16
  /// Sampling distance in pixels along each axis.
  private static let step = 4

  /// The share of the screen, 0…1, that halos and panes change visibly.
  func share(changedBy panes: [Layer], over ground: Ground) throws(RenderError) -> Double {
    guard let rows = rows(of: panes) else { return 0 }
    let after = try self.rows(rows, of: ground, with: panes)
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

  /// The variant with the least visible panes; the first one unless another is clearly better.
  func leastVisible(_ ways: [Adapted], over ground: Ground) throws(RenderError) -> Adapted {
    guard var best = ways.first else { preconditionFailure("there is always a way") }
    guard ways.count > 1 else { return best }
    var least = try visibility(of: best, over: ground) * Legibility.worthwhile
    for way in ways.dropFirst() where way.report.isEnough || !best.report.isEnough {
      let seen = try visibility(of: way, over: ground)
      if seen < least { (best, least) = (way, seen) }
    }
    return best
  }

  /// Another variant replaces the first if its visibility is below this share; the first has the
  /// theme's colors.
  private static let worthwhile = 0.8

  private func visibility(of way: Adapted, over ground: Ground) throws(RenderError) -> Double {
    try visibility(of: way.panes, over: ground) * way.report.weight
  }

  /// The visibility of panes: FLIP error summed over a reduced picture.
  private func visibility(of panes: [Layer], over ground: Ground) throws(RenderError) -> Double {
    guard let rows = rows(of: panes) else { return 0 }
    let new = SmallPicture(try self.rows(rows, of: ground, with: panes), rows: 0..<rows.count)
    let old = try ground.withSurface { (surface) throws(RenderError) in
      SmallPicture(surface, rows: rows)
    }
    let flip = Flip(
      pixelsPerDegree: Legibility.pointsPerDegree * drawing.scale.x / Double(SmallPicture.step))
    let seen = old.withSource { one in
      new.withSource { other in
        flip.map(one, other, in: PixelRect(x: 0, y: 0, width: old.width, height: old.height))
      }
    }
    return seen.reduce(0) { $0 + Double($1) }
  }

  /// Points per degree of visual angle: a phone with 153 points per inch at a distance of one foot.
  private static let pointsPerDegree = 32.0

  /// The background in a range of rows, with panes drawn on it.
  private func rows(
    _ rows: Range<Int>, of ground: Ground, with panes: [Layer]
  ) throws(RenderError) -> ImageSurface {
    var surface = try ground.withSurface { (surface) throws(RenderError) in
      try surface.copy(rows: rows)
    }
    try drawing.draw(panes, on: &surface, hidingGlyphs: true)
    return surface
  }

  /// The pixel rows that panes cover.
  private func rows(of panes: [Layer]) -> Range<Int>? {
    var area: Rect?
    for (bounds, shadow) in panes.flatMap(\.shadows) {
      let reach = 3 * shadow.blur
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

extension Layer {
  /// The shadows in the layer with the bounds of their casters.
  fileprivate var shadows: [(bounds: Rect, shadow: Shadow)] {
    switch content {
    case .shape(let shape): shape.shadow.map { [(shape.shape.bounds, $0)] } ?? []
    case .text(let text): text.shadow.map { [(text.frame, $0)] } ?? []
    case .group(let group): group.layers.flatMap(\.shadows)
    case .fill, .image, .pixels: []
    }
  }
}
