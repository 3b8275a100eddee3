import Files
import WallfarmPluginKit

/// Keeps two batches from writing the same pictures at once, wherever their queues are.
///
/// A batch has its output folder alone. Shares of a job file may have it together, each share once.
final class OutputLock {
  private let locks: [FileLock]

  /// Takes the locks of an output folder, which lie in its hidden folder.
  ///
  /// Where a share knows no locks, or owners of its own, there is none, and only the queue's is left.
  ///
  /// - Throws: `queue-busy`.
  init(out: String, shard: Shard?) throws(RenderError) {
    let folder = QueueFolder(out: out)
    guard (try? folder.make()) != nil else {
      locks = []
      return
    }
    let whole = "\(folder.path)/lock-of-output"
    var locks = [try OutputLock.take(whole, isShared: shard != nil, out)]
    if let shard {
      locks.append(
        try OutputLock.take("\(whole)-\(shard.index)-of-\(shard.count)", isShared: false, out))
    }
    self.locks = locks.compactMap(\.self)
  }

  private static func take(
    _ path: String, isShared: Bool, _ out: String
  ) throws(RenderError) -> FileLock? {
    do throws(FileLock.Failure) {
      return try FileLock(path, patience: 20, isPrivate: true, isShared: isShared)
    } catch {
      guard case .busy = error else { return nil }
      throw .outputBusy(out)
    }
  }
}
