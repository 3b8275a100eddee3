internal import HTTP
package import RenderPool
internal import Synchronization
import WallfarmPluginKit

/// The counters of a service.
package final class ServiceMetrics: Sendable {
  /// An event whose occurrences are counted.
  enum Happening {
    /// A request joined an equal request that was already waiting for its picture.
    case shared
  }

  private struct Endpoint: Hashable {
    let route: String
    let status: Int
  }

  private struct State {
    var requests: [Endpoint: Int] = [:]
    var seconds: [String: Histogram] = [:]
    var cut = 0
    var shared = 0
    var replaced: [String: Int] = [:]
    var errors: [String: Int] = [:]
    var stages: [String: Double] = [:]
    var hits: [String: Int] = [:]
    var misses: [String: Int] = [:]
    var fetches: [SourceRecords.Effect: Int] = [:]
    var lateness = Histogram()
    var deliveries: [WebhookRecords.Effect: Int] = [:]
    var queued = Histogram()
    var failures: [ErrorCode: Int] = [:]
    var busy = BusyTime()
  }

  private let state = Mutex(State())
  /// The requests that were refused because of a limit.
  let limits = LimitCounts()

  package init() {}

  /// The stages and caches that workers may report; other names are ignored.
  private static let stages: Set<String> = [
    "resolve", "compose", "decode", "rasterize", "encode", "deliver",
  ]
  /// Returns whether a name is that of a stage that workers may report.
  static func isStage(_ name: String) -> Bool { stages.contains(name) }

  private static let caches: Set<String> = ["backgrounds", "bands", "texts"]
  /// The usual reasons for replacing a worker, with no workers replaced.
  private static let reasons: [String: Int] = Dictionary(
    uniqueKeysWithValues: [
      ErrorCode.workerCrashed, .workerKilled, .workerTimeout, .workerMemory, .workerRefused,
      .workerSilent,
    ].map { ($0.rawValue, 0) })

  func count(_ happening: Happening) {
    state.withLock { state in
      switch happening {
      case .shared: state.shared += 1
      }
    }
  }

  package func record(_ event: PoolEvent, at time: SuspendingClock.Instant? = nil) {
    state.withLock { state in
      // The clock is read in the lock, so that the busy time never decreases.
      let now = time ?? SuspendingClock().now
      if case .started(let id, _) = event { state.busy.begin(id, at: now) }
      if let id = event.ended { state.busy.end(id, at: now) }
      switch event {
      case .done(_, let rendered):
        let figures = rendered.figures
        let stages = figures.stages.filter { ServiceMetrics.stages.contains($0.key) }
        state.stages.merge(stages.mapValues { $0 / 1000 }, uniquingKeysWith: +)
        state.hits.merge(
          figures.hits.filter { ServiceMetrics.caches.contains($0.key) }, uniquingKeysWith: +)
        state.misses.merge(
          figures.misses.filter { ServiceMetrics.caches.contains($0.key) }, uniquingKeysWith: +)
      case .failed(_, let error), .lost(_, let error):
        state.errors[error.code.rawValue, default: 0] += 1
      case .workerReplaced(let error): state.replaced[error.code.rawValue, default: 0] += 1
      case .ready, .started, .stage, .cannotStart, .withdrawn: break
      }
    }
  }

  func record(_ record: HTTPRecord, route: String) {
    switch (record.error, record.status) {
    case (.serviceBusy?, 429): limits.add(.waiting)
    case (.storeFull?, _): limits.add(.store)
    default: break
    }
    state.withLock { state in
      if let error = record.error { state.failures[error, default: 0] += 1 }
      guard let status = record.status else {
        state.cut += 1
        return
      }
      state.requests[Endpoint(route: route, status: status), default: 0] += 1
      state.seconds[route, default: Histogram()].add(record.duration / .seconds(1))
    }
  }

  /// Counts the time that a picture has waited for a worker.
  func record(queued time: Duration) {
    state.withLock { $0.queued.add(time / .seconds(1)) }
  }

  /// Counts an attempt to deliver an event to a webhook.
  func record(_ effect: WebhookRecords.Effect) {
    state.withLock { $0.deliveries[effect, default: 0] += 1 }
  }

  /// Counts a fetch of a content source.
  func record(_ event: SourcePoller.Event) {
    state.withLock { state in
      state.fetches[event.effect, default: 0] += 1
      state.lateness.add(event.lateness)
    }
  }

  /// Returns all metrics as text.
  func text(_ present: Present) -> String {
    let (state, now) = state.withLock { ($0, SuspendingClock().now) }
    func sorted(_ samples: [(labels: String, value: Double)]) -> [(labels: String, value: Double)] {
      samples.sorted { $0.labels < $1.labels }
    }
    func labeled(_ name: String, _ counts: [String: Int]) -> [(labels: String, value: Double)] {
      sorted(counts.map { ("\(name)=\"\($0.key)\"", Double($0.value)) })
    }
    var text = MetricsText()
    text.add(
      "ready", .gauge, "Whether pictures can be rendered, as /readyz reports: 1 or 0.",
      [("", present.isReady ? 1 : 0)])
    text.add(
      "requests_total", .counter, "Number of answered requests by route and status.",
      sorted(
        state.requests.map {
          ("route=\"\($0.key.route)\",status=\"\($0.key.status)\"", Double($0.value))
        }))
    text.add(
      "request_seconds", "Time in seconds from the start of a request to the end of its response.",
      state.seconds.sorted { $0.key < $1.key }.map { ("route=\"\($0.key)\"", $0.value) })
    text.add(
      "cut_requests_total", .counter,
      "Number of requests whose connection ended before the response.",
      [("", Double(state.cut))])
    text.add(
      "shared_pictures_total", .counter,
      "Number of requests that shared the picture of another request.",
      [("", Double(state.shared))])
    text.add(
      "connections", .gauge,
      "Number of open client connections.", [("", Double(present.connections))])
    text.add(
      "requests_in_progress", .gauge, "Number of unanswered requests.",
      [("", Double(present.requests))])
    text.add(
      "waiting_pictures", .gauge, "Number of pictures waiting for a worker.",
      [("", Double(present.waiting))])
    text.add(
      "queue_seconds", "Time in seconds from the request for a picture to the start of its render.",
      [("", state.queued)])
    text.add(
      "pictures_in_progress", .gauge, "Number of pictures that clients are waiting for.",
      [("", Double(present.flights))])
    text.add(
      "photo_bytes", .gauge, "Size of uploaded photos in bytes.", [("", Double(present.photos))])
    text.add(
      "picture_bytes", .gauge, "Size in bytes of cached pictures that have addresses.",
      [("", Double(present.pictures))])
    text.add(
      "picture_looks_total", .counter, "Number of lookups in the picture cache.",
      [
        ("found=\"no\"", Double(present.looks.misses)),
        ("found=\"yes\"", Double(present.looks.hits)),
      ])
    if let kept = present.kept {
      text.add(
        "store_bytes", .gauge, "Size of the encrypted store in bytes.", [("", Double(kept))])
    }
    if let people = present.people {
      text.add("people", .gauge, "Number of people in the store.", [("", Double(people))])
    }
    if let sources = present.sources {
      text.add(
        "sources", .gauge, "Number of content sources, by the result of the last fetch.",
        [
          ("state=\"failing\"", Double(sources.failing)),
          ("state=\"valid\"", Double(sources.all - sources.failing)),
        ])
    }
    text.add(
      "source_fetches_total", .counter, "Number of fetches of content sources, by result.",
      SourceRecords.Effect.allCases.map {
        ("result=\"\($0.rawValue)\"", Double(state.fetches[$0] ?? 0))
      })
    text.add(
      "source_lateness_seconds",
      "Time in seconds from the scheduled time of a fetch of a content source to its start.",
      [("", state.lateness)])
    text.add(present.webhooks, state.deliveries)
    text.add(workers: present.pool, busySeconds: state.busy.seconds(at: now))
    text.add(
      "worker_restarts_total", .counter, "Number of replaced workers, by reason.",
      // A counter that begins with its first value hides the first increase.
      labeled("reason", state.replaced.merging(ServiceMetrics.reasons) { found, _ in found }))
    text.add(
      "errors_total", .counter, "Number of failed pictures by error code.",
      labeled("code", state.errors))
    text.add(
      "failed_requests_total", .counter,
      "Number of responses that report an error, by its code and class.",
      sorted(
        state.failures.map {
          ("class=\"\($0.key.errorClass.rawValue)\",code=\"\($0.key.rawValue)\"", Double($0.value))
        }))
    text.add(
      "limited_requests_total", .counter, "Number of requests refused because of a limit.",
      limits.all.map { ("limit=\"\($0.kind.rawValue)\"", Double($0.count)) })
    if let traces = present.traces { text.add(traces) }
    text.add(
      "stage_seconds_total", .counter, "Wall-clock time of renders in seconds, by stage.",
      sorted(state.stages.map { ("stage=\"\($0.key)\"", $0.value) }))
    text.add(
      "cache_hits_total", .counter, "Number of hits in worker caches.",
      labeled("cache", state.hits))
    text.add(
      "cache_misses_total", .counter, "Number of misses in worker caches.",
      labeled("cache", state.misses))
    text.addProcess()
    return text.text
  }

  /// The current values of gauges.
  struct Present {
    let isReady: Bool
    let connections: Int
    let requests: Int
    let waiting: Int
    let flights: Int
    let photos: Int
    let pictures: Int
    let looks: (hits: Int, misses: Int)
    let kept: Int?
    let people: Int?
    let sources: (all: Int, failing: Int)?
    let webhooks: (enabled: Int, disabled: Int, pending: Int)?
    let pool: PoolState?
    let traces: TraceExporter.Counts?
  }
}
