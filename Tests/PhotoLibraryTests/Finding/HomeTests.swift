import Geography
import PhotoLibrary
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Detection of homes and of moving days.
@Suite struct HomeTests {
  private static let other = GeoPoint.home.moved(300, toward: 130)

  private static func homes(_ photos: [LibraryPhoto]) -> HomePlaces? {
    HomeFinder.homes(in: PhotoTimeline(photos.numbered))
  }

  @Test func fewPlacesAreNoHome() {
    #expect(Self.homes([]) == nil)
    #expect(Self.homes((0..<200).map { .at($0, nil) }) == nil)
    #expect(Self.homes((0..<6).map { .at($0 * 10, .home) }) == nil)
    // Three weeks of vacation are not enough for a home.
    #expect(Self.homes((0..<21).map { .at($0, .home) }) == nil)
    #expect(Self.homes((0..<7).map { .at($0 * 5, .home) })?.periods.count == 1)
  }

  @Test func daysCountAndNotPhotos() throws {
    let party = (0..<5000).map { LibraryPhoto.at(40 + $0 % 8, Self.other) }
    let homes = try #require(Self.homes(party + (0..<30).map { .at($0 * 4, .home) }))
    #expect(homes.periods.count == 1)
    #expect(homes.periods[0].place.distance(to: .home) < 1 && homes.periods[0].days == 30)
  }

  @Test func aMoveIsKnownToTheDay() throws {
    let photos = (0..<800).map { LibraryPhoto.at($0, $0 < 431 ? .home : Self.other) }
    let periods = try #require(Self.homes(photos)).periods
    #expect(periods.map { $0.first.number - firstDay } == [0, 431])
    #expect(periods.map { $0.last.number - firstDay } == [430, 799])
  }

  @Test(arguments: [(60, 1), (300, 3)])
  func aStayOfWeeksIsNoMoveAndAYearIsOne(days: Int, periods: Int) throws {
    let stay = 400..<400 + days
    let photos = (0..<1200).map { LibraryPhoto.at($0, stay.contains($0) ? Self.other : .home) }
    #expect(try #require(Self.homes(photos)).periods.count == periods)
  }

  /// A library that starts three days before an absence of six weeks, or ends three days after such
  /// an absence, has one home.
  @Test(arguments: [3..<48, 752..<797])
  func aStayAtTheEdgeOfALibraryIsNoHome(_ stay: Range<Int>) throws {
    // Photos on two of five days at home, and on every day of the absence.
    let photos = (0..<800).filter { stay.contains($0) || $0 % 5 < 2 || $0 > 796 }.map {
      LibraryPhoto.at($0, stay.contains($0) ? Self.other : .home)
    }
    let periods = try #require(Self.homes(photos)).periods
    #expect(periods.count == 1 && periods[0].place.distance(to: .home) < 1)
    // If the three days at home before the first absence are removed, the absence counts as a
    // separate home.
    let moved = try #require(Self.homes(photos.filter { $0.day.number - firstDay >= 3 })).periods
    #expect(moved.count == (stay.lowerBound == 3 ? 2 : 1))
  }

  /// An absence of forty days soon after a move is not a third home, even if wrong camera dates say
  /// 1975.
  @Test(arguments: [[], [-18_000], [-18_000, -14_000]])
  func aStayAfterAMoveIsNoHome(wrong: [Int]) throws {
    let far = GeoPoint.home.moved(9000, toward: 80)
    let photos = (0..<900).compactMap { day -> LibraryPhoto? in
      if (410..<450).contains(day) { return .at(day, far) }
      // Outside the absence, there is a photo every second day.
      return day % 2 == 0 ? .at(day, day < 400 ? .home : Self.other) : nil
    }
    let periods = try #require(Self.homes(wrong.map { .at($0, .home) } + photos)).periods
    #expect(periods.count == 2 && periods.last?.first.number == firstDay + 400)
  }

  /// A few photos from the first years are enough to find the first home.
  @Test func aHomeOfWhichThereAreFewPhotosIsOne() throws {
    let early = (0..<60).map { LibraryPhoto.at($0 * 60, .home) }
    let late = (3650..<6550).filter { $0 % 8 != 0 }.map { LibraryPhoto.at($0, Self.other) }
    let periods = try #require(Self.homes(early + late)).periods
    #expect(periods.map { $0.first.number - firstDay } == [0, 3650])
  }

  /// The result does not depend on the boundaries of map cells.
  @Test func theHomeOfAnybodyIsFound() throws {
    var random = SeededGenerator()
    for _ in 0..<100 {
      let home = GeoPoint.any(&random)
      let photos = (0..<200).map { day in
        LibraryPhoto.at(
          day,
          home.moved(
            .random(in: 0...4, using: &random), toward: .random(in: 0...360, using: &random)))
      }
      let homes = try #require(Self.homes(photos), "seed \(random.seed): \(home)")
      #expect(homes.periods.count == 1, "seed \(random.seed): \(home)")
      #expect(homes.periods[0].place.distance(to: home) < 1, "seed \(random.seed): \(home)")
      #expect(homes.periods[0].days == 200, "seed \(random.seed): \(home)")
    }
  }
}
