internal import CFrames
package import Films
import Foundation
package import WallfarmPluginKit

/// An affine transform from the rest position of a sprite to the canvas, in pixels.
package struct SpritePlace: Hashable {
  // Canvas = (xx, xy; yx, yy) · rest + (x, y).
  var xx = 1.0
  var xy = 0.0
  var yx = 0.0
  var yy = 1.0
  var x = 0.0
  var y = 0.0

  /// Creates the identity transform.
  init() {}

  /// Creates a rotation and scaling around a center, followed by a translation.
  package init(
    round middle: Point, scale: (x: Double, y: Double), degrees: Double,
    by move: (x: Double, y: Double)
  ) {
    let angle = degrees * .pi / 180
    // Avoid rounding errors when there is no rotation.
    let (sine, cosine) = degrees == 0 ? (0, 1) : (sin(angle), cos(angle))
    (xx, xy) = (cosine * scale.x, -sine * scale.y)
    (yx, yy) = (sine * scale.x, cosine * scale.y)
    x = middle.x + move.x - xx * middle.x - xy * middle.y
    y = middle.y + move.y - yx * middle.x - yy * middle.y
  }

  /// Concatenates two transforms; this transform is applied first.
  func then(_ other: SpritePlace) -> SpritePlace {
    var both = SpritePlace()
    both.xx = other.xx * xx + other.xy * yx
    both.xy = other.xx * xy + other.xy * yy
    both.yx = other.yx * xx + other.yy * yx
    both.yy = other.yx * xy + other.yy * yy
    both.x = other.xx * x + other.xy * y + other.x
    both.y = other.yx * x + other.yy * y + other.y
    return both
  }

  func map(_ point: Point) -> Point {
    Point(x: xx * point.x + xy * point.y + x, y: yx * point.x + yy * point.y + y)
  }

  /// The smaller of the horizontal and vertical scale factors.
  var scale: Double { min((xx * xx + yx * yx).squareRoot(), (xy * xy + yy * yy).squareRoot()) }

  /// Whether the sprite is too thin to be visible.
  var isFlat: Bool { abs(xx * yy - xy * yx) < 1e-6 }

  /// Returns the sprite or its half-size copy, and the transform from canvas pixels to the pixels
  /// of the returned sprite.
  func of(_ sprite: Sprite, halved: Bool) -> PlacedSprite {
    // Map the center of a sprite pixel to the canvas.
    let factor = halved ? 2.0 : 1.0
    let shift = halved ? -1.0 : 0.5
    var own = SpritePlace()
    (own.xx, own.yy) = (factor, factor)
    (own.x, own.y) = (Double(sprite.left) + shift, Double(sprite.top) + shift)
    let whole = own.then(self)
    let determinant = whole.xx * whole.yy - whole.xy * whole.yx
    var back = SpritePlace()
    (back.xx, back.xy) = (whole.yy / determinant, -whole.xy / determinant)
    (back.yx, back.yy) = (-whole.yx / determinant, whole.xx / determinant)
    // Pixels are sampled at their centers, so add half a canvas pixel.
    back.x = back.xx * (0.5 - whole.x) + back.xy * (0.5 - whole.y)
    back.y = back.yx * (0.5 - whole.x) + back.yy * (0.5 - whole.y)
    return PlacedSprite(sprite: halved ? sprite.halved : sprite, place: back)
  }

  /// The transform in 16.16 fixed-point format, which is exact for a sprite at rest.
  var fixed: wallfarm_place {
    func fixed(_ number: Double) -> Int64 {
      Int64((max(-2e9, min(2e9, number)) * 65536).rounded())
    }
    return wallfarm_place(
      xx: fixed(xx), xy: fixed(xy), x0: fixed(x), yx: fixed(yx), yy: fixed(yy), y0: fixed(y))
  }
}

/// A sprite with the transform from canvas pixels to sprite pixels.
struct PlacedSprite {
  let sprite: Sprite
  let place: SpritePlace
}

extension SpritePlace {
  /// The pixels that a sprite can affect.
  package func box(of sprite: Sprite) -> PixelBox {
    let (left, top) = (Double(sprite.left), Double(sprite.top))
    let (right, bottom) = (left + Double(sprite.width), top + Double(sprite.height))
    let corners = [(left, top), (right, top), (left, bottom), (right, bottom)]
      .map { map(Point(x: $0.0, y: $0.1)) }
    func whole(_ number: Double) -> Int { Int(max(-1e6, min(1e6, number))) }
    return PixelBox(
      left: whole((corners.map(\.x).min() ?? 0).rounded(.down)) - 1,
      top: whole((corners.map(\.y).min() ?? 0).rounded(.down)) - 1,
      right: whole((corners.map(\.x).max() ?? 0).rounded(.up)) + 1,
      bottom: whole((corners.map(\.y).max() ?? 0).rounded(.up)) + 1)
  }
}
