internal import Files
internal import Glibc
public import WallfarmCore
package import WallfarmPluginKit

/// The folder of a queue, which contains the queue's database, receipt journal and lock.
public struct QueueFolder: Sendable {
  /// The path of the folder; by default, it is a hidden folder in the output folder.
  public let path: String
  /// A suffix for file names, so that each shard has its own queue.
  private let suffix: String

  /// Locates the queue folder of a batch.
  ///
  /// - Parameters:
  ///   - out: The output folder.
  ///   - named: An alternative queue folder, for use if the output folder is on a network share.
  ///   - shard: The shard of the job file.
  public init(out: String, named: String? = nil, shard: Shard? = nil) {
    path = named ?? out + "/" + OutputFolder.hidden
    suffix = shard.map { "-\($0.index)-of-\($0.count)" } ?? ""
  }

  /// The path of the queue database.
  public var queue: String { "\(path)/queue\(suffix).sqlite" }
  /// The path of the receipt journal, which is used to rebuild a damaged queue.
  public var journal: String { "\(path)/receipts\(suffix).jsonl" }
  /// The folder for the parts of unfinished units that are already rendered.
  var parts: String { "\(path)/segments\(suffix)" }
  /// Finds the key that belongs to the queue.
  ///
  /// - Parameter making: Whether to create a key if there is none.
  /// - Returns: The key, or the reason why there is none.
  public func key(making: Bool) -> KeyFile.Found { KeyFile.find(in: path, making: making) }
  private var lock: String { "\(path)/lock\(suffix)" }

  /// Whether the queue exists.
  public var exists: Bool { access(queue, F_OK) == 0 }

  /// Creates the folder with private permissions, because jobs contain notes.
  ///
  /// - Throws: `queue-failed`, for example if other users can read an existing folder and its
  ///   permissions must not be changed because it also contains unrelated files.
  func make() throws(RenderError) {
    do throws(PrivateFiles.Refusal) {
      try PrivateFiles.makeFolder(path) { name in
        ["queue", "receipts", "lock", "segments"].contains { name.hasPrefix($0) }
      }
    } catch {
      throw .queueFailed(path, error.reason, hint: error.hint)
    }
  }

  /// Rejects a queue folder on a network file system.
  ///
  /// - Parameter kind: Returns the name of the network file system that contains a path, or `nil`
  ///   for a local disk.
  /// - Throws: `queue-failed`.
  package func checkDisk(_ kind: (String) -> String? = NetworkDisk.name(of:)) throws(RenderError) {
    guard let name = kind(path) else { return }
    throw .queueFailed(
      path, "it is on the network file system \(name), but SQLite needs a local disk",
      hint: "add --queue with a folder on a persistent local disk; --output may stay there"
    )
  }

  /// Locks the queue against other renderers until the returned lock is released or the process
  /// exits.
  ///
  /// - Parameter patience: The number of attempts, which are 10 ms apart.
  /// - Returns: The lock, which is held until the object is released.
  /// - Throws: `queue-busy`, `queue-failed`.
  func takeLock(patience: Int = 20) throws(RenderError) -> FileLock {
    do throws(FileLock.Failure) {
      // A process that only checks the lock holds it briefly, so try more than once.
      return try FileLock(lock, patience: patience, isPrivate: true)
    } catch {
      switch error {
      case .busy: throw .queueBusy(path)
      case .impossible(let reason): throw .queueFailed(lock, reason)
      }
    }
  }

  /// Whether another process renders from this queue.
  public var isBusy: Bool {
    do throws(RenderError) {
      _ = try takeLock(patience: 1)
      return false
    } catch {
      return error.code == .queueBusy
    }
  }

  /// Opens the queue; if the queue is damaged, moves it aside and creates a new queue.
  ///
  /// - Parameter canRebuild: Whether the queue can be rebuilt from a job file; if not, a damaged
  ///   queue is an error.
  /// - Returns: The queue, and the new path of the damaged queue, if any.
  /// - Throws: `queue-failed`.
  func open(canRebuild: Bool) throws(RenderError) -> (queue: SQLiteJobQueue, setAside: String?) {
    do throws(RenderError) {
      return (try SQLiteJobQueue(path: queue, isChecked: true), nil)
    } catch {
      guard error.code == .queueDamaged, canRebuild else { throw error }
      let name = "\(queue).damaged-\(time(nil))-\(getpid())"
      for ending in ["", "-wal", "-shm"] where access(queue + ending, F_OK) == 0 {
        guard rename(queue + ending, name + ending) == 0 else {
          throw .queueFailed(queue, SystemError.message(errno))
        }
      }
      return (try SQLiteJobQueue(path: queue, isChecked: true), name)
    }
  }
}
