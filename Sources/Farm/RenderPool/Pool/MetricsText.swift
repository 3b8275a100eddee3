/// A writer for the Prometheus text format (exposition format 0.0.4).
public struct MetricsText: Sendable {
  /// The text written so far.
  public private(set) var text = ""

  /// The media type of the text.
  public static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

  /// Creates an empty writer.
  public init() {}

  /// The type of a metric.
  public enum Kind: String, Sendable {
    /// A value that only increases.
    case counter
    /// A value that can increase and decrease.
    case gauge
  }

  /// Adds a metric; does nothing if there are no samples.
  ///
  /// - Parameters:
  ///   - name: The name without `wallfarm_`.
  ///   - kind: The type of the metric.
  ///   - help: A one-sentence description.
  ///   - samples: Values with their labels, such as `state="done"`.
  public mutating func add(
    _ name: String, _ kind: Kind, _ help: String, _ samples: [(labels: String, value: Double)]
  ) {
    guard !samples.isEmpty else { return }
    text += "# HELP wallfarm_\(name) \(help)\n# TYPE wallfarm_\(name) \(kind.rawValue)\n"
    for (labels, value) in samples {
      let own = labels.isEmpty ? "" : "{\(labels)}"
      text += "wallfarm_\(name)\(own) \(Self.number((value * 1000).rounded() / 1000))\n"
    }
  }

  /// Adds a metric of type histogram; does nothing if there are no histograms.
  ///
  /// - Parameters:
  ///   - name: The name without `wallfarm_`.
  ///   - help: A one-sentence description.
  ///   - histograms: The histograms with their labels.
  public mutating func add(
    _ name: String, _ help: String, _ histograms: [(labels: String, Histogram)]
  ) {
    guard !histograms.isEmpty else { return }
    text += "# HELP wallfarm_\(name) \(help)\n# TYPE wallfarm_\(name) histogram\n"
    for (labels, histogram) in histograms {
      let more = labels.isEmpty ? "" : labels + ","
      for (bound, count) in zip(Histogram.bounds, histogram.counts) {
        text += "wallfarm_\(name)_bucket{\(more)le=\"\(Self.number(bound))\"} \(count)\n"
      }
      text += "wallfarm_\(name)_bucket{\(more)le=\"+Inf\"} \(histogram.count)\n"
      let own = labels.isEmpty ? "" : "{\(labels)}"
      text += "wallfarm_\(name)_sum\(own) \(Self.number((histogram.sum * 1e6).rounded() / 1e6))\n"
      text += "wallfarm_\(name)_count\(own) \(histogram.count)\n"
    }
  }

  private static func number(_ value: Double) -> String {
    Int(exactly: value).map(String.init) ?? "\(value)"
  }
}

/// A cumulative histogram of durations.
public struct Histogram: Sendable, Hashable {
  /// The upper bounds of the buckets, in seconds.
  public static let bounds = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
  ]
  /// Number of durations less than or equal to each bound.
  public private(set) var counts = [Int](repeating: 0, count: Histogram.bounds.count)
  /// Number of durations.
  public private(set) var count = 0
  /// Sum of all durations, in seconds.
  public private(set) var sum = 0.0

  /// Creates an empty histogram.
  public init() {}

  /// Adds a duration in seconds.
  public mutating func add(_ seconds: Double) {
    count += 1
    sum += seconds
    for (index, bound) in Histogram.bounds.enumerated() where seconds <= bound {
      counts[index] += 1
    }
  }
}
