internal import CSystem
internal import Glibc
import RenderPool
internal import Synchronization
import WallfarmPluginKit

/// What a pool tells from its own thread, until the supervisor takes it.
final class PoolNews: Sendable {
  private let events = Mutex<[PoolEvent]>([])
  private let bell: Int32

  /// - Throws: `worker-crashed` where there is no descriptor to wait for.
  init() throws(RenderError) {
    bell = wallfarm_bell()
    guard bell >= 0 else { throw .noBell() }
  }

  deinit { close(bell) }

  func add(_ event: PoolEvent) {
    let isFirst = events.withLock { events in
      events.append(event)
      return events.count == 1
    }
    guard isFirst else { return }
    var one: UInt64 = 1
    _ = write(bell, &one, 8)
  }

  /// Takes everything out; waits for something for as long as that.
  func take(waiting milliseconds: Int32) -> [PoolEvent] {
    var descriptor = pollfd(fd: bell, events: Int16(POLLIN), revents: 0)
    poll(&descriptor, 1, milliseconds)
    var count: UInt64 = 0
    _ = read(bell, &count, 8)
    return events.withLock { events in
      defer { events = [] }
      return events
    }
  }
}

extension RenderError {
  fileprivate static func noBell() -> RenderError {
    RenderError(
      .workerCrashed, "workers do not start: there is no descriptor to wait for them",
      hint: "close what else this program has open, or raise its limit of open files")
  }
}
