import HTTP
import RenderFarm
import RenderPool
import SourceJSON
import Synchronization

/// Serves the health of a farm machine over HTTP: `/healthz`, `/readyz` and `/metrics`.
final class FarmHealth: HTTPHandler {
  private struct State {
    var health = FarmWork.Health.beginning
    var figures = FarmFigures()
    var ticked = SuspendingClock().now
  }

  private let state = Mutex(State())

  /// The maximum time between ticks of a working main loop; it is longer than the timeout for an
  /// unreachable queue.
  private static let longestSilence = Duration.seconds(120)

  /// Records the current state.
  func tick(_ health: FarmWork.Health, _ figures: FarmFigures) {
    state.withLock { state in
      (state.health, state.figures, state.ticked) = (health, figures, SuspendingClock().now)
    }
  }

  func admit(_ head: HTTPHead, from peer: Peer) -> Admission {
    guard ["/healthz", "/readyz", "/metrics"].contains(head.path) else {
      return .refused(.text(404, "use /healthz, /readyz or /metrics"))
    }
    guard ["GET", "HEAD"].contains(head.method) else {
      var answer = HTTPAnswer.text(405, "use GET")
      answer.headers.append(HTTPHeader("Allow", "GET, HEAD"))
      return .refused(answer)
    }
    return .admitted(mostBytes: 0) { [self] in answer($0, $1) }
  }

  private func answer(_ request: HTTPRequest, _ exchange: HTTPExchange) {
    let (health, figures, ticked) = state.withLock { ($0.health, $0.figures, $0.ticked) }
    switch request.head.path {
    case "/metrics":
      let text = Metrics.text(counts: health.counts, figures: figures)
      exchange.answer(HTTPAnswer(200, type: MetricsText.mediaType, text))
    case "/readyz":
      exchange.answer(HTTPAnswer.text(health.isReady ? 200 : 503, health.reason ?? "ready"))
    default:
      let isAlive = SuspendingClock().now - ticked < FarmHealth.longestSilence
      exchange.answer(isAlive ? .text(200, "alive") : .text(503, "the main loop does not respond"))
    }
  }

  func refusal(_ reason: HTTPRefusal) -> HTTPAnswer {
    switch reason {
    case .ambiguous(let why): .text(400, why)
    case .headTooLarge: .text(431, "the request head is too large")
    case .unknownVersion: .text(505, "use HTTP/1.1")
    case .tooLarge: .text(413, "requests cannot have a body")
    case .overloaded, .crowded: .text(503, "too many requests")
    }
  }

  func over(_ record: HTTPRecord) {}
}

extension HTTPAnswer {
  fileprivate static func text(_ status: Int, _ text: String) -> HTTPAnswer {
    var answer = HTTPAnswer(status, type: "text/plain; charset=utf-8", text + "\n")
    answer.headers.append(HTTPHeader("Cache-Control", "no-store"))
    return answer
  }
}
