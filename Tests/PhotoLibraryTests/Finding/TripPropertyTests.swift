import Geography
import PhotoLibrary
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Invariants for random photos.
@Suite(.tags(.torture)) struct TripPropertyTests {
  private static let runs = Torture.isOn ? 5000 : 200

  /// Returns some months of photos, at most one in each three-hour slot and all within 1,500 km of
  /// home, so that every leg is feasible.
  private static func photos(_ random: inout SeededGenerator) -> [LibraryPhoto] {
    var photos: [LibraryPhoto] = []
    var place = GeoPoint.home
    let chance = Double.random(in: 0.05...0.6, using: &random)
    for slot in 0..<Int.random(in: 10...900, using: &random) {
      if Double.random(in: 0..<1, using: &random) < 0.08 {
        let distances: [Double] = [0, 5, 60, 85, 400, 1500]
        let distance = distances[Int.random(in: 0..<6, using: &random)]
        place = GeoPoint.home.moved(distance, toward: .random(in: 0...360, using: &random))
      }
      guard Double.random(in: 0..<1, using: &random) < chance else { continue }
      let isKnown = Int.random(in: 0..<6, using: &random) > 0
      photos.append(.at(slot / 8, Double(slot % 8 * 3), isKnown ? place : nil))
    }
    return photos.numbered
  }

  private static func trips(
    _ photos: [LibraryPhoto], home: GeoPoint = .home
  ) -> [Trip] {
    TripFinder.trips(in: PhotoTimeline(photos), from: HomePlaces(home))
  }

  private func forEach(_ body: ([LibraryPhoto], inout SeededGenerator) -> Void) {
    var random = SeededGenerator()
    for _ in 0..<Self.runs { body(Self.photos(&random), &random) }
  }

  @Test func theOrderOfPhotosDoesNotMatter() {
    forEach { photos, random in
      let shuffled = photos.shuffled(using: &random)
      #expect(Self.trips(photos) == Self.trips(shuffled), "seed \(random.seed)")
      let (one, other) = (PhotoTimeline(photos), PhotoTimeline(shuffled))
      #expect(HomeFinder.homes(in: one) == HomeFinder.homes(in: other), "seed \(random.seed)")
      #expect(
        DayFinder.days(in: one, for: .any) == DayFinder.days(in: other, for: .any),
        "seed \(random.seed)")
      #expect(
        PhotoSelection.choose(9, of: photos, for: .any)
          == PhotoSelection.choose(9, of: shuffled, for: .any), "seed \(random.seed)")
    }
  }

  @Test func everyTripKeepsItsPromises() {
    forEach { photos, random in
      let known = Dictionary(uniqueKeysWithValues: photos.map { ($0.id, $0) })
      var used: Set<Int64> = []
      for trip in Self.trips(photos) {
        let taken = trip.photos.compactMap { known[$0] }
        #expect(trip.first < trip.last && used.isDisjoint(with: trip.photos))
        used.formUnion(trip.photos)
        #expect(taken.first?.day == trip.first && taken.last?.day == trip.last)
        let distances = taken.compactMap { $0.place?.distance(to: .home) }
        #expect(distances.allSatisfy { $0 > TripFinder.leastDistance }, "seed \(random.seed)")
        #expect(distances.max() == trip.farthest, "seed \(random.seed)")
        for stop in trip.stops {
          #expect(stop.photos.count > 1 && Set(stop.photos).isSubset(of: trip.photos))
        }
        #expect(Set(trip.stops.flatMap(\.photos)).count == trip.stops.flatMap(\.photos).count)
      }
    }
  }

  /// A photo at home can split a trip but never create one.
  @Test func photosAtHomeNeverAddATrip() {
    forEach { photos, random in
      let taken = Set(photos.compactMap { $0.moment?.seconds })
      let added = (0..<5).compactMap { _ -> LibraryPhoto? in
        let slot = Int.random(in: 0..<900, using: &random)
        let photo = LibraryPhoto.at(
          slot / 8, Double(slot % 8 * 3), .home, id: Int64(100_000 + slot))
        return taken.contains(photo.moment?.seconds ?? 0) ? nil : photo
      }
      let before = Self.trips(photos)
      for trip in Self.trips(photos + added) {
        #expect(
          before.contains { Set(trip.photos).isSubset(of: $0.photos) },
          "seed \(random.seed): \(trip.first) to \(trip.last)")
      }
    }
  }

  @Test func turningTheEarthChangesNothing() {
    forEach { photos, random in
      let degrees = Double.random(in: -180...180, using: &random)
      let turned = photos.map { photo in
        LibraryPhoto(
          id: photo.id, day: photo.day, moment: photo.moment,
          place: photo.place?.shifted(degrees), width: photo.width, height: photo.height,
          isScreenshot: photo.isScreenshot, group: photo.group, quality: photo.quality)
      }
      let (one, other) = (Self.trips(photos), Self.trips(turned, home: .home.shifted(degrees)))
      #expect(one.map(\.photos) == other.map(\.photos), "seed \(random.seed), \(degrees) degrees")
      for (trip, same) in zip(one, other) {
        #expect(trip.center.shifted(degrees).distance(to: same.center) < 0.001)
      }
    }
  }
}
