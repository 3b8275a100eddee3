/// A hash table of packed states, with the move that first led to each.
///
/// 100,000 states take about 10 MB, because a packed state contains only values that conditions can
/// distinguish.
struct StateTable {
  private var bytes: [UInt8] = []
  /// The offset of each state in `bytes`, followed by the total length.
  private var starts: [Int] = [0]
  /// State indices in an open-addressing hash table; -1 marks a free slot.
  private var slots = [Int32](repeating: -1, count: 1 << 12)
  /// The state from which each state was first reached; -1 for an initial state.
  private(set) var parents: [Int32] = []
  /// The index of the move that first led to each state.
  private(set) var moves: [Int32] = []

  var count: Int { parents.count }

  func packed(_ state: Int) -> ArraySlice<UInt8> { bytes[starts[state]..<starts[state + 1]] }

  /// Inserts a state unless it is known, and returns its index.
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

  /// 64-bit FNV-1a (Fowler, Noll, Vo), folded because its low bits alone are distributed poorly.
  private static func hash(_ bytes: ArraySlice<UInt8>) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int(truncatingIfNeeded: (hash ^ (hash >> 32)) & 0x7fff_ffff)
  }
}
