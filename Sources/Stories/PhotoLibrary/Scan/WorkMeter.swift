/// How much of a scan is done, and how long the rest will take, by work: a photo of one kind costs a hundred times as
/// much as one of another, and a folder has them in heaps.
///
/// What each kind costs is learned from those that were read; a kind that has not come up yet is taken to cost what the
/// others do by their size.
package struct WorkMeter: Hashable, Sendable {
  /// Something that was read, and the seconds that it took a reader.
  private struct Amount: Hashable {
    var size = 0.0
    var seconds = 0.0

    mutating func add(_ size: Double, _ seconds: Double) {
      self.size += size
      self.seconds += seconds
    }
  }

  /// What is known of one kind of photos.
  private struct Kind: Hashable {
    var left = 0.0
    var first = Amount()
    var later = Amount()

    /// Seconds for each unit of its size.
    ///
    /// What is read first is read by processes that have just started, and counts where there is nothing else.
    var each: Double? {
      let known = later.size > 0 ? later : first
      return known.size > 0 ? known.seconds / known.size : nil
    }
  }

  private let readers: Double
  private var kinds: [String: Kind] = [:]
  private var photosLeft = 0
  /// Photos of all parts but the first, and what these parts took beside reading: keeping it, and waiting for each other.
  private var photosLater = 0.0
  private var overhead = 0.0
  private var elapsed = 0.0
  /// Photos of the part that is being read.
  private var part = Amount()
  private var isFirst = true

  /// - Parameter readers: how many processes read.
  package init(readers: Int = 1) { self.readers = Double(max(1, readers)) }

  /// Adds a photo that is to be read.
  ///
  /// - Parameters:
  ///   - kind: what costs alike.
  ///   - size: what its cost grows with, such as bytes; 1 where it grows with nothing.
  mutating func expect(_ kind: String, size: Double = 1) {
    kinds[kind, default: Kind()].left += size
    photosLeft += 1
  }

  /// Takes away one that was read, and the seconds that it took a reader.
  mutating func finish(_ kind: String, size: Double = 1, seconds: Double) {
    var known = kinds[kind] ?? Kind()
    known.left -= size
    if isFirst { known.first.add(size, seconds) } else { known.later.add(size, seconds) }
    kinds[kind] = known
    photosLeft -= 1
    part.add(1, seconds)
  }

  /// Ends a part, which has taken so many seconds by the clock.
  mutating func pass(_ seconds: Double) {
    elapsed += seconds
    if !isFirst {
      overhead += seconds - part.seconds / readers
      photosLater += part.size
    }
    (part, isFirst) = (Amount(), false)
  }

  /// Seconds by the clock that are left, as far as is known.
  private var left: Double {
    let known = kinds.values.compactMap(\.each)
    let mean = known.reduce(0, +) / Double(max(1, known.count))
    let reading = kinds.values.reduce(0) { $0 + max(0, $1.left) * ($1.each ?? mean) }
    let beside = photosLater > 0 ? overhead / photosLater : 0
    return max(0, reading / readers + beside * Double(max(0, photosLeft)))
  }

  /// The part of the work that is done, 0 to 1; nil before anything is.
  package var share: Double? { elapsed > 0 ? elapsed / (elapsed + left) : nil }

  /// How long the rest takes if it goes on as it has.
  ///
  /// - Parameter enough: the part of the work that has to be done: before that it would be a guess.
  /// - Returns: seconds; nil before enough is done.
  package func secondsLeft(from enough: Double = 0.1) -> Double? {
    guard let share, share >= enough, photosLater > 0 || photosLeft == 0, isSettled else {
      return nil
    }
    return left
  }

  /// Whether nearly all that is left is of kinds that were read by processes that had settled.
  private var isSettled: Bool {
    func cost(_ kind: Kind) -> Double { max(0, kind.left) * (kind.each ?? 0) }
    let all = kinds.values.reduce(0) { $0 + cost($1) }
    let known = kinds.values.filter { $0.later.size > 0 }.reduce(0) { $0 + cost($1) }
    return known >= 0.95 * all
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
