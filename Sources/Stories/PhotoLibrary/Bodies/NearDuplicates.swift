/// Finds near-duplicate photos.
///
/// Photos of the same scene count as duplicates if they were taken within minutes of each other.
/// Otherwise, only almost identical photos count, such as downscaled or forwarded copies.
package enum NearDuplicates {
  /// The properties of a photo that the comparison needs.
  package struct Photo {
    let id: Int64
    /// Seconds since 1970; `nil` if only the day is known.
    let second: Int?
    let hash: UInt64

    package init(id: Int64, second: Int?, hash: UInt64) {
      (self.id, self.second, self.hash) = (id, second, hash)
    }
  }

  /// The maximum Hamming distance between the 64-bit hashes of near-duplicates: within a scene, and
  /// regardless of time.
  package static let mostBitsOfScene = 10
  package static let mostBits = 3
  /// The maximum interval in seconds between photos of a scene.
  static let scene = 300

  /// Groups near-duplicate photos.
  ///
  /// - Parameter photos: The photos in chronological order.
  /// - Returns: For each photo that has near-duplicates, the lowest ID in its group.
  package static func groups(of photos: [Photo]) -> [Int64: Int64] {
    var sets = DisjointSets(count: photos.count)
    for (place, photo) in photos.enumerated() {
      guard let second = photo.second else { continue }
      // Compare with at most 60 earlier photos to limit the number of comparisons. A scene rarely
      // has more photos.
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

  package static func distance(_ one: UInt64, _ other: UInt64) -> Int {
    (one ^ other).nonzeroBitCount
  }

  /// Joins photos whose hashes differ in at most ``mostBits`` bits, regardless of when they were
  /// taken.
  ///
  /// If two hashes differ in at most three bits, at least one of their four 16-bit quarters is
  /// equal. Therefore, only photos with an equal quarter are compared.
  private static func joinAlike(_ photos: [Photo], _ sets: inout DisjointSets) {
    for quarter in 0..<4 {
      let keys = photos.map { UInt16(truncatingIfNeeded: $0.hash >> (16 * UInt64(quarter))) }
      let order = keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
      var first = 0
      for number in order.indices {
        let place = order[number]
        if keys[order[first]] != keys[place] { first = number }
        // Compare with at most 200 hashes that have an equal quarter. If more hashes share a
        // quarter, it is not distinctive, and the other three quarters are also compared.
        for other in order[max(first, number - 200)..<number]
        where distance(photos[place].hash, photos[other].hash) <= mostBits {
          sets.join(place, other)
        }
      }
    }
  }
}

/// A disjoint-set forest (Galler and Fischer, 1964).
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

  /// Whether the set has more than one member.
  mutating func isShared(_ place: Int) -> Bool { sizes[root(of: place)] > 1 }
}
