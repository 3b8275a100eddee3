/// Deflates bands of a picture so that each can stand where it is whatever comes before it.
///
/// Belongs to one thread; its memory is used again for every band.
final class BandDeflater {
  /// Deflate with a 32 KiB window, fastest level, no dictionary (RFC 1950, section 2.2).
  static let zlibHeader: [UInt8] = [0x78, 0x01]
  /// The last block, which is empty, with the code that needs no header.
  static let end: [UInt8] = [0x03, 0x00]

  private var finder = MatchFinder()
  private var matches: [Match] = []

  /// What repetition a band is searched for.
  enum Search {
    /// Runs of one byte: filtered photos.
    case runs
    /// Anything in the last 32 KiB, comparing this many places.
    case matches(effort: Int)

    /// Bytes of a block, few enough for its code to follow the picture.
    ///
    /// Matches leave fewer symbols to count. Twice or half as many make files larger by 0.1 to 1 %.
    var mostBlockBytes: Int { if case .runs = self { 65_535 } else { 131_072 } }
  }

  /// Most bytes that deflating `count` bytes touches.
  static func mostBytes(for count: Int, searching search: Search) -> Int {
    let (whole, rest) = count.quotientAndRemainder(dividingBy: search.mostBlockBytes)
    return whole * DeflateBlock.mostBytes(for: search.mostBlockBytes)
      + DeflateBlock.mostBytes(for: rest) + endBytes
  }

  /// The flush, at most 42 bits as a stored block has them, and the word that the writer stores at
  /// its end.
  private static let endBytes = 6 + 8

  /// Writes the deflated form of `band`, ended by an empty stored block: a full flush.
  ///
  /// `target` is memory for ``mostBytes(for:searching:)``.
  ///
  /// - Returns: how many bytes it has.
  func deflate(
    _ band: borrowing PaddedBytes, searching search: Search,
    to target: UnsafeMutableRawBufferPointer
  ) -> Int {
    guard let start = target.baseAddress else { preconditionFailure("no memory to deflate into") }
    var writer = BitWriter(start)
    finder.reset()
    for first in stride(from: 0, to: band.count, by: search.mostBlockBytes) {
      let range = first..<min(first + search.mostBlockBytes, band.count)
      // Once for each block, so that a wrong bound is a stop and not a write beyond the memory.
      precondition(
        target.count - (writer.end - start)
          >= DeflateBlock.mostBytes(for: range.count) + BandDeflater.endBytes,
        "too little memory for a block")
      matches.removeAll(keepingCapacity: true)
      switch search {
      case .runs: RunFinder.find(in: band.start, range, into: &matches)
      case .matches(let effort):
        finder.find(in: band.start, range, effort: effort, into: &matches)
      }
      DeflateBlock(bytes: band.start, range: range, matches: matches[...]).write(to: &writer)
    }
    writer.put(0, count: 3)
    writer.align()
    writer.put(0xFFFF_0000, count: 32)
    writer.flush()
    return writer.end - start
  }

  /// A whole zlib stream, for small things such as a profile.
  static func zlibStream(
    of bytes: [UInt8], searching search: Search = .matches(effort: 32)
  ) -> [UInt8] {
    var padded = PaddedBytes(capacity: bytes.count)
    padded.fill(count: bytes.count) { target in target.update(from: bytes, count: bytes.count) }
    var stream = [UInt8](
      unsafeUninitializedCapacity: mostBytes(for: bytes.count, searching: search)
    ) { target, count in
      count = BandDeflater().deflate(
        padded, searching: search, to: UnsafeMutableRawBufferPointer(target))
    }
    stream = zlibHeader + stream + end
    stream.append(bigEndian: Adler32(of: padded.bytes).value)
    return stream
  }
}
