package import WallfarmPluginKit

/// Draws a ring on a map and clips it at the rim.
///
/// Each invisible corner is moved to the rim at its bearing. This changes the visible area only if
/// the ring is around the antipode of the center: the ring then surrounds the whole map, and its
/// land lies outside the ring. In this case, the rim is added to the path, so that the area between
/// the ring and the rim is filled.
package struct RingOutline {
  let map: MapProjection
  /// The path, to be filled with the nonzero rule.
  package private(set) var outline: [PathElement] = []
  /// The shoreline without the parts along the rim.
  private(set) var shore: [PathElement] = []

  /// Corners that are closer together than this distance in points are merged, because the
  /// difference is invisible.
  private static let step = 0.2
  /// The angle in radians between successive points along the rim: 3°.
  private static let arc = 3 * Double.pi / 180

  package init(_ ring: CoastRing, on map: MapProjection) {
    self.map = map
    let corners = ring.corners
    guard let first = corners.first, let last = corners.last else { return }
    if map.center.angle(to: ring.center) + ring.radius < map.farthest {
      addWhole(corners)
    } else {
      add(corners, first: first, last: last, isHole: ring.isHole)
    }
  }

  private mutating func addWhole(_ corners: [UnitVector]) {
    var last: Point?
    for corner in corners {
      let point = map.point(corner).onGrid
      if let last, last.isNear(point, RingOutline.step) { continue }
      outline.append(last == nil ? .move(point) : .line(point))
      last = point
    }
    guard outline.count > 2 else {
      outline = []
      return
    }
    outline.append(.close)
    shore = outline
  }

  private mutating func add(
    _ corners: [UnitVector], first: UnitVector, last: UnitVector, isHole: Bool
  ) {
    var pen = Pen(map)
    var previous = last
    var wasSeen = map.sees(last)
    var turn = 0.0
    var bearing = map.bearing(last)
    for corner in corners {
      let isSeen = map.sees(corner)
      if let next = map.bearing(corner) {
        if let bearing { turn += bearing.turn(to: next) }
        bearing = next
      }
      switch (wasSeen, isSeen) {
      case (true, true): pen.draw(to: corner)
      case (true, false): pen.leave(at: map.edge(from: previous, to: corner), toward: corner)
      case (false, true):
        pen.enter(at: map.edge(from: corner, to: previous))
        pen.draw(to: corner)
      case (false, false): pen.pass(corner)
      }
      (previous, wasSeen) = (corner, isSeen)
    }
    guard pen.hasSeen || abs(turn) > .pi else { return }
    (outline, shore) = pen.finished()
    // A ring of land is clockwise as seen from a center inside it, and counterclockwise as seen
    // from a center outside it.
    if isHole ? turn < -Double.pi : turn > Double.pi { outline += rim(clockwise: !isHole) }
  }

  private func rim(clockwise: Bool) -> [PathElement] {
    let start = MapProjection.Bearing(right: 1, up: 0)
    let count = Int((2 * Double.pi / RingOutline.arc).rounded())
    let points = (0..<count).map { index in
      map.rimPoint(start.turned(RingOutline.arc * Double(clockwise ? -index : index))).onGrid
    }
    return [.move(points[0])] + points.dropFirst().map { .line($0) } + [.close]
  }

  /// Builds the path of a ring.
  private struct Pen {
    let map: MapProjection
    private var outline: [PathElement] = []
    private var shore: [PathElement] = []
    private var last: Point?
    private var isOnShore = false
    /// The last bearing that was drawn on the rim.
    private var bearing: MapProjection.Bearing?
    private(set) var hasSeen = false

    init(_ map: MapProjection) { self.map = map }

    private mutating func add(_ point: Point) {
      outline.append(outline.isEmpty ? .move(point) : .line(point))
      last = point
    }

    private mutating func addShore(_ point: Point) {
      shore.append(isOnShore ? .line(point) : .move(point))
      isOnShore = true
    }

    mutating func draw(to corner: UnitVector) {
      hasSeen = true
      bearing = nil
      let point = map.point(corner).onGrid
      if isOnShore, let last, last.isNear(point, RingOutline.step) { return }
      add(point)
      addShore(point)
    }

    mutating func leave(at edge: UnitVector, toward corner: UnitVector) {
      let point = map.point(edge).onGrid
      add(point)
      addShore(point)
      isOnShore = false
      bearing = map.bearing(edge)
      pass(corner)
    }

    mutating func enter(at edge: UnitVector) {
      pass(edge, isLast: true)
      isOnShore = false
      let point = map.point(edge).onGrid
      add(point)
      addShore(point)
    }

    /// Moves along the rim to the bearing of an invisible corner; small steps are merged.
    mutating func pass(_ corner: UnitVector, isLast: Bool = false) {
      guard let next = map.bearing(corner) else { return }
      guard let from = bearing else {
        bearing = next
        return add(map.rimPoint(next).onGrid)
      }
      let turn = from.turn(to: next)
      guard isLast || abs(turn) >= RingOutline.arc else { return }
      let count = max(1, Int((abs(turn) / RingOutline.arc).rounded(.up)))
      for step in 1...count {
        add(map.rimPoint(from.turned(turn * Double(step) / Double(count))).onGrid)
      }
      bearing = next
    }

    func finished() -> (outline: [PathElement], shore: [PathElement]) {
      (outline.count > 2 ? outline + [.close] : [], shore)
    }
  }
}

extension Point {
  /// Rounds to 0.01 pt, so that a map has the same text form on every machine.
  var onGrid: Point {
    Point(x: (x * 100).rounded() / 100, y: (y * 100).rounded() / 100)
  }

  func isNear(_ other: Point, _ distance: Double) -> Bool {
    abs(x - other.x) < distance && abs(y - other.y) < distance
  }
}
