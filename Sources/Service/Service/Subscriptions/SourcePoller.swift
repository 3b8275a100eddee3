import ContentSources
import Fetching
internal import Synchronization
import WallfarmCore
import WallfarmPluginKit

/// Fetches the documents of subscribed sources when they are due.
///
/// Each URL is fetched once per interval, however many people subscribe to it. The queued fetches
/// take turns by host.
package final class SourcePoller: Sendable {
  /// A fetch that has ended.
  package struct Event: Sendable {
    package let effect: SourceRecords.Effect
    /// The time between the scheduled time and the start of the fetch, in seconds.
    package let lateness: Double
  }

  private struct State {
    /// The names of URLs that are queued or being fetched.
    var busy: Set<[UInt8]> = []
    /// The times before which URLs are not fetched, because the last result could not be stored.
    var paused: [[UInt8]: Moment] = [:]
  }

  private let records: SourceRecords
  private let download: SourceIntake.Download
  private let report: @Sendable (Event) -> Void
  private let fetching: PlanningThread
  private let state = Mutex(State())

  /// Maximum number of concurrent fetches.
  private static let most = 8
  /// The pause in seconds after a result that could not be stored.
  private static let pause = 60
  /// Maximum number of queued fetches.
  private static let mostQueued = 256

  /// Creates a poller.
  ///
  /// - Parameters:
  ///   - records: The stored sources.
  ///   - download: Downloads a document.
  ///   - report: Receives each fetch that has ended, on any thread.
  package init(
    _ records: SourceRecords, download: @escaping SourceIntake.Download,
    report: @escaping @Sendable (Event) -> Void = { _ in }
  ) {
    (self.records, self.download, self.report) = (records, download, report)
    fetching = PlanningThread(
      "wallfarm polling", most: SourcePoller.mostQueued, threads: SourcePoller.most)
  }

  /// The number of fetches that are queued or in progress.
  package var count: Int { state.withLock(\.busy.count) }

  /// Starts the fetches that are due; must be called about once per second.
  package func lookAfter() {
    // The readiness check reports a failure of the store.
    let now = records.clock.read()
    guard let due = try? records.due(most: 2 * SourcePoller.mostQueued, at: now) else { return }
    for address in due {
      let isNew = state.withLock { state in
        if let end = state.paused[address], end > now { return false }
        state.paused[address] = nil
        // If the queue is full, the host with the most fetches loses one.
        return state.busy.insert(address).inserted
      }
      guard isNew else { continue }
      let opened = Result { () throws(RenderError) in try records.open(address, at: now) }
      guard case .success(let found) = opened, let one = found else {
        if case .success = opened { try? records.postpone(address, at: now) }
        state.withLock { _ = $0.busy.remove(address) }
        continue
      }
      fetching.run(
        for: WebAddress(one.url)?.host ?? "", { [self] in fetch(one) },
        orElse: { [self] in state.withLock { _ = $0.busy.remove(address) } })
    }
  }

  private func fetch(_ due: SourceRecords.Due) {
    defer { state.withLock { _ = $0.busy.remove(due.address) } }
    let lateness = Double(records.clock.read().seconds - due.due.seconds)
    let result: SourceRecords.Fetch
    do throws(RenderError) {
      if let fetched = try download(due.url, due.authorization, due.validators) {
        result = .document(
          SourceDocument(fetched.bytes, mediaType: fetched.facts.mediaType),
          fetched.facts.validators)
      } else {
        result = .unchanged
      }
    } catch {
      result = .failed(error)
    }
    let effect = try? records.finish(due, result)
    if effect == nil {
      let end = Moment(seconds: records.clock.read().seconds + SourcePoller.pause)
      state.withLock { $0.paused[due.address] = end }
    }
    report(Event(effect: effect ?? .failed, lateness: max(0, lateness)))
  }
}
