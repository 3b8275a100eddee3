/// The smallest area between two parallels and two meridians that contains a set of places.
package struct GeoBounds: Hashable, Sendable {
  /// The southern edge in degrees, from -90 to 90.
  package let south: Double
  /// The northern edge in degrees, from -90 to 90.
  package let north: Double
  /// The western edge in degrees; it is greater than ``east`` if the area crosses the antimeridian.
  package let west: Double
  /// The eastern edge in degrees.
  package let east: Double

  /// Whether the area crosses the antimeridian.
  package var crossesDateLine: Bool { west > east }

  /// Computes the bounds of places; nil if there are no places.
  package init?(of points: some Collection<GeoPoint>) {
    let latitudes = points.map(\.latitude)
    let longitudes = points.map(\.longitude).sorted()
    guard let south = latitudes.min(), let north = latitudes.max(), let first = longitudes.first,
      let last = longitudes.last
    else { return nil }
    (self.south, self.north) = (south, north)
    // The bounds exclude the widest gap between adjacent longitudes.
    var widest = (width: first + 360 - last, west: first, east: last)
    for (one, next) in zip(longitudes, longitudes.dropFirst()) where next - one > widest.width {
      widest = (next - one, next, one)
    }
    (west, east) = (widest.west, widest.east)
  }
}
