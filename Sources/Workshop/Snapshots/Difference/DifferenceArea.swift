import Perception

/// A part of two pictures in which something differs, or a difference beside it can be seen.
struct DifferenceArea: Sendable {
  let rect: PixelRect
  /// The difference of each pixel, 0…1, row by row.
  let map: [Float]
  /// Which of them count as seen.
  private(set) var seen: [Bool]
  /// Pixels that are not the same number by number.
  private(set) var different = 0
  /// Pixels whose difference can be seen.
  private(set) var visible = 0
  /// Pixels where nothing but the smoothing of an edge differs.
  private(set) var smoothed = 0
  private(set) var visibleBox: PixelRect?
  private(set) var differentBox: PixelRect?

  init(_ rect: PixelRect, _ map: [Float]) {
    (self.rect, self.map) = (rect, map)
    seen = [Bool](repeating: false, count: map.count)
  }

  /// Largest difference of a pixel.
  var most: Float { map.max() ?? 0 }

  /// Counts a pixel that is not the same, by its place in the picture.
  mutating func addDifferent(_ x: Int, _ y: Int) {
    different += 1
    differentBox = PixelRect.around(x, y, and: differentBox)
  }

  /// Counts a pixel that is different enough, by its place in the picture.
  mutating func addVisible(_ x: Int, _ y: Int, isSmoothed: Bool) {
    if isSmoothed {
      smoothed += 1
    } else {
      visible += 1
      seen[(y - rect.y) * rect.width + x - rect.x] = true
      visibleBox = PixelRect.around(x, y, and: visibleBox)
    }
  }

  /// The smallest rectangle of the picture that holds every pixel of such a difference.
  func box(where isMeant: (Float) -> Bool) -> PixelRect? {
    var box: PixelRect?
    for (index, value) in map.enumerated() where isMeant(value) {
      box = PixelRect.around(rect.x + index % rect.width, rect.y + index / rect.width, and: box)
    }
    return box
  }
}

extension PixelRect {
  /// The smallest rectangle that holds a pixel and another rectangle.
  static func around(_ x: Int, _ y: Int, and other: PixelRect?) -> PixelRect {
    let pixel = PixelRect(x: x, y: y, width: 1, height: 1)
    return other?.union(pixel) ?? pixel
  }
}
