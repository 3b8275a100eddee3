import RenderPool
internal import Synchronization
import WallfarmCore
import WallfarmPluginKit

/// Tries whether pictures can be kept at all where they go: that tells a bad machine from a bad unit.
///
/// On a thread of its own, because a dead mount answers nothing: until there is an answer, there is none.
final class StoreProbe: Sendable {
  private let look: @Sendable () throws(RenderError) -> Void
  private let state = Mutex(State())

  private struct State {
    var isRunning = false
    var result: Result<Void, RenderError>?
  }

  /// - Parameter look: tries it, and throws why not.
  init(_ look: @escaping @Sendable () throws(RenderError) -> Void) { self.look = look }

  /// Begins to look, unless it is at it.
  func begin() {
    let isFirst = state.withLock { state in
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard isFirst else { return }
    let status = BackgroundThread.start {
      self.finish(Result { () throws(RenderError) in try self.look() })
    }
    // Nothing is known then, so the unit is to blame as ever.
    if status != 0 { finish(.success(())) }
  }

  private func finish(_ result: Result<Void, RenderError>) {
    state.withLock { $0 = State(isRunning: false, result: result) }
  }

  /// What was found; nil while nothing is known.
  func take() -> Result<Void, RenderError>? {
    state.withLock { state in
      defer { state.result = nil }
      return state.result
    }
  }
}
