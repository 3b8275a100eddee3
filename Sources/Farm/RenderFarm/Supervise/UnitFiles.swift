internal import Files
internal import Glibc
internal import Requests
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// Cleans up and verifies the output files of units.
package enum UnitFiles {
  /// Returns the prefix of a unit's temporary files, which identifies leftover files.
  static func temporaryPrefix(of unit: String) -> String {
    ".wallfarm-\(FileDigest.sha256(of: Array(unit.utf8)).prefix(16))-"
  }

  /// Removes a unit's temporary files that a killed batch left behind.
  static func removeTemporaries(of unit: UnitSpec, in out: String) {
    let path = OutputRules.path(of: unit.output, in: out)
    let folder = Files.folder(of: path)
    let prefix = temporaryPrefix(of: unit.id)
    for name in Files.namesWithHidden(in: folder)
    where name.hasPrefix(prefix) && name.hasSuffix(".tmp") {
      unlink(folder + "/" + name)
    }
  }

  /// Syncs the folders of finished files, so that renames survive a power failure.
  ///
  /// The supervisor syncs many folders together while workers continue.
  ///
  /// - Returns: The system errors, keyed by the outputs whose rename may be lost.
  static func syncFolders(of outputs: [String], in out: String) -> [String: String] {
    var known: [String: String?] = [:]
    func reason(_ folder: String) -> String? {
      if let reason = known[folder] { return reason }
      let reason = FolderSync.sync(folder)
      known[folder] = .some(reason)
      return reason
    }
    var failed: [String: String] = [:]
    for output in outputs {
      var path = OutputRules.path(of: output, in: out)
      repeat {
        path = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        if let reason = reason(path) { failed[output] = reason }
      } while path.count > out.count && path.hasPrefix(out)
    }
    return failed
  }

  /// Returns whether a unit's file has the size and digest that the unit's receipt contains.
  package static func isDelivered(_ row: UnitRow, in out: String) -> Bool {
    guard let receipt = row.receipt, let node = try? JSONNode(parsing: receipt),
      let digest = node["sha256"]?.string, let size = node["bytes"]?.whole
    else { return false }
    return isDelivered(row.spec.output, digest: digest, size: size, in: out)
  }

  static func isDelivered(_ output: String, digest: String, size: Int, in out: String) -> Bool {
    let path = OutputRules.path(of: output, in: out)
    var status = stat()
    guard stat(path, &status) == 0, Int(status.st_size) == size,
      let found = try? FileDigest.sha256(ofFile: path)
    else { return false }
    return found == digest
  }
}
