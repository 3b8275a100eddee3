internal import Geography
internal import WallfarmPluginKit

/// Collects photos from index rows one at a time and keeps only the data that searches need.
///
/// A large index has 100,000 rows, which are never in memory at the same time. Each photo counts
/// once: all copies of a photo count as the file with the first path, and a raw file does not count
/// if there is a picture with the same name next to it.
struct PhotoGathering {
  /// The information that is needed before the first row is added: all shared contents and raw
  /// files.
  struct Plan {
    /// Content digests that several rows share.
    var sharedContents: Set<String> = []
    /// The paths of raw files, without their extensions.
    var rawStems: Set<Substring> = []

    init(sharedContents: Set<String>, rawPaths: [String]) {
      self.sharedContents = sharedContents
      rawStems = Set(rawPaths.map(PhotoGathering.stem))
    }
  }

  /// A row's photo, ID, path and perceptual hash; the photo is `nil` if its day is unknown.
  private struct Gathered {
    let photo: LibraryPhoto?
    let id: Int64
    let path: String
    let hash: UInt64?
  }

  /// A file that may be omitted as a duplicate: a raw file, or one of several files with equal
  /// content.
  private struct Special {
    let gathered: Gathered
    let isRaw: Bool
    /// The content digest; `nil` if no other row has the same digest.
    let content: String?
    let whole: String?
  }

  private(set) var photos: [LibraryPhoto] = []
  private(set) var paths = PhotoPaths()
  /// The paths of copies, keyed by photo ID.
  private(set) var copies: [Int64: [String]] = [:]
  private var looks: [NearDuplicates.Photo] = []
  private let zone: Zone
  private let plan: Plan
  private var special: [Special] = []
  private var copied = CopiedDates()
  /// The stems of raw files that have an accompanying picture.
  private var pictured: Set<Substring> = []

  init(_ plan: Plan, zone: Zone) { (self.plan, self.zone) = (plan, zone) }

  /// Adds a row; rows must be added in the order of their paths.
  mutating func add(_ row: LibraryIndex.Row) {
    let isRaw = row.facts.format == .raw
    if !isRaw, !plan.rawStems.isEmpty {
      let stem = Self.stem(row.path)
      if plan.rawStems.contains(stem) { pictured.insert(stem) }
    }
    copied.add(row)
    let gathered = Gathered(
      photo: LibraryPhoto(row, zone), id: row.id, path: row.path, hash: row.look?.hash)
    let isShared = plan.sharedContents.contains(row.content)
    guard isRaw || isShared else { return keep(gathered) }
    special.append(
      Special(
        gathered: gathered, isRaw: isRaw, content: isShared ? row.content : nil, whole: row.whole))
  }

  /// Completes the collection; afterward, the photos have group IDs but are not sorted.
  mutating func finish() {
    var seen: [String: [(id: Int64, whole: String?)]] = [:]
    for one in special where !(one.isRaw && pictured.contains(Self.stem(one.gathered.path))) {
      guard let content = one.content else {
        keep(one.gathered)
        continue
      }
      // Files with equal heads and tails are considered equal, unless their full digests differ.
      let first = seen[content]?.first {
        $0.whole == nil || one.whole == nil || $0.whole == one.whole
      }
      if let first {
        copies[first.id, default: []].append(one.gathered.path)
      } else {
        seen[content, default: []].append((one.gathered.id, one.whole))
        keep(one.gathered)
      }
    }
    special = []
    paths.finish()
    believeNames()
    group()
  }

  /// Uses the dates in file names for photos in a folder that all have the same timestamp.
  private mutating func believeNames() {
    let rows = copied.rows
    copied = CopiedDates()
    guard !rows.isEmpty else { return }
    let named = Dictionary(
      rows.compactMap { LibraryPhoto($0, zone) }.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    for index in photos.indices {
      if let photo = named[photos[index].id] { photos[index] = photo }
    }
    for index in looks.indices {
      guard let photo = named[looks[index].id] else { continue }
      looks[index] = NearDuplicates.Photo(
        id: photo.id, second: photo.moment?.seconds, hash: looks[index].hash)
    }
  }

  private mutating func keep(_ gathered: Gathered) {
    guard let photo = gathered.photo else { return }
    photos.append(photo)
    paths.add(gathered.path, of: photo.id)
    if let hash = gathered.hash {
      looks.append(NearDuplicates.Photo(id: photo.id, second: photo.moment?.seconds, hash: hash))
    }
  }

  private mutating func group() {
    looks.sort { ($0.second ?? .max, $0.id) < ($1.second ?? .max, $1.id) }
    let groups = NearDuplicates.groups(of: looks)
    looks = []
    for index in photos.indices {
      if let group = groups[photos[index].id] { photos[index].group = group }
    }
  }

  private static func stem(_ path: String) -> Substring {
    path.lastIndex(of: ".").map { path[..<$0] } ?? path[...]
  }
}

extension LibraryPhoto {
  /// Creates a photo from a row, in a group of its own; returns `nil` if the photo's day is
  /// unknown.
  fileprivate init?(_ row: LibraryIndex.Row, _ zone: Zone) {
    let facts = row.facts
    guard var day = facts.day.flatMap({ Day(number: $0) }) else { return nil }
    let moment = Self.moment(facts, zone)
    // For a UTC time, use the day in the home zone: a Tuesday evening in New York is Wednesday in
    // UTC.
    if facts.isUTC, let moment { day = zone.day(at: moment) }
    let isTurned = facts.orientation > 4
    self.init(
      id: row.id, day: day, moment: moment,
      place: facts.latitude.flatMap { latitude in
        facts.longitude.flatMap { GeoPoint(latitude: latitude, longitude: $0) }
      },
      width: isTurned ? facts.height : facts.width, height: isTurned ? facts.width : facts.height,
      isScreenshot: facts.isScreenshot, canBeShown: facts.format != .raw, group: row.id,
      quality: row.look?.quality, focus: row.look?.focus)
  }

  private static func moment(_ facts: HeadFacts, _ zone: Zone) -> Moment? {
    guard let seconds = facts.moment else { return nil }
    if facts.offset != nil { return Moment(seconds: seconds) }
    guard let day = Day(number: Int((Double(seconds) / 86_400).rounded(.down))),
      let time = ClockTime(seconds: seconds - day.number * 86_400)
    else { return nil }
    return zone.moment(day, time)
  }
}
