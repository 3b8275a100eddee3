import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// What a worker is told: an order, on one line.
struct WorkerOrder {
  let order: OrderID
  /// The name of the picture for its receipt; nil where its bytes are handed back.
  let name: String?
  let request: OrderedRequest
  /// Whether each stage is told.
  let tellsStages: Bool
  /// Paths that stand for what the order brings along; the process outside has it.
  let held: [String]

  /// The line for an order; what it asks for is passed on as it was written.
  static func line(_ id: OrderID, _ order: RenderOrder) -> String {
    let name =
      switch order.output {
      case .file(let file): JSONValue.string(file.path).text(pretty: false)
      case .store(_, let name): JSONValue.string(name).text(pretty: false)
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

  /// Reads a line; nil for anything else, and for one that was cut or changed.
  static func read(_ line: [UInt8]) -> WorkerOrder? {
    // A failable initializer of the same words crashes the optimizer of Swift 6.3.1.
    guard let message = MessageLine.message(in: line), let node = try? JSONNode(parsing: message),
      let number = node["order"]?.whole, let body = node["request"],
      let request = OrderedRequest(body)
    else { return nil }
    return WorkerOrder(
      order: OrderID(number), name: node["name"]?.string, request: request,
      tellsStages: node["stages"]?.bool ?? false,
      held: (node["held"]?.elements ?? []).compactMap(\.string))
  }
}

/// What a worker says: one line each.
enum WorkerMessage {
  /// It can take orders, behind this fence.
  case ready(WorkerFence.Report)
  /// It cannot, and never will.
  case unable(RenderError)
  /// It is there, whatever it is doing.
  case alive
  /// It takes no more orders and ends; those it has not begun are for another.
  case leaving
  /// It has begun an order.
  case begun(OrderID)
  /// It has come to a stage of an order.
  case stage(OrderID, String)
  /// An order is delivered. The receipt is JSON on one line.
  case done(OrderID, receipt: String, WorkerFigures)
  /// An order failed.
  case failed(OrderID, RenderError, WorkerFigures)

  /// The line, with its end.
  var line: String { MessageLine.line(message) }

  /// A tab, which compact JSON never has, stands before the receipt, so that it is passed on without
  /// being read.
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

  /// Reads a line without its end; nil for anything else, and for one that was cut or changed.
  static func read(_ line: [UInt8]) -> WorkerMessage? {
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
