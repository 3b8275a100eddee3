import Geography
import PhotoLibrary
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Tests each rule for trips at its limit.
@Suite struct TripRuleTests {
  private static func far(_ kilometers: Double = 500) -> GeoPoint {
    GeoPoint.home.moved(kilometers, toward: 210)
  }

  @Test func moreThan80KilometersAndANightMakeATrip() {
    #expect(tripDays([.at(1, Self.far(81)), .at(2, Self.far(81))]) == [1...2])
    #expect(tripDays([.at(1, Self.far(79)), .at(2, Self.far(79))]) == [])
    #expect(tripDays([.at(1, 8, Self.far()), .at(1, 22, Self.far())]) == [])
  }

  @Test func aPartyOverMidnightIsNoNight() {
    #expect(tripDays([.at(1, 22, Self.far()), .at(2, 1, Self.far())]) == [])
    #expect(tripDays([.at(1, 23, Self.far()), .at(2, 7, Self.far())]) == [1...2])
    // If the times are unknown, only the days count.
    let photos = [1, 2].map { LibraryPhoto.at($0, 12, Self.far(), hasMoment: false) }
    #expect(tripDays(photos) == [1...2])
  }

  @Test func aPhotoAtHomeDividesTrips() {
    let away = [1, 2, 5, 6].map { LibraryPhoto.at($0, Self.far()) }
    #expect(tripDays(away) == [1...6])
    #expect(tripDays(away + [.at(3, 23, .home)]) == [1...2, 5...6])
    // Photos at home before the departure and after the return do not count.
    #expect(tripDays(away + [.at(1, 6, .home), .at(6, 23, .home)]) == [1...6])
  }

  @Test func threeDaysWithoutPhotosAreAGapAndFourAnEnd() {
    let start = [1, 2].map { LibraryPhoto.at($0, Self.far()) }
    #expect(tripDays(start + [.at(6, Self.far()), .at(7, Self.far())]) == [1...7])
    #expect(tripDays(start + [.at(7, Self.far()), .at(8, Self.far())]) == [1...2, 7...8])
  }

  @Test func photosWithoutAPlaceBelongToTheTripTheyLieIn() throws {
    var photos = [LibraryPhoto.at(1, Self.far())]
    photos += (2...9).map { .at($0, nil) }
    photos += [.at(10, Self.far()), .at(11, nil), .at(12, 20, .home)]
    #expect(tripDays(photos) == [1...10])
    let trips = TripFinder.trips(in: PhotoTimeline(photos.numbered), from: HomePlaces(.home))
    #expect(try #require(trips.first).photos == Array(1...10))
    // Weeks without a location are not part of a trip.
    let weeks = (2...30).map { LibraryPhoto.at($0, nil) }
    #expect(
      tripDays([.at(0, Self.far()), .at(1, Self.far())] + weeks + [.at(31, Self.far())]) == [0...1])
  }

  @Test func screenshotsNeitherMakeNorJoinTrips() {
    let screenshots = (3...6).map { LibraryPhoto.at($0, Self.far(), isScreenshot: true) }
    #expect(tripDays(screenshots) == [])
    let photos = [1, 2, 7, 8].map { LibraryPhoto.at($0, Self.far()) }
    #expect(tripDays(photos + screenshots) == [1...2, 7...8])
  }

  @Test func whatNobodyCanHaveReachedIsLeftOut() throws {
    let tokyo = try point(35.68, 139.69)
    // Two photos from Tokyo, with a night between them, carry the date on which their files were
    // copied.
    let home = (0...4).flatMap { day in [8, 12, 20].map { LibraryPhoto.at(day, $0, .home) } }
    #expect(tripDays(home + [.at(1, 21, tokyo), .at(2, 7, tokyo)]) == [])
    // A photo from someone at home is dated in the middle of a trip.
    let trip = (0...4).flatMap { day in [8, 12, 20].map { LibraryPhoto.at(day, $0, tokyo) } }
    #expect(tripDays(trip + [.at(2, 13, .home)]) == [0...4])
    // A night at home between two trips is possible at the speed of an airliner.
    let madrid = try point(40.42, -3.70)
    let both = [0.0, 1, 2, 3].map { LibraryPhoto.at(Int($0), 12, madrid) }
    #expect(tripDays(both + [.at(1, 20, .home), .at(2, 6, .home)]) == [0...1, 2...3])
  }

  /// If a camera stays on the home time zone, one leg appears too fast and the other too slow.
  @Test func aClockInTheZoneOfTheHomeChangesNothing() throws {
    let tokyo = try point(35.68, 139.69)
    let photos: [LibraryPhoto] = [
      .at(0, 9, .home), .at(1, 12, tokyo), .at(4, 8, tokyo), .at(4, 12, .home), .at(4, 18, .home),
    ]
    #expect(tripDays(photos) == [1...4])
  }

  @Test func stopsAreWherePhotosAre() throws {
    let lisbon = try point(38.7223, -9.1393)
    let porto = try point(41.1496, -8.6110)
    var photos: [LibraryPhoto] = [.at(0, 9, lisbon.moved(15, toward: 0))]
    photos += (0..<20).map { .at(0, 10 + Double($0) / 4, lisbon.moved(2, toward: Double($0 * 18))) }
    photos += (1...2).flatMap { day in (0..<5).map { .at(day, 10 + Double($0), porto) } }
    // A single photo on the way is not a stop.
    photos += [.at(3, 9, try point(40.2, -8.4)), .at(3, 12, lisbon), .at(3, 13, nil)]
    let trips = TripFinder.trips(in: PhotoTimeline(photos.numbered), from: HomePlaces(.home))
    let trip = try #require(trips.first)
    #expect(trips.count == 1 && trip.stops.count == 2)
    #expect(trip.stops[0].center.distance(to: lisbon) < 3)
    #expect(trip.stops[1].center.distance(to: porto) < 0.1)
    #expect(trip.stops[0].days.map { $0.number - firstDay } == [0, 3])
    #expect(trip.stops[1].days.map { $0.number - firstDay } == [1, 2])
    #expect(abs(trip.farthest - GeoPoint.home.distance(to: lisbon)) < 20)
    #expect(TripName(trip, home: nil, names)?.description == "Lisbon and Porto")
  }

  @Test func aYearBeforeTheFirstHomeNobodyKnowsWhereHomeWas() throws {
    let homes = try #require(
      HomePlaces([
        HomePeriod(first: day("2020-01-01"), last: day("2021-06-30"), place: .home, days: 300),
        HomePeriod(first: day("2021-07-10"), last: day("2024-01-01"), place: Self.far(), days: 300),
      ]))
    #expect(homes.home(on: try day("2018-12-31")) == nil)
    #expect(homes.home(on: try day("2019-01-02")) == .home)
    // Between the two periods, the old home applies until the first photo at the new home.
    #expect(homes.home(on: try day("2021-07-09")) == .home)
    #expect(homes.home(on: try day("2021-07-10")) == Self.far())
    #expect(homes.home(on: try day("2024-12-31")) == Self.far())
    #expect(homes.home(on: try day("2025-01-02")) == nil)
  }
}
