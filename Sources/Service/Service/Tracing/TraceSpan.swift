package import HTTP
import WallfarmPluginKit

/// A span as it is exported: a request, or a part of the work on it.
package struct TraceSpan: Sendable {
  let trace: String
  let id: String
  /// The parent, or `nil` for the first span of a trace.
  let parent: String?
  let name: String
  let kind: Kind
  /// The times in nanoseconds since 1970.
  let began: UInt64
  let ended: UInt64
  let facts: [String: HTTPSpan.Fact]
  let isFailed: Bool
  /// Whether the parent is a span of another program.
  let isParentRemote: Bool

  package init(
    trace: String, id: String, parent: String?, name: String, kind: Kind, began: UInt64,
    ended: UInt64, facts: [String: HTTPSpan.Fact], isFailed: Bool = false,
    isParentRemote: Bool = false
  ) {
    (self.trace, self.id, self.parent, self.name) = (trace, id, parent, name)
    (self.kind, self.began, self.ended, self.facts) = (kind, began, ended, facts)
    (self.isFailed, self.isParentRemote) = (isFailed, isParentRemote)
  }

  /// The kind of a span, with its number in OTLP.
  package enum Kind: Int, Sendable {
    case `internal` = 1
    case server = 2
  }
}

/// A moment on both clocks, which converts times of spans to times of the day.
package struct TraceClock: Sendable {
  let instant: SuspendingClock.Instant
  /// The moment in nanoseconds since 1970.
  let nanoseconds: UInt64

  package init(instant: SuspendingClock.Instant, nanoseconds: UInt64) {
    (self.instant, self.nanoseconds) = (instant, nanoseconds)
  }

  func nanoseconds(of other: SuspendingClock.Instant) -> UInt64 {
    let (seconds, attoseconds) = (other - instant).components
    let difference = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    return nanoseconds.addingReportingOverflow(UInt64(bitPattern: difference)).partialValue
  }
}

extension HTTPRecord {
  /// The route of requests to unknown addresses in logs and metrics.
  static let unknownRoute = "other"

  /// Returns the spans of a finished request: one for the request, and one for each of its parts.
  ///
  /// The spans contain no paths, addresses, keys or content.
  ///
  /// - Parameters:
  ///   - trace: The trace of the request.
  ///   - route: The address pattern.
  ///   - clock: The current moment.
  ///   - random: Returns random numbers for the identifiers.
  /// - Returns: The spans; that of the request is first.
  package func spans(
    in trace: TraceSampler.Trace, route: String, clock: TraceClock, random: () -> UInt64
  ) -> [TraceSpan] {
    func id() -> String { max(1, random()).hexDigits }
    let method = AccessLog.name(ofMethod: head?.method)
    var facts: [String: HTTPSpan.Fact] = [
      "http.request.method": .text(method == "other" ? "_OTHER" : method),
      "http.response.body.size": .count(bytes),
      "wallfarm.request.id": .text(self.id.description),
    ]
    let hasRoute = route != HTTPRecord.unknownRoute
    if hasRoute { facts["http.route"] = .text(route) }
    if let status { facts["http.response.status_code"] = .count(status) }
    if let version = head?.version.split(separator: "/").last {
      facts["network.protocol.version"] = .text(String(version))
    }
    if let error { facts["error.type"] = .text(error.rawValue) }
    if !isWhole { facts["wallfarm.cut"] = .flag(true) }
    for (tag, name) in [("key", "wallfarm.client"), ("device", "wallfarm.device")] {
      if let value = tags[tag] { facts[name] = .text(value) }
    }
    let verb = method == "other" ? "HTTP" : method
    let root = TraceSpan(
      trace: trace.trace, id: id(), parent: trace.parent,
      name: hasRoute ? "\(verb) \(route)" : verb, kind: .server,
      began: clock.nanoseconds(of: began), ended: clock.nanoseconds(of: began + duration),
      facts: facts,
      // Only failures of the service are errors of a server span (OpenTelemetry, HTTP spans).
      isFailed: status.map { $0 >= 500 } ?? false, isParentRemote: trace.parent != nil)
    return [root]
      + spans.map { span in
        var facts = span.facts
        if let error = span.error { facts["error.type"] = .text(error.rawValue) }
        return TraceSpan(
          trace: trace.trace, id: id(), parent: root.id, name: span.name, kind: .internal,
          began: clock.nanoseconds(of: span.began),
          ended: clock.nanoseconds(of: span.began + span.duration), facts: facts,
          isFailed: span.error != nil)
      }
  }
}
