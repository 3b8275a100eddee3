/// A canonical Huffman code (RFC 1951, section 3.2.2).
package struct HuffmanCode {
  /// The reversed bits of a code in the low 16 bits, and the length of the code in the high 16
  /// bits.
  typealias Entry = UInt32

  /// The code length of each symbol in bits; 0 for an unused symbol.
  package private(set) var lengths: [UInt8]
  /// The code of each symbol.
  private(set) var entries: [Entry]

  /// Creates a code from symbol frequencies.
  ///
  /// - Parameters:
  ///   - frequencies: The frequency of each symbol; unused symbols do not get a code.
  ///   - longest: The maximum code length in bits, up to 15.
  package init(frequencies: [UInt32], longest: Int) {
    lengths = [UInt8](repeating: 0, count: frequencies.count)
    entries = [Entry](repeating: 0, count: frequencies.count)
    // The high bits contain the frequency and the low bits contain the symbol, so that one sort
    // orders the values by frequency and then by symbol.
    var used: [UInt64] = []
    for (symbol, frequency) in frequencies.enumerated() where frequency > 0 {
      used.append(UInt64(frequency) << 16 | UInt64(symbol))
    }
    used.sort()
    guard used.count > 1 else {
      if let only = used.first { setCodes(counts: [0, 1], symbols: [Int(only & 0xFFFF)]) }
      return
    }
    var counts = HuffmanCode.depths(of: used.map { $0 >> 16 }, longest: longest)
    HuffmanCode.shorten(&counts)
    setCodes(counts: counts, symbols: used.reversed().map { Int($0 & 0xFFFF) })
  }

  /// Returns the total number of bits for symbols with the given frequencies.
  func cost(of frequencies: [UInt32]) -> Int {
    var bits = 0
    for (frequency, length) in zip(frequencies, lengths) { bits += Int(frequency) * Int(length) }
    return bits
  }

  /// Returns the number of leaves at each depth of the Huffman tree.
  ///
  /// Leaves that are deeper than `longest` are counted at the depth `longest`. Leaves and internal
  /// nodes are each in the order of increasing weight, so two queues can replace a heap (van
  /// Leeuwen, 1976).
  private static func depths(of weights: [UInt64], longest: Int) -> [Int] {
    let leaves = weights.count
    var weight = weights
    weight.reserveCapacity(2 * leaves - 1)
    var parent = [Int](repeating: 0, count: 2 * leaves - 1)
    var (leaf, node) = (0, leaves)
    for next in leaves..<2 * leaves - 1 {
      var sum: UInt64 = 0
      for _ in 0..<2 {
        let takesLeaf = leaf < leaves && (node >= next || weight[leaf] <= weight[node])
        let taken = takesLeaf ? leaf : node
        if takesLeaf { leaf += 1 } else { node += 1 }
        sum += weight[taken]
        parent[taken] = next
      }
      weight.append(sum)
    }
    var depth = [Int](repeating: 0, count: 2 * leaves - 1)
    var counts = [Int](repeating: 0, count: longest + 1)
    for index in stride(from: 2 * leaves - 3, through: 0, by: -1) {
      depth[index] = depth[parent[index]] + 1
      if index < leaves { counts[min(depth[index], longest)] += 1 }
    }
    return counts
  }

  /// Repairs the code lengths if limiting the depth has oversubscribed the code.
  ///
  /// Each step takes a leaf from the deepest level, moves a leaf of a higher level down one level,
  /// and makes the two leaves siblings. The steps end when the sum of 2^-length is 1 (Kraft's
  /// inequality). The result is less than 0.1% larger than with the optimal limited code.
  private static func shorten(_ counts: inout [Int]) {
    let longest = counts.count - 1
    var sum = counts.indices.reduce(0) { $0 + counts[$1] << (longest - $1) }
    while sum > 1 << longest {
      counts[longest] -= 1
      guard let level = (1..<longest).last(where: { counts[$0] > 0 }) else { return }
      counts[level] -= 1
      counts[level + 1] += 2
      sum -= 1
    }
  }

  /// Assigns codes to the symbols in order of code length, and then in order of symbol.
  private mutating func setCodes(counts: [Int], symbols: [Int]) {
    var next = symbols.makeIterator()
    for (length, count) in counts.enumerated() {
      for _ in 0..<count { if let symbol = next.next() { lengths[symbol] = UInt8(length) } }
    }
    var first = [UInt32](repeating: 0, count: counts.count + 1)
    for length in counts.indices {
      first[length + 1] = (first[length] + UInt32(counts[length])) << 1
    }
    for symbol in lengths.indices where lengths[symbol] > 0 {
      let length = UInt32(lengths[symbol])
      let code = first[Int(length)]
      first[Int(length)] += 1
      // Huffman codes are written with the most significant bit first, and all other fields with
      // the least significant bit first.
      entries[symbol] = HuffmanCode.reversed(code, count: length) | length << 16
    }
  }

  private static func reversed(_ code: UInt32, count: UInt32) -> UInt32 {
    var (left, result) = (code, UInt32(0))
    for _ in 0..<count {
      result = result << 1 | left & 1
      left >>= 1
    }
    return result
  }
}
