/// The header of a dynamic block: the code lengths, which are run-length encoded and then Huffman
/// coded (RFC 1951, section 3.2.7).
struct DeflateBlockHeader {
  /// The length of the header in bits, including the 3 bits for the block type.
  let bitCount: Int
  private let letterCount: Int
  private let distanceCount: Int
  private let items: [Item]
  private let code: HuffmanCode
  private let codeLengthCount: Int

  /// A code length, or a repeat code with its extra bits.
  private struct Item {
    let symbol: Int
    var extra: UInt64 = 0
    var extraCount = 0
  }

  /// The order in which the code lengths for the code length alphabet are written.
  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  init(letters: [UInt8], distances: [UInt8]) {
    letterCount = max(257, (letters.lastIndex { $0 > 0 } ?? 0) + 1)
    distanceCount = max(1, (distances.lastIndex { $0 > 0 } ?? 0) + 1)
    let items = DeflateBlockHeader.items(letters[..<letterCount] + distances[..<distanceCount])
    var frequencies = [UInt32](repeating: 0, count: 19)
    for item in items { frequencies[item.symbol] += 1 }
    let code = HuffmanCode(frequencies: frequencies, longest: 7)
    let last = DeflateBlockHeader.order.lastIndex { code.lengths[$0] > 0 } ?? 0
    codeLengthCount = max(4, last + 1)
    bitCount =
      17 + 3 * codeLengthCount + code.cost(of: frequencies)
      + items.reduce(0) { $0 + $1.extraCount }
    (self.items, self.code) = (items, code)
  }

  func write(to writer: inout BitWriter) {
    // The block is not the final block, and its type is "dynamic codes".
    writer.put(0b100, count: 3)
    writer.put(UInt64(letterCount - 257), count: 5)
    writer.put(UInt64(distanceCount - 1), count: 5)
    writer.put(UInt64(codeLengthCount - 4), count: 4)
    writer.flush()
    for symbol in DeflateBlockHeader.order[..<codeLengthCount] {
      writer.put(UInt64(code.lengths[symbol]), count: 3)
      writer.flush()
    }
    for item in items {
      writer.put(code.entries[item.symbol])
      writer.put(item.extra, count: item.extraCount)
      writer.flush()
    }
  }

  private static func items(_ lengths: ArraySlice<UInt8>) -> [Item] {
    var items: [Item] = []
    var index = lengths.startIndex
    while index < lengths.endIndex {
      let length = lengths[index]
      let end = lengths[index...].firstIndex { $0 != length } ?? lengths.endIndex
      append(length, count: end - index, to: &items)
      index = end
    }
    return items
  }

  private static func append(_ length: UInt8, count: Int, to items: inout [Item]) {
    var left = count
    if length > 0 {
      items.append(Item(symbol: Int(length)))
      left -= 1
    }
    while left >= 3 {
      let taken: Int
      if length > 0 {
        taken = min(left, 6)
        items.append(Item(symbol: 16, extra: UInt64(taken - 3), extraCount: 2))
      } else if left >= 11 {
        taken = min(left, 138)
        items.append(Item(symbol: 18, extra: UInt64(taken - 11), extraCount: 7))
      } else {
        taken = left
        items.append(Item(symbol: 17, extra: UInt64(taken - 3), extraCount: 3))
      }
      left -= taken
    }
    for _ in 0..<left { items.append(Item(symbol: Int(length))) }
  }
}
