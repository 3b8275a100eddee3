import Geography
import PhotoLibrary
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// At least 95% of a simulated person's trips are found.
@Suite(.tags(.torture)) struct SyntheticLifeTests {
  private static let seeds = (0..<UInt64(Torture.isOn ? 40 : 4)).map {
    SeededGenerator.standardSeed &+ $0
  }

  @Test(arguments: seeds)
  func homesAreFoundWithTheDayOfTheMove(seed: UInt64) throws {
    let life = SyntheticLife(seed: seed)
    let homes = try #require(HomeFinder.homes(in: PhotoTimeline(life.photos)))
    #expect(homes.periods.count == 2, "seed \(seed): \(homes.periods)")
    for (period, home) in zip(homes.periods, SyntheticLife.homes) {
      #expect(period.place.distance(to: try point(home.0, home.1)) < 3, "seed \(seed)")
    }
    let moved = try #require(homes.periods.last).first.number - SyntheticLife.start
    #expect(moved == life.moving, "seed \(seed)")
  }

  @Test(arguments: seeds)
  func tripsAreFoundWithTheirDays(seed: UInt64) throws {
    let life = SyntheticLife(seed: seed)
    let timeline = PhotoTimeline(life.photos)
    let homes = try #require(HomeFinder.homes(in: timeline))
    var found = Set(
      TripFinder.trips(in: timeline, from: homes).map {
        [$0.first.number - SyntheticLife.start, $0.last.number - SyntheticLife.start]
      })
    let trips = life.truths.filter(\.isTrip)
    let missed = trips.filter { found.remove([$0.first, $0.last]) == nil }
    let share = 1 - Double(missed.count) / Double(trips.count)
    print("seed \(seed): \(trips.count - missed.count) of \(trips.count) trips found")
    for trip in missed {
      let near = found.filter { $0[0] <= trip.last && $0[1] >= trip.first }.sorted { $0[0] < $1[0] }
      found.subtract(near)
      print("  missed: \(trip.title), days \(trip.first) to \(trip.last), found as \(near)")
    }
    for extra in found { print("  no trip: days \(extra[0]) to \(extra[1])") }
    #expect(trips.count >= 30)
    #expect(share >= 0.95, "seed \(seed)")
    // Any trip that is still in `found` is a false positive.
    #expect(found.isEmpty, "seed \(seed): \(found)")
  }

  @Test(arguments: seeds)
  func tripsAreCalledByTheirPlaces(seed: UInt64) throws {
    let life = SyntheticLife(seed: seed)
    let timeline = PhotoTimeline(life.photos)
    let homes = try #require(HomeFinder.homes(in: timeline))
    let trips = TripFinder.trips(in: timeline, from: homes)
    for truth in life.truths where truth.name != nil {
      let trip = trips.first { $0.first.number - SyntheticLife.start == truth.first }
      guard let trip else { continue }
      let home = homes.home(on: trip.first).flatMap(names.name(of:))?.country
      #expect(
        TripName(trip, home: home, names)?.description == truth.name, "seed \(seed): \(truth.title)"
      )
    }
  }

  @Test(arguments: seeds)
  func theBestOfEveryGroupIsFound(seed: UInt64) {
    let life = SyntheticLife(seed: seed)
    let best = Set(BestPhoto.bestOfEachGroup(in: life.photos, for: .portrait).map(\.id))
    #expect(life.bursts.count > 200)
    let missed = life.bursts.filter { burst in
      burst.photos.filter(best.contains) != [burst.best]
    }
    #expect(missed.isEmpty, "seed \(seed): \(missed)")
  }

  /// Rotating all places around the earth's axis does not change any trip or detected home.
  @Test(arguments: seeds, [-170.0, -64.2, 91, 180])
  func turningTheEarthKeepsTheTrips(seed: UInt64, degrees: Double) throws {
    let life = SyntheticLife(seed: seed)
    let turned = life.photos.map { photo in
      LibraryPhoto(
        id: photo.id, day: photo.day, moment: photo.moment, place: photo.place?.shifted(degrees),
        width: photo.width, height: photo.height, isScreenshot: photo.isScreenshot,
        group: photo.group, quality: photo.quality)
    }
    let found = try [life.photos, turned].map { photos in
      let timeline = PhotoTimeline(photos)
      let homes = try #require(HomeFinder.homes(in: timeline))
      return TripFinder.trips(in: timeline, from: homes).map(\.photos)
    }
    #expect(found[0] == found[1], "seed \(seed), \(degrees) degrees")
  }
}
