internal import Files
import Stores
internal import Synchronization
import WallfarmPluginKit

/// Looks whether the folder below `TMPDIR` has room for segments, once any are kept there.
///
/// It may be on another disk than the pictures; where that one is full, every film would fail, one after the other.
final class ScratchRoom: Sendable {
  private let isUsed = Atomic(false)

  /// From now on segments are kept there.
  func use() { isUsed.store(true, ordering: .relaxed) }

  /// Tries whether anything can be written there; called from another thread.
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
