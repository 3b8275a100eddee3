public import HTTP
import RenderPool

/// Serves only the metrics, on a separate address.
public final class FiguresHandler: HTTPHandler {
  private let service: Service

  /// Creates a handler for the metrics of a service.
  public init(_ service: Service) { self.service = service }

  /// Admits requests for the metrics and rejects all other requests.
  public func admit(_ head: HTTPHead) -> Admission {
    guard head.path == Route.metrics.rawValue else {
      return .refused(Problem(404, [.noSuchAddress()]).answer)
    }
    if let refusal = Route.metrics.refusal(of: head) { return .refused(refusal) }
    return .admitted(mostBytes: 0) { [service] _, exchange in
      exchange.answer(HTTPAnswer(200, type: MetricsText.mediaType, service.figures))
    }
  }

  /// Returns the response with a problem document for a request that the HTTP server rejects.
  public func refusal(_ reason: HTTPRefusal) -> HTTPAnswer { service.refusal(reason) }

  /// Does nothing: metrics requests are not counted.
  public func over(_ record: HTTPRecord) {}
}
