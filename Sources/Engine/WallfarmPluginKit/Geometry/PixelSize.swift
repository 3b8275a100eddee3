/// A width and height in pixels.
public struct PixelSize: Hashable, Sendable {
  /// Horizontal extent in pixels.
  public var width: Int
  /// Vertical extent in pixels.
  public var height: Int

  /// Makes a size from two extents in pixels.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Number of pixels.
  public var area: Int { width * height }
}

extension PixelSize: CustomStringConvertible {
  /// The form used in messages: `1179 × 2556`.
  public var description: String { "\(width) × \(height)" }
}

/// Pixels per point, which two devices have different across and down.
public struct Scale: Hashable, Sendable {
  /// Pixels per point across.
  public var x: Double
  /// Pixels per point down.
  public var y: Double

  /// Makes a scale from two factors above 0.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The mean of both, for lengths without a direction such as blur.
  public var mean: Double { (x + y) / 2 }
}
