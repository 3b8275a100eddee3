import ContentSources
internal import Fetching
internal import Synchronization
import WallfarmCore
import WallfarmPluginKit
internal import Work

/// Reads the content of people's sources from the stored documents.
final class SubscribedContent: Sendable {
  /// Everything that affects the content in a document.
  private struct Key: Hashable {
    let name: [UInt8]
    let version: Int
    let time: CalendarNow
  }

  private let records: SourceRecords
  private let fetchers: ServiceFetchers
  private let clock: TimeSource
  private let cache = Mutex(BoundedCache<Key, Content>(mostBytes: SubscribedContent.mostBytes))

  /// Maximum size in bytes of the documents whose content is cached.
  private static let mostBytes = 64 << 20
  /// The step in seconds of the time at which calendars are read.
  ///
  /// The content of an hour can be cached, because layouts ignore events that have ended.
  private static let step = 3600

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - records: The stored sources.
  ///   - fetchers: The fetchers; while no host is allowed, content cannot have URLs.
  ///   - clock: The clock.
  init(_ records: SourceRecords, _ fetchers: ServiceFetchers, clock: TimeSource) {
    (self.records, self.fetchers, self.clock) = (records, fetchers, clock)
  }

  /// Reads the sources for one plan, and notes their times.
  func reading(for client: String) -> SourceReading {
    SourceReading(isOffered: fetchers.current.content != nil) {
      [self] (source, time) throws(RenderError) in
      try read(source, of: client, time)
    }
  }

  private func read(
    _ source: ContentSource, of client: String, _ time: CalendarNow
  ) throws(RenderError) -> (content: Content, present: SourceRecords.Present?) {
    // The poller can rename a source between the two steps.
    for _ in 0..<2 {
      if let found = try readOnce(source, of: client, time) { return found }
    }
    throw .noDocument(source)
  }

  private func readOnce(
    _ source: ContentSource, of client: String, _ time: CalendarNow
  ) throws(RenderError) -> (content: Content, present: SourceRecords.Present?)? {
    guard let present = try records.present(source, of: client) else { return nil }
    let now = clock.read().seconds
    let key = Key(
      name: present.name, version: present.version,
      time: time.at(Moment(seconds: now - now % SubscribedContent.step)))
    if let known = cache.withLock({ $0.value(for: key) }) { return (known, present) }
    guard let document = try records.document(of: present) else { return nil }
    let content = try SourceReader.content(in: document, of: source, at: key.time)
    cache.withLock { $0.insert(content, for: key, bytes: document.bytes.count) }
    return (content, present)
  }
}

extension RenderError {
  fileprivate static func noDocument(_ source: ContentSource) -> RenderError {
    RenderError(
      .fetchFailed, "the content from '\(source.name)' is not available yet",
      origin: .option("content"), hint: "try again in a minute")
  }
}

/// The sources that were read for a plan.
final class SourceReading: Sendable {
  typealias Read =
    @Sendable (ContentSource, CalendarNow) throws(RenderError)
    -> (content: Content, present: SourceRecords.Present?)

  /// The times of the sources that were read.
  struct Times: Sendable, Equatable {
    /// The earliest time of a next fetch.
    var due: Moment?
    /// The earliest time of a last successful fetch.
    var asOf: Moment?
  }

  private let isOffered: Bool
  private let read: Read
  private let state = Mutex(Times())

  init(isOffered: Bool, _ read: @escaping Read) { (self.isOffered, self.read) = (isOffered, read) }

  /// The times of the sources that were read so far.
  var times: Times { state.withLock { $0 } }

  /// The access to content for a reader of requests.
  var access: SourceAccess {
    guard isOffered else { return .refused }
    return .read(
      SourceReader(reading: { [self] (source, time) throws(RenderError) in
        let (content, present) = try read(source, time)
        if let present {
          state.withLock { times in
            times.due = earliest(times.due, present.due)
            times.asOf = earliest(times.asOf, present.fetched)
          }
        }
        return content
      }))
  }
}

/// Returns the earlier of two times; nil means that there is none.
func earliest(_ one: Moment?, _ other: Moment?) -> Moment? {
  guard let one, let other else { return one ?? other }
  return min(one, other)
}
