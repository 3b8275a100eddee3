/// The name of a place, and how precise it is.
package enum PlaceName: Hashable, Sendable {
  /// In a city or very close to it: `Lisbon`.
  case city(String, Country)
  /// Outside the reach of every city; names the nearest city: `near Óbidos`.
  case near(String, Country)
  /// In a country, at least 30 km from the nearest city: `Mongolia`.
  case country(Country)

  /// The country; near a border, the country to which the city belongs.
  package var country: Country {
    switch self {
    case .city(_, let country), .near(_, let country), .country(let country): country
    }
  }
}

extension PlaceName: CustomStringConvertible {
  /// The place name in English.
  package var description: String {
    switch self {
    case .city(let name, _): name
    case .near(let name, _): "near \(name)"
    case .country(let country): country.name
    }
  }
}
