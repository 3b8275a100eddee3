package import Perception

/// An area where two pictures differ or where a nearby difference has a visible effect.
package struct DifferenceArea: Sendable {
  package let rect: PixelRect
  /// The error of each pixel from 0 to 1, in row-major order.
  package let map: [Float]
  /// Whether each pixel counts as visibly different.
  private(set) var seen: [Bool]
  /// The number of numerically different pixels.
  private(set) var different = 0
  /// The number of visibly different pixels.
  private(set) var visible = 0
  /// The number of pixels that differ only by antialiasing.
  private(set) var smoothed = 0
  private(set) var visibleBox: PixelRect?
  private(set) var differentBox: PixelRect?

  init(_ rect: PixelRect, _ map: [Float]) {
    (self.rect, self.map) = (rect, map)
    seen = [Bool](repeating: false, count: map.count)
  }

  /// The largest error of a pixel.
  var most: Float { map.max() ?? 0 }

  /// Records a numerically different pixel by its coordinates in the picture.
  mutating func addDifferent(_ x: Int, _ y: Int) {
    different += 1
    differentBox = PixelRect.around(x, y, and: differentBox)
  }

  /// Records a pixel above the threshold by its coordinates in the picture.
  mutating func addVisible(_ x: Int, _ y: Int, isSmoothed: Bool) {
    if isSmoothed {
      smoothed += 1
    } else {
      visible += 1
      seen[(y - rect.y) * rect.width + x - rect.x] = true
      visibleBox = PixelRect.around(x, y, and: visibleBox)
    }
  }

  /// The bounding box, in the picture's coordinates, of the pixels whose error satisfies a
  /// condition.
  func box(where isMeant: (Float) -> Bool) -> PixelRect? {
    var box: PixelRect?
    for (index, value) in map.enumerated() where isMeant(value) {
      box = PixelRect.around(rect.x + index % rect.width, rect.y + index / rect.width, and: box)
    }
    return box
  }
}

extension PixelRect {
  /// The bounding box of a pixel and an optional rectangle.
  static func around(_ x: Int, _ y: Int, and other: PixelRect?) -> PixelRect {
    let pixel = PixelRect(x: x, y: y, width: 1, height: 1)
    return other?.union(pixel) ?? pixel
  }
}
