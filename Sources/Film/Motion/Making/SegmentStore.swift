internal import Files
package import Films
internal import Synchronization
package import WallfarmPluginKit

/// Stores the segments of a film until the film is complete; may be used from several threads.
package protocol SegmentStore: Sendable {
  /// Stores a segment.
  ///
  /// - Throws: `output-failed`.
  func put(_ segment: FilmSegment, at place: Int) throws(RenderError)

  /// Returns a segment without removing it from the store.
  ///
  /// - Throws: `input-failed`.
  func segment(_ place: Int) throws(RenderError) -> FilmSegment
}

/// Stores segments in memory, for small films.
final class MemorySegments: SegmentStore {
  private let segments = Mutex<[Int: FilmSegment]>([:])

  func put(_ segment: FilmSegment, at place: Int) { segments.withLock { $0[place] = segment } }

  func segment(_ place: Int) throws(RenderError) -> FilmSegment {
    guard let segment = segments.withLock({ $0[place] }) else { throw .notKept(place) }
    return segment
  }
}

/// Stores segments in an unnamed temporary file, so that memory use does not depend on the length
/// of the film.
package final class DiskSegments: SegmentStore {
  private let file: AnonymousFile
  private let kept = Mutex<(end: Int, places: [Int: Range<Int>])>((0, [:]))

  /// Creates a store.
  ///
  /// - Parameter folder: the folder for the temporary file, usually the film's folder.
  /// - Throws: `output-failed`.
  package init(in folder: String) throws(RenderError) { file = try AnonymousFile(in: folder) }

  package func put(_ segment: FilmSegment, at place: Int) throws(RenderError) {
    let pieces = StoredSegment(segment, of: "", at: place, warnings: []).pieces
    let count = pieces.reduce(0) { $0 + $1.count }
    let start = kept.withLock { kept in
      defer { kept.end += count }
      return kept.end
    }
    var next = start
    for piece in pieces {
      try file.write(piece, at: next)
      next += piece.count
    }
    kept.withLock { $0.places[place] = start..<next }
  }

  package func segment(_ place: Int) throws(RenderError) -> FilmSegment {
    guard let bytes = kept.withLock({ $0.places[place] }),
      let stored = StoredSegment(try file.read(bytes)), stored.place == place
    else { throw .notKept(place) }
    return stored.segment
  }
}

extension RenderError {
  fileprivate static func notKept(_ place: Int) -> RenderError {
    RenderError(
      .inputFailed, "the stored segment \(place + 1) of the film is damaged",
      hint: "check the disk, and render the film again")
  }
}
