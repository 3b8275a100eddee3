/// The transformation from stored to upright pixels (EXIF 2.32, tag 0x0112).
public enum Orientation: Int, Sendable, CaseIterable {
  /// No transformation.
  case upright = 1
  /// Mirrored horizontally.
  case mirrored = 2
  /// Rotated by 180°.
  case rotated180 = 3
  /// Mirrored vertically.
  case flipped = 4
  /// Mirrored across the main diagonal (top left to bottom right).
  case transposed = 5
  /// Rotated by 90° clockwise.
  case rotated90 = 6
  /// Mirrored across the antidiagonal (bottom left to top right).
  case transversed = 7
  /// Rotated by 90° counterclockwise.
  case rotated270 = 8

  /// Whether the transformation swaps the width and height.
  var swapsSides: Bool { rawValue >= 5 }

  /// Maps a pixel of the upright picture to its position in the stored picture; `width` and
  /// `height` are the upright size.
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
