/// Coasts and shores as rings of places, for those that draw them themselves.
package struct CoastLines: Sendable {
  private let coasts: Coasts

  /// Reads `coasts.bin`; nil where the bytes are not such a file.
  package init?(_ bytes: [UInt8]) {
    guard let file = CoastFile(bytes) else { return nil }
    coasts = Coasts(file)
  }

  /// Rings of land, lakes and islands in lakes that may reach into an area, to be filled by even and odd.
  ///
  /// Rings lie on the sphere: one that goes over the date line has longitudes of both signs, and one round a pole all of
  /// them.
  ///
  /// - Parameters:
  ///   - bounds: the area.
  ///   - finest: how far a line may lie beside the coast, in degrees.
  /// - Returns: rings, the first place of each also its last; nil where the file is damaged.
  package func lines(in bounds: GeoBounds, finest: Double) -> [[GeoPoint]]? {
    let tolerance = finest * .pi / 180 * GeoPoint.earthRadius
    guard let rings = coasts.rings(tolerance >= 6 ? .coarse : tolerance >= 1 ? .middle : .fine)
    else { return nil }
    return (rings.land + rings.lakes).filter { $0.mayReach(into: bounds) }.map { ring in
      let places = ring.corners.compactMap(\.point)
      return places + places.prefix(1)
    }
  }
}

extension CoastRing {
  fileprivate func mayReach(into bounds: GeoBounds) -> Bool {
    guard bounds.width < 180 else { return true }
    let corners = [bounds.south, bounds.north].flatMap { latitude in
      [bounds.west, bounds.west + bounds.width / 2, bounds.east].map {
        UnitVector(latitude: latitude, longitude: $0)
      }
    }
    guard let middle = UnitVector.mean(of: corners) else { return true }
    let reach = corners.map(middle.angle).max() ?? 0
    return center.angle(to: middle) <= radius + reach
  }
}
