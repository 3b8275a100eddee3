package import Fetching
internal import Synchronization
import WallfarmCore
import WallfarmPluginKit

/// Delivers events to webhooks when they are due.
///
/// A webhook receives its events one after the other. The webhooks take turns by host, and neither
/// a host nor a client can occupy all threads, so that a slow endpoint does not delay others.
package final class WebhookSender: Sendable {
  /// Sends a message and returns the result.
  package typealias Send =
    @Sendable (_ message: SentMessage, _ url: String) -> WebhookRecords.Attempt

  private struct State {
    /// The webhooks that are queued or in progress.
    var busy: Set<Int> = []
    /// The numbers of busy webhooks by host and by client.
    var hosts: [String: Int] = [:]
    var clients: [String: Int] = [:]
    /// The times before which webhooks are not used, because the last result could not be stored.
    var paused: [Int: Moment] = [:]
  }

  private let records: WebhookRecords
  private let send: Send
  private let random: @Sendable () -> Double
  private let report: @Sendable (WebhookRecords.Effect) -> Void
  private let sending: PlanningThread
  private let state = Mutex(State())

  /// The maximum numbers of concurrent deliveries: of all, to a host, and of a client.
  package static let most = (all: 16, host: 2, client: 8)
  /// The pause in seconds after a result that could not be stored.
  private static let pause = 60
  /// The maximum number and duration of deliveries to a webhook before others get their turn.
  private static let turn = (count: 64, time: Duration.seconds(2))

  /// Creates a sender.
  ///
  /// - Parameters:
  ///   - records: The stored webhooks and events.
  ///   - random: Returns a random number from 0 to 1 for each retry.
  ///   - send: Sends a message.
  ///   - report: Receives the effect of each attempt, on any thread.
  package init(
    _ records: WebhookRecords,
    random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) },
    send: @escaping Send,
    report: @escaping @Sendable (WebhookRecords.Effect) -> Void = { _ in }
  ) {
    (self.records, self.random, self.send, self.report) = (records, random, send, report)
    sending = PlanningThread("wallfarm webhooks", most: 4096, threads: WebhookSender.most.all)
  }

  /// Returns the function that sends messages to the hosts that are currently allowed.
  static func sending(_ fetchers: ServiceFetchers) -> Send {
    return { message, url in
      do throws(RenderError) {
        return .answered(try fetchers.webhooks.send(message, to: url))
      } catch {
        return .failed(error)
      }
    }
  }

  /// The number of webhooks that are queued or in progress.
  package var count: Int { state.withLock(\.busy.count) }

  /// Starts the deliveries that are due; must be called about once per second.
  package func lookAfter() {
    let now = records.clock.read()
    // The readiness check reports a failure of the store.
    guard let ready = try? records.ready(at: now) else { return }
    for webhook in ready where begin(webhook, at: now) {
      sending.run(
        for: webhook.host, { [self] in deliver(to: webhook) },
        orElse: { [self] in end(webhook) })
    }
  }

  private func begin(_ webhook: WebhookRecords.Ready, at now: Moment) -> Bool {
    state.withLock { state in
      if let end = state.paused[webhook.id], end > now { return false }
      state.paused[webhook.id] = nil
      guard !state.busy.contains(webhook.id),
        state.hosts[webhook.host, default: 0] < WebhookSender.most.host,
        state.clients[webhook.client, default: 0] < WebhookSender.most.client
      else { return false }
      state.busy.insert(webhook.id)
      state.hosts[webhook.host, default: 0] += 1
      state.clients[webhook.client, default: 0] += 1
      return true
    }
  }

  private func end(_ webhook: WebhookRecords.Ready) {
    state.withLock { state in
      state.busy.remove(webhook.id)
      WebhookSender.lower(&state.hosts, webhook.host)
      WebhookSender.lower(&state.clients, webhook.client)
    }
  }

  private static func lower(_ counts: inout [String: Int], _ key: String) {
    let count = (counts[key] ?? 1) - 1
    counts[key] = count > 0 ? count : nil
  }

  /// Delivers the events of a webhook until an attempt fails, none is due, or the turn ends.
  private func deliver(to webhook: WebhookRecords.Ready) {
    defer { end(webhook) }
    let began = SuspendingClock().now
    for _ in 0..<WebhookSender.turn.count {
      let now = records.clock.read()
      let next = try? records.next(of: webhook.id, at: now)
      guard let delivery = next ?? nil else { return }
      let attempt = attempt(delivery, at: now)
      guard let effect = try? records.finish(delivery, attempt, jitter: random()) else {
        let until = now.adding(WebhookSender.pause)
        return state.withLock { $0.paused[webhook.id] = until }
      }
      report(effect)
      guard effect == .delivered, SuspendingClock().now - began < WebhookSender.turn.time else {
        return
      }
    }
  }

  private func attempt(
    _ delivery: WebhookRecords.Delivery, at now: Moment
  ) -> WebhookRecords.Attempt {
    guard let message = delivery.message(at: now) else { return .failed(.messageTooLarge()) }
    return send(message, delivery.url)
  }
}
