import Foundation
package import Geography
import Testing

/// Makes a point from coordinates that the test knows to be valid.
package func point(_ latitude: Double, _ longitude: Double) throws -> GeoPoint {
  try #require(GeoPoint(latitude: latitude, longitude: longitude))
}

extension GeoPoint {
  /// Berlin, the home in most tests.
  package static let home: GeoPoint = {
    guard let place = GeoPoint(latitude: 52.52, longitude: 13.405) else { preconditionFailure() }
    return place
  }()

  /// Returns the point at a distance in kilometers and a bearing in degrees clockwise from north.
  package func moved(_ kilometers: Double, toward bearing: Double) -> GeoPoint {
    let (angle, turn) = (kilometers / GeoPoint.earthRadius, bearing * .pi / 180)
    let (north, east) = (latitude * .pi / 180, longitude * .pi / 180)
    let up = asin(sin(north) * cos(angle) + cos(north) * sin(angle) * cos(turn))
    let along = atan2(
      sin(turn) * sin(angle) * cos(north), cos(angle) - sin(north) * sin(up))
    return GeoPoint(
      latitude: min(90, max(-90, up * 180 / .pi)),
      longitude: ((east + along) * 180 / .pi).turned) ?? self
  }

  /// Returns the point rotated around the earth's axis.
  package func shifted(_ degrees: Double) -> GeoPoint {
    GeoPoint(latitude: latitude, longitude: (longitude + degrees).turned) ?? self
  }
}

extension Double {
  /// The value normalized to a longitude from -180 to 180.
  package var turned: Double { remainder(dividingBy: 360) }
}

extension GeoPoint {
  /// A random point; every third point is at an edge of the map.
  package static func any(_ random: inout SeededGenerator) -> GeoPoint {
    let edge = Int.random(in: 0..<6, using: &random)
    let latitude =
      edge == 0
      ? [-90, 90, 89.999, -89.5].randomElement(using: &random) ?? 90
      : Double.random(in: -90...90, using: &random)
    let longitude =
      edge == 1
      ? [180, -180, 179.99, -179.99].randomElement(using: &random) ?? 180
      : Double.random(in: -180...180, using: &random)
    return GeoPoint(latitude: latitude, longitude: longitude) ?? .home
  }
}
