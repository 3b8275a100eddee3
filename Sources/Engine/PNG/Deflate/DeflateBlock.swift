/// A deflate block with dynamic Huffman codes, or a stored block if the codes do not make it
/// smaller (RFC 1951, section 3.2).
///
/// The matches are sorted and lie inside `range`. All other bytes in the range are literals.
struct DeflateBlock {
  let bytes: UnsafePointer<UInt8>
  let range: Range<Int>
  let matches: ArraySlice<Match>

  /// The maximum size of a stored block in bytes.
  static let mostStored = 65_535
  /// The maximum code length in bits, chosen so that 4 literals and 7 pending bits fit in a word.
  private static let longestCode = 14

  /// The maximum number of bytes that are needed to write `count` bytes.
  ///
  /// A block with codes is written only if it is smaller than a stored block. For each
  /// ``mostStored`` bytes, a stored block adds 3 bits, up to 7 bits of padding, and 4 bytes. The
  /// total is 42 bits, which is less than 6 bytes.
  static func mostBytes(for count: Int) -> Int {
    count + 6 * ((count + mostStored - 1) / mostStored)
  }

  func write(to writer: inout BitWriter) {
    var (letters, distances) = frequencies()
    letters[256] = 1
    // Old decoders require a complete code, so at least two distance codes are used.
    for index in 0..<2 where distances[index] == 0 { distances[index] = 1 }
    let letterCode = HuffmanCode(frequencies: letters, longest: DeflateBlock.longestCode)
    let distanceCode = HuffmanCode(frequencies: distances, longest: DeflateBlock.longestCode)
    let header = DeflateBlockHeader(letters: letterCode.lengths, distances: distanceCode.lengths)
    let bits =
      header.bitCount + letterCode.cost(of: letters) + distanceCode.cost(of: distances)
      + extraBits
    guard bits < range.count * 8 else { return store(in: &writer) }
    header.write(to: &writer)
    write(letterCode.entries, distanceCode.entries, to: &writer)
  }

  /// Returns the frequencies of the literal and length symbols, and those of the distance symbols.
  private func frequencies() -> (letters: [UInt32], distances: [UInt32]) {
    var distances = [UInt32](repeating: 0, count: 30)
    // Use four tables, so that the increments for adjacent equal bytes do not have to wait for each
    // other.
    let tables = [UInt32](unsafeUninitializedCapacity: 4 * 286) { table, count in
      table.update(repeating: 0)
      count = 4 * 286
      guard let table = table.baseAddress else { return }
      forEachStretch { literals, match in
        var index = literals.lowerBound
        while index &+ 4 <= literals.upperBound {
          table[Int(bytes[index])] &+= 1
          table[286 &+ Int(bytes[index &+ 1])] &+= 1
          table[572 &+ Int(bytes[index &+ 2])] &+= 1
          table[858 &+ Int(bytes[index &+ 3])] &+= 1
          index &+= 4
        }
        while index < literals.upperBound {
          table[Int(bytes[index])] &+= 1
          index &+= 1
        }
        guard let match else { return }
        table[MatchSymbol(length: match.length).symbol] &+= 1
        distances[MatchSymbol(distance: match.distance).symbol] &+= 1
      }
    }
    var letters = [UInt32](repeating: 0, count: 286)
    for (index, count) in tables.enumerated() { letters[index % 286] += count }
    return (letters, distances)
  }

  /// The total number of extra bits for all lengths and distances.
  private var extraBits: Int {
    matches.reduce(0) { sum, match in
      sum + MatchSymbol(length: match.length).extraCount
        + MatchSymbol(distance: match.distance).extraCount
    }
  }

  private func write(
    _ letters: [HuffmanCode.Entry], _ distances: [HuffmanCode.Entry], to writer: inout BitWriter
  ) {
    // Use a local copy, which the compiler can keep in registers.
    var output = writer
    letters.withUnsafeBufferPointer { letters in
      guard let letter = letters.baseAddress else { return }
      forEachStretch { literals, match in
        var index = literals.lowerBound
        while index &+ 4 <= literals.upperBound {
          output.put(letter[Int(bytes[index])])
          output.put(letter[Int(bytes[index &+ 1])])
          output.put(letter[Int(bytes[index &+ 2])])
          output.put(letter[Int(bytes[index &+ 3])])
          output.flush()
          index &+= 4
        }
        while index < literals.upperBound {
          output.put(letter[Int(bytes[index])])
          output.flush()
          index &+= 1
        }
        guard let match else { return }
        let length = MatchSymbol(length: match.length)
        output.put(letter[length.symbol])
        output.put(length.extra, count: length.extraCount)
        let distance = MatchSymbol(distance: match.distance)
        output.put(distances[distance.symbol])
        output.flush()
        output.put(distance.extra, count: distance.extraCount)
        output.flush()
      }
      output.put(letter[256])
      output.flush()
    }
    writer = output
  }

  /// Calls `body` for each match and the literals before it, and then for the literals after the
  /// last match.
  @inline(__always)
  private func forEachStretch(_ body: (Range<Int>, Match?) -> Void) {
    var index = range.lowerBound
    for match in matches {
      let start = Int(match.start)
      body(Range(uncheckedBounds: (index, start)), match)
      index = start &+ Int(match.length)
    }
    body(Range(uncheckedBounds: (index, range.upperBound)), nil)
  }

  private func store(in writer: inout BitWriter) {
    for first in stride(from: range.lowerBound, to: range.upperBound, by: DeflateBlock.mostStored) {
      let count = min(DeflateBlock.mostStored, range.upperBound - first)
      // The block is not the final block, and its type is "stored".
      writer.put(0, count: 3)
      writer.align()
      writer.put(UInt64(count) | UInt64(~count & 0xFFFF) << 16, count: 32)
      writer.flush()
      writer.copy(bytes + first, count: count)
    }
  }
}
