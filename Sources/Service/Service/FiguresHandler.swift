public import HTTP
internal import RenderFarm

/// Serves the figures alone, for an address of their own.
public final class FiguresHandler: HTTPHandler {
  private let service: Service

  /// Serves those of a service.
  public init(_ service: Service) { self.service = service }

  /// Whether it is for the figures.
  public func admit(_ head: HTTPHead) -> Admission {
    guard head.path == Route.metrics.rawValue else {
      return .refused(Problem(404, [.noSuchAddress()]).answer)
    }
    if let refusal = Route.metrics.refusal(of: head) { return .refused(refusal) }
    return .admitted(mostBytes: 0)
  }

  /// Answers with the figures.
  public func handle(_ request: HTTPRequest, _ exchange: HTTPExchange) {
    exchange.answer(HTTPAnswer(200, type: MetricsText.mediaType, service.figures))
  }

  /// What the server itself refuses, as a problem document.
  public func refusal(_ reason: HTTPRefusal) -> HTTPAnswer { service.refusal(reason) }

  /// Those who read figures are not counted.
  public func over(_ record: HTTPRecord) {}
}
