internal import RenderPool

extension MetricsText {
  /// Adds the state of the workers, and the time that they have spent on orders.
  mutating func add(workers pool: PoolState?, busySeconds: Double) {
    let (all, idle) = (pool?.workers.count ?? 0, pool?.idle ?? 0)
    add(
      "workers", .gauge, "Number of worker processes.",
      [("state=\"busy\"", Double(all - idle)), ("state=\"idle\"", Double(idle))])
    add(
      "worker_busy_seconds_total", .counter,
      "Time in seconds that workers have spent on pictures, including unfinished pictures.",
      [("", busySeconds)])
  }

  /// Adds the numbers of exported and lost spans.
  mutating func add(_ traces: TraceExporter.Counts) {
    add(
      "trace_spans_total", .counter, "Number of spans of traces, by the result of the export.",
      [
        ("result=\"dropped\"", Double(traces.dropped)),
        ("result=\"failed\"", Double(traces.failed)),
        ("result=\"sent\"", Double(traces.sent)),
      ])
  }
}
