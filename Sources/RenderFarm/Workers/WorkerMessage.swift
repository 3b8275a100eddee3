import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// What a worker is told: one line of JSON for each unit.
struct WorkerOrder {
  let token: Int
  /// Name of the file while it is written.
  let temporaryName: String
  let unit: RenderUnit

  /// The line for a unit whose payload is JSON already.
  static func line(for lease: Lease, payload: String) -> String {
    let name = JSONValue.string(temporaryName(for: lease)).text(pretty: false)
    return MessageLine.line(
      "{\"token\":\(lease.token),\"temporary\":\(name),\"unit\":\(payload)}")
  }

  /// The same name for the same lease, so that what a killed worker leaves behind is known.
  static func temporaryName(for lease: Lease) -> String {
    let digest = FileDigest.sha256(of: Array(lease.unit.utf8)).prefix(16)
    return ".wallfarm-\(digest)-\(lease.token).tmp"
  }

  /// Reads a line; nil for anything else, and for one that was cut or changed.
  static func read(_ line: [UInt8]) -> WorkerOrder? {
    // A failable initializer of the same words crashes the optimizer of Swift 6.3.1.
    guard let message = MessageLine.message(in: line), let node = try? JSONNode(parsing: message),
      let name = node["temporary"]?.string,
      let number = node["token"]?.number, let token = Int(exactly: number),
      let body = node["unit"], let unit = RenderUnit(body)
    else { return nil }
    return WorkerOrder(token: token, temporaryName: name, unit: unit)
  }
}

/// What a worker says: one line each.
enum WorkerMessage {
  /// It can take units.
  case ready
  /// It cannot, and never will.
  case unable(RenderError)
  /// It is there, whatever it is doing.
  case alive
  /// A unit is delivered. The receipt is JSON on one line.
  case done(Lease, receipt: String, WorkerFigures)
  /// A unit failed.
  case failed(Lease, RenderError, WorkerFigures)

  /// The line, with its end.
  var line: String { MessageLine.line(message) }

  /// A tab, which compact JSON never has, stands before the receipt, so that it is passed on without
  /// being read.
  private var message: String {
    switch self {
    case .ready: return "{\"ready\":true}"
    case .alive: return "{\"alive\":true}"
    case .unable(let error): return JSONValue.object(["unable": error.json]).text(pretty: false)
    case .done(let lease, let receipt, let figures):
      return JSONValue.object(figures.members(lease)).text(pretty: false) + "\t" + receipt
    case .failed(let lease, let error, let figures):
      var members = figures.members(lease)
      members["error"] = error.json
      return JSONValue.object(members).text(pretty: false)
    }
  }

  /// Reads a line without its end; nil for anything else, and for one that was cut or changed.
  static func read(_ line: [UInt8]) -> WorkerMessage? {
    guard let line = MessageLine.message(in: line) else { return nil }
    let end = line.firstIndex(of: UInt8(ascii: "\t")) ?? line.count
    guard let node = try? JSONNode(parsing: Array(line[..<end])) else { return nil }
    if node["alive"] != nil { return .alive }
    if node["ready"] != nil { return .ready }
    if let unable = node["unable"] { return RenderError(json: unable).map { .unable($0) } }
    guard let unit = node["unit"]?.string, let number = node["token"]?.number,
      let token = Int(exactly: number)
    else { return nil }
    let lease = Lease(unit: unit, token: token)
    if let found = node["error"] {
      return RenderError(json: found).map { .failed(lease, $0, WorkerFigures(node)) }
    }
    guard end < line.count else { return nil }
    let receipt = String(decoding: line[(end + 1)...], as: UTF8.self)
    return .done(lease, receipt: receipt, WorkerFigures(node))
  }
}

/// What a worker measured on one unit.
struct WorkerFigures: Sendable, Hashable {
  /// Wall time of the whole unit.
  var milliseconds = 0.0
  /// Wall time by stage of a render.
  var stages: [String: Double] = [:]
  /// How often something was found in a cache of that name, and how often not.
  var hits: [String: Int] = [:]
  var misses: [String: Int] = [:]

  init() {}

  /// What one unit can have: less than a month, in milliseconds, and counts that can be added up.
  private static let times = 0...2_592_000_000.0
  private static let counts = 0...(1 << 40)

  /// The difference that one unit made.
  init(milliseconds: Double, stages: [StageTime], before: CacheUse, after: CacheUse) {
    self.milliseconds = milliseconds
    self.stages = Dictionary(stages.map { ($0.stage, $0.milliseconds) }, uniquingKeysWith: +)
    for (name, path) in WorkerFigures.caches {
      hits[name] = after[keyPath: path].hits - before[keyPath: path].hits
      misses[name] = after[keyPath: path].misses - before[keyPath: path].misses
    }
  }

  private static var caches: [(String, KeyPath<CacheUse, CacheUse.Count>)] {
    [("backgrounds", \.backgrounds), ("bands", \.bands), ("texts", \.texts)]
  }

  fileprivate init(_ node: JSONNode) {
    func values<Value>(_ key: String, _ value: (JSONNode) -> Value?) -> [String: Value] {
      Dictionary(
        (node[key]?.members ?? []).compactMap { member in
          value(member.value).map { (member.key, $0) }
        }, uniquingKeysWith: { first, _ in first })
    }
    // A library that is used for one picture may have damaged the memory of its worker: what no
    // unit can have is left out.
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

  fileprivate func members(_ lease: Lease) -> [String: JSONValue] {
    [
      "unit": .string(lease.unit), "token": .number(Double(lease.token)),
      "milliseconds": .number(milliseconds), "stages": .object(stages.mapValues(JSONValue.number)),
      "hits": .object(hits.mapValues { .number(Double($0)) }),
      "misses": .object(misses.mapValues { .number(Double($0)) }),
    ]
  }
}
