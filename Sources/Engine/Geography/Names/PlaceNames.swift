internal import Glibc

/// Finds place names offline, using 72,000 cities and the land areas of 250 countries.
///
/// The name of a place is the first of the following that applies:
///
/// 1. The most populous city whose reach includes the place. The reach of a city is max(1.5, 1 +
///    0.01 · √people) km. In ten trials, this rule always matched common usage, while the nearest
///    town was usually an obscure suburb.
/// 2. `near` and the nearest city within 30 km.
/// 3. The country.
/// 4. No name, because the place is at sea.
package struct PlaceNames: Sendable {
  private let countries: [Country]
  private let grid: PointGrid
  /// The city names in UTF-8, one per line, and the offset of each line; 72,000 strings would take
  /// three times as much memory.
  private let names: [UInt8]
  private let nameStarts: [UInt32]
  /// The country, the population and the reach (as a squared chord) of each city.
  private let countryOf: [UInt8]
  private let populations: [UInt8]
  private let reaches: [Double]
  private let map: CountryMap

  /// Maximum distance in km at which a city is used for `near`.
  package static let nearest = 30.0

  /// The search radius in km: the maximum reach of any city (51 km, for Shanghai), but at least
  /// ``nearest``.
  private let farthest: Double

  /// Parses `cities.bin` in about 20 ms; nil if it is invalid.
  package init?(_ bytes: [UInt8]) {
    guard let file = CityFile(bytes), file.countries.count <= 256 else { return nil }
    countries = file.countries
    populations = file.populations
    countryOf = file.counts.enumerated().flatMap {
      repeatElement(UInt8($0.offset), count: $0.element)
    }
    names = file.names
    nameStarts =
      [0]
      + file.names.indices.filter { file.names[$0] == UInt8(ascii: "\n") }.map {
        UInt32($0 + 1)
      }
    // Use a lookup table, because there are only 256 population values.
    let radii = (0...255).map { PlaceNames.reach(ofPeople: pow(10, Double($0) / 32)) }
    let chords = radii.map(UnitVector.squaredChord(ofKilometers:))
    reaches = file.populations.map { chords[Int($0)] }
    farthest = file.populations.max().map { max(radii[Int($0)], PlaceNames.nearest) } ?? 1
    let points = zip(file.latitudes, file.longitudes).map { latitude, longitude in
      UnitVector(latitude: Double(latitude) / 1000, longitude: Double(longitude) / 1000)
    }
    grid = PointGrid(points, cell: farthest)
    map = CountryMap(file.countries, file.land)
  }

  /// The number of cities.
  package var count: Int { populations.count }

  /// Returns the name of a place; nil at sea.
  package func name(of point: GeoPoint) -> PlaceName? {
    let limit = UnitVector.squaredChord(ofKilometers: PlaceNames.nearest)
    var reaching: (city: Int, chord: Double)?
    var nearest: (city: Int, chord: Double)?
    grid.forEach(near: point.vector, within: farthest) { city, chord in
      if chord <= reaches[city], isLarger(city, chord, than: reaching) { reaching = (city, chord) }
      if chord <= limit, chord < nearest?.chord ?? .infinity { nearest = (city, chord) }
    }
    if let reaching { return .city(name(ofCity: reaching.city), country(ofCity: reaching.city)) }
    if let nearest { return .near(name(ofCity: nearest.city), country(ofCity: nearest.city)) }
    return map.country(at: point).map { .country($0) }
  }

  /// Returns the reach of a city in km, which depends on the population.
  package static func reach(ofPeople people: Double) -> Double {
    max(1.5, 1 + 0.01 * people.squareRoot())
  }

  /// Whether a city is larger than another, or equally large and nearer.
  private func isLarger(_ city: Int, _ chord: Double, than other: (city: Int, chord: Double)?)
    -> Bool
  {
    guard let other else { return true }
    let (one, two) = (populations[city], populations[other.city])
    return one == two ? chord < other.chord : one > two
  }

  private func country(ofCity city: Int) -> Country { countries[Int(countryOf[city])] }

  private func name(ofCity city: Int) -> String {
    String(decoding: names[Int(nameStarts[city])..<Int(nameStarts[city + 1]) - 1], as: UTF8.self)
  }
}
