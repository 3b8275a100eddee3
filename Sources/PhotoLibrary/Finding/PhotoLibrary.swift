package import Geography
package import WallfarmPluginKit

/// A library as it is looked through: photos in order, where home is, trips and days.
package struct PhotoLibrary: Sendable {
  /// Paths by ids.
  package let paths: [Int64: String]
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
    var paths: [Int64: String] = [:]
    var photos: [LibraryPhoto] = []
    for row in Self.single(rows) {
      guard var day = row.facts.day.flatMap({ Day(number: $0) }) else { continue }
      let moment = Self.moment(row.facts, zone)
      // The evening of a Tuesday in New York is a Wednesday in UTC.
      if row.facts.isUTC, let moment { day = zone.day(at: moment) }
      paths[row.id] = row.path
      let isTurned = row.facts.orientation > 4
      photos.append(
        LibraryPhoto(
          id: row.id, day: day, moment: moment,
          place: row.facts.latitude.flatMap { latitude in
            row.facts.longitude.flatMap { GeoPoint(latitude: latitude, longitude: $0) }
          },
          width: isTurned ? row.facts.height : row.facts.width,
          height: isTurned ? row.facts.width : row.facts.height,
          isScreenshot: row.facts.isScreenshot, group: row.id, quality: nil))
    }
    self.paths = paths
    timeline = PhotoTimeline(photos)
    homes = HomeFinder.homes(in: timeline)
    let timeline = timeline
    trips = homes.map { TripFinder.trips(in: timeline, from: $0) } ?? []
  }

  /// Each photo once: of copies the first path; a raw file is its picture where that lies beside it.
  private static func single(_ rows: [LibraryIndex.Row]) -> [LibraryIndex.Row] {
    func stem(_ path: String) -> Substring {
      path.lastIndex(of: ".").map { path[..<$0] } ?? path[...]
    }
    let pictures = Set(rows.filter { $0.facts.format != "raw" }.map { stem($0.path) })
    var seen: Set<String> = []
    return rows.filter { row in
      if row.facts.format == "raw", pictures.contains(stem(row.path)) { return false }
      return seen.insert(row.content).inserted
    }
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
}
