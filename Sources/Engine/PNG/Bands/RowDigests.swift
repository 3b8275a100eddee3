private import Synchronization

/// The digests of the bands of a picture, kept until their rows are written.
///
/// After a note is edited, only the bands of its rows are hashed again. The owner of the pixels
/// must call ``forget(_:)`` before it writes rows.
package final class RowDigests: Sendable {
  private let known = Mutex<[Range<Int>: BandDigest]>([:])

  /// Creates an empty set.
  package init() {}

  /// Forgets the digests of all bands that contain one of the rows; `nil` for all bands.
  package func forget(_ rows: Range<Int>? = nil) {
    known.withLock { known in
      guard let rows else { return known.removeAll() }
      known = known.filter { !$0.key.overlaps(rows) }
    }
  }

  /// The digest of a band, which `make` computes if the band was not hashed since its last change.
  func digest(of band: Range<Int>, _ make: () -> BandDigest) -> BandDigest {
    known.withLock { known in
      if let digest = known[band] { return digest }
      let digest = make()
      known[band] = digest
      return digest
    }
  }
}
