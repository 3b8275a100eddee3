extension GeoBounds {
  /// All of the earth.
  package static let earth = GeoBounds(south: -90, west: -180, north: 90, east: 180)

  /// An area by its edges, in degrees; ``west`` is more than ``east`` where it lies over the date line.
  package init(south: Double, west: Double, north: Double, east: Double) {
    (self.south, self.north) = (south, north)
    (self.west, self.east) = (west, east)
  }

  /// How wide it is, in degrees: 0 to 360.
  package var width: Double { east - west + (crossesDateLine ? 360 : 0) }

  /// An area with a margin round it.
  ///
  /// Near a pole all meridians are near, and a margin that meets itself is all the way round.
  ///
  /// - Parameter margin: in degrees, up to 90.
  /// - Returns: the wider area.
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
