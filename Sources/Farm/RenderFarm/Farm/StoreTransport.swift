internal import Files
internal import RenderPool
internal import SourceJSON
import Stores
internal import Synchronization
import WallfarmCore
import WallfarmPluginKit

/// Transfers inputs and pictures between stores and workers, so that any machine can render a unit.
///
/// Workers receive inputs and return pictures in memory. Only background threads access the stores.
final class StoreTransport: UnitTransport {
  private let stores: ObjectCache
  private let cache: InputCache
  private let key: SecretKey
  private let seal: PayloadSeal
  /// The identity of the queue that issues the fencing tokens.
  private let queue: String
  private let makeParts: PartMaking?
  private let transfers: TransferQueue
  private let way = Way()
  private var tell: (@Sendable (Lease, UnitMove) -> Void) = { _, _ in }

  /// The state that is shared with the background threads.
  private final class Way: Sendable {
    /// The total size of pending uploads in bytes, and the store that failed most recently.
    private let state = Mutex<(bytes: Int, suspect: String?)>((0, nil))
    var bytes: Int { state.withLock(\.bytes) }
    var suspect: String? { state.withLock(\.suspect) }
    func add(_ bytes: Int) { state.withLock { $0.bytes += bytes } }
    func suspect(_ out: String) { state.withLock { $0.suspect = out } }
  }

  /// The maximum total size of pending uploads in bytes.
  ///
  /// No unit starts while this limit is exceeded. A single picture may take tens of megabytes.
  private static let mostBytes = 256 << 20
  /// The maximum number of concurrent requests.
  ///
  /// A request takes about 50 ms, and two cores render a few pictures in that time.
  private static let threads = 16

  /// - Parameters:
  ///   - stores: The configured stores.
  ///   - cache: The input cache of this machine.
  ///   - key: The key that seals units.
  ///   - queue: The identity of the queue.
  ///   - makeParts: Creates the parts of films, or `nil` to reject films.
  init(
    stores: ObjectCache, cache: InputCache, key: SecretKey, queue: String, makeParts: PartMaking?
  ) {
    (self.stores, self.cache, self.key, self.queue) = (stores, cache, key, queue)
    self.makeParts = makeParts
    seal = PayloadSeal(key)
    transfers = TransferQueue("wallfarm stores", threads: StoreTransport.threads)
  }

  func begin(_ tell: @escaping @Sendable (Lease, UnitMove) -> Void) { self.tell = tell }

  func end() { transfers.end() }

  /// Decrypts and decodes a unit; returns `nil` if the unit was changed or was encrypted with a
  /// different key.
  ///
  /// - Throws: The error for the first invalid value in the unit's request.
  private func open(_ spec: UnitSpec) throws(RenderError) -> OpenedUnit? {
    guard spec.isSealed(with: key), let text = seal.opened(spec.payload),
      let unit = try RenderUnit(payload: text), let out = unit.out
    else { return nil }
    return OpenedUnit(unit: unit, text: text, out: out)
  }

  func order(of leased: inout LeasedUnit) -> UnitOrder {
    do throws(RenderError) {
      if leased.opened == nil { leased.opened = try open(leased.spec) }
      guard let opened = leased.opened else { return .refused(.payloadDamaged()) }
      return try order(of: opened, leased)
    } catch {
      return .refused(error)
    }
  }

  private func order(
    of opened: OpenedUnit, _ leased: LeasedUnit
  ) throws(RenderError) -> UnitOrder {
    let (unit, out) = (opened.unit, opened.out)
    // Before rendering for a store, check that the store can reject workers that have lost their
    // lease.
    guard stores.isChecked(out) else {
      bring(Set(unit.inputs.values), from: out, for: leased.lease)
      return .later
    }
    var held: [String: HeldInput] = [:]
    for (path, digest) in unit.inputs {
      guard let input = cache.held(digest) else {
        bring(Set(unit.inputs.values), from: out, for: leased.lease)
        return .later
      }
      held[path] = input
    }
    return try UnitOrder(
      RenderOrder(
        leased.spec, unit, request: opened.text, output: .bytes,
        inputs: OrderInputs(held: held, zone: unit.work.zone)), of: unit, makeParts)
  }

  private func bring(_ digests: Set<String>, from out: String, for lease: Lease) {
    let (tell, stores, cache) = (tell, stores, cache)
    transfers.add { [way] in
      do throws(RenderError) {
        let store = try stores.checkedStore(at: out)
        for digest in digests { _ = try cache.bring(digest, from: store) }
        tell(lease, .inputsArrived)
      } catch {
        way.suspect(out)
        tell(lease, .failed(error))
      }
    }
  }

  func takeAway(_ rendered: RenderedOrder, of leased: LeasedUnit) -> Bool {
    guard let bytes = rendered.bytes, let out = leased.opened?.out else {
      tell(leased.lease, .failed(.payloadDamaged()))
      return true
    }
    let facts: ObjectFacts
    do throws(RenderError) {
      facts = try self.facts(of: rendered, leased)
    } catch {
      tell(leased.lease, .failed(error))
      return true
    }
    way.add(bytes.count)
    let (tell, stores) = (tell, stores)
    transfers.add { [way] in
      defer { way.add(-bytes.count) }
      let result = Result { () throws(RenderError) in
        let store = try stores.store(at: out)
        let put = bytes.withBytes { bytes in
          Result { () throws(RenderError) in
            try store.put(bytes, facts, as: leased.spec.output, .fenced)
          }
        }
        guard let put else { throw .noRoomToMap() }
        _ = try put.get()
      }
      switch result {
      case .success: tell(leased.lease, .delivered)
      case .failure(let error):
        if error.code.needsProbe { way.suspect(out) }
        tell(leased.lease, .failed(error))
      }
    }
    return true
  }

  /// Returns the metadata of a picture's object, taken from the picture's receipt.
  private func facts(
    of rendered: RenderedOrder, _ leased: LeasedUnit
  ) throws(RenderError) -> ObjectFacts {
    guard let receipt = try? JSONNode(parsing: rendered.receipt),
      let sha256 = receipt["sha256"]?.string
    else { throw .receiptDamaged() }
    let owner = ObjectOwner(
      queue: queue, unit: leased.spec.id, digest: leased.spec.digest, token: leased.lease.token,
      fingerprint: receipt["fingerprint"]?.string ?? receipt["fingerprint"]?["digest"]?.string ?? ""
    )
    let type =
      switch receipt["format"]?.string {
      case "jpeg": "image/jpeg"
      case "webp": "image/webp"
      case "mp4": "video/mp4"
      default: "image/png"
      }
    return ObjectFacts(sha256: sha256, type: type, owner: owner)
  }

  /// Does nothing, because a store acknowledges an object only after the object is durable.
  func secure(_ outputs: [String]) -> [String: String] { [:] }

  var isFull: Bool { way.bytes > StoreTransport.mostBytes }

  var probe: @Sendable () throws(RenderError) -> Void {
    { [stores, way] () throws(RenderError) in
      // If no store has failed, there is nothing to probe.
      guard let out = way.suspect else { return }
      try stores.checkedStore(at: out).probe()
    }
  }
}

extension RenderError {
  fileprivate static func noRoomToMap() -> RenderError {
    RenderError(
      .inputFailed, "a picture cannot be read from memory",
      hint: "check the free memory; the unit is retried")
  }

  fileprivate static func receiptDamaged() -> RenderError {
    RenderError(
      .messageDamaged, "a worker returned an invalid receipt",
      hint: "the unit is retried; check the memory and disk of this machine")
  }
}
