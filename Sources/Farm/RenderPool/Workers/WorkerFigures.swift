import SourceJSON
import WallfarmCore

/// A worker's measurements for one order.
public struct WorkerFigures: Sendable, Hashable {
  /// Wall time of the order in milliseconds.
  public var milliseconds = 0.0
  /// Wall time of each render stage in milliseconds.
  public var stages: [String: Double] = [:]
  /// Number of cache hits by cache name.
  public var hits: [String: Int] = [:]
  /// Number of cache misses by cache name.
  public var misses: [String: Int] = [:]

  /// Creates measurements that are all zero.
  public init() {}

  /// The plausible ranges: times of up to 30 days in milliseconds, and counts that are small enough
  /// that their sum cannot overflow.
  private static let times = 0...2_592_000_000.0
  private static let counts = 0...(1 << 40)

  /// Creates the measurements of an order.
  ///
  /// The cache use of the order is the difference between `before` and `after`.
  init(milliseconds: Double, stages: [String: Double], before: CacheUse, after: CacheUse) {
    self.milliseconds = milliseconds
    self.stages = stages
    for (name, path) in WorkerFigures.caches {
      hits[name] = after[keyPath: path].hits - before[keyPath: path].hits
      misses[name] = after[keyPath: path].misses - before[keyPath: path].misses
    }
  }

  private static var caches: [(String, KeyPath<CacheUse, CacheUse.Count>)] {
    [("backgrounds", \.backgrounds), ("bands", \.bands), ("texts", \.texts)]
  }

  init(_ node: JSONNode) {
    func values<Value>(_ key: String, _ value: (JSONNode) -> Value?) -> [String: Value] {
      Dictionary(
        (node[key]?.members ?? []).compactMap { member in
          value(member.value).map { (member.key, $0) }
        }, uniquingKeysWith: { first, _ in first })
    }
    // Ignore implausible values, because a decoder may have corrupted the worker's memory.
    func time(_ node: JSONNode) -> Double? {
      node.number.flatMap { Self.times.contains($0) ? $0 : nil }
    }
    func count(_ node: JSONNode) -> Int? {
      node.whole.flatMap { Self.counts.contains($0) ? $0 : nil }
    }
    milliseconds = node["milliseconds"].flatMap(time) ?? 0
    stages = values("stages", time)
    hits = values("hits", count)
    misses = values("misses", count)
  }

  /// Adds the measurements of another order.
  public mutating func add(_ other: WorkerFigures) {
    milliseconds += other.milliseconds
    stages.merge(other.stages, uniquingKeysWith: +)
    hits.merge(other.hits, uniquingKeysWith: +)
    misses.merge(other.misses, uniquingKeysWith: +)
  }

  func members(_ order: OrderID) -> [String: JSONValue] {
    [
      "order": .number(Double(order.number)),
      "milliseconds": .number(milliseconds), "stages": .object(stages.mapValues(JSONValue.number)),
      "hits": .object(hits.mapValues { .number(Double($0)) }),
      "misses": .object(misses.mapValues { .number(Double($0)) }),
    ]
  }
}
