/// Deflates bands independently of preceding data.
///
/// Each deflater belongs to one thread and reuses its buffers for all bands.
package final class BandDeflater {
  /// The zlib header for a 32 KiB window, the fastest level and no dictionary (RFC 1950, section
  /// 2.2).
  static let zlibHeader: [UInt8] = [0x78, 0x01]
  /// An empty final block that uses fixed Huffman codes.
  static let end: [UInt8] = [0x03, 0x00]

  private var finder = MatchFinder()
  private var matches: [Match] = []

  package init() {}

  /// The kind of repetition to search for.
  package enum Search {
    /// Runs of one byte value, for filtered photos.
    case runs
    /// Matches within the last 32 KiB; `effort` is the maximum number of candidates to try.
    case matches(effort: Int)

    /// The maximum block size in bytes, which is small enough for the codes to adapt to the
    /// picture.
    ///
    /// A search for matches leaves fewer symbols, so its blocks can be larger. Doubling or halving
    /// the block size makes files 0.1 to 1% larger.
    var mostBlockBytes: Int { if case .runs = self { 65_535 } else { 131_072 } }
  }

  /// The maximum output size in bytes for `count` input bytes.
  package static func mostBytes(for count: Int, searching search: Search) -> Int {
    let (whole, rest) = count.quotientAndRemainder(dividingBy: search.mostBlockBytes)
    return whole * DeflateBlock.mostBytes(for: search.mostBlockBytes)
      + DeflateBlock.mostBytes(for: rest) + endBytes
  }

  /// The maximum number of bytes after the blocks: the flush, and the last word that the writer
  /// stores.
  ///
  /// The flush takes at most 42 bits, including the header of a stored block.
  private static let endBytes = 6 + 8

  /// Deflates `band` and appends an empty stored block as a full flush.
  ///
  /// `target` must have room for at least ``mostBytes(for:searching:)``.
  ///
  /// - Returns: The number of bytes written.
  package func deflate(
    _ band: borrowing PaddedBytes, searching search: Search,
    to target: UnsafeMutableRawBufferPointer
  ) -> Int {
    guard let start = target.baseAddress else { preconditionFailure("no memory to deflate into") }
    var writer = BitWriter(start)
    finder.reset()
    for first in stride(from: 0, to: band.count, by: search.mostBlockBytes) {
      let range = first..<min(first + search.mostBlockBytes, band.count)
      // Check the size for each block, so that an incorrect maximum causes a trap instead of a
      // buffer overflow.
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

  /// Creates a complete zlib stream for a small amount of data, such as a color profile.
  package static func zlibStream(
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
