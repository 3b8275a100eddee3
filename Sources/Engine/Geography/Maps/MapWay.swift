internal import Glibc
internal import WallfarmPluginKit

/// The great-circle route between two places on a map.
enum MapWay {
  /// The angle between successive corners of the path: 2°, so that the path deviates from the route
  /// by less than 0.1 pt.
  private static let step = 2 * Double.pi / 180

  /// Returns the visible part of the route as a path, which is empty if the places are equal.
  static func outline(
    from start: UnitVector, to end: UnitVector, on map: MapProjection
  ) -> [PathElement] {
    let angle = start.angle(to: end)
    guard angle > 1e-9 else { return [] }
    // Between antipodes, every great circle is a shortest path, so choose the one through the
    // center of the map.
    let isOpposite = angle > .pi - 1e-9
    guard let across = (isOpposite ? start.cross(map.center) : start.cross(end)).normalized else {
      return []
    }
    let ahead = across.cross(start)
    let count = max(1, Int((angle / step).rounded(.up)))
    let corners = (0...count).map { index in
      let (sine, cosine) = (
        sin(angle * Double(index) / Double(count)), cos(angle * Double(index) / Double(count))
      )
      return UnitVector(
        x: start.x * cosine + ahead.x * sine, y: start.y * cosine + ahead.y * sine,
        z: start.z * cosine + ahead.z * sine)
    }
    var outline: [PathElement] = []
    for (one, next) in zip(corners, corners.dropFirst()) {
      let (seesOne, seesNext) = (map.sees(one), map.sees(next))
      guard seesOne || seesNext else { continue }
      let first = seesOne ? one : map.edge(from: next, to: one)
      let last = seesNext ? next : map.edge(from: one, to: next)
      if outline.isEmpty || !seesOne { outline.append(.move(map.point(first).onGrid)) }
      outline.append(.line(map.point(last).onGrid))
    }
    return outline
  }
}
