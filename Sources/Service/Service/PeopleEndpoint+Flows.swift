internal import Digests
import Files
import HTTP
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// Pages that play a flow for a person, and the stored state of the flow.
extension PeopleEndpoint {
  /// The maximum state size in bytes; the state of the largest bundled flow is below 4,000
  /// bytes.
  static let mostStateBytes = 64 << 10

  /// `GET /p/{token}/flow-{flow}`: returns the page.
  func playFlow(_ words: [String], _ head: HTTPHead, _ exchange: HTTPExchange) {
    guard let page = flows[words[1]] else { return exchange.answer(.noSuchFlow) }
    run(by: words[0], exchange) { () throws(RenderError) in
      _ = try open(words[0], .write)
      return page.answer(head)
    }
  }

  /// `GET /p/{token}/state-{flow}`: returns the stored state, or 204 if there is none.
  func flowState(_ words: [String], _ head: HTTPHead, _ exchange: HTTPExchange) {
    guard flows[words[1]] != nil else { return exchange.answer(.noSuchFlow) }
    run(by: words[0], exchange) { () throws(RenderError) in
      let kept = try open(words[0], .write)
      guard let state = kept.person.states[words[1]] else { return .nothing }
      let tag = PeopleEndpoint.tag(of: state)
      guard !head.matches(tag) else {
        return HTTPAnswer(304, [HTTPHeader("ETag", tag), HTTPHeader("Cache-Control", "no-store")])
      }
      return .document(200, state, tag: tag)
    }
  }

  /// `PUT /p/{token}/state-{flow}`: stores the state.
  ///
  /// The state is not validated here, because only the page reads it, and the page rejects an
  /// invalid state.
  func putFlowState(_ words: [String], _ request: HTTPRequest, _ exchange: HTTPExchange) {
    guard flows[words[1]] != nil else { return exchange.answer(.noSuchFlow) }
    run(by: words[0], exchange) { () throws(RenderError) in
      let kept = try open(words[0], .write)
      let root = try JSONFile.parse(request.body, file: RenderPlanner.body)
      guard root.members != nil else {
        throw RenderError(
          .invalidRequest, "the body is \(root.typeName)",
          origin: root.place.origin(in: RenderPlanner.body),
          hint: "send the state as a JSON object")
      }
      let isThere = try people.change(kept, now: answers.clock.read()) {
        (person) throws(RenderError) in
        try request.head.checkPrecondition(person.states[words[1]].map(PeopleEndpoint.tag))
        person.states[words[1]] = root.plain
      }
      guard isThere else { throw .noSuchAddress() }
      return .nothing
    }
  }
}

extension PeopleEndpoint {
  /// Returns the entity tag of a state.
  private static func tag(of state: JSONValue) -> String {
    "\"\(SHA256.hex(of: Array(state.text(pretty: false).utf8)).prefix(32))\""
  }
}

extension HTTPAnswer {
  fileprivate static var noSuchFlow: HTTPAnswer { Problem([.noSuchAddress()]).answer }
}
