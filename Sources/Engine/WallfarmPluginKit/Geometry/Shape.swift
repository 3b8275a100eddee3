/// An outline on the canvas, in points.
///
/// In JSON it is an object whose only key is the kind: `{"rectangle": {…}}`, `{"rounded": {"rect":
/// {…}, "radius": 12}}`, `{"ellipse": {…}}`, `{"path": […]}`.
public enum Shape: Hashable, Sendable {
  /// An axis-aligned rectangle.
  case rectangle(Rect)
  /// A rectangle with circular corners; `radius` is in points, at most half of the shorter side.
  case rounded(Rect, radius: Double)
  /// The ellipse inscribed in a rectangle.
  case ellipse(Rect)
  /// A path; open contours are closed for filling.
  case path([PathElement])

  /// The maximum number of elements in a path.
  public static let mostElements = 100_000

  /// A rectangle that contains the outline, including the control points of curves.
  public var bounds: Rect {
    switch self {
    case .rectangle(let rect), .rounded(let rect, _), .ellipse(let rect): rect
    case .path(let elements): PathElement.bounds(of: elements)
    }
  }
}

/// An element of a path, with coordinates in points.
public enum PathElement: Hashable, Sendable {
  /// Starts a new contour.
  case move(Point)
  /// A straight line from the current point.
  case line(Point)
  /// A cubic Bézier curve with two control points and an end point.
  case curve(Point, Point, Point)
  /// Closes the contour.
  case close

  static func bounds(of elements: [PathElement]) -> Rect {
    var points: [Point] = []
    for element in elements {
      switch element {
      case .move(let point), .line(let point): points.append(point)
      case .curve(let one, let two, let end): points += [one, two, end]
      case .close: break
      }
    }
    guard let first = points.first else { return Rect(x: 0, y: 0, width: 0, height: 0) }
    var (left, top, right, bottom) = (first.x, first.y, first.x, first.y)
    for point in points {
      left = min(left, point.x)
      top = min(top, point.y)
      right = max(right, point.x)
      bottom = max(bottom, point.y)
    }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
