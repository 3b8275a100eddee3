internal import Files
internal import Glibc
public import WallfarmCore
import WallfarmPluginKit

/// The folder of a queue: the queue itself, the journal of what was delivered, and a lock.
public struct QueueFolder: Sendable {
  /// The folder, which `--output` holds unless another was named.
  public let path: String
  /// Part of the file names: a share has a queue of its own.
  private let suffix: String

  /// The folder of a batch.
  ///
  /// - Parameters:
  ///   - out: where the batch writes.
  ///   - named: another place for the queue, for an output on a network share.
  ///   - shard: which share of the job file.
  public init(out: String, named: String? = nil, shard: Shard? = nil) {
    path = named ?? out + "/" + OutputFolder.hidden
    suffix = shard.map { "-\($0.index)-of-\($0.count)" } ?? ""
  }

  /// The file of the queue.
  public var queue: String { "\(path)/queue\(suffix).sqlite" }
  /// A line for every unit delivered: what the queue is rebuilt from.
  public var journal: String { "\(path)/receipts\(suffix).jsonl" }
  /// Segments of films that are not whole yet.
  var segments: String { "\(path)/segments\(suffix)" }
  /// The key of this queue, where it has one of its own.
  ///
  /// - Parameter making: whether one is made where there is none.
  /// - Returns: the key, or why there is none.
  public func key(making: Bool) -> KeyFile.Found { KeyFile.find(in: path, making: making) }
  private var lock: String { "\(path)/lock\(suffix)" }

  /// Whether there is a queue.
  public var exists: Bool { access(queue, F_OK) == 0 }

  /// Makes the folder; only the person who renders may look in, because jobs have notes in them.
  ///
  /// - Throws: `queue-failed`, also where others may look into it and it is not to be changed.
  func make() throws(RenderError) {
    do throws(PrivateFiles.Refusal) {
      try PrivateFiles.makeFolder(path) { name in
        ["queue", "receipts", "lock", "segments"].contains { name.hasPrefix($0) }
      }
    } catch {
      throw .queueFailed(path, error.reason, hint: error.hint)
    }
  }

  /// Refuses a place that several machines share.
  ///
  /// - Parameter kind: the name of such a file system, for the folder of the queue.
  /// - Throws: `queue-failed`.
  func checkDisk(_ kind: (String) -> String? = NetworkDisk.name(of:)) throws(RenderError) {
    guard let name = kind(path) else { return }
    throw .queueFailed(
      path, "it is on \(name), which several machines share, and SQLite needs a disk of one",
      hint: "--output may be there: give --queue a folder on a local disk that outlives the process"
    )
  }

  /// Keeps everyone else from rendering from this queue, until the process ends.
  ///
  /// - Parameter patience: how often to try, ten milliseconds apart.
  /// - Returns: the right to render, for as long as it is kept.
  /// - Throws: `queue-busy`, `queue-failed`.
  func takeLock(patience: Int = 20) throws(RenderError) -> FileLock {
    do throws(FileLock.Failure) {
      // Someone who only looks holds it for a moment.
      return try FileLock(lock, patience: patience, isPrivate: true)
    } catch {
      switch error {
      case .busy: throw .queueBusy(path)
      case .impossible(let reason): throw .queueFailed(lock, reason)
      }
    }
  }

  /// Whether someone renders from this queue now.
  public var isBusy: Bool {
    do throws(RenderError) {
      _ = try takeLock(patience: 1)
      return false
    } catch {
      return error.code == .queueBusy
    }
  }

  /// Opens the queue; a damaged one is set aside first.
  ///
  /// - Parameter canRebuild: whether there is a job file to make a new one from.
  /// - Returns: the queue, and the new name of a damaged one.
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
