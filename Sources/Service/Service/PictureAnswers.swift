import HTTP
import WallfarmCore
import WallfarmPluginKit

/// Answers with pictures that have an address: from memory where they are there, and with a tag where that is enough.
struct PictureAnswers: Sendable {
  let pictures: PictureKeeper
  let clock: TimeSource

  /// What is asked for, at which address.
  struct Asked: Sendable {
    /// What the address is known by here; nothing of a secret.
    let name: String
    let head: HTTPHead
    /// Until when the address is good; nil for one whose picture may be another one at any time.
    let until: Moment?
    let exchange: HTTPExchange
    /// ``PictureKeeper/epoch`` before anything was read.
    let epoch: Int
  }

  /// The answer where nothing has to be read or made; nil where something has to.
  func atOnce(_ asked: Asked) -> HTTPAnswer? {
    let now = clock.read()
    guard let fact = pictures.fact(asked.name, at: now) else { return nil }
    let said = self.headers(tag: fact.tag, until: fact.until, asked, now)
    if asked.head.matches("\"\(fact.tag)\"") { return HTTPAnswer(304, said) }
    guard let made = pictures.kept(fact.digest), made.tag == fact.tag else {
      return nil
    }
    return HTTPAnswer(200, said + made.headers, .file(made.bytes))
  }

  /// Answers for a picture that is planned; `HEAD` and a tag that is known cost no picture.
  func answer(
    _ asked: Asked, _ planned: PlannedPicture, for turn: Turn,
    since began: SuspendingClock.Instant
  ) {
    let now = clock.read()
    if !planned.looksAtTime {
      pictures.remember(
        PictureKeeper.Fact(tag: planned.tag, until: nil, digest: planned.digest), of: asked.name,
        since: asked.epoch)
    }
    let until = planned.looksAtTime ? now : nil
    let said = self.headers(tag: planned.tag, until: until, asked, now)
    if asked.head.matches("\"\(planned.tag)\"") {
      return asked.exchange.answer(HTTPAnswer(304, said))
    }
    if asked.head.method == "HEAD" {
      let type = HTTPHeader("Content-Type", planned.format.mediaType)
      return asked.exchange.answer(HTTPAnswer(200, said + [type], .unsent))
    }
    asked.exchange.tag("device", planned.device)
    pictures.make(
      planned, keeps: true, for: turn, since: began, whenLeft: asked.exchange.whenLeft
    ) { result in
      switch result {
      case .failure(let error): asked.exchange.answer(Problem([error]).answer)
      case .success(let made):
        let now = clock.read()
        pictures.remember(
          PictureKeeper.Fact(tag: made.tag, until: made.until, digest: planned.digest),
          of: asked.name, since: asked.epoch)
        asked.exchange.answer(
          HTTPAnswer(
            200, headers(tag: made.tag, until: made.until, asked, now) + made.headers,
            .file(made.bytes)))
      }
    }
  }

  /// A year: what HTTP calls forever (RFC 2616, 14.21).
  private static let longest = 31_536_000

  private func headers(
    tag: String, until: Moment?, _ asked: Asked, _ now: Moment
  ) -> [HTTPHeader] {
    var seconds = until.map { max(0, $0.seconds - now.seconds) } ?? PictureAnswers.longest
    guard let end = asked.until else {
      // Its notes may change at any time: a cache asks each time, which costs a tag.
      let age = until == nil ? "" : ", max-age=\(min(seconds, PictureAnswers.longest))"
      return [
        HTTPHeader("ETag", "\"\(tag)\""), HTTPHeader("Cache-Control", "private, no-cache\(age)"),
      ]
    }
    seconds = min(seconds, PictureAnswers.longest, max(0, end.seconds - now.seconds))
    return [
      HTTPHeader("ETag", "\"\(tag)\""),
      HTTPHeader("Cache-Control", seconds > 0 ? "public, max-age=\(seconds)" : "no-cache"),
    ]
  }
}

extension MadePicture {
  /// What is said of it besides its tag.
  var headers: [HTTPHeader] {
    var headers = [HTTPHeader("Content-Type", format.mediaType)]
    if !warnings.isEmpty {
      headers.append(HTTPHeader("Wallfarm-Warnings", warnings.joined(separator: ", ")))
    }
    if let expires {
      headers.append(HTTPHeader("Wallfarm-Expires", expires.description))
    }
    return headers
  }
}
