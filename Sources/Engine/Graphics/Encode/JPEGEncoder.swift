internal import PNG
internal import Synchronization
public import WallfarmPluginKit
internal import Work

/// Encodes JPEG files without chroma subsampling (4:4:4), because text has sharp, colored edges.
///
/// With the effort `fast`, the picture is divided into bands of rows that are separated by restart
/// markers (ITU-T T.81, B.2.1). Each band depends only on its own pixels, so bands are cached and
/// encoded on several threads. The resulting file does not depend on the cache. Each renderer has
/// its own encoder.
public final class JPEGEncoder {
  /// The default quality, which is high enough that no ringing is visible around letters.
  public static let standardQuality = 92
  /// The number of rows per band: eight rows of blocks, so that a changed line of text invalidates
  /// only a small part of the cache.
  static let rowsPerBand = 64

  private let threads: Int
  private var bands: BoundedCache<BandKey, JPEGBand>

  /// The cache key of a band.
  private struct BandKey: Hashable {
    let digest: BandDigest
    let width: Int
    let rows: Int
    let quality: Int
  }

  /// Creates an encoder.
  ///
  /// - Parameters:
  ///   - threads: The number of bands that are encoded at the same time.
  ///   - cacheBytes: The maximum size of the band cache in bytes; 0 disables the cache.
  public init(threads: Int = 1, cacheBytes: Int = 0) {
    self.threads = threads
    bands = BoundedCache(mostBytes: cacheBytes)
  }

  /// The number of cache hits.
  public var bandHits: Int { bands.hits }
  /// The number of cache misses.
  public var bandMisses: Int { bands.misses }

  /// Encodes a surface; returns `nil` if a pixel is not opaque, which JPEG cannot represent.
  ///
  /// - Throws: `raster-failed` if libjpeg-turbo fails.
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
    // Insert the profile and the comment after the first marker and the JFIF segment.
    let end = JPEGBand.segments(of: head).first?.end ?? head.count
    var pieces = [Array(head[..<end]), try segments(settings), Array(head[end...])]
    for (index, scan) in scans.enumerated() {
      // Restart markers are numbered cyclically from RST0 to RST7.
      if index > 0 { pieces.append([0xFF, 0xD0 + UInt8((index - 1) % 8)]) }
      pieces.append(scan.data)
    }
    return EncodedFile(pieces + [[0xFF, 0xD9]])
  }

  /// Encodes the whole picture progressively; the file is smaller, but encoding takes three times
  /// as long.
  private func scansTogether(
    of rows: borrowing PixelRows, _ quality: Int
  ) -> Result<[JPEGBand]?, RenderError> {
    guard rows.isOpaque(in: 0..<rows.size.height) else { return .success(nil) }
    return JPEGBand.encode(rows, 0..<rows.size.height, quality, .progressive).map { [$0] }
  }

  /// Takes bands from the cache and encodes the missing ones; identical bands are encoded only
  /// once.
  private func scans(
    of rows: borrowing PixelRows, _ quality: Int
  ) -> Result<[JPEGBand]?, RenderError> {
    let ranges = stride(from: 0, to: rows.size.height, by: JPEGEncoder.rowsPerBand).map {
      $0..<min($0 + JPEGEncoder.rowsPerBand, rows.size.height)
    }
    let keys = ranges.map {
      BandKey(
        digest: rows.digest(of: $0), width: rows.size.width, rows: $0.count, quality: quality)
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

  /// Creates the segments for the ICC profile and the comment.
  ///
  /// Each profile that wallfarm writes fits in one segment of 64 KiB (ICC.1, annex B.4).
  private func segments(_ settings: EncodingSettings) throws(RenderError) -> [UInt8] {
    let profile = Array("ICC_PROFILE\0".utf8) + [1, 1] + (try settings.space.iccProfile())
    var segments = segment(0xE2, profile)
    if let software = settings.software {
      let comment = software + (settings.fingerprint.map { ", fingerprint \($0)" } ?? "")
      segments += segment(0xFE, comment.utf8.prefix(JPEGEncoder.longestSegment))
    }
    return segments
  }

  /// The maximum number of data bytes in a segment.
  ///
  /// A segment has a 16-bit length field, which also counts its own two bytes (ITU-T T.81,
  /// B.1.1.4).
  private static let longestSegment = 65_533

  private func segment(_ marker: UInt8, _ data: some Collection<UInt8>) -> [UInt8] {
    let length = data.count + 2
    return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + data
  }
}
