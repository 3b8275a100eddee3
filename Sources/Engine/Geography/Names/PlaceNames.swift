internal import Glibc

/// Names places without asking anybody: from 72,000 cities and the land of 250 countries.
///
/// 1. Of the cities that reach a place, the one with most people; a city reaches max(1.5, 1 + 0.01 · √people) km. In
///    ten trials that said what people say ten times, and the nearest town was poor in most: it is a suburb nobody
///    has heard of.
/// 2. Else `near` the nearest city, within 30 km.
/// 3. Else the country.
/// 4. Else none: it is at sea.
package struct PlaceNames: Sendable {
  private let countries: [Country]
  private let grid: PointGrid
  /// UTF-8 lines, and where each begins: 72,000 strings would take three times the room.
  private let names: [UInt8]
  private let nameStarts: [UInt32]
  /// The country of each city, its people, and how far it reaches as a squared chord.
  private let countryOf: [UInt8]
  private let populations: [UInt8]
  private let reaches: [Double]
  private let map: CountryMap

  /// How far away a city can be to say `near`, in km.
  package static let nearest = 30.0

  /// The farthest that a city reaches: 51 km, Shanghai.
  private let farthest: Double

  /// Reads `cities.bin`, in some 20 ms; nil where the bytes are not such a file, whole.
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
    // A table: there are 256 sizes of cities.
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

  /// How many cities there are.
  package var count: Int { populations.count }

  /// What a place is called; nil at sea.
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

  /// How far a city is said to reach, in km.
  static func reach(ofPeople people: Double) -> Double { max(1.5, 1 + 0.01 * people.squareRoot()) }

  /// Of two with as many people the nearer one.
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
