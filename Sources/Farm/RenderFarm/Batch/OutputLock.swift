import Files
import WallfarmPluginKit

/// Prevents two batches from writing to the same output folder at the same time, wherever their
/// queues are.
///
/// A batch that renders a whole job file locks the folder exclusively. Batches that render shards
/// share this lock, but no two of them can render the same shard at the same time.
final class OutputLock {
  private let locks: [FileLock]

  /// Locks an output folder with lock files in its hidden folder.
  ///
  /// Some network shares cannot be locked, because they do not support locks or file owners. In
  /// that case, only the queue is locked.
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
