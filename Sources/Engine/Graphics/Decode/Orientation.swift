/// How a stored picture has to be turned to stand upright: EXIF 2.32, tag 0x0112.
public enum Orientation: Int, Sendable, CaseIterable {
  /// As it is stored.
  case upright = 1
  /// Mirrored left to right.
  case mirrored = 2
  /// Upside down.
  case rotated180 = 3
  /// Mirrored top to bottom.
  case flipped = 4
  /// Mirrored along the falling diagonal.
  case transposed = 5
  /// To be turned a quarter clockwise.
  case rotated90 = 6
  /// Mirrored along the rising diagonal.
  case transversed = 7
  /// To be turned a quarter counter-clockwise.
  case rotated270 = 8

  /// Whether width and height change places.
  var swapsSides: Bool { rawValue >= 5 }

  /// Where the pixel at x, y of an upright picture of a size is stored.
  @inline(__always)
  package func stored(_ x: Int, _ y: Int, width: Int, height: Int) -> (x: Int, y: Int) {
    switch self {
    case .upright: (x, y)
    case .mirrored: (width - 1 - x, y)
    case .rotated180: (width - 1 - x, height - 1 - y)
    case .flipped: (x, height - 1 - y)
    case .transposed: (y, x)
    case .rotated90: (y, width - 1 - x)
    case .transversed: (height - 1 - y, width - 1 - x)
    case .rotated270: (height - 1 - y, x)
    }
  }
}
