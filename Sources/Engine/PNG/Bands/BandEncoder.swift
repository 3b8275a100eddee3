import Synchronization
import WallfarmPluginKit
import Work

/// An encoded band of rows.
struct EncodedBand: Sendable {
  /// The complete IDAT chunk.
  let chunk: [UInt8]
  /// The checksum of the filtered rows.
  let checksum: Adler32
}

/// Filters and deflates bands.
///
/// Each encoder belongs to one thread and reuses its buffers for all bands.
final class BandEncoder {
  private let deflater = BandDeflater()
  private var rows: SampleRows
  private var filtered: PaddedBytes

  init(width: Int, layout: SampleLayout, mostRows: Int) {
    rows = SampleRows(width: width, layout: layout, mostRows: mostRows)
    filtered = PaddedBytes(capacity: (rows.bytesPerRow + 1) * mostRows)
  }

  /// Encodes several bands in parallel.
  static func encode(
    _ rows: borrowing PixelRows, _ ranges: [Range<Int>], _ layout: SampleLayout,
    effort: PNGSettings.Effort,
    threads: Int
  ) -> [EncodedBand] {
    guard let mostRows = ranges.map(\.count).max() else { return [] }
    let results = Mutex([EncodedBand?](repeating: nil, count: ranges.count))
    inParallel(
      ranges.count, threads: threads,
      state: { BandEncoder(width: rows.size.width, layout: layout, mostRows: mostRows) }
    ) { encoder, index in
      let band = encoder.encode(rows, ranges[index], effort: effort)
      results.withLock { $0[index] = band }
    }
    return results.withLock { $0.compactMap(\.self) }
  }

  /// Encodes a range of rows independently of all other rows.
  func encode(
    _ pixels: borrowing PixelRows, _ range: Range<Int>, effort: PNGSettings.Effort
  ) -> EncodedBand {
    rows.load(pixels, range)
    if effort != .small && rows.isSampleEnough { return encode(best(of: rows.likelyStyles)) }
    return smallest(of: rows.styles(effort)).band
  }

  /// Returns the filtered bytes for a range of rows.
  func filter(_ pixels: borrowing PixelRows, _ range: Range<Int>, with filter: RowFilter) -> [UInt8]
  {
    rows.load(pixels, range)
    rows.filter(with: filter, into: &filtered)
    return Array(filtered.bytes)
  }

  /// Returns the filtered bytes for a range of rows, using the filter that produces the smallest
  /// band.
  func smallestFilter(_ pixels: borrowing PixelRows, _ range: Range<Int>) -> [UInt8] {
    rows.load(pixels, range)
    let style = smallest(of: rows.styles(.small)).style
    rows.filter(with: style.filter, into: &filtered)
    return Array(filtered.bytes)
  }

  /// Returns the style that produces the smallest band, together with the encoded band.
  ///
  /// Styles that are unlikely to help are skipped.
  private func smallest(of styles: [BandStyle]) -> (style: BandStyle, band: EncodedBand) {
    var best = (style: styles[0], band: encode(styles[0]))
    for style in styles.dropFirst()
    where best.band.chunk.count > filtered.count / style.leastShrinking {
      let band = encode(style)
      if band.chunk.count < best.band.chunk.count { best = (style, band) }
    }
    return best
  }

  /// Returns the style that produces the smallest result for a quarter of the rows.
  private func best(of styles: [BandStyle]) -> BandStyle {
    let sizes = styles.map { style in
      rows.filterSample(with: style.filter, into: &filtered)
      return deflated(.matches(effort: 4)).chunk.count
    }
    return zip(styles, sizes).min { $0.1 < $1.1 }?.0 ?? styles[0]
  }

  private func encode(_ style: BandStyle) -> EncodedBand {
    rows.filter(with: style.filter, into: &filtered)
    return deflated(style.search)
  }

  private func deflated(_ search: BandDeflater.Search) -> EncodedBand {
    EncodedBand(
      chunk: PNGChunk.bytes(
        "IDAT", mostData: BandDeflater.mostBytes(for: filtered.count, searching: search)
      ) { deflater.deflate(filtered, searching: search, to: $0) },
      checksum: Adler32(of: filtered.bytes))
  }
}
