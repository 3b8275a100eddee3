import HTTP
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// `GET /w/…` returns the picture of a stored request; `DELETE /w/…` revokes the address.
struct AddressEndpoint: Sendable {
  let requests: KeptRequests
  let revoked: RevokedAddresses
  let owners: OwnerFinder
  let planner: RenderPlanner
  let answers: PictureAnswers
  let planning: PlanningThread

  func handle(
    _ words: [String], _ head: HTTPHead, for client: String, _ exchange: HTTPExchange
  ) {
    let read = PictureAddress.read(
      signature: words[0], picture: words[1], keys: requests.ring.addresses,
      now: answers.clock.read())
    switch read {
    case .failure(.unknown): exchange.answer(Problem([.noSuchAddress()]).answer)
    case .failure(.expired(let moment)):
      exchange.answer(Problem([.addressExpired(moment)]).answer)
    case .success(let address) where revoked.contains(address):
      exchange.answer(Problem([.pictureGone()]).answer)
    case .success(let address) where head.method == "DELETE":
      revoke(address, named: "w/\(words[1])", for: client, exchange)
    case .success(let address):
      show(address, named: "w/\(words[1])", head, exchange)
    }
  }

  private func show(
    _ address: PictureAddress, named name: String, _ head: HTTPHead, _ exchange: HTTPExchange
  ) {
    let asked = PictureAnswers.Asked(
      name: PictureKeeper.Name(name), head: head, until: address.expires, exchange: exchange,
      epoch: answers.pictures.epoch)
    if let answer = answers.atOnce(asked) { return exchange.answer(answer) }
    let began = SuspendingClock().now
    owners.find(name, exchange) { () throws(RenderError) in
      guard let owner = try requests.owner(of: address) else { throw .pictureGone() }
      return owner
    } then: { turn in
      planning.run(for: turn, answering: exchange) { plan(address, asked, turn, began) }
    }
  }

  /// Revokes a client's address; other addresses of the same request stay valid.
  private func revoke(
    _ address: PictureAddress, named name: String, for client: String, _ exchange: HTTPExchange
  ) {
    planning.run(for: Turn(client), answering: exchange) { () throws(RenderError) in
      guard try revoked.add(address, of: client) else { throw .noSuchAddress() }
      answers.pictures.forget(name)
      exchange.answer(.nothing)
    }
  }

  private func plan(
    _ address: PictureAddress, _ asked: PictureAnswers.Asked, _ turn: Turn,
    _ began: SuspendingClock.Instant
  ) {
    do throws(RenderError) {
      guard let kept = try requests.open(address) else { throw .pictureGone() }
      switch planner.plan(JSONNode(kept.words), for: kept.client) {
      // The request was valid when it was stored, but a photo or template has been removed since
      // then.
      case .failure(let mistakes):
        asked.exchange.answer(Problem.gone([.pictureGone()], mistakes.all).answer)
      case .success(let planned):
        guard let one = planned.first else { throw .pictureGone() }
        answers.answer(asked, one, for: turn, since: began)
      }
    } catch {
      asked.exchange.answer(Problem([error]).answer)
    }
  }
}

extension RenderError {
  fileprivate static func addressExpired(_ moment: Moment) -> RenderError {
    RenderError(
      .addressExpired, "this address expired at \(moment)",
      hint: "request a new address: POST /v1/render with Prefer: return=representation")
  }

  fileprivate static func pictureGone() -> RenderError {
    RenderError(
      .pictureGone, "the picture at this address is no longer stored",
      hint: "send the request again: POST /v1/render with Prefer: return=representation")
  }
}
