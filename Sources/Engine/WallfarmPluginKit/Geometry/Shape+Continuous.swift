internal import Glibc

/// Rectangles whose corners have no visible start and end.
extension Shape {
  /// The share by which each side of a corner is longer than that of a circular corner.
  private static let smoothing = 0.6

  /// Returns a rectangle whose corners change their curvature gradually, like the icons of phones.
  ///
  /// Each corner is a circular arc between two Bézier curves, whose curvature is 0 at the straight
  /// sides. If the sides are too short, the curves become shorter, and at half of the shorter side
  /// the corners are circular. The construction is described in Figma's article "Desperately seeking
  /// squircles" (2018).
  ///
  /// - Parameters:
  ///   - rect: The rectangle.
  ///   - radius: The radius of the arcs in points, limited to half of the shorter side.
  /// - Returns: A path, or a rectangle if the radius is 0.
  public static func continuous(_ rect: Rect, radius: Double) -> Shape {
    let half = min(rect.width, rect.height) / 2
    let radius = max(0, min(radius, half))
    guard radius > 0 else { return .rectangle(rect) }
    let corner = ContinuousCorner(radius: radius, smoothing: min(smoothing, half / radius - 1))
    // The corners, clockwise from the top left, with the directions of the incoming side and the
    // outgoing side.
    let corners: [(Point, Point, Point)] = [
      (Point(x: rect.x, y: rect.y), Point(x: 0, y: -1), Point(x: 1, y: 0)),
      (Point(x: rect.maxX, y: rect.y), Point(x: 1, y: 0), Point(x: 0, y: 1)),
      (Point(x: rect.maxX, y: rect.maxY), Point(x: 0, y: 1), Point(x: -1, y: 0)),
      (Point(x: rect.x, y: rect.maxY), Point(x: -1, y: 0), Point(x: 0, y: -1)),
    ]
    var path: [PathElement] = []
    for (place, comes, leaves) in corners {
      let elements = corner.elements.map { element in
        element.map { along, across in
          // `along` runs toward the corner on the incoming side; `across` runs away from it on the
          // outgoing side.
          Point(
            x: place.x + (along - corner.length) * comes.x + across * leaves.x,
            y: place.y + (along - corner.length) * comes.y + across * leaves.y)
        }
      }
      path += path.isEmpty ? elements : [elements[0].asLine] + elements.dropFirst()
    }
    return .path(path + [.close])
  }
}

/// One corner from the end of one side to the start of the next side, as distances along both
/// sides.
private struct ContinuousCorner {
  /// The length of the corner along each side.
  let length: Double
  let elements: [PathElement]

  init(radius: Double, smoothing: Double) {
    let quarter = Double.pi / 4
    length = (1 + smoothing) * radius
    // The angle of the arc, and the angle between a side and the start of the arc.
    let arc = 2 * quarter * (1 - smoothing)
    let turn = quarter * smoothing
    let chord = sin(arc / 2) * radius * 2.0.squareRoot()
    let c = radius * tan(turn / 2) * cos(turn)
    let d = c * tan(turn)
    let b = (length - chord - c - d) / 3
    // The distance of the arc's control points from its ends.
    let handle = radius * tan(arc / 4) * 4 / 3
    let start = Point(x: 3 * b + c, y: d)
    let end = Point(x: start.x + chord, y: d + chord)
    let heading = (x: cos(turn), y: sin(turn))
    let all = length
    elements = [
      .move(Point(x: 0, y: 0)),
      .curve(Point(x: 2 * b, y: 0), Point(x: 3 * b, y: 0), start),
      .curve(
        Point(x: start.x + handle * heading.x, y: start.y + handle * heading.y),
        Point(x: end.x - handle * heading.y, y: end.y - handle * heading.x), end),
      .curve(Point(x: all, y: all - 3 * b), Point(x: all, y: all - 2 * b), Point(x: all, y: all)),
    ]
  }
}

extension PathElement {
  fileprivate func map(_ map: (Double, Double) -> Point) -> PathElement {
    switch self {
    case .move(let point): .move(map(point.x, point.y))
    case .line(let point): .line(map(point.x, point.y))
    case .curve(let one, let two, let end):
      .curve(map(one.x, one.y), map(two.x, two.y), map(end.x, end.y))
    case .close: .close
    }
  }

  /// The straight line to the start of a contour.
  fileprivate var asLine: PathElement {
    if case .move(let point) = self { .line(point) } else { self }
  }
}
