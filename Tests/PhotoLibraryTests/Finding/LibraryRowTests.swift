import Testing
import WallfarmPluginKit
import WallfarmTesting

@testable import PhotoLibrary

/// What becomes of the rows of an index: days on the right clock, each photo once, places told apart.
@Suite struct LibraryRowTests {
  private func row(
    _ id: Int64, _ path: String, content: String? = nil, _ change: (inout HeadFacts) -> Void
  ) -> LibraryIndex.Row {
    var facts = HeadFacts()
    (facts.format, facts.width, facts.height) = (.jpeg, 4000, 3000)
    (facts.day, facts.moment, facts.offset) = (firstDay, firstDay * 86_400 + 43_200, 0)
    change(&facts)
    return LibraryIndex.Row(id: id, path: path, content: content ?? path, facts: facts)
  }

  /// What a clock in UTC says is another day in the evening of New York, and in the morning of Tokyo.
  @Test(arguments: [(-5 * 3600, 2, -1), (-5 * 3600, 12, 0), (9 * 3600, 20, 1), (0, 2, 0)])
  func daysOfClocksInUTCAreThoseOfTheZone(_ offset: Int, _ hour: Int, _ change: Int) throws {
    let rows = [true, false].map { isUTC in
      row(isUTC ? 1 : 2, "/p/\(isUTC)") {
        $0.isUTC = isUTC
        $0.moment = firstDay * 86_400 + hour * 3600
      }
    }
    let library = PhotoLibrary(rows, zone: Zone(id: "x", firstOffset: offset), names: names)
    let days = Dictionary(
      uniqueKeysWithValues: library.timeline.photos.map { ($0.id, $0.day.number) })
    #expect(days[1] == firstDay + change)
    // A day that the photo itself tells stays.
    #expect(days[2] == firstDay)
  }

  /// Alabama and England.
  @Test func citiesOfOneNameAreTwoPlaces() {
    let rows = [(33.52, -86.80), (52.48, -1.90), (52.48, -1.90), (50.08, 14.43)].enumerated()
      .map { number, place in
        row(Int64(number), "/p/\(number)") {
          ($0.latitude, $0.longitude) = place
        }
      }
    let library = PhotoLibrary(rows, zone: .utc, names: names)
    #expect(
      library.places.map(\.name) == [
        "Birmingham, United Kingdom", "Birmingham, United States", "Prague",
      ])
  }

  /// What begins and ends alike is one photo, unless all of it was read and is not.
  @Test func copiesCountOnce() {
    func rows(_ wholes: [String?]) -> [LibraryIndex.Row] {
      wholes.enumerated().map { number, whole in
        var row = row(Int64(number), "/p/\(number)", content: "same") { _ in }
        row.whole = whole
        return row
      }
    }
    let copies = PhotoLibrary(rows(["a", "a", "b"]), zone: .utc, names: names)
    #expect(copies.paths == [0: "/p/0", 2: "/p/2"] && copies.copies == [0: ["/p/1"]])
    #expect(PhotoLibrary(rows([nil, nil]), zone: .utc, names: names).paths.count == 1)
  }

  /// Of a scene the sharp one is chosen, and one only.
  @Test func theBestOfAGroupIsChosen() throws {
    let rows = (0..<3).map { number in
      var row = row(Int64(number), "/p/\(number)") {
        $0.moment = firstDay * 86_400 + number
      }
      row.look = PhotoLook(sharpness: number == 1 ? 900 : 60, exposure: 1, hash: 12)
      return row
    }
    let library = PhotoLibrary(rows, zone: .utc, names: names)
    let day = try #require(library.days.first)
    #expect(day.best?.id == 1)
    #expect(PhotoSelection.choose(3, of: day.photos, for: .any).map(\.id) == [1])
  }
}
