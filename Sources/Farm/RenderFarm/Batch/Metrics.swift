internal import Files
internal import RenderPool
public import WallfarmPluginKit

/// The metrics of a farm in the Prometheus text format (exposition format 0.0.4).
public enum Metrics {
  /// Writes a file for the textfile collector of the Prometheus node exporter.
  ///
  /// - Throws: `output-failed`.
  public static func write(
    to path: String, counts: UnitCounts, figures: FarmFigures
  ) throws(RenderError) {
    try WholeFile.write(to: path, origin: .option("metrics"), isDurable: false) { write in
      write(text(counts: counts, figures: figures))
    }
  }

  /// Returns all metrics as text.
  public static func text(counts: UnitCounts, figures: FarmFigures) -> String {
    var written = MetricsText()
    func metric(
      _ name: String, _ kind: MetricsText.Kind, _ help: String, _ samples: [(String, Double)]
    ) {
      written.add(name, kind, help, samples)
    }
    metric(
      "units", .gauge, "Number of units in the queue, by state.",
      UnitState.allCases.map { ("state=\"\($0.rawValue)\"", Double(counts[$0])) })
    metric(
      "delivered_units_total", .counter, "Number of units delivered since the program started.",
      [("", Double(figures.done))])
    metric(
      "failed_attempts_total", .counter, "Number of failed attempts since the program started.",
      [("", Double(figures.failedAttempts))])
    metric(
      "late_results_total", .counter,
      "Number of results rejected because the worker had lost its lease.",
      [("", Double(figures.lateResults))])
    metric(
      "worker_restarts_total", .counter, "Number of replaced workers, by reason.",
      sorted(
        figures.replacedWorkers.map { ("reason=\"\($0.key.rawValue)\"", Double($0.value)) }))
    metric(
      "stage_seconds_total", .counter, "Wall-clock time of renders in seconds, by stage.",
      sorted(figures.stageSeconds.map { ("stage=\"\($0.key)\"", $0.value) }))
    metric(
      "cache_hits_total", .counter, "Number of hits in worker caches.",
      sorted(figures.cacheHits.map { ("cache=\"\($0.key)\"", Double($0.value)) }))
    metric(
      "cache_misses_total", .counter, "Number of misses in worker caches.",
      sorted(figures.cacheMisses.map { ("cache=\"\($0.key)\"", Double($0.value)) }))
    metric(
      "batch_seconds", .gauge, "Wall-clock time in seconds since the program started.",
      [("", figures.elapsed / .seconds(1))])
    return written.text
  }

  private static func sorted(_ samples: [(String, Double)]) -> [(String, Double)] {
    samples.sorted { $0.0 < $1.0 }
  }
}
