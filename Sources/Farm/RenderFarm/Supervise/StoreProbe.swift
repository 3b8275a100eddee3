import RenderPool
internal import Synchronization
import WallfarmCore
import WallfarmPluginKit

/// A health check of the output location that distinguishes a failing machine from a failing unit.
///
/// The check runs on its own thread, because access to a dead mount may block forever.
final class StoreProbe: Sendable {
  private let look: @Sendable () throws(RenderError) -> Void
  private let state = Mutex(State())

  private struct State {
    var isRunning = false
    var result: Result<Void, RenderError>?
  }

  /// - Parameter look: Checks the location; throws if it is not writable.
  init(_ look: @escaping @Sendable () throws(RenderError) -> Void) { self.look = look }

  /// Starts a check, unless a check is running.
  func begin() {
    let isFirst = state.withLock { state in
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard isFirst else { return }
    let status = BackgroundThread.start {
      self.finish(Result { () throws(RenderError) in try self.look() })
    }
    // If no thread can be started, the state of the location is unknown, so the unit loses an
    // attempt as usual.
    if status != 0 { finish(.success(())) }
  }

  private func finish(_ result: Result<Void, RenderError>) {
    state.withLock { $0 = State(isRunning: false, result: result) }
  }

  /// Returns and clears the result, or returns `nil` if there is no result yet.
  func take() -> Result<Void, RenderError>? {
    state.withLock { state in
      defer { state.result = nil }
      return state.result
    }
  }
}
