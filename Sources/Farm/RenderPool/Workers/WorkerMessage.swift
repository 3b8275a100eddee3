import Processes
package import SourceJSON
import WallfarmCore
package import WallfarmPluginKit

/// An order that the pool sends to a worker as one line.
package struct WorkerOrder {
  let order: OrderID
  /// The path to record in the receipt, or `nil` if the result is returned as bytes.
  let name: String?
  /// The JSON of the request, which is decoded when the order starts.
  package let request: JSONNode
  /// Whether the worker reports each stage.
  let tellsStages: Bool
  /// The paths of the order's embedded inputs, whose contents the pool holds in memory.
  let held: [String]

  /// Encodes an order as a line; the request is inserted without being parsed.
  package static func line(_ id: OrderID, _ order: RenderOrder) -> String {
    let name =
      switch order.output {
      case .file(let file): JSONValue.string(file.path).text(pretty: false)
      case .bytes: "null"
      }
    let stages = order.tellsStages ? ",\"stages\":true" : ""
    var held = ""
    if !order.inputs.held.isEmpty {
      let paths = order.inputs.held.keys.sorted().map(JSONValue.string)
      held = ",\"held\":" + JSONValue.array(paths).text(pretty: false)
    }
    return MessageLine.line(
      "{\"order\":\(id.number),\"name\":\(name)\(stages)\(held),\"request\":\(order.request)}")
  }

  /// Decodes a line; returns `nil` if it is invalid, truncated or corrupted.
  package static func read(_ line: [UInt8]) -> WorkerOrder? {
    // A failable initializer with this body crashes the optimizer of Swift 6.3.1.
    guard let message = MessageLine.message(in: line), let node = try? JSONNode(parsing: message),
      let number = node["order"]?.whole, let request = node["request"]
    else { return nil }
    return WorkerOrder(
      order: OrderID(number), name: node["name"]?.string, request: request,
      tellsStages: node["stages"]?.bool ?? false,
      held: (node["held"]?.elements ?? []).compactMap(\.string))
  }
}

/// A message from a worker, on one line.
package enum WorkerMessage {
  /// The worker can accept orders; the report describes its fence.
  case ready(WorkerFence.Report)
  /// The worker cannot start, and a retry would fail too.
  case unable(RenderError)
  /// A heartbeat.
  case alive
  /// The worker is about to exit; other workers receive the orders that it has not started.
  case leaving
  /// An order started.
  case begun(OrderID)
  /// An order reached a stage.
  case stage(OrderID, String)
  /// An order was delivered; the receipt is JSON on one line.
  case done(OrderID, receipt: String, WorkerFigures)
  /// An order failed.
  case failed(OrderID, RenderError, WorkerFigures)

  /// The encoded line, with its line feed.
  package var line: String { MessageLine.line(message) }

  /// The message as compact JSON; for a delivered order, the JSON is followed by a tab and the
  /// receipt.
  ///
  /// Compact JSON contains no tab, so the pool can find the receipt without parsing it.
  private var message: String {
    switch self {
    case .ready(let fence):
      return JSONValue.object([
        "ready": .bool(true), "fence": fence.standing.json, "missing": fence.missing.json,
      ]).text(pretty: false)
    case .alive: return "{\"alive\":true}"
    case .leaving: return "{\"leaving\":true}"
    case .unable(let error): return JSONValue.object(["unable": error.json]).text(pretty: false)
    case .begun(let order): return "{\"order\":\(order.number),\"begun\":true}"
    case .stage(let order, let name): return "{\"order\":\(order.number),\"stage\":\"\(name)\"}"
    case .done(let order, let receipt, let figures):
      return JSONValue.object(figures.members(order)).text(pretty: false) + "\t" + receipt
    case .failed(let order, let error, let figures):
      var members = figures.members(order)
      members["error"] = error.json
      return JSONValue.object(members).text(pretty: false)
    }
  }

  /// Decodes a line without its line feed; returns `nil` if it is invalid, truncated or corrupted.
  package static func read(_ line: [UInt8]) -> WorkerMessage? {
    guard let line = MessageLine.message(in: line) else { return nil }
    let end = line.firstIndex(of: UInt8(ascii: "\t")) ?? line.count
    guard let node = try? JSONNode(parsing: Array(line[..<end])) else { return nil }
    if node["alive"] != nil { return .alive }
    if node["leaving"] != nil { return .leaving }
    if node["ready"] != nil {
      return .ready(
        WorkerFence.Report(standing: Set(node["fence"]), missing: Set(node["missing"])))
    }
    if let unable = node["unable"] { return RenderError(json: unable).map { .unable($0) } }
    guard let number = node["order"]?.whole else { return nil }
    let order = OrderID(number)
    if node["begun"] != nil { return .begun(order) }
    if let stage = node["stage"]?.string { return .stage(order, stage) }
    if let found = node["error"] {
      return RenderError(json: found).map { .failed(order, $0, WorkerFigures(node)) }
    }
    guard end < line.count else { return nil }
    let receipt = String(decoding: line[(end + 1)...], as: UTF8.self)
    return .done(order, receipt: receipt, WorkerFigures(node))
  }
}

extension Set<WorkerFence.Layer> {
  fileprivate var json: JSONValue {
    .array(WorkerFence.Layer.allCases.filter(contains).map { .string($0.rawValue) })
  }

  fileprivate init(_ node: JSONNode?) {
    self = Set(
      (node?.elements ?? []).compactMap { $0.string.flatMap(WorkerFence.Layer.init(rawValue:)) })
  }
}
