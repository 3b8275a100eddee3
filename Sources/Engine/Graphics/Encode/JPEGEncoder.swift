internal import PNG
internal import Synchronization
public import WallfarmPluginKit
internal import Work

/// Writes JPEG files with full colour resolution (4:4:4): text has sharp coloured edges.
///
/// At effort `fast` the picture is cut into bands of rows with a restart marker between any two (ITU-T T.81,
/// B.2.1): bands depend on nothing but their pixels, are encoded on several threads, and those seen before are
/// taken from a cache. A file is the same whether its bands are fresh or not. Belongs to one renderer.
public final class JPEGEncoder {
  /// Quality that shows no rings round letters.
  public static let standardQuality = 92
  /// Rows in a band: whole blocks, and few, so that a changed line touches little.
  static let rowsPerBand = 64

  private let threads: Int
  private var bands: BoundedCache<BandKey, JPEGBand>

  /// What a band depends on.
  private struct BandKey: Hashable {
    let digest: BandDigest
    let width: Int
    let rows: Int
    let quality: Int
  }

  /// Makes an encoder.
  ///
  /// - Parameters:
  ///   - threads: how many bands are encoded at once.
  ///   - cacheBytes: memory for bands that may come again; 0 keeps none.
  public init(threads: Int = 1, cacheBytes: Int = 0) {
    self.threads = threads
    bands = BoundedCache(mostBytes: cacheBytes)
  }

  /// How often a band was known.
  public var bandHits: Int { bands.hits }
  /// How often a band was not known.
  public var bandMisses: Int { bands.misses }

  /// The file for a surface; nil where a pixel lets something through, which JPEG cannot say.
  ///
  /// - Throws: `raster-failed` when libjpeg-turbo fails.
  public func encode(
    _ surface: borrowing ImageSurface, _ settings: EncodingSettings
  ) throws(RenderError) -> EncodedFile? {
    let quality =
      if case .level(let level) = settings.quality { level } else { JPEGEncoder.standardQuality }
    let scans = try surface.withRows { (rows) -> Result<[JPEGBand]?, RenderError> in
      settings.effort == .fast ? self.scans(of: rows, quality) : scansTogether(of: rows, quality)
    }.get()
    guard let scans, let first = scans.first else { return nil }
    let head = first.head(height: surface.size.height)
    // Behind the first marker and the JFIF segment.
    let end = JPEGBand.segments(of: head).first?.end ?? head.count
    var pieces = [Array(head[..<end]), try segments(settings), Array(head[end...])]
    for (index, scan) in scans.enumerated() {
      // RST0 to RST7, in turn.
      if index > 0 { pieces.append([0xFF, 0xD0 + UInt8((index - 1) % 8)]) }
      pieces.append(scan.data)
    }
    return EncodedFile(pieces + [[0xFF, 0xD9]])
  }

  /// Everything in one: scans from coarse to fine are smaller, and take three times as long.
  private func scansTogether(
    of rows: borrowing PixelRows, _ quality: Int
  ) -> Result<[JPEGBand]?, RenderError> {
    guard rows.isOpaque(in: 0..<rows.size.height) else { return .success(nil) }
    return JPEGBand.encode(rows, 0..<rows.size.height, quality, .progressive).map { [$0] }
  }

  /// Bands from the cache, and the others made now; equal ones are made once.
  private func scans(
    of rows: borrowing PixelRows, _ quality: Int
  ) -> Result<[JPEGBand]?, RenderError> {
    let ranges = stride(from: 0, to: rows.size.height, by: JPEGEncoder.rowsPerBand).map {
      $0..<min($0 + JPEGEncoder.rowsPerBand, rows.size.height)
    }
    let keys = ranges.map {
      BandKey(
        digest: BandDigest(of: rows.bytes(of: $0)), width: rows.size.width, rows: $0.count,
        quality: quality)
    }
    var known: [BandKey: JPEGBand] = [:]
    var missing: [(key: BandKey, range: Range<Int>)] = []
    for (key, range) in zip(keys, ranges)
    where known[key] == nil && !missing.contains(where: { $0.key == key }) {
      known[key] = bands.value(for: key)
      if known[key] == nil { missing.append((key, range)) }
    }
    guard missing.allSatisfy({ rows.isOpaque(in: $0.range) }) else { return .success(nil) }
    let made = Mutex([Result<JPEGBand, RenderError>?](repeating: nil, count: missing.count))
    let left = missing.map(\.range)
    inParallel(missing.count, threads: threads, state: {}) { _, index in
      let band = JPEGBand.encode(rows, left[index], quality, .bands(rows: JPEGEncoder.rowsPerBand))
      made.withLock { $0[index] = band }
    }
    for ((key, _), result) in zip(missing, made.withLock { $0 }) {
      switch result {
      case .success(let band)?:
        known[key] = band
        bands.insert(band, for: key, bytes: band.byteCount)
      case .failure(let error)?: return .failure(error)
      case nil: preconditionFailure("a band was not encoded")
      }
    }
    return .success(keys.compactMap { known[$0] })
  }

  /// The profile and what the file says of itself; a profile of ours fits one segment of 64 KiB (ICC.1, annex
  /// B.4).
  private func segments(_ settings: EncodingSettings) throws(RenderError) -> [UInt8] {
    let profile = Array("ICC_PROFILE\0".utf8) + [1, 1] + (try settings.space.iccProfile())
    var segments = segment(0xE2, profile)
    if let software = settings.software {
      let comment = software + (settings.fingerprint.map { ", fingerprint \($0)" } ?? "")
      segments += segment(0xFE, comment.utf8.prefix(JPEGEncoder.longestSegment))
    }
    return segments
  }

  /// Most data of a segment, whose length is 16 bits and counts itself (ITU-T T.81, B.1.1.4).
  private static let longestSegment = 65_533

  private func segment(_ marker: UInt8, _ data: some Collection<UInt8>) -> [UInt8] {
    let length = data.count + 2
    return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + data
  }
}
