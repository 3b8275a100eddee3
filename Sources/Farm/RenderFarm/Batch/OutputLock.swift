import Files
import WallfarmPluginKit

/// Prevents two batches from writing to the same output folder, regardless of where their queues
/// are.
///
/// A batch locks the folder exclusively. Shards of the same job file share the lock, but each shard
/// may run only once at a time.
final class OutputLock {
  private let locks: [FileLock]

  /// Locks an output folder; the lock files are in its hidden folder.
  ///
  /// A network share that does not support locks or file owners cannot be locked; in that case,
  /// only the queue is locked.
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
