internal import Files
internal import Glibc
internal import SourceJSON
import WallfarmPluginKit

/// Segments of films that are not put together yet: a folder for each film.
///
/// They are there as wholes or not at all, each with a checksum, so that whatever ends a batch leaves what the next
/// one goes on with. A folder goes when its film is delivered, cancelled, or not wanted any more.
struct KeptSegments {
  /// Where the folders are; only the person who renders may look in.
  let path: String

  /// Says in each folder whose it is.
  private static let label = "unit.json"

  /// The segments of one film.
  struct Film {
    let path: String

    private static let prefix = "segment-"

    /// The file of a segment.
    func path(of segment: Int) -> String { "\(path)/\(Film.prefix)\(segment)" }

    static func isSegment(_ name: String) -> Bool { name.hasPrefix(prefix) }

    func has(_ segment: Int) -> Bool { access(path(of: segment), F_OK) == 0 }

    /// Takes all of it away; what cannot be removed now is swept later.
    func remove() { try? WholeFile.removeAll(path) }
  }

  /// Where the segments of a unit are kept: others may have the same film in another place, and go another way.
  func film(of unit: UnitSpec) -> Film {
    let name = FileDigest.sha256(of: Array("\(unit.digest) \(unit.id)".utf8)).prefix(32)
    return Film(path: "\(path)/\(name)")
  }

  /// Makes the folder of a film.
  ///
  /// - Throws: `output-failed`.
  func make(for unit: UnitSpec) throws(RenderError) -> Film {
    let film = film(of: unit)
    try WholeFile.makeFolder(film.path, mode: 0o700)
    let label: JSONValue = ["unit": .string(unit.id), "digest": .string(unit.digest)]
    try AtomicFile.write(
      [Array(label.text(pretty: false).utf8)], to: "\(film.path)/\(KeptSegments.label)")
    return film
  }

  /// Removes what no unit of a queue goes on with, and what a batch that was killed had half written.
  ///
  /// - Throws: `queue-failed`.
  func sweep(_ queue: any QueueAdmin) throws(RenderError) {
    for name in Files.namesWithHidden(in: path) where !name.hasPrefix(".") {
      let film = Film(path: "\(path)/\(name)")
      let files = Files.namesWithHidden(in: film.path)
      guard files.contains(where: Film.isSegment), try isWanted(film, by: queue) else {
        film.remove()
        continue
      }
      for file in files where file.hasSuffix(".tmp") { unlink("\(film.path)/\(file)") }
    }
    rmdir(path)
  }

  /// One that was given up may be tried again, and then its segments are of use; one that was cancelled is not wanted.
  private func isWanted(_ film: Film, by queue: any QueueAdmin) throws(RenderError) -> Bool {
    guard let bytes = try? Files.read("\(film.path)/\(KeptSegments.label)", limit: 1 << 16),
      let label = try? JSONNode(parsing: bytes), let id = label["unit"]?.string,
      let row = try queue.unit(id), row.spec.digest == label["digest"]?.string
    else { return false }
    switch row.state {
    case .queued, .leased: return true
    case .dead: return row.error?.code != .cancelled
    case .done: return false
    }
  }
}
