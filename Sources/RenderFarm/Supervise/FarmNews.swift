import RenderPool
internal import Synchronization
import WallfarmPluginKit

/// What a pool and a transport tell from threads of their own, until the supervisor takes it.
final class FarmNews: Sendable {
  /// Something that was told.
  enum Event: Sendable {
    case pool(PoolEvent)
    case moved(Lease, UnitMove)
  }

  private let events = Mutex<[Event]>([])
  private let bell: Bell

  /// - Throws: `worker-crashed` where there is no descriptor to wait for.
  init() throws(RenderError) { bell = try Bell() }

  /// Keeps an event; beginnings and stages are nothing to a queue, and would only wake the supervisor.
  func add(_ event: Event) {
    switch event {
    case .pool(.started), .pool(.stage): return
    default: break
    }
    let isFirst = events.withLock { events in
      events.append(event)
      return events.count == 1
    }
    if isFirst { bell.ring() }
  }

  /// Takes everything out; waits for something for as long as that.
  func take(waiting milliseconds: Int32) -> [Event] {
    bell.wait(milliseconds)
    bell.silence()
    return events.withLock { events in
      defer { events = [] }
      return events
    }
  }
}
