internal import Graphics
import HTTP
import RenderPool
import SourceJSON
internal import Synchronization
import WallfarmCore
package import WallfarmPluginKit
internal import Work

/// Renders pictures, and caches in memory the pictures that have an address.
package final class PictureKeeper: Sendable {
  private struct State {
    var made: BoundedCache<String, MadePicture>
    /// The states of the pictures of each owner.
    var facts: BoundedCache<String, [String: Fact]>
    /// Number of invalidations.
    var epoch = 0
    /// For each owner, the value of `epoch` after its pictures were last invalidated.
    var forgotten: [String: Int] = [:]
    /// The value of `epoch` when `forgotten` was last emptied; earlier invalidations are no longer
    /// recorded.
    var forgottenBefore = 0
  }

  /// The cache key of a picture, which reveals no secret.
  package struct Name: Hashable, Sendable {
    /// The address, or the address of the person; the pictures of an owner are invalidated together.
    let owner: String
    /// The name among the pictures of the owner; empty if there is only one.
    let picture: String

    package init(_ owner: String, _ picture: String = "") {
      (self.owner, self.picture) = (owner, picture)
    }
  }

  /// The cached state of an address.
  package struct Fact: Sendable {
    /// The entity tag of the current picture.
    package let tag: String
    /// The expiry of the state, or `nil` if it does not depend on the time.
    let until: Moment?
    /// The key of the picture in the cache.
    let digest: String
    /// The time at which the oldest content of the picture was fetched, or `nil` if it has no
    /// content sources.
    let asOf: Moment?
    /// The time at which a source of the picture is fetched again, or `nil` if there is none.
    let due: Moment?

    package init(
      tag: String, until: Moment?, digest: String, asOf: Moment? = nil, due: Moment? = nil
    ) {
      (self.tag, self.until, self.digest) = (tag, until, digest)
      (self.asOf, self.due) = (asOf, due)
    }
  }

  private let board: RenderBoard
  private let state: Mutex<State>

  /// Size of the state cache in bytes, for about 20,000 addresses.
  private static let factBytes = 8 << 20
  /// Maximum number of recorded invalidations.
  private static let maxInvalidations = 10_000

  package init(_ board: RenderBoard, mostBytes: Int) {
    self.board = board
    state = Mutex(
      State(
        made: BoundedCache(mostBytes: mostBytes),
        facts: BoundedCache(mostBytes: PictureKeeper.factBytes)))
  }

  var bytes: Int { state.withLock(\.made.bytes) }
  /// The numbers of hits and misses in the picture cache.
  var looks: (hits: Int, misses: Int) { state.withLock { ($0.made.hits, $0.made.misses) } }

  /// Renders a picture; the result is reported once, on any thread.
  ///
  /// - Parameters:
  ///   - planned: The picture.
  ///   - keeps: Whether the picture has an address and may therefore be cached.
  ///   - turn: The position in the queue.
  ///   - began: The arrival time of the request.
  ///   - exchange: Receives the spans of the picture, or `nil` to record none.
  ///   - whenLeft: Receives a closure to call if the client disconnects.
  ///   - completion: Receives the result.
  func make(
    _ planned: PlannedPicture, keeps: Bool, for turn: Turn,
    since began: SuspendingClock.Instant, recordingIn exchange: HTTPExchange? = nil,
    whenLeft: (@escaping @Sendable () -> Void) -> Void = { _ in },
    completion: @escaping @Sendable (Result<MadePicture, RenderError>) -> Void
  ) {
    if keeps, let kept = kept(planned.digest), kept.tag == planned.tag {
      return completion(.success(kept))
    }
    let spans = exchange.map(RenderSpans.init)
    var waiter = RenderBoard.Waiter(turn: turn, began: began) { [self] result in
      spans?.ended(result)
      completion(
        result.flatMap { rendered in
          guard let made = MadePicture(rendered, planned) else {
            return .failure(.workerDamaged())
          }
          if keeps { keep(made, as: planned.digest) }
          return .success(made)
        })
    }
    if let spans { waiter.whenStarted = { spans.started($0) } }
    board.render(planned, for: waiter)
    // Register the closure after the render request: it runs at once if the client has already
    // disconnected.
    whenLeft { [board, waiter] in board.leave(waiter) }
  }

  /// Returns a cached picture.
  func kept(_ digest: String) -> MadePicture? { state.withLock { $0.made.value(for: digest) } }

  /// Returns the state of an address, or `nil` if it is unknown or has expired.
  package func fact(_ name: Name, at now: Moment) -> Fact? {
    state.withLock { state in
      guard let fact = state.facts.value(for: name.owner)?[name.picture],
        fact.until.map({ $0 > now }) ?? true
      else { return nil }
      return fact
    }
  }

  /// The number of invalidations so far.
  ///
  /// Read this value before you read the data of an address, and pass it to
  /// ``remember(_:of:since:)``.
  package var epoch: Int { state.withLock(\.epoch) }

  /// Caches the state of a picture unless its owner was invalidated after `epoch`.
  package func remember(_ fact: Fact, of name: Name, since epoch: Int) {
    state.withLock { state in
      let forgotten = state.forgotten[name.owner] ?? state.forgottenBefore
      guard forgotten <= epoch else { return }
      var facts = state.facts.value(for: name.owner) ?? [:]
      facts[name.picture] = fact
      let size = facts.reduce(name.owner.utf8.count) {
        $0 + $1.key.utf8.count + $1.value.tag.utf8.count + $1.value.digest.utf8.count
      }
      state.facts.insert(facts, for: name.owner, bytes: size)
    }
  }

  /// Invalidates the states and the pictures of an owner.
  package func forget(_ owner: String) {
    state.withLock { state in
      for fact in (state.facts.value(for: owner) ?? [:]).values { state.made.remove(fact.digest) }
      state.facts.remove(owner)
      if state.forgotten.count >= PictureKeeper.maxInvalidations {
        state.forgotten = [:]
        state.forgottenBefore = state.epoch
      }
      state.epoch += 1
      state.forgotten[owner] = state.epoch
    }
  }

  private func keep(_ made: MadePicture, as digest: String) {
    state.withLock { state in
      state.made.insert(made, for: digest, bytes: max(made.bytes.count, ServiceSettings.leastCost))
    }
  }
}

