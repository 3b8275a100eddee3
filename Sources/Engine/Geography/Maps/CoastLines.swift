/// Coastlines as rings of positions, for clients that draw their own maps.
package struct CoastLines: Sendable {
  private let coasts: Coasts

  /// Parses `coasts.bin`; nil if it is invalid.
  package init?(_ bytes: [UInt8]) {
    guard let file = CoastFile(bytes) else { return nil }
    coasts = Coasts(file)
  }

  /// Returns the rings of land, lakes and islands in lakes that may intersect an area.
  ///
  /// Fill them with the even-odd rule.
  ///
  /// The rings are on the sphere: a ring that crosses the antimeridian has longitudes of both
  /// signs, and a ring around a pole spans all longitudes.
  ///
  /// - Parameters:
  ///   - bounds: the area.
  ///   - finest: the largest deviation from the coast that is still invisible, in degrees; it
  ///     determines which of three levels of detail is used.
  /// - Returns: closed rings; nil if the file is damaged.
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
