/// What a place is called, and how sure that is.
package enum PlaceName: Hashable, Sendable {
  /// In a city, or so near that it is said to be there: `Lisbon`.
  case city(String, Country)
  /// No city reaches so far, but this one is the nearest: `near Óbidos`.
  case near(String, Country)
  /// Land without a city for 30 km: `Mongolia`.
  case country(Country)

  /// Where it is; near a border, the country of the city.
  package var country: Country {
    switch self {
    case .city(_, let country), .near(_, let country), .country(let country): country
    }
  }
}

extension PlaceName: CustomStringConvertible {
  /// In English.
  package var description: String {
    switch self {
    case .city(let name, _): name
    case .near(let name, _): "near \(name)"
    case .country(let country): country.name
    }
  }
}
