import RenderPool
internal import Synchronization
import WallfarmPluginKit

/// Passes events from the threads of a pool and a transport to the supervisor.
final class FarmNews: Sendable {
  /// An event of the pool or the transport.
  enum Event: Sendable {
    case pool(PoolEvent)
    case moved(Lease, UnitMove)
  }

  private struct State {
    var events: [Event] = []
    var isRung = false
  }

  private let state = Mutex(State())
  private let bell: Bell
  /// Whether to keep start events, which are recorded only in a queue that several machines share.
  private let hasBeginnings: Bool

  /// - Throws: `worker-crashed` if no file descriptor is available.
  init(withBeginnings hasBeginnings: Bool = false) throws(RenderError) {
    bell = try Bell()
    self.hasBeginnings = hasBeginnings
  }

  /// Adds an event; drops stage events, and does not wake the supervisor for start events.
  func add(_ event: Event) {
    var wakes = true
    switch event {
    case .pool(.stage): return
    case .pool(.started):
      guard hasBeginnings else { return }
      wakes = false
    default: break
    }
    let isFirst = state.withLock { state in
      state.events.append(event)
      defer { state.isRung = state.isRung || wakes }
      return wakes && !state.isRung
    }
    if isFirst { bell.ring() }
  }

  /// Waits up to a timeout for events, then removes and returns them all.
  func take(waiting milliseconds: Int32) -> [Event] {
    bell.wait(milliseconds)
    bell.silence()
    return state.withLock { state in
      defer { state = State() }
      return state.events
    }
  }
}
