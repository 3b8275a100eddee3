/// The name of a place, with its certainty.
package enum PlaceName: Hashable, Sendable {
  /// In or very near a city: `Lisbon`.
  case city(String, Country)
  /// Outside the reach of all cities, with the nearest city: `near Óbidos`.
  case near(String, Country)
  /// In a country, at least 30 km from any city: `Mongolia`.
  case country(Country)

  /// The country; near a border, the country of the city.
  package var country: Country {
    switch self {
    case .city(_, let country), .near(_, let country), .country(let country): country
    }
  }
}

extension PlaceName: CustomStringConvertible {
  /// The English name.
  package var description: String {
    switch self {
    case .city(let name, _): name
    case .near(let name, _): "near \(name)"
    case .country(let country): country.name
    }
  }
}
