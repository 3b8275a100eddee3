package import Geography

/// The language-independent name of a trip.
package enum TripName: Hashable, Sendable {
  /// One or two places: `Lisbon`, `Lisbon and Porto`.
  case places([PlaceName])
  /// More than two places in one foreign country or in two countries: `Portugal`, `Portugal and
  /// Spain`.
  case countries([Country])
  /// More than two places in the home country: `3 places in Portugal`.
  case placesIn(Int, Country)
  /// Places in more than two countries: `5 places in 3 countries`.
  case placesInCountries(Int, Int)
}

extension TripName {
  /// Creates a name from the stops of a trip; returns `nil` if no location has a name, as at sea.
  ///
  /// - Parameters:
  ///   - trip: The trip.
  ///   - home: The home country at that time; `nil` if it is unknown.
  ///   - names: The names of places.
  package init?(_ trip: Trip, home: Country?, _ names: PlaceNames) {
    let stops = trip.stops.map(\.samples)
    var found: [PlaceName] = []
    for samples in stops.isEmpty ? [trip.samples] : stops {
      if let name = TripName.mostCommon(samples, names), !found.contains(name) {
        found.append(name)
      }
    }
    guard let first = found.first else { return nil }
    var countries: [Country] = []
    for name in found where !countries.contains(name.country) { countries.append(name.country) }
    switch (found.count, countries.count) {
    case (1...2, _): self = .places(found)
    case (_, 1) where first.country == home: self = .placesIn(found.count, first.country)
    case (_, 1...2): self = .countries(countries)
    default: self = .placesInCountries(found.count, countries.count)
    }
  }

  /// The most frequent name; ties are broken by the first occurrence.
  ///
  /// Locations near a city and locations in the city are counted together. If at least one of them
  /// is in the city, the name does not contain "near". This avoids names such as "Apia and near
  /// Pago Pago".
  private static func mostCommon(_ places: [GeoPoint], _ names: PlaceNames) -> PlaceName? {
    var counts: [(name: PlaceName, count: Int)] = []
    for name in places.compactMap(names.name(of:)) {
      if let known = counts.firstIndex(where: { $0.name.meansTheSame(as: name) }) {
        counts[known].count += 1
        if case .city = name { counts[known].name = name }
      } else {
        counts.append((name, 1))
      }
    }
    // `max` would return the last of equal elements.
    return counts.reversed().max { $0.count < $1.count }?.name
  }
}

extension PlaceName {
  /// Whether both names refer to the same city or country.
  fileprivate func meansTheSame(as other: PlaceName) -> Bool {
    switch (self, other) {
    case (.city(let one, _), .near(let two, _)), (.near(let one, _), .city(let two, _)):
      one == two && country == other.country
    default: self == other
    }
  }
}

extension TripName: CustomStringConvertible {
  /// The name in English.
  package var description: String {
    switch self {
    case .places(let places): places.map(\.description).joined(separator: " and ")
    case .countries(let countries): countries.map(\.name).joined(separator: " and ")
    case .placesIn(let count, let country): "\(count) places in \(country.name)"
    case .placesInCountries(let count, let countries): "\(count) places in \(countries) countries"
    }
  }
}
