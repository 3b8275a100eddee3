import Fetching
internal import Files
import SourceJSON
internal import Synchronization
import WallfarmPluginKit

/// Photos that requests name by an address of the web: they are fetched, and kept as if they had been brought.
///
/// What is planned, kept and shown has the name of the photo that was found: an address shows one picture, whatever
/// becomes of the photo elsewhere.
final class RemotePhotos: Sendable {
  /// Fetches the bytes at an address.
  typealias Download = @Sendable (String) throws(RenderError) -> [UInt8]
  /// Hears a request without addresses, or what is wrong.
  typealias Told = @Sendable (Result<JSONNode, RenderError>) -> Void

  private struct Place: Hashable {
    let client: String
    let address: String
  }

  private struct Found {
    let name: String
    let since: SuspendingClock.Instant
  }

  /// A request that waits for a photo; each has a time of its own.
  private struct Waiter {
    let began: SuspendingClock.Instant
    let told: @Sendable (Result<String, RenderError>) -> Void
    /// Whether it was there when the photo began to be fetched.
    var isServed = false
  }

  private struct State {
    var found: [Place: Found] = [:]
    /// A photo that has waiters is fetched, or waits for it.
    var waiting: [Place: [Waiter]] = [:]
  }

  private let download: Download?
  private let photos: PhotoShelf
  private let fetching: PlanningThread
  private let deadline: Duration
  private let state = Mutex(State())

  /// How long a photo is taken for what is at its address: each edit of a note names it again.
  private static let freshness = Duration.seconds(300)
  private static let mostFound = 4096
  /// Processes that fetch at the same time.
  private static let most = 4

  /// Fetches with the fetcher of a service; nothing is fetched without one.
  convenience init(_ settings: ServiceSettings, photos: PhotoShelf) {
    var download: Download?
    if let fetcher = settings.fetcher {
      download = { (address) throws(RenderError) in try fetcher.fetch(address) }
    }
    self.init(
      photos: photos, most: settings.mostWaiting, deadline: settings.deadline,
      download: download)
  }

  init(photos: PhotoShelf, most: Int, deadline: Duration, download: Download?) {
    (self.download, self.photos, self.deadline) = (download, photos, deadline)
    fetching = PlanningThread("wallfarm fetching", most: most, threads: RemotePhotos.most)
  }

  /// Whether a text is meant as an address.
  private static func isAddress(_ text: String) -> Bool { text.contains("://") }

  /// Whether a request names one.
  static func areNamed(in root: JSONNode) -> Bool { first(in: root) != nil }

  /// Puts the names of photos in the place of their addresses.
  ///
  /// - Parameters:
  ///   - root: of a request, or of a person.
  ///   - client: whose photos they are from then on.
  ///   - began: when it was asked for; what waits for too long is not fetched any more.
  ///   - told: hears it on any thread: `host-refused`, `fetch-failed`, `fetch-late`, `fetcher-missing`,
  ///     `not-over-http`, and what keeping a photo throws.
  func replace(
    in root: JSONNode, for client: String, since began: SuspendingClock.Instant,
    told: @escaping Told
  ) {
    guard let (path, node) = RemotePhotos.first(in: root), let address = node.string else {
      return told(.success(root))
    }
    photo(at: address, for: client, since: began) { [self] result in
      switch result {
      case .failure(var error):
        error.origin = node.place.origin(in: RenderPlanner.body)
        told(.failure(error))
      case .success(let name):
        let known = JSONNode(content: .string(name), place: node.place)
        // Another screen may have another one.
        replace(in: root.replacing(path[...], with: known), for: client, since: began, told: told)
      }
    }
  }

  /// The first address of a photo: of a request, or of a screen of a person.
  private static func first(in root: JSONNode) -> (path: [String], node: JSONNode)? {
    for path in [["photo"], ["lock", "photo"], ["home", "photo"]] {
      let node = path.reduce(root as JSONNode?) { $0?[$1] }
      if let node, let text = node.string, isAddress(text) { return (path, node) }
    }
    return nil
  }

