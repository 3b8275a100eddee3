/// A width and a height in pixels.
public struct PixelSize: Hashable, Sendable {
  /// The width in pixels.
  public var width: Int
  /// The height in pixels.
  public var height: Int

  /// Creates a size in pixels.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The number of pixels.
  public var area: Int { width * height }
}

extension PixelSize: CustomStringConvertible {
  /// The size as written in messages, such as `1179 × 2556`.
  public var description: String { "\(width) × \(height)" }
}

/// The number of pixels per point, which on a few devices differs between the axes.
public struct Scale: Hashable, Sendable {
  /// Horizontal pixels per point.
  public var x: Double
  /// Vertical pixels per point.
  public var y: Double

  /// Creates a scale from two factors above 0.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The mean of the horizontal and vertical scales, for lengths without a direction, such as blur.
  public var mean: Double { (x + y) / 2 }
}
