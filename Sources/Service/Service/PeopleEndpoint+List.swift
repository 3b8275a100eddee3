import HTTP
import SourceJSON
import WallfarmPluginKit

extension PeopleEndpoint {
  /// The default and the maximum number of people on a page.
  private static let pageSizes = (standard: 100, most: 1000)

  /// `GET /v1/people?limit=100&after=ID`: returns a page of the identifiers of a client's people.
  ///
  /// A page starts after an identifier, so that people who are created or erased meanwhile neither
  /// repeat nor hide others.
  func list(_ head: HTTPHead, for client: String, _ exchange: HTTPExchange) {
    planning.run(for: Turn(client), answering: exchange) { () throws(RenderError) in
      let page = try PeopleEndpoint.page(head.query ?? "")
      // One more identifier shows whether there is another page.
      let found = try people.list(of: client, after: page.after, count: page.count + 1)
      let ids = found.prefix(page.count)
      let next = found.count > page.count ? ids.last : nil
      exchange.answer(
        .document(
          200,
          [
            "people": .array(ids.map { ["id": .string($0)] }),
            "next": next.map(JSONValue.string) ?? .null,
          ]))
    }
  }

  private static func page(_ query: String) throws(RenderError) -> (count: Int, after: String?) {
    var page: (count: Int, after: String?) = (pageSizes.standard, nil)
    for part in query.split(separator: "&", omittingEmptySubsequences: true) {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = pair.count == 2 ? String(pair[1]) : ""
      switch pair[0] {
      case "limit":
        guard let count = Int(value), (1...pageSizes.most).contains(count) else {
          throw .invalidPage("limit", value, "a number from 1 to \(pageSizes.most)")
        }
        page.count = count
      case "after":
        guard isID(value) else {
          throw .invalidPage("after", value, "the 'next' of the previous page")
        }
        page.after = value
      default: throw .invalidPage(String(pair[0]), value, "'limit' or 'after'")
      }
    }
    return page
  }
}

extension RenderError {
  fileprivate static func invalidPage(
    _ name: String, _ value: String, _ expected: String
  ) -> RenderError {
    RenderError(
      .invalidRequest,
      "the query parameter '\(name.prefix(40))' cannot be '\(value.prefix(40))'",
      hint: "expected \(expected)")
  }
}
