package import Geography
package import WallfarmPluginKit

/// An analyzed photo library: photos in chronological order, homes, trips and days.
package struct PhotoLibrary: Sendable {
  /// The paths by photo ID.
  package let paths: PhotoPaths
  /// The paths of copies by photo ID.
  package let copies: [Int64: [String]]
  package let timeline: PhotoTimeline
  package let homes: HomePlaces?
  package let trips: [Trip]
  private let names: PlaceNames

  /// Analyzes the rows of an index.
  ///
  /// - Parameters:
  ///   - rows: The photos.
  ///   - zone: The home time zone, which is used for camera times without a UTC offset.
  ///   - names: The names of places.
  package init(_ rows: [LibraryIndex.Row], zone: Zone, names: PlaceNames) {
    var counts: [String: Int] = [:]
    for row in rows { counts[row.content, default: 0] += 1 }
    var gathering = PhotoGathering(
      PhotoGathering.Plan(
        sharedContents: Set(counts.filter { $1 > 1 }.keys),
        rawPaths: rows.filter { $0.facts.format == .raw }.map(\.path)), zone: zone)
    for row in rows { gathering.add(row) }
    self.init(gathering, names)
  }

  /// Analyzes the photos of an index without keeping its rows in memory.
  ///
  /// - Parameters:
  ///   - index: The index.
  ///   - zone: The home time zone, which is used for camera times without a UTC offset.
  ///   - names: The names of places.
  /// - Throws: `library-failed`, `library-damaged`.
  package init(
    _ index: LibraryIndex, zone: Zone, names: PlaceNames
  ) throws(RenderError) {
    let (gathering, spoiled) = try index.reading { () throws(RenderError) in
      var gathering = PhotoGathering(
        PhotoGathering.Plan(
          sharedContents: try index.sharedContents(), rawPaths: try index.rawPaths()), zone: zone)
      let spoiled = try index.forEachPhoto { gathering.add($0) }
      return (gathering, spoiled)
    }
    try index.forgetFacts(of: spoiled)
    self.init(gathering, names)
  }

  private init(_ gathering: consuming PhotoGathering, _ names: PlaceNames) {
    gathering.finish()
    self.names = names
    (paths, copies) = (gathering.paths, gathering.copies)
    let timeline = PhotoTimeline(gathering.photos)
    self.timeline = timeline
    homes = HomeFinder.homes(in: timeline)
    trips = homes.map { TripFinder.trips(in: timeline, from: $0) } ?? []
  }

  /// The days with photos in chronological order.
  package var days: [PhotoDay] { DayFinder.days(in: timeline, for: .portrait) }

  /// The trip with the given ID; `nil` if there is none.
  package func trip(_ id: String) -> Trip? { trips.first { self.id(of: $0) == id } }

  /// The display name of a trip.
  package func name(of trip: Trip) -> String {
    let home = homes?.home(on: trip.first).flatMap { names.name(of: $0)?.country }
    return TripName(trip, home: home, names)?.description ?? "at sea"
  }

  /// The ID of a trip on the command line: `trip-` and its first day.
  ///
  /// The prefix is needed because a day without a prefix selects that day.
  package func id(of trip: Trip) -> String { "trip-\(trip.first)" }

  /// The name of a place; `nil` at sea or if it is unknown.
  package func name(of place: GeoPoint?) -> String? {
    place.flatMap { names.name(of: $0)?.description }
  }

  /// A named place where photos in the library were taken.
  package struct Place {
    package fileprivate(set) var name: String
    /// The number of photos.
    package fileprivate(set) var photos = 0
    fileprivate var dayNumbers: Set<Int> = []
    /// The days of the first and the last photo.
    package fileprivate(set) var first: Day
    package fileprivate(set) var last: Day
    /// The number of days with photos.
    package var days: Int { dayNumbers.count }
  }

  /// The places with photos, sorted by the number of days in descending order.
  ///
  /// Cities with equal names are distinguished by country: `Birmingham, United States`.
  package var places: [Place] {
    var found: [PlaceName: Place] = [:]
    for photo in timeline.photos {
      guard let name = photo.place.flatMap(names.name(of:)) else { continue }
      let day = photo.day
      found[name, default: Place(name: name.description, first: day, last: day)].add(day)
    }
    let shared = Dictionary(grouping: found.keys, by: \.description).filter { $1.count > 1 }
    for name in shared.values.joined() {
      found[name]?.name = "\(name.description), \(name.country.name)"
    }
    return found.values.sorted {
      ($1.days, $1.photos, $0.name, $0.first) < ($0.days, $0.photos, $1.name, $1.first)
    }
  }

  /// The paths of files with equal content, as groups; each group starts with the path that the
  /// library uses.
  package var copiesByPath: [[String]] {
    copies.compactMap { id, others in paths[id].map { [$0] + others } }
      .sorted { $0[0].utf8.lexicographicallyPrecedes($1[0].utf8) }
  }

  /// Groups of near-duplicates in chronological order; each group starts with its best photo.
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

extension PhotoLibrary.Place {
  /// Counts a photo taken on a day; photos must be added in chronological order.
  fileprivate mutating func add(_ day: Day) {
    photos += 1
    dayNumbers.insert(day.number)
    last = day
  }
}
