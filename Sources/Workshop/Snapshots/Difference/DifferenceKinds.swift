import Perception

/// Marks the pixels in a rectangle that differ by more than antialiasing, and quickly finds out
/// whether any are near a pixel.
struct DifferenceKinds {
  private let rect: PixelRect
  /// A summed-area table, which gives the number of marked pixels in any rectangle in constant
  /// time.
  private var hard: [Int32]

  init(_ rect: PixelRect) {
    self.rect = rect
    hard = [Int32](repeating: 0, count: (rect.width + 1) * (rect.height + 1))
  }

  mutating func mark(_ x: Int, _ y: Int) {
    hard[(y - rect.y + 1) * (rect.width + 1) + x - rect.x + 1] = 1
  }

  /// Computes the summed-area table; call this method once, after all pixels are marked.
  mutating func sum() {
    for row in 1...rect.height {
      var line: Int32 = 0
      for column in 1...rect.width {
        let index = row * (rect.width + 1) + column
        line += hard[index]
        hard[index] = line + hard[index - rect.width - 1]
      }
    }
  }

  func hasHard(near x: Int, _ y: Int, _ distance: Int) -> Bool {
    let left = max(0, x - distance - rect.x)
    let right = min(rect.width, x + distance + 1 - rect.x)
    let top = max(0, y - distance - rect.y)
    let bottom = min(rect.height, y + distance + 1 - rect.y)
    func at(_ column: Int, _ row: Int) -> Int32 { hard[row * (rect.width + 1) + column] }
    return at(right, bottom) - at(left, bottom) - at(right, top) + at(left, top) > 0
  }
}
