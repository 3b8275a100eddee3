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

  private struct State {
    var events: [Event] = []
    var isRung = false
  }

  private let state = Mutex(State())
  private let bell: Bell
  /// Whether to keep start events, which a queue shared by machines records.
  private let hasBeginnings: Bool

  /// - Throws: `worker-crashed` where there is no descriptor to wait for.
  init(withBeginnings hasBeginnings: Bool = false) throws(RenderError) {
    bell = try Bell()
    self.hasBeginnings = hasBeginnings
  }

  /// Keeps an event; drops stage events, and does not wake the supervisor for start events.
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

  /// Takes everything out; waits for something for as long as that.
  func take(waiting milliseconds: Int32) -> [Event] {
    bell.wait(milliseconds)
    bell.silence()
    return state.withLock { state in
      defer { state = State() }
      return state.events
    }
  }
}
