extension GeoBounds {
  /// The whole earth.
  package static let earth = GeoBounds(south: -90, west: -180, north: 90, east: 180)

  /// Creates bounds from edges in degrees; ``west`` exceeds ``east`` if the antimeridian is
  /// crossed.
  package init(south: Double, west: Double, north: Double, east: Double) {
    (self.south, self.north) = (south, north)
    (self.west, self.east) = (west, east)
  }

  /// The width in degrees of longitude, from 0 to 360.
  package var width: Double { east - west + (crossesDateLine ? 360 : 0) }

  /// The bounds with a margin on all sides.
  ///
  /// Near a pole, or if the margins meet, the result covers all longitudes.
  ///
  /// - Parameter margin: degrees, at most 90.
  /// - Returns: the widened bounds.
  package func widened(by margin: Double) -> GeoBounds {
    let (south, north) = (max(-90, south - margin), min(90, north + margin))
    guard width + 2 * margin < 360, max(-south, north) < 85 else {
      return GeoBounds(south: south, west: -180, north: north, east: 180)
    }
    let (west, east) = (west - margin, east + margin)
    return GeoBounds(
      south: south, west: west < -180 ? west + 360 : west, north: north,
      east: east > 180 ? east - 360 : east)
  }
}
