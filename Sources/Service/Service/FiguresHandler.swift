public import HTTP
import RenderPool

/// Serves the metrics and the health checks on a separate address, which responds even if clients
/// use all connections of the service.
public final class FiguresHandler: HTTPHandler {
  private let service: Service

  /// Creates a handler for the metrics and the health of a service.
  public init(_ service: Service) { self.service = service }

  /// Admits requests for the metrics and the health, and rejects all other requests.
  public func admit(_ head: HTTPHead, from peer: Peer) -> Admission {
    guard let route = [Route.metrics, .alive, .ready].first(where: { $0.rawValue == head.path })
    else { return .refused(Problem(404, [.noSuchAddress()]).answer) }
    if let refusal = route.refusal(of: head) { return .refused(refusal) }
    return .admitted(mostBytes: 0) { [service] _, exchange in
      switch route {
      case .alive: exchange.answer(Service.alive)
      case .ready: exchange.answer(service.readiness)
      default: exchange.answer(HTTPAnswer(200, type: MetricsText.mediaType, service.figures))
      }
    }
  }

  /// Returns the response with a problem document for a request that the HTTP server rejects.
  public func refusal(_ reason: HTTPRefusal) -> HTTPAnswer { service.refusal(reason) }

  /// Does nothing: these requests are not counted.
  public func over(_ record: HTTPRecord) {}
}
