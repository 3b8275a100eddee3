import RenderPool
internal import Synchronization
import WallfarmPluginKit

/// What a pool tells from its own thread, until the supervisor takes it.
final class PoolNews: Sendable {
  private let events = Mutex<[PoolEvent]>([])
  private let bell: Bell

  /// - Throws: `worker-crashed` where there is no descriptor to wait for.
  init() throws(RenderError) { bell = try Bell() }

  /// Keeps an event; beginnings and stages are nothing to a queue, and would only wake the supervisor.
  func add(_ event: PoolEvent) {
    switch event {
    case .started, .stage: return
    default: break
    }
    let isFirst = events.withLock { events in
      events.append(event)
      return events.count == 1
    }
    if isFirst { bell.ring() }
  }

  /// Takes everything out; waits for something for as long as that.
  func take(waiting milliseconds: Int32) -> [PoolEvent] {
    bell.wait(milliseconds)
    bell.silence()
    return events.withLock { events in
      defer { events = [] }
      return events
    }
  }
}
