internal import Digests
import HTTP
internal import Motion
import WallfarmPluginKit

/// Answers with films that ship: at an address for each screen, language and part.
struct FilmEndpoint: Sendable {
  let library: MotionLibrary
  let desk: FilmDesk

  /// A day: then a cache asks whether it is still so, which costs a tag.
  private static let age = HTTPHeader("Cache-Control", "public, max-age=86400")

  func handle(
    _ words: [String], _ head: HTTPHead, for client: String, _ exchange: HTTPExchange
  ) {
    let began = SuspendingClock().now
    let address: FilmAddress
    do throws(RenderError) {
      address = try FilmAddress(words, library)
      if address.part == .words { return exchange.answer(try self.words(address, head)) }
    } catch {
      return exchange.answer(Problem(404, [error]).answer)
    }
    exchange.tag("device", address.device)
    let tag = desk.tag(address)
    if let tag, head.matches("\"\(tag)\"") {
      return exchange.answer(HTTPAnswer(304, headers(tag)))
    }
    let type = HTTPHeader("Content-Type", address.mediaType)
    if head.method == "HEAD" {
      return exchange.answer(HTTPAnswer(200, headers(tag) + [type], .unsent))
    }
    desk.make(address, for: client, since: began, whenLeft: exchange.whenLeft) { result in
      switch result {
      case .failure(let error): exchange.answer(Problem([error]).answer)
      case .success(let made) where head.matches("\"\(made.tag)\""):
        exchange.answer(HTTPAnswer(304, headers(made.tag)))
      case .success(let made):
        exchange.answer(HTTPAnswer(200, headers(made.tag) + [type], .file(made.file)))
      }
    }
  }

  private func words(_ address: FilmAddress, _ head: HTTPHead) throws(RenderError) -> HTTPAnswer {
    let said = try library.motion(address.motion).spoken(in: address.language)
    let bytes = Array((said.joined(separator: "\n") + "\n").utf8)
    let tag = String(SHA256.hex(of: bytes).prefix(32))
    if head.matches("\"\(tag)\"") { return HTTPAnswer(304, headers(tag)) }
    let type = HTTPHeader("Content-Type", address.mediaType)
    return HTTPAnswer(200, headers(tag) + [type], .bytes(bytes))
  }

  private func headers(_ tag: String?) -> [HTTPHeader] {
    (tag.map { [HTTPHeader("ETag", "\"\($0)\"")] } ?? []) + [Self.age]
  }
}
