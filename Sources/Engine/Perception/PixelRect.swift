package import WallfarmPluginKit

/// An axis-aligned rectangle in pixels.
public struct PixelRect: Sendable, Hashable {
  /// The left edge in pixels.
  public var x: Int
  /// The top edge in pixels.
  public var y: Int
  /// The width in pixels.
  public var width: Int
  /// The height in pixels.
  public var height: Int

  /// Creates a rectangle from its top left corner and its size.
  public init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// The right edge, which is not part of the rectangle.
  package var maxX: Int { x + width }
  /// The bottom edge, which is not part of the rectangle.
  package var maxY: Int { y + height }

  /// Returns the smallest rectangle that contains both rectangles.
  package func union(_ other: PixelRect) -> PixelRect {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return PixelRect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// Returns the rectangle, enlarged by a margin on all sides and clipped to the picture.
  package func grown(by margin: Int, within size: PixelSize) -> PixelRect {
    let (left, top) = (max(0, x - margin), max(0, y - margin))
    return PixelRect(
      x: left, y: top, width: min(size.width, maxX + margin) - left,
      height: min(size.height, maxY + margin) - top)
  }
}
