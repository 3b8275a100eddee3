internal import RenderPool
internal import Synchronization
import WallfarmPluginKit
internal import Work

/// Has pictures made, and keeps in memory those that have an address.
final class PictureKeeper: Sendable {
  private struct State {
    var made: BoundedCache<String, MadePicture>
    var facts: BoundedCache<String, Fact>
    /// How often something was forgotten.
    var epoch = 0
    /// The epoch at which each address was forgotten the last time.
    var forgotten: [String: Int] = [:]
    /// The epoch of the last address that is in `forgotten` no more.
    var forgottenBefore = 0
  }

  /// What is known of an address.
  struct Fact: Sendable {
    /// Of the picture that is there.
    let tag: String
    /// Until when; nil for as long as nothing else changes.
    let until: Moment?
    /// What the picture is kept as.
    let digest: String
  }

  private let desk: RenderDesk
  private let state: Mutex<State>

  /// Room for what is known of addresses: some 20,000 of them.
  private static let factBytes = 8 << 20
  /// Most addresses that are known to be forgotten.
  private static let mostForgotten = 10_000

  init(_ desk: RenderDesk, mostBytes: Int) {
    self.desk = desk
    state = Mutex(
      State(
        made: BoundedCache(mostBytes: mostBytes),
        facts: BoundedCache(mostBytes: PictureKeeper.factBytes)))
  }

  var bytes: Int { state.withLock(\.made.bytes) }
  /// How often a picture of an address was found here, and how often it was not.
  var looks: (hits: Int, misses: Int) { state.withLock { ($0.made.hits, $0.made.misses) } }

  /// Has a picture made; whatever becomes of it is told once, on any thread.
  ///
  /// - Parameters:
  ///   - planned: the picture.
  ///   - keeps: whether it has an address; then one that is kept is given.
  ///   - turn: its place in the queue.
  ///   - began: when its request was here.
  ///   - whenLeft: is told what is to be done where the client leaves.
  ///   - told: hears it.
  func make(
    _ planned: PlannedPicture, keeps: Bool, for turn: Turn,
    since began: SuspendingClock.Instant,
    whenLeft: (@escaping @Sendable () -> Void) -> Void = { _ in },
    told: @escaping @Sendable (Result<MadePicture, RenderError>) -> Void
  ) {
    if keeps, let kept = kept(planned.digest), kept.tag == planned.tag {
      return told(.success(kept))
    }
    let waiter = RenderDesk.Waiter(turn: turn, began: began) { [self] result in
      told(
        result.flatMap { rendered in
          guard let made = MadePicture(rendered, planned) else {
            return .failure(.workerDamaged())
          }
          if keeps { keep(made, as: planned.digest) }
          return .success(made)
        })
    }
    desk.render(planned, for: waiter)
    // Behind it: a client may have left already.
    whenLeft { [desk] in desk.leave(waiter) }
  }

  /// A picture that was made.
  func kept(_ digest: String) -> MadePicture? { state.withLock { $0.made.value(for: digest) } }

  /// What is known of an address at a moment.
  func fact(_ address: String, at now: Moment) -> Fact? {
    state.withLock { state in
      guard let fact = state.facts.value(for: address), fact.until.map({ $0 > now }) ?? true
      else { return nil }
      return fact
    }
  }

  /// What ``remember(_:of:since:)`` is told: to be asked for before what is at an address is read.
  var epoch: Int { state.withLock(\.epoch) }

  /// Remembers what is at an address, unless this address was forgotten since: its picture may be another one by now.
  func remember(_ fact: Fact, of address: String, since epoch: Int) {
    state.withLock { state in
      let forgotten = state.forgotten[address] ?? state.forgottenBefore
      guard forgotten <= epoch else { return }
      state.facts.insert(
        fact, for: address, bytes: address.utf8.count + fact.tag.utf8.count + fact.digest.utf8.count
      )
    }
  }

  /// Forgets what is known of an address, and its picture.
  func forget(_ address: String) {
    state.withLock { state in
      if let fact = state.facts.value(for: address) { state.made.remove(fact.digest) }
      state.facts.remove(address)
      if state.forgotten.count >= PictureKeeper.mostForgotten {
        state.forgotten = [:]
        state.forgottenBefore = state.epoch
      }
      state.epoch += 1
      state.forgotten[address] = state.epoch
    }
  }

  private func keep(_ made: MadePicture, as digest: String) {
    state.withLock { state in
      state.made.insert(made, for: digest, bytes: max(made.bytes.count, ServiceSettings.leastCost))
    }
  }
}
