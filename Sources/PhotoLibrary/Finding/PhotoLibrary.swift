package import Geography
package import WallfarmPluginKit

/// A library as it is looked through: photos in order, where home is, trips and days.
package struct PhotoLibrary: Sendable {
  /// Paths by ids.
  package let paths: [Int64: String]
  /// Paths of files with the same content as a photo, by its id.
  package let copies: [Int64: [String]]
  package let timeline: PhotoTimeline
  package let homes: HomePlaces?
  package let trips: [Trip]
  private let names: PlaceNames

  /// Looks through the photos of an index.
  ///
  /// - Parameters:
  ///   - rows: its photos.
  ///   - zone: of the home: clocks of photos that do not say how far they are from UTC are read in it.
  ///   - names: what places are called.
  package init(_ rows: [LibraryIndex.Row], zone: Zone, names: PlaceNames) {
    self.names = names
    let (single, copies) = Self.single(rows)
    var paths: [Int64: String] = [:]
    var photos: [LibraryPhoto] = []
    var looks: [NearDuplicates.Photo] = []
    for row in single {
      guard let photo = Self.photo(row, zone) else { continue }
      paths[row.id] = row.path
      photos.append(photo)
      if let hash = row.look?.hash {
        looks.append(NearDuplicates.Photo(id: row.id, second: photo.moment?.seconds, hash: hash))
      }
    }
    looks.sort { ($0.second ?? .max, $0.id) < ($1.second ?? .max, $1.id) }
    let groups = NearDuplicates.groups(of: looks)
    timeline = PhotoTimeline(photos.map { $0.inGroup(groups[$0.id] ?? $0.id) })
    (self.paths, self.copies) = (paths, copies)
    homes = HomeFinder.homes(in: timeline)
    let timeline = timeline
    trips = homes.map { TripFinder.trips(in: timeline, from: $0) } ?? []
  }

  private static func photo(_ row: LibraryIndex.Row, _ zone: Zone) -> LibraryPhoto? {
    let facts = row.facts
    guard var day = facts.day.flatMap({ Day(number: $0) }) else { return nil }
    let moment = Self.moment(facts, zone)
    // The evening of a Tuesday in New York is a Wednesday in UTC.
    if facts.isUTC, let moment { day = zone.day(at: moment) }
    let isTurned = facts.orientation > 4
    return LibraryPhoto(
      id: row.id, day: day, moment: moment,
      place: facts.latitude.flatMap { latitude in
        facts.longitude.flatMap { GeoPoint(latitude: latitude, longitude: $0) }
      },
      width: isTurned ? facts.height : facts.width, height: isTurned ? facts.width : facts.height,
      isScreenshot: facts.isScreenshot, canBeShown: facts.format != .raw, group: row.id,
      quality: row.look?.quality, focus: row.look?.focus)
  }

  /// Each photo once: of copies the first path; a raw file is its picture where that lies beside it.
  private static func single(
    _ rows: [LibraryIndex.Row]
  ) -> (rows: [LibraryIndex.Row], copies: [Int64: [String]]) {
    func stem(_ path: String) -> Substring {
      path.lastIndex(of: ".").map { path[..<$0] } ?? path[...]
    }
    let pictures = Set(rows.filter { $0.facts.format != .raw }.map { stem($0.path) })
    var seen: [String: [(id: Int64, whole: String?)]] = [:]
    var copies: [Int64: [String]] = [:]
    let single = rows.filter { row in
      if row.facts.format == .raw, pictures.contains(stem(row.path)) { return false }
      // What begins and ends alike is the same, unless all of it was read.
      let first = seen[row.content]?.first {
        $0.whole == nil || row.whole == nil || $0.whole == row.whole
      }
      guard let first else {
        seen[row.content, default: []].append((row.id, row.whole))
        return true
      }
      copies[first.id, default: []].append(row.path)
      return false
    }
    return (single, copies)
  }

  private static func moment(_ facts: HeadFacts, _ zone: Zone) -> Moment? {
    guard let seconds = facts.moment else { return nil }
    if facts.offset != nil { return Moment(seconds: seconds) }
    guard let day = Day(number: Int((Double(seconds) / 86_400).rounded(.down))),
      let time = ClockTime(seconds: seconds - day.number * 86_400)
    else { return nil }
    return zone.moment(day, time)
  }

  /// Days with photos, the earliest first.
  package var days: [PhotoDay] { DayFinder.days(in: timeline, for: .portrait) }

  /// The trip of an id; nil where there is none.
  package func trip(_ id: String) -> Trip? { trips.first { self.id(of: $0) == id } }

  /// What a trip is called.
  package func name(of trip: Trip) -> String {
    let home = homes?.home(on: trip.first).flatMap { names.name(of: $0)?.country }
    return TripName(trip, home: home, names)?.description ?? "at sea"
  }

  /// What a trip is called by on a command line: `trip-` and its first day, since a day alone is that day.
  package func id(of trip: Trip) -> String { "trip-\(trip.first)" }

  /// What a place is called; nil at sea, and where none is known.
  package func name(of place: GeoPoint?) -> String? {
    place.flatMap { names.name(of: $0)?.description }
  }

  /// Places with their photos, those with most days first.
  ///
  /// Two cities of one name are told apart by their countries: `Birmingham, United States`.
  package var places: [(name: String, photos: [LibraryPhoto], days: Int)] {
    var found: [PlaceName: [LibraryPhoto]] = [:]
    for photo in timeline.photos {
      if let name = photo.place.flatMap(names.name(of:)) { found[name, default: []].append(photo) }
    }
    let shared = Dictionary(grouping: found.keys, by: \.description).filter { $1.count > 1 }
    return found.map { place, photos in
      let name = place.description
      return (
        shared[name] == nil ? name : "\(name), \(place.country.name)", photos,
        Set(photos.map(\.day)).count
      )
    }
    .sorted { ($1.days, $1.photos.count, $0.name) < ($0.days, $0.photos.count, $1.name) }
  }

  /// Files with the same content, the one that counts first.
  package var copiesByPath: [[String]] {
    copies.compactMap { id, others in paths[id].map { [$0] + others } }
      .sorted { $0[0].utf8.lexicographicallyPrecedes($1[0].utf8) }
  }

  /// Photos that look nearly the same, the best of each group first, the earliest group first.
  package var alike: [[LibraryPhoto]] {
    var groups: [Int64: [LibraryPhoto]] = [:]
    for photo in timeline.photos { groups[photo.group, default: []].append(photo) }
    let shared = timeline.photos.map(\.group).filter { (groups[$0]?.count ?? 0) > 1 }
    var seen: Set<Int64> = []
    return shared.filter { seen.insert($0).inserted }.compactMap { group in
      let photos = groups[group] ?? []
      guard let best = BestPhoto.best(of: photos, for: .any) else { return nil }
      return [best] + photos.filter { $0.id != best.id }
    }
  }
}
