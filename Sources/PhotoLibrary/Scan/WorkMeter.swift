/// How much of a scan is done, and how long the rest will take, by work: a photo of one kind costs a hundred times as
/// much as one of another, and a folder has them in heaps.
///
/// What each kind costs is learned from those that were read; a kind that has not come up yet is taken to cost what the
/// others do by their size.
package struct WorkMeter: Hashable, Sendable {
  /// What is known of one kind of photos.
  private struct Kind: Hashable {
    var left = 0.0
    var read = 0.0
    /// Seconds that reading them has taken, of all processes together.
    var seconds = 0.0
  }

  private var kinds: [String: Kind] = [:]

  package init() {}

  /// Adds a photo that is to be read.
  ///
  /// - Parameters:
  ///   - kind: what costs alike.
  ///   - size: what its cost grows with, such as bytes; 1 where it grows with nothing.
  mutating func expect(_ kind: String, size: Double = 1) {
    kinds[kind, default: Kind()].left += size
  }

  /// Takes away one that was read.
  mutating func finish(_ kind: String, size: Double = 1, seconds: Double) {
    var known = kinds[kind] ?? Kind()
    known.left -= size
    known.read += size
    known.seconds += seconds
    kinds[kind] = known
  }

  /// Seconds that have been taken, and that will be.
  private var work: (done: Double, left: Double) {
    let done = kinds.values.reduce(0) { $0 + $1.seconds }
    let read = kinds.values.reduce(0) { $0 + $1.read }
    let left = kinds.values.reduce(0) { sum, kind in
      let each = kind.read > 0 ? kind.seconds / kind.read : read > 0 ? done / read : 0
      return sum + max(0, kind.left) * each
    }
    return (done, left)
  }

  /// The part of the work that is done, 0 to 1; nil before anything is.
  package var share: Double? {
    let (done, left) = work
    return done > 0 ? done / (done + left) : nil
  }

  /// How long the rest takes if it goes on as it has.
  ///
  /// - Parameters:
  ///   - elapsed: how long it has taken so far, in seconds.
  ///   - enough: the part of the work that has to be done: before that it would be a guess.
  /// - Returns: seconds; nil before enough is done.
  package func secondsLeft(after elapsed: Double, from enough: Double = 0.1) -> Double? {
    guard let share, share >= enough else { return nil }
    return elapsed * (1 - share) / share
  }

  /// How many of each kind are read before all others, so that no kind comes as a surprise.
  private static let scouts = 8

  /// The places of a list in parts, of which each tenth is spread over the whole.
  ///
  /// Folders have photos of one kind together, and what the first tenth of a list costs would say little of the rest.
  ///
  /// - Parameters:
  ///   - kinds: those of the list.
  ///   - size: most of a part; the first can have more.
  /// - Returns: each place once.
  static func parts(of kinds: [String], size: Int) -> [[Int]] {
    var places: [String: [Int]] = [:]
    for (place, kind) in kinds.enumerated() { places[kind, default: []].append(place) }
    let first = Set(
      places.values.flatMap { places in
        let count = min(places.count, scouts)
        return (0..<count).map { places[$0 * places.count / count] }
      })
    let rest = kinds.indices.filter { !first.contains($0) }
    let parts = spread((rest.count + size - 1) / size).map {
      Array(rest[$0 * size..<min(rest.count, ($0 + 1) * size)])
    }
    return (first.isEmpty ? [] : [first.sorted()]) + parts
  }

  /// Numbers in the order of their bits read backwards.
  private static func spread(_ count: Int) -> [Int] {
    guard count > 1 else { return Array(0..<count) }
    let bits = Int.bitWidth - (count - 1).leadingZeroBitCount
    return (0..<1 << bits).map { number in
      Int(UInt(bitPattern: number).bitReversed >> UInt(Int.bitWidth - bits))
    }.filter { $0 < count }
  }
}

extension UInt {
  /// With the highest bit lowest.
  fileprivate var bitReversed: UInt {
    var (rest, reversed) = (self, UInt(0))
    for _ in 0..<UInt.bitWidth {
      reversed = reversed << 1 | rest & 1
      rest >>= 1
    }
    return reversed
  }
}
