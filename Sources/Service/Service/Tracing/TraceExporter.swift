internal import Digests
internal import Dispatch
internal import RenderPool
internal import Synchronization
package import WallfarmPluginKit

/// Sends spans to a collector in batches, on a thread of its own.
///
/// The queue is bounded: if the collector is slow or does not respond, spans are dropped, and
/// requests are not delayed.
package final class TraceExporter: Sendable {
  /// Sends a document, and waits for the response.
  package typealias Send = @Sendable (_ document: [UInt8]) -> Outcome

  /// The outcome of sending a document.
  package enum Outcome: Sendable {
    case accepted
    /// The collector rejects the document, so it is not sent again.
    case rejected(RenderError)
    /// The collector does not respond, or asks for another attempt.
    case unavailable(RenderError)
  }

  /// The numbers of spans by their fate.
  package struct Counts: Sendable, Hashable {
    /// The spans that the collector accepted.
    package var sent = 0
    /// The spans that were dropped because the queue was full.
    package var dropped = 0
    /// The spans that the collector did not accept.
    package var failed = 0

    package init(sent: Int = 0, dropped: Int = 0, failed: Int = 0) {
      (self.sent, self.dropped, self.failed) = (sent, dropped, failed)
    }
  }

  /// The limits of an exporter; the defaults are those of OpenTelemetry's batch processor.
  package struct Limits: Sendable {
    /// Maximum number of queued spans.
    package var queued = 2048
    /// Maximum number of spans in a document.
    package var batch = 512
    /// Maximum size of a document in bytes.
    package var bytes = 512 << 10
    /// Maximum time for which a span waits until its batch is full.
    package var delay = Duration.seconds(5)
    /// The pauses between the attempts to send a batch.
    package var pauses: [Duration] = [.seconds(1), .seconds(2), .seconds(4), .seconds(8)]

    package init() {}
  }

  private struct State {
    var queue: [TraceSpan] = []
    var counts = Counts()
    var isEnding = false
    /// The error of the last document, or `nil` if the collector accepted it.
    var failure: RenderError?
  }

  private let send: Send
  private let limits: Limits
  /// The identity of this process in documents.
  private let instance = Base64.addressText(of: RandomBytes.make(12))
  private let state = Mutex(State())
  private let bell = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  /// Starts an exporter.
  package init(limits: Limits = Limits(), send: @escaping Send) {
    (self.limits, self.send) = (limits, send)
    let queue = DispatchQueue(label: "wallfarm traces")
    BackgroundThread.start(orOn: queue) { [self] in run() }
  }

  package var counts: Counts { state.withLock(\.counts) }
  /// The reason why the collector did not accept the last document, or `nil`.
  package var failure: RenderError? { state.withLock(\.failure) }

  /// Queues spans; those that do not fit are dropped.
  package func add(_ spans: [TraceSpan]) {
    let isFull = state.withLock { state in
      let fitting = spans.prefix(state.isEnding ? 0 : limits.queued - state.queue.count)
      state.queue += fitting
      state.counts.dropped += spans.count - fitting.count
      return state.queue.count >= limits.batch
    }
    if isFull { bell.signal() }
  }

  /// Sends the queued spans, and stops the exporter; waits at most for the given time.
  package func end(within time: Duration) {
    state.withLock { $0.isEnding = true }
    bell.signal()
    _ = ended.wait(timeout: .now() + time / .seconds(1))
  }

  private func run() {
    while true {
      let isEnding = wait(limits.delay)
      while let batch = take() { send(batch) }
      if isEnding { break }
    }
    ended.signal()
  }

  /// Waits until a batch is full or the time is over; returns whether the exporter is ending.
  private func wait(_ time: Duration) -> Bool {
    _ = bell.wait(timeout: .now() + time / .seconds(1))
    return state.withLock(\.isEnding)
  }

  private func take() -> [TraceSpan]? {
    state.withLock { state in
      guard !state.queue.isEmpty else { return nil }
      let batch = Array(state.queue.prefix(limits.batch))
      state.queue.removeFirst(batch.count)
      return batch
    }
  }

  /// Sends a batch, with several attempts unless the exporter is ending.
  ///
  /// A batch whose document would be too large is sent in two parts.
  private func send(_ batch: [TraceSpan]) {
    let document = TraceDocument.bytes(of: batch, instance: instance)
    guard document.count <= limits.bytes || batch.count == 1 else {
      send(Array(batch[..<(batch.count / 2)]))
      return send(Array(batch[(batch.count / 2)...]))
    }
    var pauses = limits.pauses[...]
    var outcome = send(document)
    while case .unavailable = outcome, let pause = pauses.popFirst() {
      if pauseEnds(after: pause) { break }
      outcome = send(document)
    }
    state.withLock { state in
      switch outcome {
      case .accepted:
        state.counts.sent += batch.count
        state.failure = nil
      case .rejected(let error), .unavailable(let error):
        state.counts.failed += batch.count
        state.failure = error
      }
    }
  }

  /// Waits for a pause; returns whether the exporter is ending.
  private func pauseEnds(after time: Duration) -> Bool {
    let end = SuspendingClock().now + time
    while SuspendingClock().now < end {
      // A full queue also rings the bell, so wait again for the rest of the pause.
      if wait(end - SuspendingClock().now) { return true }
    }
    return false
  }
}
