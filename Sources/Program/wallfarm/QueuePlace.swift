import RenderFarm
import WallfarmCore
import WallfarmPluginKit

/// The queue that a command operates on: a local folder or a farm's database.
enum QueuePlace {
  case folder(QueueFolder, SQLiteJobQueue)
  case farm(PostgresJobQueue)

  var queue: any QueueAdmin {
    switch self {
    case .folder(_, let queue): queue
    case .farm(let queue): queue
    }
  }

  var isFarm: Bool { if case .farm = self { true } else { false } }

  /// The queue name in messages.
  var name: String {
    switch self {
    case .folder(let folder, _): folder.path
    case .farm(let queue): queue.name
    }
  }

  /// The keys to try if the user did not specify a key.
  var keys: [KeyFile.Found] {
    switch self {
    case .folder(let folder, _): [folder.key(making: false), KeyFile.own(making: false)]
    case .farm: [KeyFile.own(making: false)]
    }
  }

  /// Returns the current time on the clock that measures when units finish.
  func now() throws(RenderError) -> Timestamp {
    switch self {
    case .folder(_, let queue): try queue.now()
    case .farm(let queue): try queue.now()
    }
  }

  func isMade(with key: SecretKey) throws(RenderError) -> Bool {
    switch self {
    case .folder(_, let queue): try queue.isMade(with: key)
    case .farm(let queue): try queue.isMade(with: key)
    }
  }

  /// Returns a phrase for the processes that currently render from the queue, such as `1 machine
  /// is`, or `nil` if there are none.
  func renderers() throws(RenderError) -> String? {
    switch self {
    case .folder(let folder, _): return folder.isBusy ? "a batch is" : nil
    case .farm(let queue):
      let count = try queue.presentMachines().count
      return count == 0 ? nil : count == 1 ? "1 machine is" : "\(count) machines are"
    }
  }
}
