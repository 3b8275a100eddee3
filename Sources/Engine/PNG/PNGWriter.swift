import WallfarmPluginKit
import Work

/// Encodes the bands of a PNG file in parallel and caches encoded bands across files.
///
/// The writer splits a picture into bands. The filter of a band's first row does not use the row
/// above, and each band is deflated separately into its own IDAT chunk. The encoded band therefore
/// depends only on the pixels of the band, so bands can be encoded on several threads, and
/// unchanged bands can be taken from a cache. The output does not depend on the cache. Each
/// renderer has its own writer.
package final class PNGWriter {
  /// The number of rows per band.
  ///
  /// Bands are small, so that a changed line of text affects only a small part of the picture.
  /// Bands of 128 rows would make files only 0.2% smaller.
  static let rowsPerBand = 64

  private let threads: Int
  private var facts: BoundedCache<BandDigest, PixelFacts>
  private var encodedBands: BoundedCache<BandKey, EncodedBand>

  /// The inputs that determine the IDAT chunk of a band.
  private struct BandKey: Hashable {
    let digest: BandDigest
    let layout: SampleLayout
    let effort: PNGSettings.Effort
    let width: Int
  }

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - threads: The maximum number of bands that are encoded in parallel.
  ///   - cacheBytes: The size of the band cache in bytes; 0 disables the cache.
  package init(threads: Int = 1, cacheBytes: Int = 0) {
    self.threads = threads
    facts = BoundedCache(mostBytes: cacheBytes / 8)
    encodedBands = BoundedCache(mostBytes: cacheBytes / 8 * 7)
  }

  /// The number of cache hits.
  package var bandHits: Int { encodedBands.hits }
  /// The number of cache misses.
  package var bandMisses: Int { encodedBands.misses }

  /// Encodes a picture and returns the file as consecutive pieces.
  package func file(_ rows: borrowing PixelRows, _ settings: PNGSettings) -> [[UInt8]] {
    let bands = digests(of: rows)
    let layout = SampleLayout(for: pixelFacts(of: rows, bands), allowsGray: settings.allowsGray)
    var head =
      PNGChunk.signature + PNGChunk.header(rows.size, layout) + PNGChunk.color(settings.color)
    if let density = settings.pixelsPerMetre { head += PNGChunk.physicalSize(density) }
    if case .palette(let pixels) = layout.kind { head += PNGChunk.palette(pixels) }
    // The text chunks follow the image data, so that the files for similar lists of notes begin
    // with the same bytes.
    let texts = settings.texts.flatMap { PNGChunk.text($0.keyword, $0.text) }
    let data = data(of: rows, bands, layout, settings.effort)
    return [head] + data + [texts + PNGChunk.bytes("IEND", [])]
  }

  private struct Band {
    let range: Range<Int>
    let digest: BandDigest
  }

  private func digests(of rows: borrowing PixelRows) -> [Band] {
    stride(from: 0, to: rows.size.height, by: PNGWriter.rowsPerBand).map { top in
      let range = top..<min(top + PNGWriter.rowsPerBand, rows.size.height)
      return Band(range: range, digest: rows.digest(of: range))
    }
  }

  private func pixelFacts(of rows: borrowing PixelRows, _ bands: [Band]) -> PixelFacts {
    var all = PixelFacts()
    for band in bands {
      if let known = facts.value(for: band.digest) {
        all.formUnion(known)
      } else {
        let found = PixelFacts(of: rows, in: band.range)
        facts.insert(found, for: band.digest, bytes: (found.colors?.count ?? 0) * 4)
        all.formUnion(found)
      }
    }
    return all
  }

  /// Encodes the IDAT chunks.
  private func data(
    of rows: borrowing PixelRows, _ bands: [Band], _ layout: SampleLayout,
    _ effort: PNGSettings.Effort
  ) -> [[UInt8]] {
    let encoded = encode(rows, bands, layout, effort)
    var checksum = Adler32()
    for band in encoded { checksum.append(band.checksum) }
    var end = BandDeflater.end
    end.append(bigEndian: checksum.value)
    let chunks =
      [PNGChunk.bytes("IDAT", BandDeflater.zlibHeader)] + encoded.map(\.chunk)
      + [PNGChunk.bytes("IDAT", end)]
    guard effort == .small else { return chunks }
    let whole = SmallestStream(ranges: bands.map(\.range), layout: layout, threads: threads)
      .stream(of: rows).map { PNGChunk.imageData($0) }
    func size(_ chunks: [[UInt8]]) -> Int { chunks.reduce(0) { $0 + $1.count } }
    guard let whole, size(whole) < size(chunks) else { return chunks }
    return whole
  }

  /// Encodes the bands that are not in the cache; identical bands are encoded only once.
  private func encode(
    _ rows: borrowing PixelRows, _ bands: [Band], _ layout: SampleLayout,
    _ effort: PNGSettings.Effort
  ) -> [EncodedBand] {
    let keys = bands.map {
      BandKey(digest: $0.digest, layout: layout, effort: effort, width: rows.size.width)
    }
    var known: [BandKey: EncodedBand] = [:]
    var missing: [BandKey: Range<Int>] = [:]
    for (key, band) in zip(keys, bands) where known[key] == nil {
      known[key] = encodedBands.value(for: key)
      if known[key] == nil { missing[key] = band.range }
    }
    let ordered = missing.sorted { $0.value.lowerBound < $1.value.lowerBound }
    let made = BandEncoder.encode(
      rows, ordered.map(\.value), layout, effort: effort, threads: threads)
    for ((key, _), band) in zip(ordered, made) {
      known[key] = band
      encodedBands.insert(band, for: key, bytes: band.chunk.count)
    }
    return keys.compactMap { known[$0] }
  }
}
