/// Figures in the text format of Prometheus (exposition format 0.0.4).
public struct MetricsText: Sendable {
  /// What was written so far.
  public private(set) var text = ""

  /// The media type of the text.
  public static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

  /// Writes nothing.
  public init() {}

  /// The kinds of figures there are.
  public enum Kind: String, Sendable {
    /// Only grows.
    case counter
    /// Goes up and down.
    case gauge
  }

  /// Adds a figure.
  ///
  /// - Parameters:
  ///   - name: without `wallfarm_`.
  ///   - kind: what it does.
  ///   - help: one sentence.
  ///   - samples: values with their labels, such as `state="done"`; with none of them nothing is added.
  public mutating func add(
    _ name: String, _ kind: Kind, _ help: String, _ samples: [(labels: String, value: Double)]
  ) {
    guard !samples.isEmpty else { return }
    text += "# HELP wallfarm_\(name) \(help)\n# TYPE wallfarm_\(name) \(kind.rawValue)\n"
    for (labels, value) in samples {
      text +=
        "wallfarm_\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(Self.number(thousandths(value)))\n"
    }
  }

  /// Adds how many there were up to each of some sizes.
  ///
  /// - Parameters:
  ///   - name: without `wallfarm_`.
  ///   - help: one sentence.
  ///   - histograms: each with its labels.
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

/// How long something took, as counts up to each of some times.
public struct Histogram: Sendable, Hashable {
  /// In seconds: from an answer that costs nothing to one that was given up.
  public static let bounds = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
  ]
  /// How many took at most as long as each bound.
  public private(set) var counts = [Int](repeating: 0, count: Histogram.bounds.count)
  /// How many there are.
  public private(set) var count = 0
  /// All of them together, in seconds.
  public private(set) var sum = 0.0

  /// Has none.
  public init() {}

  /// Adds one.
  public mutating func add(_ seconds: Double) {
    count += 1
    sum += seconds
    for (index, bound) in Histogram.bounds.enumerated() where seconds <= bound {
      counts[index] += 1
    }
  }
}
