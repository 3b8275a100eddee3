internal import Files
internal import Glibc
internal import RenderPool
internal import SourceJSON
package import WallfarmPluginKit

/// The finished parts of unfinished units; each unit has its own folder.
///
/// Each part is written atomically, so that the next batch can resume after any interruption. The
/// folder of a unit is removed when the unit is delivered, canceled or no longer requested.
package struct PartFolders {
  /// The parent folder, private to the user.
  let path: String

  package init(path: String) {
    self.path = path
  }

  /// The name of the file in each folder that identifies the folder's unit.
  private static let label = "unit.json"

  /// The parts of one unit.
  package struct Folder {
    package let path: String

    package init(path: String) {
      self.path = path
    }

    private static let prefix = "segment-"

    /// Returns the path of a part.
    package func path(of part: Int) -> String { "\(path)/\(Folder.prefix)\(part)" }

    static func isPart(_ name: String) -> Bool { name.hasPrefix(prefix) }

    package func has(_ part: Int) -> Bool { access(path(of: part), F_OK) == 0 }

    /// Removes all parts; a later sweep removes files that cannot be removed now.
    func remove() { try? WholeFile.removeAll(path) }
  }

  /// Returns the folder of a unit; two units with identical content have separate folders.
  package func folder(of unit: UnitSpec) -> Folder {
    let name = FileDigest.sha256(of: Array("\(unit.digest) \(unit.id)".utf8)).prefix(32)
    return Folder(path: "\(path)/\(name)")
  }

  /// Creates the folder of a unit.
  ///
  /// - Throws: `output-failed`.
  package func make(for unit: UnitSpec) throws(RenderError) -> Folder {
    let folder = folder(of: unit)
    try WholeFile.makeFolder(folder.path, mode: 0o700)
    let label: JSONValue = ["unit": .string(unit.id), "digest": .string(unit.digest)]
    try AtomicFile.write(
      [Array(label.text(pretty: false).utf8)], to: "\(folder.path)/\(PartFolders.label)")
    return folder
  }

  /// Removes folders that no unit needs, and temporary files that a killed batch left behind.
  ///
  /// - Throws: `queue-failed`.
  package func sweep(_ queue: any QueueAdmin) throws(RenderError) {
    for name in Files.namesWithHidden(in: path) where !name.hasPrefix(".") {
      let folder = Folder(path: "\(path)/\(name)")
      let files = Files.namesWithHidden(in: folder.path)
      guard files.contains(where: Folder.isPart), try isWanted(folder, by: queue) else {
        folder.remove()
        continue
      }
      for file in files where file.hasSuffix(".tmp") { unlink("\(folder.path)/\(file)") }
    }
    rmdir(path)
  }

  /// Returns whether the parts in a folder are still needed.
  ///
  /// The parts of a dead unit are kept, because the unit may be retried, but the parts of a
  /// canceled unit are not.
  private func isWanted(_ folder: Folder, by queue: any QueueAdmin) throws(RenderError) -> Bool {
    guard let bytes = try? Files.read("\(folder.path)/\(PartFolders.label)", limit: 1 << 16),
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
