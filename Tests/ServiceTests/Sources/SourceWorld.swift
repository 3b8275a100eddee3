import Fetching
import Service
import SourceJSON
import Synchronization
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// People with content sources in a store in memory, with a clock and a web of documents.
final class SourceWorld: Sendable {
  struct State {
    var now = Moment(seconds: 1_700_000_000)
    /// The documents by URL; a missing URL fails.
    var documents: [String: String] = [:]
    /// The times of the fetches by URL and credentials.
    var fetches: [String: [Moment]] = [:]
    /// The URLs at which a fetch takes as long as it may.
    var hanging: Set<String> = []
    /// The start times of the fetches that hang now.
    var stuck: [Moment] = []
    var lateness: [Double] = []
    var effects: [SourceRecords.Effect: Int] = [:]
  }

  let state = Mutex(State())
  let store: ServiceStore
  let ring: KeyRing
  /// The maximum duration of a fetch in seconds.
  static let patience = 20

  init(_ store: ServiceStore, _ names: [String] = ["a"]) {
    self.store = store
    ring = KeyRing(addresses: SourceWorld.keys(names))
  }

  convenience init(mostBytes: Int = 1 << 30, _ names: [String] = ["a"]) throws {
    self.init(try .inMemory(mostBytes: mostBytes), names)
  }

  static func keys(_ names: [String]) -> AddressKeys {
    AddressKeys(names.map { ($0, "secret of \($0) with enough bytes") })
  }

  var clock: TimeSource { TimeSource { [self] in state.withLock(\.now) } }
  var records: SourceRecords { SourceRecords(store: store, ring: ring, clock: clock) }
  var people: KeptPeople {
    KeptPeople(
      store: store, uploads: store.uploadRecords(ring, memoryBytes: 1 << 20), sources: records)
  }

  func publish(_ document: String?, at url: String) {
    state.withLock { $0.documents[url] = document }
  }

  func advance(_ seconds: Int) {
    state.withLock { $0.now = Moment(seconds: $0.now.seconds + seconds) }
  }

  /// Downloads a document; a document is current if its tag, which is its text, is known.
  func download(
    _ url: String, _ authorization: String?, _ known: FetchValidators
  ) throws(RenderError) -> Fetcher.Fetched? {
    let (document, began, hangs) = state.withLock { state in
      state.fetches[url + (authorization.map { " " + $0 } ?? ""), default: []].append(state.now)
      let hangs = state.hanging.contains(url)
      if hangs { state.stuck.append(state.now) }
      return (state.documents[url], state.now, hangs)
    }
    if hangs {
      _ = eventually { state.withLock { $0.now.seconds - began.seconds >= SourceWorld.patience } }
      state.withLock { state in
        if let place = state.stuck.firstIndex(of: began) { state.stuck.remove(at: place) }
      }
    }
    guard let document, !hangs else {
      throw RenderError(.fetchFailed, "the content cannot be fetched", hint: "try again")
    }
    let validators = FetchValidators(tag: document)
    if known == validators, !known.isEmpty { return nil }
    return Fetcher.Fetched(
      bytes: Array(document.utf8),
      facts: FetchedFacts(mediaType: "text/plain", validators: validators))
  }

  func poller() -> SourcePoller {
    SourcePoller(
      records,
      download: { [self] (url, authorization, known) throws(RenderError) in
        try download(url, authorization, known)
      },
      report: { [self] event in
        state.withLock { state in
          state.lateness.append(event.lateness)
          state.effects[event.effect, default: 0] += 1
        }
      })
  }

  /// Lets the poller start what is due, and waits until all fetches have ended or hang.
  func poll(_ poller: SourcePoller) -> Bool {
    poller.lookAfter()
    return eventually {
      // Wait for the fetches whose time has passed, so that the clock does not run ahead of them.
      let (stuck, now) = state.withLock { ($0.stuck, $0.now) }
      return stuck.allSatisfy { now.seconds - $0.seconds < SourceWorld.patience }
        && (poller.count == stuck.count || stuck.count == 8)
    }
  }

  /// Stores a person with sources.
  func add(_ sources: [JSONValue], for client: String = "one") throws -> KeptPeople.Made {
    let person: JSONValue = [
      "device": "iphone15", "content": ["sources": .array(sources)],
    ]
    return try people.add(
      Person(JSONNode(person)), for: client, now: clock.read())
  }

  /// The number of fetches of a URL.
  func count(_ url: String) -> Int { state.withLock { $0.fetches[url]?.count ?? 0 } }
}
