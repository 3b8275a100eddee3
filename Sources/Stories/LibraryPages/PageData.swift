internal import Geography
internal import PhotoLibrary
internal import SourceJSON
import WallfarmPluginKit

/// The data for a page's script, stored in columns, which take a third of the space of objects.
struct PageData {
  let library: PhotoLibrary
  let photos: [LibraryPhoto]
  let withPlaces: Bool

  var words: [String: JSONValue] {
    var words: [String: JSONValue] = ["photos": .object(columns), "trips": .array(trips)]
    let (folders, folderOf, names) = paths
    words["folders"] = .array(folders.map(JSONValue.string))
    words["folderOf"] = Self.numbers(folderOf)
    words["names"] = .array(names.map(JSONValue.string))
    if withPlaces {
      let (names, placeOf) = places
      words["places"] = .array(names.map(JSONValue.string))
      words["placeOf"] = Self.numbers(placeOf)
      words["at"] = Self.numbers(dots)
    }
    return words
  }

  /// Three columns: the days of the photos, their aspect ratios in hundredths, and their crop
  /// centers.
  ///
  /// The first day is in days since 1970. Each later day is stored as the difference from the day
  /// of the previous photo.
  private var columns: [String: JSONValue] {
    var last = 0
    let days = photos.map { photo in
      defer { last = photo.day.number }
      return photo.day.number - last
    }
    let shapes = photos.map { photo in
      photo.width > 0 && photo.height > 0
        ? min(max(photo.width * 100 / photo.height, 10), 1000) : 100
    }
    return [
      "days": Self.numbers(days), "shapes": Self.numbers(shapes), "focus": Self.numbers(focuses),
    ]
  }

  /// The points to keep visible when cropping, each as a photo number followed by x and y.
  ///
  /// The coordinates are in hundredths of the picture size. Few photos have such a point.
  private var focuses: [Int] {
    photos.enumerated().flatMap { number, photo -> [Int] in
      guard let focus = photo.focus else { return [] }
      return [number, Int((focus.x * 100).rounded()), Int((focus.y * 100).rounded())]
    }
  }

  /// The folders, and the folder number and file name of each photo; many photos share a folder.
  private var paths: (folders: [String], folderOf: [Int], names: [String]) {
    var known: [Substring: Int] = [:]
    var (folders, folderOf, names): ([String], [Int], [String]) = ([], [], [])
    for photo in photos {
      let path = library.paths[photo.id] ?? ""
      let end = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) }
      let folder = path[..<(end ?? path.startIndex)]
      if known[folder] == nil {
        known[folder] = folders.count
        folders.append(String(folder))
      }
      folderOf.append(known[folder] ?? 0)
      names.append(String(path[(end ?? path.startIndex)...]))
    }
    return (folders, folderOf, names)
  }

  /// The place names, and for each photo the number of its place name, starting at 1; 0 for none.
  private var places: (names: [String], placeOf: [Int]) {
    var known: [String: Int] = [:]
    var names: [String] = []
    let placeOf = photos.map { photo in
      guard let name = library.name(of: photo.place) else { return 0 }
      if known[name] == nil {
        names.append(name)
        known[name] = names.count
      }
      return known[name] ?? 0
    }
    return (names, placeOf)
  }

  /// The latitude and longitude of each photo in hundredths of a degree; the latitude 99999 means
  /// no location.
  ///
  /// A hundredth of a degree is about a kilometer. This precision is sufficient for dots on a map,
  /// and does not reveal exact locations.
  private var dots: [Int] {
    photos.flatMap { photo in
      guard let place = photo.place else { return [99_999, 0] }
      return [Int((place.latitude * 100).rounded()), Int((place.longitude * 100).rounded())]
    }
  }

  /// The trips with photos on the page, earliest first.
  ///
  /// On a page without locations, the names of trips are omitted, because they reveal places.
  private var trips: [JSONValue] {
    var order: [Int64: Int] = [:]
    for (number, photo) in photos.enumerated() { order[photo.id] = number }
    return library.trips.compactMap { trip in
      let numbers = trip.photos.compactMap { order[$0] }.sorted()
      guard !numbers.isEmpty else { return nil }
      var words: [String: JSONValue] = [
        "id": .string(library.id(of: trip)), "first": .number(Double(trip.first.number)),
        "last": .number(Double(trip.last.number)), "runs": Self.runs(of: numbers),
      ]
      if withPlaces { words["name"] = .string(library.name(of: trip)) }
      return .object(words)
    }
  }

  /// Encodes each run of consecutive numbers as a pair: its first number and its length.
  private static func runs(of numbers: [Int]) -> JSONValue {
    var runs: [Int] = []
    for number in numbers {
      if let count = runs.last, let first = runs.dropLast().last, first + count == number {
        runs[runs.count - 1] += 1
      } else {
        runs += [number, 1]
      }
    }
    return Self.numbers(runs)
  }

  private static func numbers(_ numbers: [Int]) -> JSONValue {
    .array(numbers.map { .number(Double($0)) })
  }
}
