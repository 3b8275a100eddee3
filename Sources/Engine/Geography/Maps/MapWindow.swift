internal import Glibc
package import WallfarmPluginKit

/// Chooses the part of the earth that a map shows.
package enum MapWindow {
  /// The extent in km above which the map becomes a globe.
  private static let farthest = 6000.0
  /// Minimum widths of a regional map and of a close-up map, in km.
  ///
  /// Natural Earth's coastlines look good on maps down to a width of 650 km and acceptable down to
  /// 130 km. On narrower maps, the corners of the coastlines are visible.
  private static let leastOfRegion = 650.0
  private static let leastOfClose = 130.0

  /// Returns a projection that shows the places; `widening` multiplies the minimum width.
  package static func projection(
    of places: [UnitVector], _ view: MapView, widening: Double = 1
  ) -> MapProjection {
    let (center, radius) = cap(around: places)
    let across = 2 * radius * GeoPoint.earthRadius
    let isGlobe = view.extent == .globe || (view.extent == .automatic && across > farthest)
    guard !isGlobe, radius < widest else {
      return globe(around: radius < widest ? center : side(of: places, near: center), view)
    }
    let least = least(view.extent, isOnePlace: radius < 1e-6) * widening
    return region(around: center, of: places, least: least, view)
  }

  /// Maximum angular radius, in radians, of the area of the places.
  ///
  /// In a larger area, some places would be at the rim of a globe centered on the area.
  private static let widest = 80 * Double.pi / 180

  /// Returns an orthographic projection whose globe fits in the frame of the view.
  static func globe(around center: UnitVector, _ view: MapView) -> MapProjection {
    MapProjection(
      .globe, around: center, scale: min(view.frame.width, view.frame.height) / 2,
      origin: Point(x: view.frame.midX, y: view.frame.midY))
  }

  /// Finds the center from which the largest number of places is visible.
  ///
  /// If several centers show the same number, the function chooses the center whose outermost
  /// visible place is farthest from the rim.
  private static func side(of places: [UnitVector], near center: UnitVector) -> UnitVector {
    let some = places.prefix(200)
    let pole = UnitVector(x: 0, y: 0, z: 1)
    let sides =
      [center] + some
      + some.compactMap { place in UnitVector.mean(of: places.filter { $0.dot(place) > 0 }) }
      // Two antipodal places are both visible only if they are at the rim, so centers that are 90°
      // from a place are tried too.
      + some.compactMap { ($0.cross(pole).normalized ?? UnitVector(x: 1, y: 0, z: 0)) }
    func seen(_ side: UnitVector) -> (count: Int, least: Double) {
      let dots = places.map(side.dot).filter { $0 >= MapProjection.horizon }
      return (dots.count, dots.min() ?? 0)
    }
    return sides.max { seen($0) < seen($1) } ?? center
  }

  private static func least(_ extent: MapView.Extent, isOnePlace: Bool) -> Double {
    switch extent {
    case .close: leastOfClose
    case .region: leastOfRegion
    case .automatic, .globe: isOnePlace ? leastOfRegion : leastOfClose * 1.5
    }
  }

  /// Returns an equal-area projection that centers all places in the frame at the largest possible
  /// scale.
  private static func region(
    around center: UnitVector, of places: [UnitVector], least: Double, _ view: MapView
  ) -> MapProjection {
    let zero = Point(x: 0, y: 0)
    let unit = MapProjection(.equalArea, around: center, scale: 1, origin: zero, farthest: 2)
    let points = places.map(unit.point)
    let (left, right) = (points.map(\.x).min() ?? 0, points.map(\.x).max() ?? 0)
    let (top, bottom) = (points.map(\.y).min() ?? 0, points.map(\.y).max() ?? 0)
    let nearest = min(view.frame.width, view.frame.height) * GeoPoint.earthRadius / least
    let scale = min(
      nearest, view.frame.width / max(right - left, 1e-9),
      view.frame.height / max(bottom - top, 1e-9))
    let origin = Point(
      x: view.frame.midX - (left + right) / 2 * scale,
      y: view.frame.midY - (top + bottom) / 2 * scale)
    let corners = [view.bounds.x, view.bounds.maxX].flatMap { x in
      [view.bounds.y, view.bounds.maxY].map { y in
        ((x - origin.x) * (x - origin.x) + (y - origin.y) * (y - origin.y)).squareRoot()
      }
    }
    return MapProjection(
      .equalArea, around: center, scale: scale, origin: origin,
      farthest: (corners.max() ?? 0) * 1.03)
  }

  /// Computes the smallest circle on the sphere that encloses the places, to within 1 percent; the
  /// radius is in radians.
  ///
  /// Source: M. Bădoiu and K. Clarkson, "Smaller core-sets for balls" (2003). The algorithm takes
  /// decreasing steps toward the farthest place.
  private static func cap(around places: [UnitVector]) -> (center: UnitVector, radius: Double) {
    guard var center = UnitVector.mean(of: places) ?? places.first else {
      return (UnitVector(x: 1, y: 0, z: 0), 0)
    }
    func farthest() -> UnitVector { places.min { center.dot($0) < center.dot($1) } ?? center }
    for step in 1...200 { center = center.toward(farthest(), 1 / Double(step + 1)) }
    return (center, center.angle(to: farthest()))
  }
}
