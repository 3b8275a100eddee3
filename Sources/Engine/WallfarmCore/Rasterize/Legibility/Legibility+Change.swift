import Graphics
internal import Perception
import WallfarmPluginKit

extension Legibility {
  /// A channel difference above this, of 255, counts as visible.
  private static let seen = 16
  /// Sampling distance in pixels along each axis.
  private static let step = 4

  /// The share of the screen, 0…1, that aids change visibly.
  func share(changedBy aids: [Layer], over ground: Ground) throws(RenderError) -> Double {
    guard let rows = rows(of: aids) else { return 0 }
    let after = try self.rows(rows, of: ground, with: aids)
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

  /// The variant with the least visible aids; the first one unless another is clearly better.
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
    try visibility(of: way.aids, over: ground) * way.report.weight
  }

  /// The visibility of aids: FLIP error summed over a reduced picture.
  private func visibility(of aids: [Layer], over ground: Ground) throws(RenderError) -> Double {
    guard let rows = rows(of: aids) else { return 0 }
    let new = SmallPicture(try self.rows(rows, of: ground, with: aids), rows: 0..<rows.count)
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

  /// The background in a range of rows, with aids drawn on it.
  private func rows(
    _ rows: Range<Int>, of ground: Ground, with aids: [Layer]
  ) throws(RenderError) -> ImageSurface {
    var surface = try ground.withSurface { (surface) throws(RenderError) in
      try surface.copy(rows: rows)
    }
    try drawing.draw(aids, on: &surface, hidingGlyphs: true)
    return surface
  }

  /// The pixel rows that aids cover.
  private func rows(of aids: [Layer]) -> Range<Int>? {
    let area = Rect.union(aids.flatMap(\.extents))
    guard let area else { return nil }
    let height = drawing.pixels.height
    let top = min(max(0, Int(area.y * drawing.scale.y)), height - 1)
    return top..<min(max(top + 1, Int(area.maxY * drawing.scale.y) + 1), height)
  }
}

extension Layer {
  /// The bounds of the shadows, filled shapes and clipped groups in the layer, of which aids consist.
  fileprivate var extents: [Rect] {
    switch content {
    case .shape(let shape):
      [shape.shape.bounds] + (shape.shadow.map { [$0.extent(of: shape.shape.bounds)] } ?? [])
    case .text(let text): text.shadow.map { [$0.extent(of: text.frame)] } ?? []
    case .group(let group): group.clip.map { [$0.bounds] } ?? group.layers.flatMap(\.extents)
    case .fill, .image, .pixels: []
    }
  }
}

extension Shadow {
  /// The bounds of the shadow of something with these bounds: three standard deviations more.
  fileprivate func extent(of bounds: Rect) -> Rect {
    bounds.inset(by: Insets(horizontal: -3 * blur, vertical: -3 * blur))
  }
}
