internal import Files
import Stores
internal import Synchronization
import WallfarmPluginKit

/// Checks whether the scratch folder in `TMPDIR` is writable, if parts are stored there.
///
/// The folder may be on a different disk than the pictures. If that disk is full, every unit with
/// parts fails.
final class ScratchRoom: Sendable {
  private let isUsed = Atomic(false)

  /// Records that the scratch folder is in use.
  func use() { isUsed.store(true, ordering: .relaxed) }

  /// Writes a test file; called from another thread.
  ///
  /// - Throws: `output-failed`.
  func probe() throws(RenderError) {
    guard isUsed.load(ordering: .relaxed) else { return }
    do throws(RenderError) {
      try FolderStore(ScratchFolder.above).probe()
    } catch {
      var problem = error
      problem.origin = .environment("TMPDIR")
      throw problem
    }
  }
}
