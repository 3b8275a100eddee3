internal import Digests
import HTTP
internal import Motion
import WallfarmPluginKit

/// Serves installed films by device, language and part.
struct FilmEndpoint: Sendable {
  let films: OfferedFilms
  let board: FilmBoard

  /// Returns the cache policy: one day, then revalidation by tag.
  ///
  /// With access keys, responses are private, because a shared cache would serve them to clients
  /// without a key.
  private static func age(for client: String) -> HTTPHeader {
    HTTPHeader("Cache-Control", (client.isEmpty ? "public" : "private") + ", max-age=86400")
  }

  func handle(
    _ words: [String], _ head: HTTPHead, for client: String, _ exchange: HTTPExchange
  ) {
    let began = SuspendingClock().now
    let address: FilmAddress
    do throws(RenderError) {
      address = try FilmAddress(words, films)
      if address.part == .words { return exchange.answer(try self.words(address, head, client)) }
    } catch {
      return exchange.answer(Problem(404, [error]).answer)
    }
    exchange.tag("device", address.device)
    let tag = board.tag(address)
    if let tag, head.matches("\"\(tag)\"") {
      return exchange.answer(HTTPAnswer(304, headers(tag, client)))
    }
    if head.method == "HEAD" {
      return exchange.answer(
        HTTPAnswer(200, headers(tag, client) + contentHeaders(address), .unsent))
    }
    board.make(address, for: client, since: began, whenLeft: exchange.whenLeft) { result in
      switch result {
      case .failure(let error): exchange.answer(Problem([error]).answer)
      case .success(let made):
        exchange.answer(answer(.file(made.file), made.tag, address, head, client))
      }
    }
  }

  private func words(
    _ address: FilmAddress, _ head: HTTPHead, _ client: String
  ) throws(RenderError) -> HTTPAnswer {
    let said = try films.motion(address.motion)?.spoken(in: address.language) ?? []
    let bytes = Array((said.joined(separator: "\n") + "\n").utf8)
    let tag = String(SHA256.hex(of: bytes).prefix(32))
    return answer(.bytes(bytes), tag, address, head, client)
  }

  /// Returns the full response, the requested range, or 304 if the client has the current version.
  private func answer(
    _ body: HTTPAnswer.Body, _ tag: String, _ address: FilmAddress, _ head: HTTPHead,
    _ client: String
  ) -> HTTPAnswer {
    if head.matches("\"\(tag)\"") { return HTTPAnswer(304, headers(tag, client)) }
    return HTTPAnswer(200, headers(tag, client) + contentHeaders(address), body)
      .part(for: head, tag: "\"\(tag)\"")
  }

  private func headers(_ tag: String?, _ client: String) -> [HTTPHeader] {
    (tag.map { [HTTPHeader("ETag", "\"\($0)\"")] } ?? []) + [Self.age(for: client)]
  }

  /// Returns the headers that describe a response body.
  private func contentHeaders(_ address: FilmAddress) -> [HTTPHeader] {
    [HTTPHeader("Content-Type", address.mediaType), HTTPHeader("Accept-Ranges", "bytes")]
  }
}

extension HTTPAnswer {
  /// Returns the requested range, 416 if the range is outside the file, or the full response if no
  /// range is requested.
  fileprivate func part(for head: HTTPHead, tag: String) -> HTTPAnswer {
    switch head.range(of: body.count, tag: tag) {
    case .all: return self
    case .part(let range): return part(range)
    case .outside:
      var answer = Problem(416, [.outside(body.count)]).answer
      answer.headers.append(HTTPHeader("Content-Range", "bytes */\(body.count)"))
      return answer
    }
  }
}

extension RenderError {
  fileprivate static func outside(_ count: Int) -> RenderError {
    RenderError(
      .invalidRequest, "the range starts after the end of the file, which has \(count) bytes",
      hint: "request bytes from 0 to \(max(0, count - 1))")
  }
}
