import RenderFarm
import WallfarmCore
import WallfarmPluginKit

/// A queue that somebody named: in a folder of this machine, or of a farm.
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

  /// What people know it by.
  var name: String {
    switch self {
    case .folder(let folder, _): folder.path
    case .farm(let queue): queue.name
    }
  }

  /// Keys that it may have been made with, where none was named.
  var keys: [KeyFile.Found] {
    switch self {
    case .folder(let folder, _): [folder.key(making: false), KeyFile.own(making: false)]
    case .farm: [KeyFile.own(making: false)]
    }
  }

  func isMade(with key: SecretKey) throws(RenderError) -> Bool {
    switch self {
    case .folder(_, let queue): try queue.isMade(with: key)
    case .farm(let queue): try queue.isMade(with: key)
    }
  }

  /// What renders from it now; nil for nothing.
  func renderers() throws(RenderError) -> String? {
    switch self {
    case .folder(let folder, _): return folder.isBusy ? "a batch is" : nil
    case .farm(let queue):
      let count = try queue.presentMachines().count
      return count == 0 ? nil : count == 1 ? "1 machine is" : "\(count) machines are"
    }
  }
}
