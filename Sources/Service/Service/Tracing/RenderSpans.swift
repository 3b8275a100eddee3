import HTTP
internal import RenderPool
internal import Synchronization
import WallfarmPluginKit

/// Records how long a picture of a request waits for a worker, and how long the worker renders it.
final class RenderSpans: Sendable {
  private struct State {
    /// The number of the current span, or `nil` if the request has too many spans.
    var span: Int?
    /// The worker that renders the picture, or `nil` while the picture waits.
    var worker: Int?
  }

  private let exchange: HTTPExchange
  private let state: Mutex<State>

  /// Begins the wait for a worker.
  init(_ exchange: HTTPExchange) {
    self.exchange = exchange
    state = Mutex(State(span: exchange.begin(HTTPSpan.queue)))
  }

  /// Ends the wait, because a worker has started the picture; later calls have no effect.
  func started(_ worker: Int) {
    state.withLock { state in
      guard state.worker == nil else { return }
      exchange.end(state.span)
      state = State(span: exchange.begin(HTTPSpan.render), worker: worker)
    }
  }

  /// Ends the render, or the wait if no worker has started the picture.
  func ended(_ result: Result<RenderedOrder, RenderError>) {
    let state = state.withLock { $0 }
    var facts: [String: HTTPSpan.Fact] = [:]
    if let worker = state.worker { facts["wallfarm.worker"] = .count(worker) }
    switch result {
    case .failure(let error): exchange.end(state.span, facts, error: error.code)
    case .success(let rendered):
      for (stage, milliseconds) in rendered.figures.stages where ServiceMetrics.isStage(stage) {
        facts["wallfarm.stage.\(stage).seconds"] = .number(milliseconds / 1000)
      }
      exchange.end(state.span, facts)
    }
  }
}

/// The names of the parts of the work on a request.
extension HTTPSpan {
  /// The wait for a worker.
  static let queue = "queue"
  /// The render in a worker.
  static let render = "render"
  /// A download of photos or content.
  static let fetch = "fetch"
}

extension HTTPRecord {
  /// The longest time for which a picture of the request waited for a worker, or `nil` if none
  /// waited.
  var queued: Duration? { spans.filter { $0.name == HTTPSpan.queue }.map(\.duration).max() }
}

extension HTTPExchange {
  /// Begins a download; the returned function ends it with the error of the result.
  ///
  /// - Parameter isNeeded: Whether there is anything to download; otherwise, nothing is recorded.
  /// - Returns: The function.
  func beginFetch<Value>(_ isNeeded: Bool) -> @Sendable (Result<Value, RenderError>) -> Void {
    let span = isNeeded ? begin(HTTPSpan.fetch) : nil
    return { [self] result in
      if case .failure(let error) = result { end(span, error: error.code) } else { end(span) }
    }
  }
}
