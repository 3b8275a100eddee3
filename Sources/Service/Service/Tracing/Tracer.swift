internal import Glibc
package import HTTP
package import WallfarmPluginKit

/// The settings of the export of traces.
package struct TraceSettings: Sendable {
  /// Sends a document to the collector.
  package var send: TraceExporter.Send
  /// The share of the requests without a `traceparent` header that are traced, from 0 to 1.
  package var ratio: Double

  package init(ratio: Double, send: @escaping TraceExporter.Send) {
    (self.ratio, self.send) = (ratio, send)
  }
}

/// Selects the requests that are traced, and exports their spans.
package final class Tracer: Sendable {
  private let sampler: TraceSampler
  private let exporter: TraceExporter

  package init(_ settings: TraceSettings) {
    sampler = TraceSampler(ratio: settings.ratio)
    exporter = TraceExporter(send: settings.send)
  }

  /// The numbers of exported and lost spans.
  package var counts: TraceExporter.Counts { exporter.counts }

  /// The reason why the collector did not accept the last spans, or `nil`.
  package var failure: RenderError? { exporter.failure }

  /// Exports the spans of a finished request if it is traced.
  ///
  /// Health checks are traced only if their clients ask for it, because there are so many.
  ///
  /// - Parameters:
  ///   - record: The record of the request.
  ///   - route: The address pattern.
  ///   - parent: The trace of the caller, or `nil`.
  /// - Returns: The identifier of the trace, or `nil` if the request is not traced.
  package func record(_ record: HTTPRecord, route: String, _ parent: TraceParent?) -> String? {
    let isProbe = [Route.alive, .ready].contains { $0.rawValue == route }
    func random() -> UInt64 { .random(in: .min ... .max) }
    guard record.head != nil, parent != nil || !isProbe,
      let trace = sampler.trace(parent, random: random)
    else { return nil }
    exporter.add(record.spans(in: trace, route: route, clock: .now, random: random))
    return trace.trace
  }

  /// Exports the remaining spans, for at most two seconds.
  package func end() { exporter.end(within: .seconds(2)) }
}

extension TraceClock {
  /// The current moment.
  static var now: TraceClock {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return TraceClock(
      instant: SuspendingClock().now,
      nanoseconds: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
  }
}
