public import WallfarmPluginKit

/// Shapes that several layouts draw.
public enum Marks {
  /// A disc.
  public static func dot(_ center: Point, radius: Double) -> Shape {
    .ellipse(
      Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius))
  }

  /// Many discs as one path; the radius is accurate to 0.03 percent.
  public static func dots(_ centers: [Point], radius: Double) -> Shape {
    .path(centers.flatMap { circle(at: $0, radius: radius) })
  }

  /// A bar with round ends.
  public static func pill(_ frame: Rect) -> Shape {
    .rounded(frame, radius: min(frame.width, frame.height) / 2)
  }

  /// An arc, to be stroked, that starts at the top of a ring.
  ///
  /// - Parameters:
  ///   - center: the center of the ring.
  ///   - radius: the radius of the stroke's center line in points.
  ///   - share: the fraction of the full circle, from 0 to 1.
  ///   - isMirrored: whether the arc runs counterclockwise.
  /// - Returns: an open path of cubic curves.
  public static func arc(
    _ center: Point, radius: Double, share: Double, isMirrored: Bool
  ) -> Shape {
    let share = min(max(share, 0), 1)
    let count = max(1, Int((share * 8).rounded(.up)))
    let turn = share * 360 / Double(count)
    // The distance of the control points is 4/3·tan(θ/4), according to Aleksas Riškus,
    // "Approximation of a cubic Bezier curve by circular arcs" (2006).
    let reach = 4.0 / 3 * sine(ofDegrees: turn / 4) / sine(ofDegrees: 90 - turn / 4)
    func point(_ degrees: Double, _ along: Double) -> Point {
      let (sin, cos) = (sine(ofDegrees: degrees), sine(ofDegrees: degrees + 90))
      let side = isMirrored ? -1.0 : 1
      return Point(
        x: center.x + side * radius * (sin + along * cos),
        y: center.y + radius * (-cos + along * sin))
    }
    var path: [PathElement] = [.move(point(0, 0))]
    for index in 0..<count {
      let (from, to) = (Double(index) * turn, Double(index + 1) * turn)
      path.append(.curve(point(from, reach), point(to, -reach), point(to, 0)))
    }
    return .path(path)
  }

  /// The path of a rounded rectangle, which can cut a hole in a path that runs in the opposite
  /// direction.
  ///
  /// - Parameters:
  ///   - rect: the rectangle in points.
  ///   - radius: the corner radius in points, at most half of the shorter side.
  ///   - isClockwise: whether the path runs clockwise.
  /// - Returns: a closed path.
  public static func roundedRect(
    _ rect: Rect, radius: Double, isClockwise: Bool = true
  ) -> [PathElement] {
    // The distance from a corner to the control point of a quarter circle.
    let bend = radius * (1 - 0.5523)
    func point(_ x: Double, _ y: Double) -> Point {
      // The counterclockwise path is the mirror image of the clockwise path.
      Point(x: isClockwise ? rect.x + x : rect.maxX - x, y: rect.y + y)
    }
    let (width, height) = (rect.width, rect.height)
    return [
      .move(point(radius, 0)), .line(point(width - radius, 0)),
      .curve(point(width - bend, 0), point(width, bend), point(width, radius)),
      .line(point(width, height - radius)),
      .curve(
        point(width, height - bend), point(width - bend, height), point(width - radius, height)),
      .line(point(radius, height)),
      .curve(point(bend, height), point(0, height - bend), point(0, height - radius)),
      .line(point(0, radius)),
      .curve(point(0, bend), point(bend, 0), point(radius, 0)),
      .close,
    ]
  }

  /// A point on a ring.
  ///
  /// - Parameters:
  ///   - center: the center of the ring.
  ///   - radius: the radius in points.
  ///   - share: the fraction of the full circle from the top, from 0 to 1.
  ///   - isMirrored: whether the fraction is measured counterclockwise.
  /// - Returns: the point.
  public static func point(
    _ center: Point, radius: Double, share: Double, isMirrored: Bool
  ) -> Point {
    let degrees = share * 360
    let side = isMirrored ? -1.0 : 1
    return Point(
      x: center.x + side * radius * sine(ofDegrees: degrees),
      y: center.y - radius * sine(ofDegrees: degrees + 90))
  }

  /// A circle of four cubic curves; with the factor 0.5523, the radius is accurate to 0.03 percent.
  package static func circle(at center: Point, radius: Double) -> [PathElement] {
    let (x, y, bend) = (center.x, center.y, 0.5523 * radius)
    return [
      .move(Point(x: x + radius, y: y)),
      .curve(
        Point(x: x + radius, y: y + bend), Point(x: x + bend, y: y + radius),
        Point(x: x, y: y + radius)),
      .curve(
        Point(x: x - bend, y: y + radius), Point(x: x - radius, y: y + bend),
        Point(x: x - radius, y: y)),
      .curve(
        Point(x: x - radius, y: y - bend), Point(x: x - bend, y: y - radius),
        Point(x: x, y: y - radius)),
      .curve(
        Point(x: x + bend, y: y - radius), Point(x: x + radius, y: y - bend),
        Point(x: x + radius, y: y)),
      .close,
    ]
  }
}
