/// The smallest area between two parallels and two meridians that places lie in.
package struct GeoBounds: Hashable, Sendable {
  /// In degrees, -90 to 90.
  package let south: Double
  /// In degrees, -90 to 90.
  package let north: Double
  /// In degrees; more than ``east`` where the area lies over the date line.
  package let west: Double
  /// In degrees.
  package let east: Double

  /// Whether the date line runs through it.
  package var crossesDateLine: Bool { west > east }

  /// Finds it; nil for no places.
  package init?(of points: some Collection<GeoPoint>) {
    let latitudes = points.map(\.latitude)
    let longitudes = points.map(\.longitude).sorted()
    guard let south = latitudes.min(), let north = latitudes.max(), let first = longitudes.first,
      let last = longitudes.last
    else { return nil }
    (self.south, self.north) = (south, north)
    // Around the earth, the area is all but the widest gap between two places.
    var widest = (width: first + 360 - last, west: first, east: last)
    for (one, next) in zip(longitudes, longitudes.dropFirst()) where next - one > widest.width {
      widest = (next - one, next, one)
    }
    (west, east) = (widest.west, widest.east)
  }
}
