/// Finds matches within the last 32 KiB, for flat areas, letters and dithered gradients.
///
/// As in zlib, the search uses hash chains; each hash covers 4 bytes. The search first tries three
/// candidates: the distance of the last match, because patterns continue; a distance of 1; and the
/// last position with the same 3 bytes, the size of an RGB pixel.
struct MatchFinder: ~Copyable {
  /// The standard maximum number of candidates to try in a chain.
  ///
  /// Higher values find longer matches but take more time. On gradients, a value of 4 produces 6%
  /// more bytes than a value of 16, but takes only two thirds of the time.
  static let standardEffort = 16

  private static let hashBits = 15
  private static let window = Match.mostDistance
  /// A match of at least this length ends the search.
  private static let longEnough = 64
  /// The maximum distance for a 3-byte match.
  ///
  /// At larger distances, the bits for the distance cost more than the match saves.
  private static let mostDistanceOfThree = 8192

  private let heads: UnsafeMutablePointer<Int32>
  private let chain: UnsafeMutablePointer<Int32>
  private let lastOfThree: UnsafeMutablePointer<Int32>
  private var lastDistance = 1

  init() {
    heads = .allocate(capacity: 1 << MatchFinder.hashBits)
    chain = .allocate(capacity: MatchFinder.window)
    lastOfThree = .allocate(capacity: 1 << MatchFinder.hashBits)
    reset()
  }

  deinit {
    heads.deallocate()
    chain.deallocate()
    lastOfThree.deallocate()
  }

  /// Clears the history, so that the next band does not depend on it.
  mutating func reset() {
    heads.update(repeating: -1, count: 1 << MatchFinder.hashBits)
    lastOfThree.update(repeating: -1, count: 1 << MatchFinder.hashBits)
    lastDistance = 1
  }

  /// Appends the matches in `range`; the 8 bytes after the range must be readable.
  mutating func find(
    in bytes: UnsafeRawPointer, _ range: Range<Int>, effort: Int, into matches: inout [Match]
  ) {
    var index = range.lowerBound
    while index < range.upperBound {
      var found = best(bytes, at: index, end: range.upperBound, over: 0, effort)
      insert(bytes, index)
      guard found.length > 0 else {
        index &+= 1
        continue
      }
      // This is lazy matching: prefer a match at the next byte if it saves more bits than the
      // additional literal costs.
      while found.length < MatchFinder.longEnough, index &+ 1 < range.upperBound {
        let next = best(
          bytes, at: index &+ 1, end: range.upperBound, over: found.worth &+ 8, effort)
        guard next.length > 0 else { break }
        (index, found) = (index &+ 1, next)
        insert(bytes, index)
      }
      matches.append(
        Match(
          start: Int32(truncatingIfNeeded: index), length: UInt16(truncatingIfNeeded: found.length),
          distance: UInt16(truncatingIfNeeded: found.distance)))
      lastDistance = found.distance
      let end = index &+ found.length
      // Insert only the last 8 positions of a long match, because later matches are unlikely to
      // refer to the other positions.
      var place = found.length > MatchFinder.longEnough ? end &- 8 : index &+ 1
      while place < end {
        insert(bytes, place)
        place &+= 1
      }
      index = end
    }
  }

  private struct Found {
    var length = 0
    var distance = 0
    /// The approximate number of bits that the match saves.
    var worth: Int
  }

  /// Finds the match that saves the most bits, if it saves more than `least`.
  private func best(
    _ bytes: UnsafeRawPointer, at index: Int, end: Int, over least: Int, _ effort: Int
  ) -> Found {
    let most = min(end &- index, Match.mostLength)
    var best = Found(worth: least)
    guard most >= 4 else { return best }
    consider(bytes, index, lastDistance, most, &best)
    if best.length >= MatchFinder.longEnough { return best }
    if lastDistance != 1 { consider(bytes, index, 1, most, &best) }
    let place = Int(lastOfThree[hashOfThree(bytes, index)])
    if place >= 0, index &- place <= MatchFinder.mostDistanceOfThree {
      consider(bytes, index, index &- place, most, &best)
    }
    walkChain(bytes, index, most, effort, &best)
    return best
  }

  @inline(__always)
  private func walkChain(
    _ bytes: UnsafeRawPointer, _ index: Int, _ most: Int, _ effort: Int, _ best: inout Found
  ) {
    var place = Int(heads[hash(bytes, index)])
    var left = effort
    while left > 0, place >= 0, index &- place <= MatchFinder.window {
      consider(bytes, index, index &- place, most, &best)
      if best.length >= MatchFinder.longEnough { return }
      let earlier = Int(chain[place & (MatchFinder.window &- 1)])
      // The chain is a ring buffer, so an entry that does not point to an earlier position has been
      // overwritten.
      guard earlier < place else { return }
      place = earlier
      left &-= 1
    }
  }

  /// Replaces the best match if a match at this distance saves more bits.
  @inline(__always)
  private func consider(
    _ bytes: UnsafeRawPointer, _ index: Int, _ distance: Int, _ most: Int, _ best: inout Found
  ) {
    guard distance <= index else { return }
    let length = bytes.commonLength(at: index, and: index &- distance, most: most)
    guard length > 3 || (length == 3 && distance <= MatchFinder.mostDistanceOfThree) else { return }
    // A distance costs about one bit per power of two.
    let worth = length &* 8 &- (63 &- distance.leadingZeroBitCount)
    if worth > best.worth { best = Found(length: length, distance: distance, worth: worth) }
  }

  @inline(__always)
  private func insert(_ bytes: UnsafeRawPointer, _ index: Int) {
    let slot = hash(bytes, index)
    chain[index & (MatchFinder.window &- 1)] = heads[slot]
    heads[slot] = Int32(truncatingIfNeeded: index)
    lastOfThree[hashOfThree(bytes, index)] = Int32(truncatingIfNeeded: index)
  }

  /// Knuth's multiplicative hash, computed from 4 bytes.
  @inline(__always)
  private func hash(_ bytes: UnsafeRawPointer, _ index: Int) -> Int {
    MatchFinder.hash(UInt32(truncatingIfNeeded: bytes.word(at: index)))
  }

  @inline(__always)
  private func hashOfThree(_ bytes: UnsafeRawPointer, _ index: Int) -> Int {
    MatchFinder.hash(UInt32(truncatingIfNeeded: bytes.word(at: index)) &<< 8)
  }

  @inline(__always)
  private static func hash(_ word: UInt32) -> Int {
    Int((word &* 2_654_435_761) &>> UInt32(32 - hashBits))
  }
}

extension UnsafeRawPointer {
  /// Returns the length of the common prefix of the bytes at two positions, up to `most`.
  @inline(__always)
  fileprivate func commonLength(at first: Int, and second: Int, most: Int) -> Int {
    var length = 0
    while length &+ 8 <= most {
      let difference = word(at: first &+ length) ^ word(at: second &+ length)
      if difference != 0 { return length &+ difference.trailingZeroBitCount &>> 3 }
      length &+= 8
    }
    while length < most,
      load(fromByteOffset: first &+ length, as: UInt8.self)
        == load(fromByteOffset: second &+ length, as: UInt8.self)
    { length &+= 1 }
    return length
  }
}
