/// Paths of photos by their ids: each folder once, and the names one after the other.
///
/// As strings in a dictionary the paths of 100,000 photos took 17 MB, which was more than all else that is known of them.
package struct PhotoPaths: Sendable {
  private struct Place {
    let id: Int64
    let name: Int
    let folder: Int
  }

  private var folders: [String] = []
  /// Each ends with a zero, which no path has.
  private var names: [UInt8] = []
  private var places: [Place] = []
  private var isSorted = true

  init() {}

  /// How many there are.
  package var count: Int { places.count }

  /// Takes a path in; those of one folder are best added one after the other.
  mutating func add(_ path: String, of id: Int64) {
    let end = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) }
    let folder = path[..<(end ?? path.startIndex)]
    if folders.last.map({ $0 != folder }) ?? true { folders.append(String(folder)) }
    if let last = places.last, last.id > id { isSorted = false }
    places.append(Place(id: id, name: names.count, folder: folders.count - 1))
    names += path[(end ?? path.startIndex)...].utf8
    names.append(0)
  }

  /// Makes ready to look paths up.
  mutating func finish() {
    if !isSorted { places.sort { $0.id < $1.id } }
    isSorted = true
  }

  /// The path of a photo; nil where there is none of that id.
  package subscript(id: Int64) -> String? {
    var (first, last) = (0, places.count)
    while first < last {
      let middle = (first + last) / 2
      if places[middle].id < id { first = middle + 1 } else { last = middle }
    }
    guard first < places.count, places[first].id == id else { return nil }
    let place = places[first]
    return folders[place.folder]
      + String(decoding: names[place.name...].prefix { $0 != 0 }, as: UTF8.self)
  }
}
