package import Geography

/// What a trip is called; a page or a picture can say it in its language.
package enum TripName: Hashable, Sendable {
  /// One place or two: `Lisbon`, `Lisbon and Porto`.
  case places([PlaceName])
  /// More of them, abroad: `Portugal`, `Portugal and Spain`.
  case countries([Country])
  /// More of them in the country of the home, whose name would say nothing: `3 places in Portugal`.
  case placesIn(Int, Country)
  /// In more than two countries: `5 places in 3 countries`.
  case placesInCountries(Int, Int)
}

extension TripName {
  /// Names a trip by its stops; nil where no place of it has a name: then it was at sea.
  ///
  /// - Parameters:
  ///   - trip: the trip.
  ///   - home: the country of the home then; nil where it is not known.
  ///   - names: what places are called.
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

  /// The name that most places have; of two that are as common, the first.
  ///
  /// What is near a city counts for it, and where one place is in it the trip was there: nobody says
  /// "Apia and near Pago Pago".
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
    // Of equals `max` would take the last.
    return counts.reversed().max { $0.count < $1.count }?.name
  }
}

extension PlaceName {
  /// Whether both name a city, and the same one, or both a country.
  fileprivate func meansTheSame(as other: PlaceName) -> Bool {
    switch (self, other) {
    case (.city(let one, _), .near(let two, _)), (.near(let one, _), .city(let two, _)):
      one == two && country == other.country
    default: self == other
    }
  }
}

extension TripName: CustomStringConvertible {
  /// In English.
  package var description: String {
    switch self {
    case .places(let places): places.map(\.description).joined(separator: " and ")
    case .countries(let countries): countries.map(\.name).joined(separator: " and ")
    case .placesIn(let count, let country): "\(count) places in \(country.name)"
    case .placesInCountries(let count, let countries): "\(count) places in \(countries) countries"
    }
  }
}
