import Geography
import PhotoLibrary
import SourceJSON
import Storage
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Rows of an index: local dates, duplicates and place names.
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

  /// A time in UTC may fall on a different day in New York or Tokyo.
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
    // A local date in the photo takes precedence.
    #expect(days[2] == firstDay)
  }

  /// Dates in file names take precedence over a timestamp that all files in a folder share.
  @Test func copiedDatesGiveWayToNames() throws {
    func days(_ paths: [String], by source: TakenDate.Source = .original) -> [String] {
      let rows = paths.enumerated().map { number, path in
        row(Int64(number), path) {
          ($0.day, $0.moment, $0.offset) = (17_000, 17_000 * 86_400 + 3600, nil)
          $0.dateSource = source
        }
      }
      let library = PhotoLibrary(rows, zone: .utc, names: names)
      return library.timeline.photos.sorted { $0.id < $1.id }.map(\.day.description)
    }
    let written = try #require(Day(number: 17_000)).description
    let files = ["IMG_20130712_165427.jpg", "IMG_20130713_101010.jpg", "IMG-20140801-WA0001.jpg"]
    let own = ["2013-07-12", "2013-07-13", "2014-08-01"]
    #expect(days(files.map { "/p/" + $0 }) == own)
    #expect(days(files.map { "/p/" + $0 } + ["/p/a.jpg"]) == own + [written])
    // The shared timestamp is kept for two files, which may share it by chance; for files of one
    // day, which may come from a wrong clock; and for files in several folders, which were not
    // written by the same program.
    #expect(days(files.prefix(2).map { "/p/" + $0 }) == [written, written])
    #expect(
      days((1...3).map { "/p/IMG_20130712_16542\($0).jpg" }) == [written, written, written])
    #expect(days(files.enumerated().map { "/p\($0)/" + $1 }) == [written, written, written])
    #expect(days(files.map { "/p/" + $0 }, by: .gps) == [written, written, written])
  }

  /// Birmingham is a city in Alabama and a city in England.
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

  /// Files with an equal start and end count as one photo, unless reading them completely showed a
  /// difference.
  @Test func copiesCountOnce() {
    func rows(_ wholes: [String?]) -> [LibraryIndex.Row] {
      wholes.enumerated().map { number, whole in
        var row = row(Int64(number), "/p/\(number)", content: "same") { _ in }
        row.whole = whole
        return row
      }
    }
    let copies = PhotoLibrary(rows(["a", "a", "b"]), zone: .utc, names: names)
    #expect(copies.paths.count == 2 && copies.copies == [0: ["/p/1"]])
    #expect(copies.paths[0] == "/p/0" && copies.paths[1] == nil && copies.paths[2] == "/p/2")
    #expect(PhotoLibrary(rows([nil, nil]), zone: .utc, names: names).paths.count == 1)
  }

  /// A raw file and the picture next to it count as one photo in either order; a raw file alone is
  /// not a duplicate of another file.
  @Test func aRawFileIsThePictureBesideIt() {
    let files = ["a.CR2", "a.jpg", "b.arw", "c.JPG", "c.NEF", "d.dng"]
    let rows = files.enumerated().map { number, name in
      row(Int64(number), "/p/" + name, content: ["a.CR2", "b.arw"].contains(name) ? "x" : nil) {
        $0.format = ["jpg", "JPG"].contains(name.suffix(3)) ? .jpeg : .raw
      }
    }
    let library = PhotoLibrary(rows, zone: .utc, names: names)
    #expect(library.timeline.photos.map(\.id) == [1, 2, 3, 5])
    #expect(library.timeline.photos.map(\.canBeShown) == [true, false, true, false])
    #expect(library.copies.isEmpty && library.paths[0] == nil && library.paths[5] == "/p/d.dng")
  }

  /// Reading the rows of an index one by one produces the same result as reading them together.
  @Test func anIndexIsLookedThroughAsItsRowsAre() throws {
    let folder = try TemporaryFolder()
    let index = try LibraryIndex(folder.file("index"), makes: true)
    for (number, path) in ["a.CR2", "b/a.jpg", "b/b.jpg", "a.jpg", "c.jpg"].enumerated() {
      var facts = HeadFacts()
      (facts.format, facts.width, facts.height) = (path == "a.CR2" ? .raw : .jpeg, 40, 30)
      (facts.day, facts.moment, facts.offset) = (firstDay + number, (firstDay + number) * 86_400, 0)
      facts.content = path.hasPrefix("b") ? "same" : path
      try index.database.run(
        "INSERT INTO photos(path, size, modified, inode, facts, content) VALUES(?, 1, 1, 1, ?, ?)",
        SQLValue("/p/" + path), SQLValue(facts.keptWords.text(pretty: false)),
        SQLValue(facts.content))
    }
    var rows: [LibraryIndex.Row] = []
    _ = try index.forEachPhoto { rows.append($0) }
    let (one, other) = (
      try PhotoLibrary(index, zone: .utc, names: names),
      PhotoLibrary(rows, zone: .utc, names: names)
    )
    #expect(one.timeline.photos == other.timeline.photos && one.copies == other.copies)
    let found = one.timeline.photos.compactMap { one.paths[$0.id] }
    #expect(found == ["/p/b/a.jpg", "/p/a.jpg", "/p/c.jpg"])
    #expect(found == other.timeline.photos.compactMap { other.paths[$0.id] })
    #expect(Array(one.copies.values) == [["/p/b/b.jpg"]])
  }

  /// The size matters because a hundred thousand photos can be in memory, several times over.
  @Test func aPhotoIsSmall() {
    #expect(MemoryLayout<LibraryPhoto>.stride <= 80)
    let bare = LibraryPhoto(
      id: 1, day: .numbered(firstDay), moment: nil, place: nil, width: 3, height: 4,
      isScreenshot: false, group: 1, quality: nil)
    #expect(bare.moment == nil && bare.place == nil && bare.quality == nil && bare.focus == nil)
    let full = LibraryPhoto(
      id: 1, day: .numbered(firstDay), moment: Moment(seconds: -5),
      place: GeoPoint(latitude: -90, longitude: 180), width: 3, height: 4, isScreenshot: true,
      group: 1, quality: 0, focus: UnitPoint(x: 0, y: 1))
    #expect(full.day == .numbered(firstDay) && full.moment?.seconds == -5 && full.quality == 0)
    #expect(full.place == GeoPoint(latitude: -90, longitude: 180))
    #expect(full.focus == UnitPoint(x: 0, y: 1) && full.width == 3 && full.height == 4)
    #expect(full != bare)
  }

  @Test func pathsAreFoundByTheirIds() {
    var paths = PhotoPaths()
    let all: [(Int64, String)] = [
      (5, "/p/a.jpg"), (1, "/p/b/ž.jpg"), (9, "/p/c.jpg"), (2, "bare.jpg"), (7, "/x"), (3, "/p/"),
    ]
    for (id, path) in all { paths.add(path, of: id) }
    paths.finish()
    for (id, path) in all { #expect(paths[id] == path) }
    for id in [0, 4, 6, 8, 10] as [Int64] { #expect(paths[id] == nil) }
    #expect(paths.count == 6)
  }

  /// The sharpest photo of each scene is chosen.
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
