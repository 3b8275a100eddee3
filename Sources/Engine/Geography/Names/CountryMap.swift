internal import Glibc

/// Finds the country at a position, with an accuracy of about 10 km.
struct CountryMap: Sendable {
  private let countries: [Country]
  private let rows: [[LandSpan]]

  init(_ countries: [Country], _ rows: [[LandSpan]]) {
    (self.countries, self.rows) = (countries, rows)
  }

  /// Returns the country at a position; nil at sea.
  ///
  /// The rows only approximate the coast, and people take photos on beaches and piers. Therefore,
  /// if no country contains the position, a country within 11 km to the east or west is used,
  /// either in the same row or in the adjacent rows to the north and south (each 22 km high).
  func country(at point: GeoPoint) -> Country? {
    let row = min(LandSpan.rows - 1, Int((point.latitude + 90) * 5))
    let longitude = point.longitude * 100
    if let found = span(in: row, at: longitude, margin: 0) { return countries[found.country] }
    let margin = 10 / max(0.02, cos(GeoPoint.radians(point.latitude)))
    for near in [row, row - 1, row + 1] where rows.indices.contains(near) {
      if let found = span(in: near, at: longitude, margin: margin) {
        return countries[found.country]
      }
    }
    return nil
  }

  /// Returns the narrowest span, because an island can be inside the span of another country.
  private func span(in row: Int, at longitude: Double, margin: Double) -> LandSpan? {
    rows[row].filter {
      let (start, end) = (Double($0.start) - margin, Double($0.end) + margin)
      // Spans may extend across the antimeridian.
      return [longitude, longitude - 36_000, longitude + 36_000].contains {
        (start...end).contains($0)
      }
    }.min { $0.end - $0.start < $1.end - $1.start }
  }
}
