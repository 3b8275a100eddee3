import Fetching
internal import Files
package import SourceJSON
internal import Synchronization
package import WallfarmPluginKit

/// Fetches photos that requests refer to by URL, and stores them like uploads.
///
/// Plans, stored requests and addresses contain the name of the fetched photo, so an address keeps
/// its picture even if the remote photo changes.
package final class RemotePhotos: Sendable {
  /// Downloads the bytes at a URL.
  package typealias Download = @Sendable (String) throws(RenderError) -> [UInt8]
  /// Receives the request with its URLs replaced, or an error.
  package typealias Completion = @Sendable (Result<JSONNode, RenderError>) -> Void

  private struct Place: Hashable {
    let client: String
    let address: String
  }

  private struct Found {
    let name: String
    let since: SuspendingClock.Instant
  }

  /// A request that waits for a photo, with its own deadline.
  private struct Waiter {
    let began: SuspendingClock.Instant
    let completion: @Sendable (Result<String, RenderError>) -> Void
    /// Whether the request was waiting when the download started.
    var isServed = false
  }

  private struct State {
    var found: [Place: Found] = [:]
    /// The requests that wait for photos whose download is queued or in progress.
    var waiting: [Place: [Waiter]] = [:]
  }

  private let download: Download?
  private let uploads: Uploads
  private let fetching: PlanningThread
  private let deadline: Duration
  private let state = Mutex(State())

  /// The maximum age at which a fetched photo is reused.
  ///
  /// Reuse helps with repeated requests, such as those after each edit of a note.
  private static let freshness = Duration.seconds(300)
  private static let mostFound = 4096
  /// Maximum number of concurrent downloads.
  private static let most = 4

  /// Creates an instance with the fetchers of a service; while no host is allowed, requests that
  /// contain URLs fail.
  convenience init(_ settings: ServiceSettings, _ fetchers: ServiceFetchers, uploads: Uploads) {
    self.init(
      uploads: uploads, most: settings.mostWaiting, deadline: settings.deadline,
      download: { (address) throws(RenderError) in
        guard let fetcher = fetchers.current.photos else { throw .notFetched() }
        return try fetcher.fetch(address)
      })
  }

  package init(uploads: Uploads, most: Int, deadline: Duration, download: Download?) {
    (self.download, self.uploads, self.deadline) = (download, uploads, deadline)
    fetching = PlanningThread("wallfarm fetching", most: most, threads: RemotePhotos.most)
  }

  /// Returns whether a string looks like a URL.
  private static func isAddress(_ text: String) -> Bool { text.contains("://") }

  /// Returns whether a request contains the URL of a photo.
  static func areNamed(in root: JSONNode) -> Bool { first(in: root) != nil }

  /// Replaces the URLs of photos with the names of the fetched photos.
  ///
  /// - Parameters:
  ///   - root: A request or a person.
  ///   - client: The client that owns the photos.
  ///   - began: The arrival time; nothing is fetched for a request that is past its deadline.
  ///   - completion: Receives the result on any thread; the errors are `host-refused`,
  ///     `fetch-failed`, `fetch-late`, `fetcher-missing`, `not-over-http`, and the errors from
  ///     storing a photo.
  package func replace(
    in root: JSONNode, for client: String, since began: SuspendingClock.Instant,
    completion: @escaping Completion
  ) {
    guard let (path, node) = RemotePhotos.first(in: root), let address = node.string else {
      return completion(.success(root))
    }
    photo(at: address, for: client, since: began) { [self] result in
      switch result {
      case .failure(var error):
        error.origin = node.place.origin(in: RenderPlanner.body)
        completion(.failure(error))
      case .success(let name):
        let known = JSONNode(content: .string(name), place: node.place)
        // Look for another URL, because each screen can have its own photo.
        replace(
          in: root.replacing(path[...], with: known), for: client, since: began,
          completion: completion)
      }
    }
  }

  /// Returns the first photo URL in a request or in the screens of a person.
  private static func first(in root: JSONNode) -> (path: [String], node: JSONNode)? {
    let screens = [["lock", "photo"], ["home", "photo"]]
    let devices = (root[Person.devicesKey]?.members ?? []).flatMap { device in
      screens.map { [Person.devicesKey, device.key] + $0 }
    }
    for path in [["photo"]] + screens + devices {
      let node = path.reduce(root as JSONNode?) { $0?[$1] }
      if let node, let text = node.string, isAddress(text) { return (path, node) }
    }
    return nil
  }

  /// Passes the name of the photo at a URL to `completion`; fetches the photo if necessary.
  private func photo(
    at address: String, for client: String, since began: SuspendingClock.Instant,
    completion: @escaping @Sendable (Result<String, RenderError>) -> Void
  ) {
    guard download != nil else { return completion(.failure(.notFetched())) }
    let place = Place(client: client, address: address)
    if let name = known(place) { return completion(.success(name)) }
    let isFirst = state.withLock { state in
      state.waiting[place, default: []].append(Waiter(began: began, completion: completion))
      return state.waiting[place]?.count == 1
    }
    if isFirst { fetch(place) }
  }

  /// Queues the download of a photo.
  private func fetch(_ place: Place) {
    fetching.run(
      for: place.client,
      { [self] in
        guard let download, begin(place) else { return }
        end(
          place,
          Result { () throws(RenderError) in
            try uploads.keep(try download(place.address), as: .photo, for: place.client)
          })
      },
      orElse: { [self] in refuse(place) })
  }

  /// Reports a timeout to late waiters, and marks the others as served; returns `false` if none are
  /// left.
  private func begin(_ place: Place) -> Bool {
    let now = SuspendingClock().now
    let (late, isWanted) = state.withLock { state -> ([Waiter], Bool) in
      let all = state.waiting[place] ?? []
      var left = all.filter { now - $0.began <= deadline }
      for index in left.indices { left[index].isServed = true }
      state.waiting[place] = left.isEmpty ? nil : left
      return (all.filter { now - $0.began > deadline }, !left.isEmpty)
    }
    for waiter in late { waiter.completion(.failure(.tooLate(deadline))) }
    return isWanted
  }

  /// Rejects the first waiter, which lost its position in the queue, and queues the download for
  /// the others.
  private func refuse(_ place: Place) {
    let (refused, isWanted) = state.withLock { state -> (Waiter?, Bool) in
      let refused = state.waiting[place]?.first
      let left = state.waiting[place]?.dropFirst() ?? []
      state.waiting[place] = left.isEmpty ? nil : Array(left)
      return (refused, !left.isEmpty)
    }
    refused?.completion(.failure(.overloaded()))
    if isWanted { fetch(place) }
  }

  /// Returns the name of a recently fetched photo that is still stored.
  private func known(_ place: Place) -> String? {
    let found = state.withLock(\.found[place])
    guard let found, SuspendingClock().now - found.since < RemotePhotos.freshness,
      (try? uploads.photo(found.name, of: place.client)) != nil
    else { return nil }
    return found.name
  }

  /// Reports a result to the waiters; if it is an error, retries for waiters that joined during the
  /// download.
  private func end(_ place: Place, _ result: Result<String, RenderError>) {
    let (served, isWanted) = state.withLock { state -> ([Waiter], Bool) in
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
    for waiter in served { waiter.completion(result) }
    if isWanted { fetch(place) }
  }
}

extension JSONNode {
  /// Returns the node with the value at a path replaced; missing keys are not added.
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
      .notOverHTTP, "this service does not fetch photos from URLs", origin: .option("photo"),
      hint: "upload the photo: PUT /v1/photos; the operator of the service can allow hosts")
  }
}
