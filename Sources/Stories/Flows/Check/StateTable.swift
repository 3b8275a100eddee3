/// The states that a checker has met, each as some bytes, and how it came to them.
///
/// A hundred thousand of them take some ten megabytes: a state is what conditions can tell apart, and no more.
struct StateTable {
  private var bytes: [UInt8] = []
  /// Where the bytes of each begin; one more at the end.
  private var starts: [Int] = [0]
  /// Places of states by their hash; -1 is free.
  private var slots = [Int32](repeating: -1, count: 1 << 12)
  /// For each state, the one it was first met from; -1 for a beginning.
  private(set) var parents: [Int32] = []
  /// For each state, the place of the move that led to it.
  private(set) var moves: [Int32] = []

  var count: Int { parents.count }

  /// The bytes of a state.
  func packed(_ state: Int) -> ArraySlice<UInt8> { bytes[starts[state]..<starts[state + 1]] }

  /// The place of a state, and whether it is new.
  mutating func insert(_ packed: [UInt8], parent: Int, move: Int) -> (place: Int, isNew: Bool) {
    if count * 2 >= slots.count { grow() }
    var slot = Self.hash(packed[...]) & (slots.count - 1)
    while slots[slot] >= 0 {
      let known = Int(slots[slot])
      if self.packed(known).elementsEqual(packed) { return (known, false) }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Int32(count)
    bytes += packed
    starts.append(bytes.count)
    parents.append(Int32(parent))
    moves.append(Int32(move))
    return (count - 1, true)
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 4)
    for place in 0..<count {
      var slot = Self.hash(packed(place)) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(place)
    }
  }

  /// FNV-1a, 64 bit (Fowler, Noll, Vo), folded: the low bits alone are poor.
  private static func hash(_ bytes: ArraySlice<UInt8>) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int(truncatingIfNeeded: (hash ^ (hash >> 32)) & 0x7fff_ffff)
  }
}