  /// The name of the photo at an address.
  private func photo(
    at address: String, for client: String, since began: SuspendingClock.Instant,
    told: @escaping @Sendable (Result<String, RenderError>) -> Void
  ) {
    guard download != nil else { return told(.failure(.notFetched())) }
    let place = Place(client: client, address: address)
    if let name = known(place) { return told(.success(name)) }
    let isFirst = state.withLock { state in
      state.waiting[place, default: []].append(Waiter(began: began, told: told))
      return state.waiting[place]?.count == 1
    }
    if isFirst { fetch(place) }
  }

  /// Fetches a photo in its turn for those that wait for it then.
  private func fetch(_ place: Place) {
    fetching.run(
      for: place.client,
      { [self] in
        guard let download, begin(place) else { return }
        end(
          place,
          Result { () throws(RenderError) in
            try photos.keep(try download(place.address), for: place.client)
          })
      },
      orElse: { [self] in refuse(place) })
  }

  /// Tells the requests whose time is up; false where nobody waits any more.
  private func begin(_ place: Place) -> Bool {
    let now = SuspendingClock().now
    let (late, isWanted) = state.withLock { state -> ([Waiter], Bool) in
      let all = state.waiting[place] ?? []
      var left = all.filter { now - $0.began <= deadline }
      for index in left.indices { left[index].isServed = true }
      state.waiting[place] = left.isEmpty ? nil : left
      return (all.filter { now - $0.began > deadline }, !left.isEmpty)
    }
    for waiter in late { waiter.told(.failure(.tooLate(deadline))) }
    return isWanted
  }

  /// Tells the request that has lost its place; the others ask for one of their own.
  private func refuse(_ place: Place) {
    let (refused, isWanted) = state.withLock { state -> (Waiter?, Bool) in
      let refused = state.waiting[place]?.first
      let left = state.waiting[place]?.dropFirst() ?? []
      state.waiting[place] = left.isEmpty ? nil : Array(left)
      return (refused, !left.isEmpty)
    }
    refused?.told(.failure(.overloaded()))
    if isWanted { fetch(place) }
  }

  /// The name of a photo that was fetched lately, and is still kept.
  private func known(_ place: Place) -> String? {
    let found = state.withLock(\.found[place])
    guard let found, SuspendingClock().now - found.since < RemotePhotos.freshness,
      (try? photos.photo(found.name, of: place.client)) != nil
    else { return nil }
    return found.name
  }

  /// Tells what became of a photo; a failure is not told to those that came after it had begun.
  private func end(_ place: Place, _ result: Result<String, RenderError>) {
    let (told, isWanted) = state.withLock { state -> ([Waiter], Bool) in
      let all = state.waiting.removeValue(forKey: place) ?? []
      if case .success(let name) = result {
        if state.found.count >= RemotePhotos.mostFound {
          let oldest = state.found.min { $0.value.since < $1.value.since }
          if let oldest { state.found[oldest.key] = nil }
        }
        state.found[place] = Found(name: name, since: SuspendingClock().now)
        return (all, false)
      }
      let left = all.filter { !$0.isServed }
      if !left.isEmpty { state.waiting[place] = left }
      return (all.filter(\.isServed), !left.isEmpty)
    }
    for waiter in told { waiter.told(result) }
    if isWanted { fetch(place) }
  }
}

extension JSONNode {
  /// The same with another value at a path; keys that are not there stay so.
  fileprivate func replacing(_ path: ArraySlice<String>, with value: JSONNode) -> JSONNode {
    guard let key = path.first else { return value }
    let changed = (members ?? []).map { member in
      member.key == key
        ? JSONMember(
          key: key, keyPlace: member.keyPlace,
          value: member.value.replacing(path.dropFirst(), with: value))
        : member
    }
    return JSONNode(content: .object(changed), place: place)
  }
}

extension RenderError {
  fileprivate static func notFetched() -> RenderError {
    RenderError(
      .notOverHTTP, "photos are not fetched from elsewhere here", origin: .option("photo"),
      hint: "send the photo: PUT /v1/photos; the operator names hosts with --photos-from")
  }
}
