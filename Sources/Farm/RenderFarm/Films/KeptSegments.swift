internal import Files
internal import Glibc
internal import RenderPool
internal import SourceJSON
import WallfarmPluginKit

/// Segments of unfinished films, with one folder per film.
///
/// Each segment is written atomically with a checksum, so that the next batch resumes after any
/// interruption. The folder is removed when its film is delivered, canceled or no longer requested.
struct KeptSegments {
  /// The parent folder, private to the user.
  let path: String

  /// A file in each folder that identifies its unit.
  private static let label = "unit.json"

  /// The segments of one film.
  struct Film {
    let path: String

    private static let prefix = "segment-"

    /// Returns the path of a segment.
    func path(of segment: Int) -> String { "\(path)/\(Film.prefix)\(segment)" }

    static func isSegment(_ name: String) -> Bool { name.hasPrefix(prefix) }

    func has(_ segment: Int) -> Bool { access(path(of: segment), F_OK) == 0 }

    /// Removes all segments; files that cannot be removed now are swept later.
    func remove() { try? WholeFile.removeAll(path) }
  }

  /// Returns the folder of a unit; two units with the same film have separate folders.
  func film(of unit: UnitSpec) -> Film {
    let name = FileDigest.sha256(of: Array("\(unit.digest) \(unit.id)".utf8)).prefix(32)
    return Film(path: "\(path)/\(name)")
  }

  /// Creates the folder of a film.
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

  /// Removes folders that no unit needs, and temporary files of a killed batch.
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

  /// Returns whether the unit may still use its segments; a dead unit may be retried, a canceled
  /// one not.
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
