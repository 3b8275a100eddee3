private import Synchronization

/// Caches the digests of a picture's bands until the pixels of the bands change.
///
/// After a note is edited, only the bands that contain the note are hashed again. The owner of the
/// pixels must call ``forget(_:)`` before it changes any rows.
package final class RowDigests: Sendable {
  private let known = Mutex<[Range<Int>: BandDigest]>([:])

  /// Creates an empty cache.
  package init() {}

  /// Forgets the digests of all bands that contain any of the rows, or of all bands if `rows` is
  /// `nil`.
  package func forget(_ rows: Range<Int>? = nil) {
    known.withLock { known in
      guard let rows else { return known.removeAll() }
      known = known.filter { !$0.key.overlaps(rows) }
    }
  }

  /// Returns the digest of a band, which `make` computes if the band has not been hashed since its
  /// last change.
  func digest(of band: Range<Int>, _ make: () -> BandDigest) -> BandDigest {
    known.withLock { known in
      if let digest = known[band] { return digest }
      let digest = make()
      known[band] = digest
      return digest
    }
  }
}
