internal import CDeflate
import Synchronization
import WallfarmPluginKit
import Work

/// Finds the filters that produce the smallest zlib stream for a whole picture.
///
/// libdeflate's level 12 searches for the optimal parse of the whole picture, so no part of the
/// stream can be cached. The filters are tried in parallel.
struct SmallestStream {
  let ranges: [Range<Int>]
  let layout: SampleLayout
  let threads: Int

  /// The smallest stream; `nil` if libdeflate cannot allocate memory.
  func stream(of rows: borrowing PixelRows) -> [UInt8]? {
    // `nil` stands for the best filter for each band; each of the other values applies one filter
    // to all rows.
    let ways: [RowFilter?] = [nil, .some(.none), .up, .paeth]
    let results = Mutex([[UInt8]?](repeating: nil, count: ways.count))
    inParallel(ways.count, threads: threads, state: {}) { _, index in
      let stream = stream(of: rows, filter: ways[index])
      results.withLock { $0[index] = stream }
    }
    return results.withLock { $0.compactMap(\.self).min { $0.count < $1.count } }
  }

  private func stream(of rows: borrowing PixelRows, filter: RowFilter?) -> [UInt8]? {
    let height = rows.size.height
    let tallest = filter == nil ? PNGWriter.rowsPerBand : height
    let encoder = BandEncoder(width: rows.size.width, layout: layout, mostRows: tallest)
    let filtered: [UInt8] =
      if let filter {
        encoder.filter(rows, 0..<height, with: filter)
      } else {
        ranges.flatMap { encoder.smallestFilter(rows, $0) }
      }
    guard let compressor = libdeflate_alloc_compressor(12) else { return nil }
    defer { libdeflate_free_compressor(compressor) }
    let most = libdeflate_zlib_compress_bound(compressor, filtered.count)
    let stream = [UInt8](unsafeUninitializedCapacity: most) { target, count in
      count = libdeflate_zlib_compress(
        compressor, filtered, filtered.count, target.baseAddress, target.count)
    }
    // libdeflate returns 0 if the buffer is too small.
    return stream.isEmpty ? nil : stream
  }
}
