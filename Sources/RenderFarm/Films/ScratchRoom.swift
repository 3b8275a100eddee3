internal import Files
import Stores
internal import Synchronization
import WallfarmPluginKit

/// The room for segments that are kept as long as their film is made, once there are any.
///
/// It need not be the disk that pictures go to, and where it is full every film would fail, one after the other.
final class ScratchRoom: Sendable {
  private let isUsed = Atomic(false)

  /// Segments are kept there from now on.
  func use() { isUsed.store(true, ordering: .relaxed) }

  /// Tries whether anything can be kept there; called from another thread.
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
