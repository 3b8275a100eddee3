internal import Glibc

/// A place on the earth, in degrees.
package struct GeoPoint: Hashable, Sendable {
  /// -90 (the south pole) to 90.
  package let latitude: Double
  /// -180 to 180, east above 0; -180 and 180 are the same meridian and are kept as 180.
  package let longitude: Double

  /// Makes a place; nil outside of -90…90 and -180…180, and for what is no number.
  package init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    self.init(valid: latitude, longitude)
  }

  private init(valid latitude: Double, _ longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude == -180 ? 180 : longitude
  }

  /// The mean radius of the earth in km, (2a + b) / 3 of WGS 84.
  ///
  /// Moritz, "Geodetic Reference System 1980", Journal of Geodesy 74 (2000): R1 = 6,371.0088 km. A sphere of this
  /// radius is wrong by up to 0.56 % beside the ellipsoid: 450 m in the 80 km of a trip.
  package static let earthRadius = 6371.0088

  /// The distance over the earth's surface, in km: 0 to about 20,015.
  ///
  /// The haversine formula (R. W. Sinnott, "Virtues of the Haversine", Sky & Telescope 68, 1984), which is exact
  /// for near places, and at poles and the date line as anywhere; for antipodes rounding is kept below 1.
  package func distance(to other: GeoPoint) -> Double {
    let north = sin(GeoPoint.radians(other.latitude - latitude) / 2)
    let east = sin(GeoPoint.radians(other.longitude - longitude) / 2)
    let across = cos(GeoPoint.radians(latitude)) * cos(GeoPoint.radians(other.latitude))
    let haversine = north * north + across * east * east
    return 2 * GeoPoint.earthRadius * asin(min(1, haversine.squareRoot()))
  }

  /// The place in the middle of others: that of the sum of their vectors, so right over the date line and poles.
  ///
  /// nil for no places, and where they are all around the earth and have no middle.
  package static func mean(of points: some Sequence<GeoPoint>) -> GeoPoint? {
    UnitVector.mean(of: points.lazy.map(\.vector))?.point
  }

  package static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
  package static func degrees(_ radians: Double) -> Double { radians * 180 / .pi }

  /// As a direction from the middle of the earth.
  package var vector: UnitVector { UnitVector(latitude: latitude, longitude: longitude) }
}
