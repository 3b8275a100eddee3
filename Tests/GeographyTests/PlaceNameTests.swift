import Geography
import Testing
import WallfarmTesting

/// Places have their common names.
@Suite(.tags(.torture)) struct PlaceNameTests {
  struct Place: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let latitude: Double
    let longitude: Double
    let name: String?
    /// The poor name that the program is known to return instead of `name`, or `nil` if it returns
    /// `name`.
    let poor: String?

    init(
      _ title: String, _ latitude: Double, _ longitude: Double, _ name: String?,
      poor: String? = nil
    ) {
      (testDescription, self.latitude, self.longitude) = (title, latitude, longitude)
      (self.name, self.poor) = (name, poor)
    }

    static let all = [
      // City centers and landmarks.
      Place("Praça do Comércio", 38.7075, -9.1364, "Lisbon"),
      Place("Eiffel Tower", 48.8584, 2.2945, "Paris"),
      Place("Brandenburg Gate", 52.5163, 13.3777, "Berlin"),
      Place("Marienplatz", 48.1374, 11.5755, "Munich"),
      Place("Shibuya Crossing", 35.6595, 139.7005, "Tokyo"),
      Place("Opera House", -33.8568, 151.2153, "Sydney"),
      Place("Times Square", 40.7580, -73.9855, "New York City"),
      Place("Golden Gate Bridge, north end", 37.8324, -122.4795, "San Francisco"),
      Place("Table Mountain", -33.9628, 18.4098, "Cape Town"),
      Place("Ipanema", -22.9868, -43.2050, "Rio de Janeiro"),
      Place("Hallgrímskirkja", 64.1417, -21.9266, "Reykjavík"),
      Place("Jemaa el-Fnaa", 31.6258, -7.9891, "Marrakesh"),
      Place("Ponte Vecchio", 43.7680, 11.2531, "Florence"),
      Place("Ha Noi, old quarter", 21.0340, 105.8500, "Hanoi"),
      // Districts and suburbs. A place within the reach of a city gets the city's name.
      Place("Brooklyn Bridge Park", 40.7003, -73.9967, "New York City"),
      Place("Montmartre", 48.8867, 2.3431, "Paris"),
      Place("Saint-Denis, basilica", 48.9354, 2.3600, "Paris"),
      Place("Versailles, palace", 48.8049, 2.1204, "Versailles"),
      Place("Potsdam, Sanssouci", 52.4042, 13.0385, "Potsdam"),
      Place("Belém tower", 38.6916, -9.2160, "Lisbon"),
      Place("Greenwich observatory", 51.4769, -0.0005, "London"),
      // Villages near large cities and in the countryside.
      Place("Sintra, Pena Palace", 38.7876, -9.3906, "Sintra"),
      Place("Dachau, old town", 48.2603, 11.4340, "Dachau"),
      Place("Giverny, Monet's garden", 49.0755, 1.5339, "near Vernon"),
      Place("Neuschwanstein", 47.5576, 10.7498, "near Füssen"),
      Place("Hallstatt", 47.5622, 13.6493, "Hallstatt", poor: "near Reiterndorf"),
      Place("Zermatt", 46.0207, 7.7491, "Zermatt"),
      Place("Grindelwald", 46.6242, 8.0414, "near Interlaken"),
      Place("Óbidos", 39.3606, -9.1571, "Óbidos"),
      // Small states and islands.
      Place("Saint Peter's Square", 41.9022, 12.4568, "Rome"),
      Place("Monte Carlo Casino", 43.7396, 7.4274, "Monaco"),
      Place("San Marino, Guaita", 43.9346, 12.4496, "San Marino"),
      Place("Oia, Santorini", 36.4618, 25.3753, "Oía", poor: "near Emporeío"),
      Place("Capri, piazzetta", 40.5507, 14.2429, "Capri"),
      Place("Malé", 4.1755, 73.5093, "Male"),
      Place("Hanga Roa, Easter Island", -27.1500, -109.4333, "Hanga Roa"),
      // Remote places, oceans, the poles, and places near 180° longitude.
      Place("Longyearbyen, Svalbard", 78.2232, 15.6267, "Longyearbyen"),
      Place("Ny-Ålesund, Svalbard", 78.9235, 11.9099, "Svalbard and Jan Mayen"),
      Place("Nadi airport, west of 180°", -17.7765, 177.4356, "near Nadi"),
      Place("Somosomo, Taveuni, east of 180°", -16.7667, -179.9667, "Fiji"),
      Place("Uluru", -25.3444, 131.0369, "near Yulara"),
      Place("Gobi", 43.2, 107.5, "Mongolia"),
      Place("South Pole", -90, 0, "Antarctica"),
      Place("North Pole", 90, 0, nil),
      Place("Point Nemo, in the Pacific", -48.8767, -123.3933, nil),
      Place("middle of the Atlantic", 30, -40, nil),
      Place("in the Pacific, on 180°", 10, 180, nil),
    ]
  }

  @Test(arguments: Place.all)
  func aPlaceIsCalledWhatPeopleCallIt(_ place: Place) throws {
    let found = names.name(of: try point(place.latitude, place.longitude))
    #expect(found?.description == place.poor ?? place.name)
  }

  @Test func nineteenOfTwentyPlacesAreCalledWhatPeopleCallThem() {
    let poor = Place.all.filter { $0.poor != nil }
    print(
      "\(Place.all.count - poor.count) of \(Place.all.count) places have the name that people say")
    for place in poor { print("  \(place.testDescription): '\(place.poor ?? "")'") }
    #expect(Double(poor.count) <= 0.05 * Double(Place.all.count))
  }

  @Test func namesKnowTheirCountry() throws {
    for (latitude, longitude, code) in [
      (38.7075, -9.1364, "PT"), (43.7396, 7.4274, "MC"), (-17.7765, 177.4356, "FJ"),
      (43.2, 107.5, "MN"), (48.8584, 2.2945, "FR"), (78.2232, 15.6267, "SJ"), (42.66, 21.16, "XK"),
    ] {
      #expect(names.name(of: try point(latitude, longitude))?.country.code == code)
    }
  }

  @Test func citiesReachAsFarAsTheirPeople() {
    #expect(PlaceNames.reach(ofPeople: 0) == 1.5)
    #expect(PlaceNames.reach(ofPeople: 1_000_000) == 11)
  }

  /// A search with a grid gives the same names as a search through all cities.
  @Test func theGridChangesNoName() throws {
    var random = SeededGenerator()
    let file = try #require(CityFile(cityBytes))
    let lines = String(decoding: file.names, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    let cities = try file.latitudes.indices.map {
      try point(Double(file.latitudes[$0]) / 1000, Double(file.longitudes[$0]) / 1000)
    }
    for _ in 0..<(Torture.isOn ? 500 : 12) {
      // Choose a place near a city, because most of the earth is far from cities.
      let city = Int.random(in: 0..<names.count, using: &random)
      let place = cities[city].moved(
        .random(in: 0...20, using: &random), toward: .random(in: 0...360, using: &random))
      let distances = cities.map { place.distance(to: $0) }
      let reached = distances.indices.filter {
        distances[$0]
          <= PlaceNames.reach(ofPeople: exp10(Double(file.populations[$0]) / 32))
      }
      let largest = reached.max {
        (file.populations[$0], -distances[$0]) < (file.populations[$1], -distances[$1])
      }
      let nearest = distances.indices.min { distances[$0] < distances[$1] }
      let expected =
        largest.map { "\(lines[$0])" } ?? nearest.map { "near \(lines[$0])" }
      #expect(names.name(of: place)?.description == expected, "seed \(random.seed): \(place)")
    }
  }

  private func exp10(_ value: Double) -> Double {
    // Compute 10 to the power of the value without Foundation. The value is rounded to a multiple
    // of 1/32.
    let whole = Int(value.rounded(.down))
    let part = (0..<Int(((value - Double(whole)) * 32).rounded())).reduce(1.0) { product, _ in
      product * 1.074607828321317
    }
    return (0..<whole).reduce(part) { product, _ in product * 10 }
  }

  /// A truncated or altered file is rejected and never causes a crash.
  @Test func brokenFilesAreNone() {
    var random = SeededGenerator()
    #expect(PlaceNames([]) == nil)
    #expect(PlaceNames(Array(cityBytes.dropLast())) == nil)
    for _ in 0..<20 {
      var bytes = cityBytes
      let place = Int.random(in: 0..<bytes.count, using: &random)
      bytes[place] ^= UInt8.random(in: 1...255, using: &random)
      // zlib's checksum detects the altered byte.
      #expect(PlaceNames(bytes) == nil, "seed \(random.seed): byte \(place)")
      #expect(PlaceNames(Array(cityBytes.prefix(place))) == nil)
    }
  }

  /// Reads sections of random bytes, without the protection that zlib's checksum gives to a file.
  @Test func readersStopAtTheEnd() {
    var random = SeededGenerator()
    for _ in 0..<5000 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      var reader = SectionReader(bytes)
      _ = reader.section()
      _ = reader.row()
      _ = reader.differences()
    }
  }
}
