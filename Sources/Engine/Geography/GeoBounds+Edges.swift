extension GeoBounds {
  /// The bounds of the whole earth.
  package static let earth = GeoBounds(south: -90, west: -180, north: 90, east: 180)

  /// Creates bounds from edges in degrees; ``west`` is greater than ``east`` if the area crosses
  /// the antimeridian.
  package init(south: Double, west: Double, north: Double, east: Double) {
    (self.south, self.north) = (south, north)
    (self.west, self.east) = (west, east)
  }

  /// The width in degrees of longitude, from 0 to 360.
  package var width: Double { east - west + (crossesDateLine ? 360 : 0) }

  /// Returns the bounds enlarged by a margin on all sides.
  ///
  /// If the result reaches within 5° of a pole, or if the eastern and western margins meet, the
  /// result covers all longitudes.
  ///
  /// - Parameter margin: the margin in degrees, at most 90.
  /// - Returns: the enlarged bounds.
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
