import Geography
import Testing
import WallfarmTesting

/// Tests distances and midpoints, including those at the poles and across the date line.
@Suite struct GeoPointTests {
  /// Two places and their distance.
  ///
  /// If the distance on a sphere is not a simple value, the distance on the ellipsoid (Vincenty) is
  /// given; a sphere differs from it by at most 0.56%.
  struct Pair: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let one: (Double, Double)
    let other: (Double, Double)
    let kilometers: Double
    let tolerance: Double

    static let all = [
      Pair("a place to itself", (52.5, 13.4), (52.5, 13.4), 0, 1e-9),
      Pair("a metre", (52.5, 13.4), (52.500009, 13.4), 0.001000754, 1e-6),
      Pair("pole to pole", (90, 0), (-90, 0), 20_015.1146, 0.001),
      Pair("a quarter of the equator", (0, 170), (0, -100), 10_007.5573, 0.001),
      Pair("over the date line", (0, 179.5), (0, -179.5), 111.1951, 0.001),
      Pair("the pole has no longitude", (90, 20), (90, -170), 0, 1e-6),
      Pair("over the pole", (89, 0), (89, 180), 222.3902, 0.001),
      Pair("antipodes", (30, 40), (-30, -140), 20_015.1146, 0.001),
      Pair("London to New York", (51.5074, -0.1278), (40.7128, -74.006), 5585.2, 5585 * 0.0056),
      Pair("Nadi to Apia", (-17.7765, 177.4356), (-13.8333, -171.7667), 1235.8, 1235 * 0.0056),
    ]

    init(
      _ title: String, _ one: (Double, Double), _ other: (Double, Double), _ kilometers: Double,
      _ tolerance: Double
    ) {
      (testDescription, self.one, self.other) = (title, one, other)
      (self.kilometers, self.tolerance) = (kilometers, tolerance)
    }
  }

  @Test(arguments: Pair.all)
  func distancesAreTrue(_ pair: Pair) throws {
    let (one, other) = (
      try point(pair.one.0, pair.one.1), try point(pair.other.0, pair.other.1)
    )
    let distance = one.distance(to: other)
    #expect(abs(distance - pair.kilometers) <= pair.tolerance, "\(distance) km")
  }

  @Test func whatIsNoPlaceIsNone() {
    for (latitude, longitude) in [(90.1, 0.0), (-91, 0), (0, 180.5), (.nan, 0), (0, .infinity)] {
      #expect(GeoPoint(latitude: latitude, longitude: longitude) == nil)
    }
    #expect(
      GeoPoint(latitude: 0, longitude: -180) == GeoPoint(latitude: 0, longitude: 180))
  }

  @Test func distancesAreThoseOfASphere() {
    var random = SeededGenerator()
    for _ in 0..<20_000 {
      let (a, b, c) = (
        GeoPoint.any(&random), GeoPoint.any(&random), GeoPoint.any(&random)
      )
      let (ab, bc, ac) = (a.distance(to: b), b.distance(to: c), a.distance(to: c))
      #expect(ab == b.distance(to: a), "seed \(random.seed): \(a) \(b)")
      // Near antipodes, rounding errors reach 0.2 m.
      #expect(ac <= ab + bc + 0.0004, "seed \(random.seed): \(a) \(b) \(c)")
      #expect((0...20_015.1147).contains(ab), "seed \(random.seed): \(a) \(b)")
      let chord = a.vector.squaredChord(to: b.vector)
      let expected = UnitVector.squaredChord(ofKilometers: ab)
      #expect(abs(chord - expected) < 1e-9, "seed \(random.seed): \(a) \(b)")
    }
  }

  @Test func theMiddleIsOnTheRightSideOfTheEarth() throws {
    let fiji = try #require(GeoPoint.mean(of: [try point(-17, 179), try point(-17, -179)]))
    #expect(fiji.distance(to: try point(-17, 180)) < 1)
    let pole = try #require(
      GeoPoint.mean(of: [try point(89, 0), try point(89, 120), try point(89, -120)]))
    #expect(pole.distance(to: try point(90, 0)) < 0.001)
    #expect(GeoPoint.mean(of: [try point(0, 0), try point(0, 180)]) == nil)
    #expect(GeoPoint.mean(of: []) == nil)
  }

  @Test func anAreaIsTheNarrowOne() throws {
    let fiji = try #require(GeoBounds(of: [try point(-18, 177), try point(-16, -179)]))
    #expect(fiji.crossesDateLine && fiji.west == 177 && fiji.east == -179)
    let europe = try #require(GeoBounds(of: [try point(38, -9), try point(60, 25)]))
    #expect(!europe.crossesDateLine && europe.west == -9 && europe.east == 25)
    let one = try #require(GeoBounds(of: [try point(10, 20)]))
    #expect(one.west == 20 && one.east == 20)
    #expect(GeoBounds(of: []) == nil)
  }

  /// A grid search finds the same places as a loop over all places.
  @Test func aGridMissesNothing() {
    var random = SeededGenerator()
    for _ in 0..<20 {
      let center = GeoPoint.any(&random)
      var places = (0..<300).map { _ in
        center.moved(
          .random(in: 0...120, using: &random), toward: .random(in: 0...360, using: &random))
      }
      places += (0..<50).map { _ in GeoPoint.any(&random) }
      let vectors = places.map(\.vector)
      let grid = PointGrid(vectors, cell: .random(in: 4...60, using: &random))
      let reach = Double.random(in: 1...90, using: &random)
      let limit = UnitVector.squaredChord(ofKilometers: reach)
      var found: [Int] = []
      grid.forEach(near: center.vector, within: reach) { number, _ in found.append(number) }
      let expected = vectors.indices.filter {
        vectors[$0].squaredChord(to: center.vector) <= limit
      }
      #expect(found.sorted() == expected, "seed \(random.seed)")
    }
  }
}
