import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Rectangles with corners of continuous curvature.
@Suite struct ContinuousShapeTests {
  private static let rect = Rect(x: 10, y: 20, width: 200, height: 120)

  /// The outline touches all sides, and neighboring parts meet without a bend.
  @Test(arguments: [1.0, 12, 37.5, 45, 59, 60, 500])
  func theOutlineIsSmooth(_ radius: Double) throws {
    let shape = Shape.continuous(Self.rect, radius: radius)
    guard case .path(let path) = shape else { throw Unexpected() }
    #expect(Self.rect.contains(shape.bounds, tolerance: 1e-6))
    #expect(shape.bounds.contains(Self.rect, tolerance: 1e-6))
    #expect(path.count == 17 && path.last == .close)
    // The directions at the end of each part and at the start of the next part.
    var parts: [(start: Point, first: Point, second: Point, end: Point)] = []
    var at = Point(x: 0, y: 0)
    for element in path {
      switch element {
      case .move(let point): at = point
      case .line(let point):
        if distance(at, point) > 1e-9 { parts.append((at, point, at, point)) }
        at = point
      case .curve(let one, let two, let end):
        if distance(at, end) > 1e-9 { parts.append((at, one, two, end)) }
        at = end
      case .close: break
      }
    }
    for (one, next) in zip(parts, parts.dropFirst()) {
      let before = direction(one.second, one.end) ?? direction(one.start, one.end)
      let after = direction(next.start, next.first) ?? direction(next.start, next.end)
      guard let before, let after else { continue }
      #expect(abs(before.x - after.x) < 1e-6 && abs(before.y - after.y) < 1e-6)
    }
  }

  /// A corner is rounder than a circular corner with the same radius only near its ends: the
  /// diagonal touches the same circle.
  @Test func theDiagonalIsThatOfACircle() throws {
    guard case .path(let path) = Shape.continuous(Self.rect, radius: 30) else { throw Unexpected() }
    guard case .curve(let one, let two, let end) = path[2], case .curve(_, _, let start) = path[1]
    else { throw Unexpected() }
    let middle = Point(
      x: (start.x + 3 * one.x + 3 * two.x + end.x) / 8,
      y: (start.y + 3 * one.y + 3 * two.y + end.y) / 8)
    #expect(abs(distance(middle, Point(x: 40, y: 50)) - 30) < 0.01)
  }

  /// A radius of half of the shorter side results in semicircles.
  @Test func theLargestRadiusIsACapsule() throws {
    guard case .path(let path) = Shape.continuous(Self.rect, radius: 60) else { throw Unexpected() }
    let center = Point(x: 70, y: 80)
    for element in path.prefix(4) {
      guard case .curve(_, _, let end) = element else { continue }
      #expect(abs(distance(end, center) - 60) < 1e-6)
    }
  }

  @Test func withoutARadiusItIsARectangle() {
    #expect(Shape.continuous(Self.rect, radius: 0) == .rectangle(Self.rect))
  }

  private struct Unexpected: Error {}

  private func distance(_ one: Point, _ other: Point) -> Double {
    ((one.x - other.x) * (one.x - other.x) + (one.y - other.y) * (one.y - other.y)).squareRoot()
  }

  private func direction(_ from: Point, _ to: Point) -> Point? {
    let length = distance(from, to)
    return length > 1e-9
      ? Point(x: (to.x - from.x) / length, y: (to.y - from.y) / length) : nil
  }
}
