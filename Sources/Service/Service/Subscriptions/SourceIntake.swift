package import ContentSources
package import Fetching
internal import Synchronization
package import WallfarmPluginKit

/// Fetches the sources of a person before the person is stored, so that errors are reported to the
/// client.
///
/// A source that is already stored is not fetched again.
package final class SourceIntake: Sendable {
  /// Downloads the document at a URL unless the known version is current, which is reported as nil.
  package typealias Download =
    @Sendable (_ url: String, _ authorization: String?, _ known: FetchValidators)
    throws(RenderError) -> Fetcher.Fetched?
  package typealias Completion = @Sendable (Result<Void, RenderError>) -> Void

  private let records: SourceRecords
  /// Returns the current download, or nil while no host is allowed.
  private let download: @Sendable () -> Download?
  private let fetching: PlanningThread
  private let deadline: Duration
  /// The requests that wait for the end of a fetch, by URL and credentials.
  private let waiting = Mutex<[[String]: [Completion]]>([:])

  /// Maximum number of concurrent downloads.
  private static let most = 4

  /// Creates an intake; without a download, no sources are accepted, and the planner reports them.
  package init(
    _ records: SourceRecords, most: Int, deadline: Duration,
    download: @escaping @Sendable () -> Download?
  ) {
    (self.records, self.deadline, self.download) = (records, deadline, download)
    fetching = PlanningThread("wallfarm sources", most: most, threads: SourceIntake.most)
  }

  /// Returns the download of a fetcher, or nil without a fetcher.
  static func download(_ fetcher: Fetcher?) -> Download? {
    guard let fetcher else { return nil }
    return { (url, authorization, known) throws(RenderError) in
      try fetcher.fetch(url, unless: known, authorization: authorization)
    }
  }

  /// Fetches and stores the documents of sources that are not stored yet.
  ///
  /// - Parameters:
  ///   - sources: The sources.
  ///   - client: The client that owns the person.
  ///   - began: The arrival time of the request; nothing is fetched after its deadline.
  ///   - completion: Receives the result on any thread; the errors are those of fetching, errors in
  ///     the documents, `store-full`, `quota-exceeded`, and `store-failed`.
  package func obtain(
    _ sources: [ContentSource], for client: String, since began: SuspendingClock.Instant,
    completion: @escaping Completion
  ) {
    guard let source = sources.first, let download = download() else {
      return completion(.success(()))
    }
    let key = [source.address, source.authorization ?? ""]
    let isFirst = waiting.withLock { waiting in
      guard waiting[key] != nil else {
        waiting[key] = []
        return true
      }
      waiting[key]?.append { [self] result in
        if case .failure = result { return completion(result) }
        obtain(sources, for: client, since: began, completion: completion)
      }
      return false
    }
    guard isFirst else { return }
    fetching.run(
      for: client,
      { [self] in
        let result = Result { () throws(RenderError) in
          try obtain(source, for: client, since: began, download)
        }
        leave(key, result)
        if case .failure = result { return completion(result) }
        obtain(Array(sources.dropFirst()), for: client, since: began, completion: completion)
      },
      orElse: { [self] in
        leave(key, .success(()))
        completion(.failure(.overloaded()))
      })
  }

  /// Continues the requests that wait for the same URL.
  ///
  /// They share the failure of a fetch, but not an error that concerns only one client.
  private func leave(_ key: [String], _ result: Result<Void, RenderError>) {
    var shared = Result<Void, RenderError>.success(())
    if case .failure(let error) = result, [.fetchFailed, .fetchLate].contains(error.code) {
      shared = result
    }
    for next in waiting.withLock({ $0.removeValue(forKey: key) }) ?? [] { next(shared) }
  }

  private func obtain(
    _ source: ContentSource, for client: String, since began: SuspendingClock.Instant,
    _ download: Download
  ) throws(RenderError) {
    guard SuspendingClock().now - began <= deadline else { throw .tooLate(deadline) }
    if try records.present(source, of: client)?.fetched != nil { return }
    if try records.reuse(source, for: client) { return }
    let fetched: Fetcher.Fetched?
    do throws(RenderError) {
      fetched = try download(source.address, source.authorization, FetchValidators())
    } catch {
      guard error.code == .hostRefused else { throw error }
      var refused = error
      refused.hint = "send the content itself, or ask the operator of the service to allow the host"
      throw refused
    }
    guard let fetched else { return }
    try records.add(
      source, SourceDocument(fetched.bytes, mediaType: fetched.facts.mediaType),
      fetched.facts.validators, for: client)
  }
}
