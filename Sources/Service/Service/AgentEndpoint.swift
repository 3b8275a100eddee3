import HTTP
import SourceJSON
import WallfarmPluginKit

/// `POST /mcp`: the streamable HTTP transport of the Model Context Protocol, without sessions.
///
/// Each request is answered with one JSON object and never with a stream of events, so `GET`, which
/// would open such a stream, and `DELETE`, which would end a session, are not supported.
struct AgentEndpoint: Sendable {
  let server: AgentServer
  let planning: PlanningThread

  func handle(_ request: HTTPRequest, for client: String, _ exchange: HTTPExchange) {
    if let error = AgentEndpoint.mistake(in: request.head) {
      return exchange.answer(error)
    }
    planning.run(for: Turn(client), answering: exchange) { () throws(RenderError) in
      var caller = AgentCaller(
        client: client,
        idempotencyKeys: request.head.headers.filter { $0.name == "idempotency-key" }
      ) { exchange.whenLeft($0) }
      caller.exchange = exchange
      server.answer(request.body, for: caller) { exchange.answer(HTTPAnswer($0)) }
    }
  }

  /// Returns the response to headers that the transport forbids, or `nil` if the headers are valid.
  private static func mistake(in head: HTTPHead) -> HTTPAnswer? {
    // Prevent a page on another site from using a visitor's keys (MCP, Security Warning).
    if let origin = head.header("origin"), !head.isFromSameSite(origin) {
      return Problem(400, [.otherOrigin(origin)]).answer
    }
    // A missing revision is valid: either the client uses a revision from before 2025-06-18, or it
    // has not negotiated a revision yet.
    guard let revision = head.header("mcp-protocol-version"),
      !AgentServer.revisions.contains(revision)
    else { return nil }
    return Problem(400, [.unknownRevision(revision)]).answer
  }
}

extension HTTPHead {
  /// Returns whether an origin has the same host as the request; the scheme may differ, because TLS
  /// ends at a proxy.
  fileprivate func isFromSameSite(_ origin: String) -> Bool {
    guard let host = header("host"), let scheme = origin.firstRange(of: "://") else { return false }
    return origin[scheme.upperBound...] == host[...]
  }
}

extension HTTPAnswer {
  /// Creates the response that contains a reply; the status is 202 if there is no reply.
  fileprivate init(_ reply: AgentServer.Reply?) {
    let headers = [HTTPHeader("Cache-Control", "no-store")]
    guard let reply else {
      self.init(202, headers)
      return
    }
    self.init(
      reply.isMalformed ? 400 : 200, [HTTPHeader("Content-Type", "application/json")] + headers,
      .bytes(reply.json.line))
  }
}

extension RenderError {
  fileprivate static func otherOrigin(_ origin: String) -> RenderError {
    RenderError(
      .otherSite, "the request is from a page on another site: \(origin.prefix(100))",
      hint: "send it from a program, and omit the 'Origin' header")
  }

  fileprivate static func unknownRevision(_ text: String) -> RenderError {
    RenderError(
      .invalidRequest,
      "'\(text.prefix(40))' is not a supported revision of the Model Context Protocol",
      hint: "use one of \(AgentServer.revisions.joined(separator: ", "))")
  }
}
