package import WallfarmPluginKit

/// An upright rectangle of whole pixels.
public struct PixelRect: Sendable, Hashable {
  /// Left edge, in pixels from the left of the picture.
  public var x: Int
  /// Top edge, in pixels from the top of the picture.
  public var y: Int
  /// Horizontal extent, in pixels.
  public var width: Int
  /// Vertical extent, in pixels.
  public var height: Int

  /// Makes a rectangle from its top left corner and its extents.
  public init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// First column to the right of it.
  package var maxX: Int { x + width }
  /// First row below it.
  package var maxY: Int { y + height }

  /// The smallest rectangle that holds both.
  package func union(_ other: PixelRect) -> PixelRect {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return PixelRect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// The same with more on every side, within a picture.
  package func grown(by margin: Int, within size: PixelSize) -> PixelRect {
    let (left, top) = (max(0, x - margin), max(0, y - margin))
    return PixelRect(
      x: left, y: top, width: min(size.width, maxX + margin) - left,
      height: min(size.height, maxY + margin) - top)
  }
}
