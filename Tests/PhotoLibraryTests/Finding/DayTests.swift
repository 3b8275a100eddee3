import Geography
import PhotoLibrary
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Days, the same day in other years, and the best photo.
@Suite struct DayTests {
  private static func photo(
    _ day: String, id: Int64, group: Int64? = nil, quality: Double? = 0.5,
    size: (Int, Int) = (3024, 4032), place: GeoPoint? = nil, isScreenshot: Bool = false
  ) throws -> LibraryPhoto {
    LibraryPhoto(
      id: id, day: try #require(Day(day)), moment: nil, place: place, width: size.0,
      height: size.1, isScreenshot: isScreenshot, group: group ?? id, quality: quality)
  }

  @Test func daysHaveTheirPhotosTheBestAndThePlace() throws {
    let far = GeoPoint.home.moved(200, toward: 90)
    let photos = [
      try Self.photo("2024-05-02", id: 1, place: .home),
      try Self.photo("2024-05-01", id: 2, quality: 0.9, place: far),
      try Self.photo("2024-05-01", id: 3, place: .home),
      try Self.photo("2024-05-01", id: 4, place: .home),
      try Self.photo("2024-05-01", id: 5, quality: 1, isScreenshot: true),
      try Self.photo("2024-05-03", id: 6, isScreenshot: true),
    ]
    let days = DayFinder.days(in: PhotoTimeline(photos), for: .any)
    #expect(days.map(\.day.description) == ["2024-05-01", "2024-05-02"])
    #expect(days.map { $0.photos.map(\.id) } == [[2, 3, 4], [1]])
    #expect(days.map { $0.best?.id } == [2, 1])
    #expect(try #require(days[0].place).distance(to: .home) < 0.001)
  }

  @Test(arguments: [
    ("2024-07-14", ["2025-07-14", "2023-07-14"]),
    ("2023-02-28", ["2025-02-28", "2024-02-29", "2024-02-28", "2020-02-29"]),
    ("2024-02-29", ["2025-02-28", "2023-02-28", "2020-02-29"]),
    ("2024-02-28", ["2025-02-28", "2023-02-28"]),
    ("2023-03-01", ["2024-03-01"]),
    ("2023-06-01", []),
  ])
  func thisDayIsThatOfOtherYears(today: String, expected: [String]) throws {
    let all = [
      "2020-02-29", "2023-02-28", "2024-02-28", "2024-02-29", "2025-02-28", "2024-03-01",
      "2023-07-14", "2024-07-14", "2025-07-14", "2024-07-15",
    ]
    let photos = try all.enumerated().map { try Self.photo($0.element, id: Int64($0.offset)) }
    let days = DayFinder.days(in: PhotoTimeline(photos), for: .any)
    let found = OnThisDay.days(like: try day(today), in: days)
    #expect(found.map(\.day.description) == expected)
  }

  @Test func theBestIsSharpLargeAndNoScreenshot() throws {
    let soft = try Self.photo("2024-05-01", id: 1, quality: 0.3)
    let sharp = try Self.photo("2024-05-01", id: 2, quality: 0.8, size: (4032, 3024))
    let upright = try Self.photo("2024-05-01", id: 3, quality: 0.75)
    let screenshot = try Self.photo("2024-05-01", id: 4, quality: 1, isScreenshot: true)
    let small = try Self.photo("2024-05-01", id: 5, quality: 1, size: (480, 640))
    let all = [soft, sharp, upright, screenshot, small]
    #expect(BestPhoto.best(of: all, for: .any)?.id == 2)
    #expect(BestPhoto.best(of: all, for: .landscape)?.id == 2)
    // The penalty for the wrong shape is small: an upright photo is chosen over a slightly better
    // wide photo, but a much better photo is chosen even if it is wide.
    #expect(BestPhoto.best(of: all, for: .portrait)?.id == 3)
    #expect(BestPhoto.best(of: [sharp, soft], for: .portrait)?.id == 2)
    #expect(BestPhoto.best(of: [screenshot], for: .any) == nil)
  }

  @Test func aTieIsDecidedTheSameWayInAnyOrder() throws {
    let photos = try (1...9).map { try Self.photo("2024-05-01", id: $0) }
    var random = SeededGenerator()
    for _ in 0..<20 {
      #expect(BestPhoto.best(of: photos.shuffled(using: &random), for: .any)?.id == 1)
    }
  }

  @Test func aSelectionHasEveryStopAndDayAndNoDuplicates() throws {
    let stops = [GeoPoint.home.moved(300, toward: 0), .home.moved(600, toward: 0)]
    var photos: [LibraryPhoto] = []
    for day in 0..<6 {
      for number in 0..<(day == 0 ? 100 : 6) {
        let id = Int64(photos.count + 1)
        photos.append(
          .at(
            day, 8 + Double(number) / 10, stops[day / 4], id: id, group: (id + 2) / 3,
            quality: id % 3 == 0 ? 0.9 : 0.4))
      }
    }
    let trip = try #require(
      TripFinder.trips(in: PhotoTimeline(photos), from: HomePlaces(.home)).first)
    for count in 0...60 {
      let chosen = PhotoSelection.choose(count, of: photos, stops: trip.stops, for: .portrait)
      #expect(chosen.count == min(count, Set(photos.map(\.group)).count))
      #expect(Set(chosen.map(\.group)).count == chosen.count, "\(count)")
      #expect(
        chosen.map { $0.moment?.seconds ?? 0 } == chosen.map { $0.moment?.seconds ?? 0 }.sorted())
      if count >= 2 { #expect(Set(chosen.map(\.place)).count == 2, "\(count)") }
      if count >= 12 { #expect(Set(chosen.map(\.day)).count == 6, "\(count)") }
      // Each chosen photo is the best of its group, except in the last group, which is incomplete
      // and has no photo of quality 0.9.
      #expect(chosen.count { $0.quality == 0.9 } >= chosen.count - 1, "\(count)")
    }
  }
}
