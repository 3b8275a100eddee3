import Designs
import Files
import Geography
import LibraryPages
import Testing
import WallfarmTesting

/// Outlines of land, and their encoding in a page.
@Suite struct CoastTests {
  private static let land: CoastLines? = {
    let bytes = try? Files.read(Workspace.installation.coasts, limit: 64 << 20)
    return bytes.flatMap { CoastLines($0) }
  }()

  /// The coasts of the whole earth, simplified once for all tests.
  private static let earth = land?.lines(in: .earth, finest: 0.05)

  /// Whether a place is on land: the meridian from it to the north pole, which is at sea, crosses
  /// an odd number of coastlines.
  private func isLand(_ latitude: Double, _ longitude: Double, _ rings: [[GeoPoint]]) -> Bool {
    var isInside = false
    for ring in rings {
      for (one, next) in zip(ring, ring.dropFirst()) {
        let here = (one.longitude - longitude).turned
        let there = (next.longitude - longitude).turned
        guard (here > 0) != (there > 0), abs(here - there) < 180 else { continue }
        let share = -here / (there - here)
        if one.latitude + share * (next.latitude - one.latitude) > latitude { isInside.toggle() }
      }
    }
    return isInside
  }

  @Test(arguments: [
    (50.08, 14.43, true, "Prague"), (39.0, -8.0, true, "Portugal"), (65.0, -18.5, true, "Iceland"),
    (-25.0, 134.0, true, "Australia"), (-80.0, 20.0, true, "Antarctica"),
    (68.0, 179.0, true, "Chukotka"), (67.0, -178.0, true, "Chukotka over the date line"),
    (0.0, -30.0, false, "the Atlantic"), (0.0, 179.9, false, "the Pacific at the date line"),
    (88.0, 0.0, false, "the north pole"), (42.0, 5.0, false, "the sea off Marseille"),
  ])
  func placesLieOnLandAndAtSea(
    _ latitude: Double, _ longitude: Double, _ isLand: Bool, _ name: String
  ) throws {
    let rings = try #require(Self.earth)
    #expect(self.isLand(latitude, longitude, rings) == isLand, "\(name)")
    #expect(rings.allSatisfy { $0.first == $0.last && $0.count > 3 })
  }

  @Test func anAreaHasItsOwnLandAlone() throws {
    let land = try #require(Self.land)
    let all = try #require(Self.earth)
    let iceland = try #require(
      land.lines(in: GeoBounds(south: 63, west: -25, north: 67, east: -13), finest: 0.05))
    #expect(!iceland.isEmpty && iceland.count < all.count / 10)
    // Fiji is on both sides of the date line.
    let fiji = try #require(
      land.lines(in: GeoBounds(south: -19, west: 177, north: -16, east: -179), finest: 0.01))
    #expect(!fiji.isEmpty)
    #expect(fiji.contains { Set($0.map { $0.longitude > 0 }).count == 2 })
  }

  @Test(arguments: [
    ("a city", 50.0, 14.0, 51.0, 15.0, 42.0, 6.0, 59.0, 23.0),
    ("over the date line", -18, 170, -10, -170, -26, 162, -2, -162),
    ("up to the date line", 0, 170, 10, 178, -8, 162, 18, -174),
    ("from the date line on", 0, -179, 10, -170, -8, 173, 18, -162),
    ("half round the earth", -40, -150, 60, 160, -48, -158, 68, 168),
    ("nearly round the earth", -40, -175, 60, 172, -48, -180, 68, 180),
    ("by a pole", 70, 10, 80, 20, 62, -180, 88, 180),
  ])
  func anAreaHasAMargin(
    _ name: String, _ south: Double, _ west: Double, _ north: Double, _ east: Double,
    _ widerSouth: Double, _ widerWest: Double, _ widerNorth: Double, _ widerEast: Double
  ) {
    let wide = GeoBounds(south: south, west: west, north: north, east: east).widened(by: 8)
    let wanted = GeoBounds(
      south: widerSouth, west: widerWest, north: widerNorth, east: widerEast)
    #expect(wide == wanted, "\(name)")
  }

  @Test func ringsAreReadBackAsTheyWere() throws {
    let places: [(Double, Double)] = [
      (38.5, -120.2), (40.7, -120.95), (43.252, -126.453), (0, 0.004), (-90, 180), (89.99, -179.99),
    ]
    let ring = try places.map { try #require(GeoPoint(latitude: $0, longitude: $1)) }
    let text = try #require(PageCoast.text(of: ring))
    let read = decoded(text)
    #expect(read.count == ring.count)
    for (one, other) in zip(read, places) {
      #expect(abs(one.0 - other.0) < 0.0051 && abs(one.1 - other.1) < 0.0051)
    }
    #expect(PageCoast.text(of: [ring[0], ring[0], ring[1]]) == nil)
  }

  private func decoded(_ text: String) -> [(Double, Double)] {
    var (numbers, value, shift): ([Int], Int, Int) = ([], 0, 0)
    for byte in text.utf8 {
      let digit = Int(byte) - 63
      value |= (digit & 31) << shift
      shift += 5
      if digit < 32 {
        numbers.append(value & 1 == 1 ? ~(value >> 1) : value >> 1)
        (value, shift) = (0, 0)
      }
    }
    var (latitude, longitude) = (0, 0)
    return stride(from: 0, to: numbers.count - 1, by: 2).map { place in
      latitude += numbers[place]
      longitude += numbers[place + 1]
      return (Double(latitude) / 100, Double(longitude) / 100)
    }
  }
}
