/// The name of a place, with one case for each level of precision.
package enum PlaceName: Hashable, Sendable {
  /// In a city or very close to it: `Lisbon`.
  case city(String, Country)
  /// Outside the reach of every city, but within 30 km of a city: `near Óbidos`.
  case near(String, Country)
  /// In a country, more than 30 km from the nearest city: `Mongolia`.
  case country(Country)

  /// The country; near a border, the country to which the named city belongs.
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