/// A picture that a worker rendered, after validation.
struct MadePicture: Sendable {
  let bytes: PictureBytes
  /// The entity tag of the file.
  let tag: String
  let format: ImageFormat
  let device: String
  /// The codes of the render warnings.
  let warnings: [String]
  /// The time at which the picture expires, or `nil` if it does not depend on the time.
  let expires: Moment?
  /// The time until which responses may be cached, or `nil` for no limit.
  let until: Moment?
  /// The receipt of the render.
  let receipt: JSONValue

  /// Returns `nil` if the file has the wrong format or size, or if the receipt is invalid.
  ///
  /// The result must be checked, because a worker that was compromised by a photo could return
  /// anything.
  init?(_ rendered: RenderedOrder, _ planned: PlannedPicture) {
    guard let bytes = rendered.bytes, let receipt = try? JSONNode(parsing: rendered.receipt),
      planned.format.begins(bytes.withBytes { Array($0.prefix(512)) } ?? [], of: planned.pixels)
    else { return nil }
    self.bytes = bytes
    (tag, format, device) = (planned.tag, planned.format, planned.device)
    self.receipt = receipt.plain
    warnings = (receipt["warnings"]?.elements ?? []).compactMap {
      $0["code"]?.string.flatMap(WarningCode.init(rawValue:))?.rawValue
    }
    expires = receipt["expires"]?.string.flatMap { When($0) }.flatMap { when in
      if case .moment(let moment) = when { moment } else { nil }
    }
    // A picture that depends on the time and has no expiry expires immediately.
    until = planned.looksAtTime ? expires ?? Moment(seconds: 0) : nil
  }

  /// The headers of the picture, except its tag.
  var headers: [HTTPHeader] { headers(expires: expires, asOf: nil) }

  /// The headers of a picture with content sources, except its tag.
  ///
  /// - Parameters:
  ///   - expires: The time at which the picture expires or its sources are fetched again.
  ///   - asOf: The time at which the oldest content was fetched.
  /// - Returns: The headers.
  func headers(expires: Moment?, asOf: Moment?) -> [HTTPHeader] {
    var headers = [HTTPHeader("Content-Type", format.mediaType)]
    if !warnings.isEmpty {
      headers.append(HTTPHeader("Wallfarm-Warnings", warnings.joined(separator: ", ")))
    }
    if let expires {
      headers.append(HTTPHeader("Wallfarm-Expires", expires.description))
    }
    if let asOf { headers.append(HTTPHeader("Wallfarm-As-Of", asOf.description)) }
    return headers
  }
}
