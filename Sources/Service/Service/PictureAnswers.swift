import HTTP
import WallfarmCore
import WallfarmPluginKit

/// Responds to requests for picture addresses; if possible, responds from memory or with status
/// 304.
struct PictureAnswers: Sendable {
  let pictures: PictureKeeper
  let clock: TimeSource

  /// A request for the picture of an address.
  struct Asked: Sendable {
    let name: PictureKeeper.Name
    let head: HTTPHead
    /// The expiry of the address, or `nil` if its picture may change at any time.
    let until: Moment?
    let exchange: HTTPExchange
    /// The value of ``PictureKeeper/epoch`` before any data of the address was read.
    let epoch: Int
    /// The recorder of fetches, or `nil` if the address is not the read address of a person.
    var viewing: PictureFetches.Viewing?

    /// Records that the client receives the current picture, or already has it.
    fileprivate func noteFetch(at time: Moment) {
      if head.method == "GET" { viewing?.fetch(at: time) }
    }
  }

  /// Returns the response if it requires no planning or rendering; otherwise, returns `nil`.
  func atOnce(_ asked: Asked) -> HTTPAnswer? {
    let now = clock.read()
    guard let fact = pictures.fact(asked.name, at: now) else { return nil }
    let said = self.headers(tag: fact.tag, until: fact.until, asked, now)
    if asked.head.matches("\"\(fact.tag)\"") {
      asked.noteFetch(at: now)
      return HTTPAnswer(304, said)
    }
    guard let made = pictures.kept(fact.digest), made.tag == fact.tag else {
      return nil
    }
    asked.noteFetch(at: now)
    let headers = made.headers(expires: earliest(made.expires, fact.due), asOf: fact.asOf)
    return HTTPAnswer(200, said + headers, .file(made.bytes))
  }

  /// Responds with a planned picture; renders it unless the method is `HEAD` or the client has the
  /// picture.
  func answer(
    _ asked: Asked, _ planned: PlannedPicture, for turn: Turn,
    since began: SuspendingClock.Instant
  ) {
    let now = clock.read()
    // A source that is due may be fetched at any moment.
    let due = planned.sources.due.map {
      max($0, Moment(seconds: now.seconds + PictureAnswers.shortest))
    }
    let asOf = planned.sources.asOf
    if !planned.looksAtTime {
      pictures.remember(
        PictureKeeper.Fact(
          tag: planned.tag, until: due, digest: planned.digest, asOf: asOf, due: due),
        of: asked.name, since: asked.epoch)
    }
    let until = planned.looksAtTime ? now : due
    let said = self.headers(tag: planned.tag, until: until, asked, now)
    if asked.head.matches("\"\(planned.tag)\"") {
      asked.noteFetch(at: now)
      return asked.exchange.answer(HTTPAnswer(304, said))
    }
    if asked.head.method == "HEAD" {
      let type = HTTPHeader("Content-Type", planned.format.mediaType)
      return asked.exchange.answer(HTTPAnswer(200, said + [type], .unsent))
    }
    asked.exchange.tag("device", planned.device)
    pictures.make(
      planned, keeps: true, for: turn, since: began, recordingIn: asked.exchange,
      whenLeft: asked.exchange.whenLeft
    ) { result in
      switch result {
      case .failure(let error): asked.exchange.answer(Problem([error]).answer)
      case .success(let made):
        let now = clock.read()
        asked.viewing?.render(until: made.expires)
        asked.noteFetch(at: now)
        let until = earliest(made.until, due)
        pictures.remember(
          PictureKeeper.Fact(
            tag: made.tag, until: until, digest: planned.digest, asOf: asOf, due: due),
          of: asked.name, since: asked.epoch)
        asked.exchange.answer(
          HTTPAnswer(
            200,
            headers(tag: made.tag, until: until, asked, now)
              + made.headers(expires: earliest(made.expires, due), asOf: asOf),
            .file(made.bytes)))
      }
    }
  }

  /// The lifetime in seconds of a picture whose content source is due.
  private static let shortest = 10
  /// Maximum cache lifetime in seconds: one year, the limit that RFC 2616, 14.21 recommends.
  private static let longest = 31_536_000

  private func headers(
    tag: String, until: Moment?, _ asked: Asked, _ now: Moment
  ) -> [HTTPHeader] {
    var seconds = until.map { max(0, $0.seconds - now.seconds) } ?? PictureAnswers.longest
    guard let end = asked.until else {
      // The content may change at any time, so caches must revalidate.
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
