/// A position on the canvas, in points from the top left corner.
public struct Point: Hashable, Sendable {
  /// The distance from the left edge in points.
  public var x: Double
  /// The distance from the top edge in points.
  public var y: Double

  /// Creates a point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A width and a height in points.
public struct Size: Hashable, Sendable {
  /// The width in points.
  public var width: Double
  /// The height in points.
  public var height: Double

  /// Creates a size.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// An axis-aligned rectangle in points.
public struct Rect: Hashable, Sendable {
  /// The left edge in points.
  public var x: Double
  /// The top edge in points.
  public var y: Double
  /// The width in points.
  public var width: Double
  /// The height in points.
  public var height: Double

  /// Creates a rectangle from the coordinates of its top left corner and its dimensions.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Creates a rectangle from its top left corner and its size.
  public init(origin: Point, size: Size) {
    self.init(x: origin.x, y: origin.y, width: size.width, height: size.height)
  }

  /// The right edge in points.
  public var maxX: Double { x + width }
  /// The bottom edge in points.
  public var maxY: Double { y + height }
  /// The x-coordinate of the center in points.
  public var midX: Double { x + width / 2 }
  /// The y-coordinate of the center in points.
  public var midY: Double { y + height / 2 }
  /// The top left corner.
  public var origin: Point { Point(x: x, y: y) }
  /// The width and height.
  public var size: Size { Size(width: width, height: height) }
  /// Whether the width or height is not positive.
  public var isEmpty: Bool { !(width > 0 && height > 0) }

  /// Returns whether the rectangle contains another rectangle, with a tolerance in points.
  public func contains(_ other: Rect, tolerance: Double = 0) -> Bool {
    other.x >= x - tolerance && other.y >= y - tolerance
      && other.maxX <= maxX + tolerance && other.maxY <= maxY + tolerance
  }

  /// Returns the intersection of two rectangles, which is empty if they do not overlap.
  public func intersection(_ other: Rect) -> Rect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Rect(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left),
      height: max(0, min(maxY, other.maxY) - top))
  }

  /// Returns the smallest rectangle that contains both rectangles; empty rectangles are ignored.
  public func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(x, other.x)
    let top = min(y, other.y)
    return Rect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// Returns the rectangle with its sides moved inward; negative insets move them outward.
  public func inset(by insets: Insets) -> Rect {
    Rect(
      x: x + insets.left, y: y + insets.top, width: width - insets.left - insets.right,
      height: height - insets.top - insets.bottom)
  }

  /// Returns the rectangle moved by a distance in points.
  public func offset(x dx: Double = 0, y dy: Double = 0) -> Rect {
    Rect(x: x + dx, y: y + dy, width: width, height: height)
  }
}

/// Inward distances from the sides of a rectangle, in points.
public struct Insets: Hashable, Sendable {
  /// The distance from the top in points.
  public var top: Double
  /// The distance from the left in points.
  public var left: Double
  /// The distance from the bottom in points.
  public var bottom: Double
  /// The distance from the right in points.
  public var right: Double

  /// Creates insets with separate values for each side.
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// Creates insets with equal values for opposite sides.
  public init(horizontal: Double, vertical: Double) {
    self.init(top: vertical, left: horizontal, bottom: vertical, right: horizontal)
  }
}

/// A position relative to a picture, from (0, 0) at the top left to (1, 1) at the bottom right.
public struct UnitPoint: Hashable, Sendable {
  /// The fraction of the width, 0…1.
  public var x: Double
  /// The fraction of the height, 0…1.
  public var y: Double

  /// Creates a relative position.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The center.
  public static let center = UnitPoint(x: 0.5, y: 0.5)
}
