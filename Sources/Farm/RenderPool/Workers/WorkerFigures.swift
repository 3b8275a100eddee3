import SourceJSON
import WallfarmCore

/// What a worker measured on one order.
public struct WorkerFigures: Sendable, Hashable {
  /// Wall time of the whole order.
  public var milliseconds = 0.0
  /// Wall time by stage of a render, in milliseconds.
  public var stages: [String: Double] = [:]
  /// How often something was found in a cache of that name.
  public var hits: [String: Int] = [:]
  /// How often it was not.
  public var misses: [String: Int] = [:]

  /// Measured nothing.
  public init() {}

  /// What one order can have: less than a month, in milliseconds, and counts that can be added up.
  private static let times = 0...2_592_000_000.0
  private static let counts = 0...(1 << 40)

  /// The difference that one order made.
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
    // A library that is used for one picture may have damaged the memory of its worker: what no
    // order can have is left out.
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

  /// Adds what was measured on another order that belongs to the same thing.
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
