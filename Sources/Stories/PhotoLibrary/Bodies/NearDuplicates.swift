/// Finds photos that look nearly the same.
///
/// Within some minutes those of one scene, a little moved; at any time only what differs hardly at all, such as a photo
/// that was made smaller or sent on.
enum NearDuplicates {
  /// A photo as far as it matters here.
  struct Photo {
    let id: Int64
    /// Seconds since 1970; nil where only the day is known.
    let second: Int?
    let hash: UInt64
  }

  /// Bits of 64 that may differ within ``scene``, and at any time.
  static let mostBitsOfScene = 10
  static let mostBits = 3
  /// In seconds.
  static let scene = 300

  /// Groups photos.
  ///
  /// - Parameter photos: in the order of time.
  /// - Returns: the lowest id of its group for each photo that is in one.
  static func groups(of photos: [Photo]) -> [Int64: Int64] {
    var sets = DisjointSets(count: photos.count)
    for (place, photo) in photos.enumerated() {
      guard let second = photo.second else { continue }
      // No two share more than a few minutes with more than these.
      for other in photos[..<place].indices.suffix(60).reversed() {
        guard let before = photos[other].second, second - before <= scene else { break }
        if distance(photo.hash, photos[other].hash) <= mostBitsOfScene { sets.join(place, other) }
      }
    }
    joinAlike(photos, &sets)
    var lowest = [Int64](repeating: .max, count: photos.count)
    for place in photos.indices {
      let root = sets.root(of: place)
      lowest[root] = min(lowest[root], photos[place].id)
    }
    var groups: [Int64: Int64] = [:]
    for place in photos.indices where sets.isShared(place) {
      groups[photos[place].id] = lowest[sets.root(of: place)]
    }
    return groups
  }

  static func distance(_ one: UInt64, _ other: UInt64) -> Int { (one ^ other).nonzeroBitCount }

  /// Of four quarters of 16 bits one is the same where no more than three bits differ.
  private static func joinAlike(_ photos: [Photo], _ sets: inout DisjointSets) {
    for quarter in 0..<4 {
      let keys = photos.map { UInt16(truncatingIfNeeded: $0.hash >> (16 * UInt64(quarter))) }
      let order = keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
      var first = 0
      for number in order.indices {
        let place = order[number]
        if keys[order[first]] != keys[place] { first = number }
        // A quarter that many share says little, and the other three are looked at too.
        for other in order[max(first, number - 200)..<number]
        where distance(photos[place].hash, photos[other].hash) <= mostBits {
          sets.join(place, other)
        }
      }
    }
  }
}

/// What belongs together, by Galler and Fischer (1964).
private struct DisjointSets {
  private var parents: [Int]
  private var sizes: [Int]

  init(count: Int) {
    parents = Array(0..<count)
    sizes = Array(repeating: 1, count: count)
  }

  mutating func root(of place: Int) -> Int {
    var place = place
    while parents[place] != place {
      parents[place] = parents[parents[place]]
      place = parents[place]
    }
    return place
  }

  mutating func join(_ one: Int, _ other: Int) {
    var (one, other) = (root(of: one), root(of: other))
    guard one != other else { return }
    if sizes[one] < sizes[other] { swap(&one, &other) }
    parents[other] = one
    sizes[one] += sizes[other]
  }

  /// Whether it is not alone.
  mutating func isShared(_ place: Int) -> Bool { sizes[root(of: place)] > 1 }
}
