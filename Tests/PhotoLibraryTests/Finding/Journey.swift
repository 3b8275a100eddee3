import Geography
import PhotoLibrary
import WallfarmPluginKit
import WallfarmTesting

/// A generated journey of some days, with features that can make it difficult to detect as a trip.
struct Journey {
  /// A place, the days spent there, and the spread of one day's photos in km.
  struct Stop {
    var latitude = 0.0
    var longitude = 0.0
    /// The distance from home, if no place is given.
    var distance: Double?
    var days = 1
    /// The offset of local time from UTC, in hours.
    var offset = 1.0
    var spread = 4.0

    func place(from home: GeoPoint) -> GeoPoint {
      if let distance { return home.moved(distance, toward: 230) }
      return GeoPoint(latitude: latitude, longitude: longitude) ?? home
    }

    func isFar(from home: GeoPoint) -> Bool { place(from: home).distance(to: home) > 3000 }
  }

  let title: String
  var isTrip = true
  var name: String?
  let stops: [Stop]
  /// The hours of the photos, or `nil` for the usual hours.
  var hours: ClosedRange<Double>?
  /// The days without a location and the days without photos, counted from 0.
  var withoutPlace: Range<Int> = 0..<0
  var silent: Range<Int> = 0..<0
  /// Whether each day has only two photos.
  var isSparse = false

  static let special = [
    Journey(title: "Lisbon", name: "Lisbon", stops: [at(38.7223, -9.1393, 5, 0)]),
    Journey(
      title: "two stops", name: "Lisbon and Porto",
      stops: [at(38.7223, -9.1393, 4, 0), at(41.1496, -8.6110, 3, 0)]),
    Journey(
      title: "over the date line", name: nil,
      stops: [
        at(-17.7765, 177.4356, 3, 12), at(-16.80, -179.95, 3, 12), at(-17.02, -178.95, 2, 12),
      ]),
    Journey(
      title: "a day that comes twice", name: "Apia and Pago Pago",
      stops: [at(-13.8333, -171.7667, 4, 13), at(-14.2781, -170.7025, 4, -11)]),
    Journey(
      title: "to the pole", name: nil,
      stops: [
        at(78.2232, 15.6267, 2, 1), at(85, 30, 2, 1), at(89.95, 120, 2, 1), at(89.9, -60, 1, 1),
      ]),
    Journey(
      title: "a camera without GPS for days", name: "Nairobi",
      stops: [at(-1.2921, 36.8219, 10, 3)], withoutPlace: 2..<8),
    Journey(
      title: "nothing to photograph for three days", name: "Tunis",
      stops: [at(36.8065, 10.1815, 9, 1)], silent: 3..<6),
    Journey(title: "a weekend 85 km away", stops: [away(85, 2)], isSparse: true),
    Journey(title: "a weekend 70 km away", isTrip: false, stops: [away(70, 2)], isSparse: true),
    Journey(title: "a weekend 85 km away", stops: [away(85, 3)]),
    Journey(title: "a week 70 km away", isTrip: false, stops: [away(70, 7)]),
    Journey(title: "a day 150 km away", isTrip: false, stops: [away(150, 1)]),
    Journey(title: "a day 300 km away", isTrip: false, stops: [away(300, 1)]),
    Journey(title: "a day 500 km away", isTrip: false, stops: [away(500, 1)]),
    Journey(title: "a concert 120 km away", isTrip: false, stops: [away(120, 1)], hours: 20...24.8),
    Journey(title: "another concert", isTrip: false, stops: [away(200, 1)], hours: 21...25.5),
    Journey(
      title: "a tour of three islands", name: "Iceland",
      stops: [
        at(64.1466, -21.9426, 3, 0), at(65.6885, -18.1262, 2, 0), at(65.2670, -14.3948, 2, 0),
      ]),
    Journey(
      title: "a country with three stops", name: "Italy",
      stops: [
        at(41.9028, 12.4964, 3, 1), at(43.7696, 11.2558, 2, 1), at(45.4408, 12.3155, 3, 1),
      ]),
    Journey(
      title: "its own country", name: "3 places in Germany",
      stops: [at(52.52, 13.405, 2, 1), at(51.0504, 13.7373, 2, 1), at(50.9375, 6.9603, 2, 1)]),
    Journey(
      title: "two countries", name: "Spain and Portugal",
      stops: [at(40.4168, -3.7038, 3, 1), at(37.3891, -5.9845, 2, 1), at(37.0194, -7.9304, 3, 0)]),
    Journey(title: "five weeks", name: "Bangkok", stops: [at(13.7563, 100.5018, 35, 7)]),
    Journey(
      title: "west round the earth",
      stops: [
        at(40.7128, -74.006, 4, -5), at(37.7749, -122.4194, 4, -8), at(21.3069, -157.8583, 4, -10),
        at(35.6762, 139.6503, 4, 9), at(1.3521, 103.8198, 4, 8),
      ]),
    Journey(title: "one night", name: "Paris", stops: [at(48.8566, 2.3522, 2, 1)], isSparse: true),
    // The location of the last day is unknown, so the trip cannot be found completely.
    Journey(
      title: "no place on the last day", name: "Athens", stops: [at(37.9838, 23.7275, 5, 2)],
      withoutPlace: 4..<5),
  ]

  /// Returns a journey to one to three nearby stops at a random place 150 to 9,000 km from home.
  static func anywhere(from home: GeoPoint, _ random: inout SeededGenerator) -> Journey {
    let place = home.moved(
      .random(in: 150...9000, using: &random), toward: .random(in: 0...360, using: &random))
    let count = Int.random(in: 1...3, using: &random)
    let stops = (0..<count).map { _ in
      let stop = place.moved(
        .random(in: 0...60, using: &random), toward: .random(in: 0...360, using: &random))
      return at(
        stop.latitude, stop.longitude, Int.random(in: 2...6, using: &random),
        (place.longitude / 15).rounded())
    }
    return Journey(title: "anywhere", stops: stops)
  }

  private static func at(
    _ latitude: Double, _ longitude: Double, _ days: Int, _ offset: Double
  ) -> Stop {
    Stop(latitude: latitude, longitude: longitude, days: days, offset: offset)
  }

  private static func away(_ distance: Double, _ days: Int) -> Stop {
    Stop(distance: distance, days: days, spread: 3)
  }
}
