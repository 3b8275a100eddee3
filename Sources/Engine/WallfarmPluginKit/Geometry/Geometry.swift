/// A place on the canvas, in points from its top left corner.
public struct Point: Hashable, Sendable, Codable {
  /// Distance from the left edge, in points.
  public var x: Double
  /// Distance from the top edge, in points.
  public var y: Double

  /// Makes a point from its distances to the left and top edge.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A width and a height, in points.
public struct Size: Hashable, Sendable, Codable {
  /// Horizontal extent, in points.
  public var width: Double
  /// Vertical extent, in points.
  public var height: Double

  /// Makes a size from its two extents.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A rectangle with upright sides, in points.
public struct Rect: Hashable, Sendable, Codable {
  /// Left edge, in points.
  public var x: Double
  /// Top edge, in points.
  public var y: Double
  /// Horizontal extent, in points.
  public var width: Double
  /// Vertical extent, in points.
  public var height: Double

  /// Makes a rectangle from its top left corner and its extents.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Makes a rectangle from a corner and a size.
  public init(origin: Point, size: Size) {
    self.init(x: origin.x, y: origin.y, width: size.width, height: size.height)
  }

  /// Right edge, in points.
  public var maxX: Double { x + width }
  /// Bottom edge, in points.
  public var maxY: Double { y + height }
  /// Horizontal middle, in points.
  public var midX: Double { x + width / 2 }
  /// Vertical middle, in points.
  public var midY: Double { y + height / 2 }
  /// Top left corner.
  public var origin: Point { Point(x: x, y: y) }
  /// Extents without the place.
  public var size: Size { Size(width: width, height: height) }
  /// True where nothing could be drawn into it.
  public var isEmpty: Bool { !(width > 0 && height > 0) }

  /// Whether `other` lies inside, allowing `tolerance` points of overhang for rounding.
  public func contains(_ other: Rect, tolerance: Double = 0) -> Bool {
    other.x >= x - tolerance && other.y >= y - tolerance
      && other.maxX <= maxX + tolerance && other.maxY <= maxY + tolerance
  }

  /// The part both rectangles share; empty where they do not meet.
  public func intersection(_ other: Rect) -> Rect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Rect(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left),
      height: max(0, min(maxY, other.maxY) - top))
  }

  /// The smallest rectangle that holds both; an empty one counts for nothing.
  public func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(x, other.x)
    let top = min(y, other.y)
    return Rect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// The rectangle with every side moved inward; negative insets move them outward.
  public func inset(by insets: Insets) -> Rect {
    Rect(
      x: x + insets.left, y: y + insets.top, width: width - insets.left - insets.right,
      height: height - insets.top - insets.bottom)
  }

  /// The same rectangle at another place.
  public func offset(x dx: Double = 0, y dy: Double = 0) -> Rect {
    Rect(x: x + dx, y: y + dy, width: width, height: height)
  }
}

/// Four distances inward from the sides of a rectangle, in points.
public struct Insets: Hashable, Sendable, Codable {
  /// Inward from the top, in points.
  public var top: Double
  /// Inward from the left, in points.
  public var left: Double
  /// Inward from the bottom, in points.
  public var bottom: Double
  /// Inward from the right, in points.
  public var right: Double

  /// Makes insets side by side.
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// Makes insets that are the same left and right, and the same at top and bottom.
  public init(horizontal: Double, vertical: Double) {
    self.init(top: vertical, left: horizontal, bottom: vertical, right: horizontal)
  }
}

/// A place relative to a picture: 0, 0 is its top left corner and 1, 1 its bottom right one.
public struct UnitPoint: Hashable, Sendable, Codable {
  /// Fraction of the width, 0…1.
  public var x: Double
  /// Fraction of the height, 0…1.
  public var y: Double

  /// Makes a relative place.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The middle.
  public static let center = UnitPoint(x: 0.5, y: 0.5)
}
