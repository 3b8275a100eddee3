/// Estimates the progress and the remaining time of a scan by cost instead of count.
///
/// A photo of one kind can cost a hundred times as much as a photo of another kind, and photos of
/// the same kind are clustered in folders. The cost per unit of size is measured for each kind
/// during the scan. For a kind that has not been measured yet, the cost per unit is assumed to be
/// the mean of the measured kinds.
package struct WorkMeter: Hashable, Sendable {
  /// An amount of work, and the seconds that the reader processes spent on it.
  private struct Amount: Hashable {
    var size = 0.0
    var seconds = 0.0

    mutating func add(_ size: Double, _ seconds: Double) {
      self.size += size
      self.seconds += seconds
    }
  }

  /// The statistics of one kind.
  private struct Kind: Hashable {
    var left = 0.0
    var first = Amount()
    var later = Amount()

    /// The cost in seconds per unit of size.
    ///
    /// The first batch is read by processes that have just started, so it is used only if there is
    /// no other measurement.
    var each: Double? {
      let known = later.size > 0 ? later : first
      return known.size > 0 ? known.seconds / known.size : nil
    }
  }

  private let readers: Double
  private var kinds: [String: Kind] = [:]
  private var photosLeft = 0
  /// The number of photos read after the first batch, and the time spent on them apart from
  /// reading.
  ///
  /// This time, in seconds, is spent on storing results and on waiting for other readers.
  private var photosLater = 0.0
  private var overhead = 0.0
  private var elapsed = 0.0
  /// The current batch.
  private var part = Amount()
  private var isFirst = true

  /// - Parameter readers: The number of reader processes.
  package init(readers: Int = 1) { self.readers = Double(max(1, readers)) }

  /// Adds a photo to read.
  ///
  /// - Parameters:
  ///   - kind: The cost class.
  ///   - size: The quantity to which the cost is proportional, such as bytes; 1 for constant cost.
  package mutating func expect(_ kind: String, size: Double = 1) {
    kinds[kind, default: Kind()].left += size
    photosLeft += 1
  }

  /// Records a photo and the seconds that the reader process spent on it.
  package mutating func finish(_ kind: String, size: Double = 1, seconds: Double) {
    var known = kinds[kind] ?? Kind()
    known.left -= size
    if isFirst { known.first.add(size, seconds) } else { known.later.add(size, seconds) }
    kinds[kind] = known
    photosLeft -= 1
    part.add(1, seconds)
  }

  /// Ends a batch; `seconds` is its duration in wall-clock time.
  package mutating func pass(_ seconds: Double) {
    elapsed += seconds
    if !isFirst {
      overhead += seconds - part.seconds / readers
      photosLater += part.size
    }
    (part, isFirst) = (Amount(), false)
  }

  /// The estimated remaining wall-clock time in seconds.
  private var left: Double {
    let known = kinds.values.compactMap(\.each)
    let mean = known.reduce(0, +) / Double(max(1, known.count))
    let reading = kinds.values.reduce(0) { $0 + max(0, $1.left) * ($1.each ?? mean) }
    let beside = photosLater > 0 ? overhead / photosLater : 0
    return max(0, reading / readers + beside * Double(max(0, photosLeft)))
  }

  /// The completed fraction of the work, 0…1; `nil` before the first batch ends.
  package var share: Double? { elapsed > 0 ? elapsed / (elapsed + left) : nil }

  /// The estimated remaining time.
  ///
  /// - Parameter enough: The fraction of the work that is required for an estimate.
  /// - Returns: Seconds; `nil` if too little work is done for an estimate.
  package func secondsLeft(from enough: Double = 0.1) -> Double? {
    guard let share, share >= enough, photosLater > 0 || photosLeft == 0, isSettled else {
      return nil
    }
    return left
  }

  /// Whether at least 95% of the remaining cost belongs to kinds that were measured after the first
  /// batch.
  private var isSettled: Bool {
    func cost(_ kind: Kind) -> Double { max(0, kind.left) * (kind.each ?? 0) }
    let all = kinds.values.reduce(0) { $0 + cost($1) }
    let known = kinds.values.filter { $0.later.size > 0 }.reduce(0) { $0 + cost($1) }
    return known >= 0.95 * all
  }

  /// The number of photos of each kind in the first batch, which ensures that all kinds are
  /// measured early.
  private static let scouts = 8

  /// Divides the indices of a list into batches so that each tenth of the batches is spread over
  /// the whole list.
  ///
  /// Photos of one kind are clustered in folders, so the first tenth of the list would not be
  /// representative.
  ///
  /// - Parameters:
  ///   - kinds: The kinds of the items.
  ///   - size: The maximum batch size, which the first batch may exceed.
  /// - Returns: The batches, which together contain each index once.
  package static func parts(of kinds: [String], size: Int) -> [[Int]] {
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

  /// The numbers from 0 to `count` − 1, in bit-reversed order.
  private static func spread(_ count: Int) -> [Int] {
    guard count > 1 else { return Array(0..<count) }
    let bits = Int.bitWidth - (count - 1).leadingZeroBitCount
    return (0..<1 << bits).map { number in
      Int(UInt(bitPattern: number).bitReversed >> UInt(Int.bitWidth - bits))
    }.filter { $0 < count }
  }
}

extension UInt {
  /// The value with its bits reversed.
  fileprivate var bitReversed: UInt {
    var (rest, reversed) = (self, UInt(0))
    for _ in 0..<UInt.bitWidth {
      reversed = reversed << 1 | rest & 1
      rest >>= 1
    }
    return reversed
  }
}
