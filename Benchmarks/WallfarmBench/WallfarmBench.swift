import BuiltInPlugins
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// Times renders inside one process, warm, and prints medians in milliseconds as JSON.
///
/// `wallfarm-bench PHOTO ROUNDS`; "make bench" runs it in turn with the peers.
@main struct WallfarmBench {
  private let renderer: Renderer
  private let rounds: Int
  private var figures: [String: JSONValue] = [:]

  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let rounds = Int(arguments[2]), rounds > 0 else {
      print("usage: wallfarm-bench PHOTO ROUNDS")
      return
    }
    var bench = try WallfarmBench(rounds: rounds)
    try bench.time("photo", .photo(file: arguments[1]))
    try bench.time("black", .color("black"))
    try bench.time("gradient", .theme)
    try bench.timeAllDevices(.photo(file: arguments[1]))
    print(JSONValue.object(bench.figures).text(pretty: true))
  }

  private init(rounds: Int) throws {
    renderer = try Renderer(installation: .find(), plugins: .builtIn)
    self.rounds = rounds
  }

  /// One note changes from round to round; the first round is not counted.
  private mutating func time(_ name: String, _ background: BackgroundChoice) throws {
    var stages: [String: [Double]] = [:]
    var whole: [Double] = []
    for round in -1..<rounds {
      var request = RenderRequest(device: "iphone15", notes: notes(round))
      request.background = background
      let start = ContinuousClock.now
      let receipt = try renderer.render(request)
      let took = milliseconds(since: start)
      guard round >= 0 else { continue }
      whole.append(took)
      for stage in receipt.stages { stages[stage.stage, default: []].append(stage.milliseconds) }
      figures["\(name)-bytes"] = .number(Double(receipt.byteCount))
    }
    figures[name] = .number(median(whole))
    for (stage, values) in stages { figures["\(name)-\(stage)"] = .number(median(values)) }
  }

  private mutating func timeAllDevices(_ background: BackgroundChoice) throws {
    let requests = DeviceCatalog.shipped.devices.map { device in
      RenderRequest(device: device.id, notes: notes(0), background: background)
    }
    let start = ContinuousClock.now
    _ = try renderer.render(requests)
    figures["devices"] = .number(milliseconds(since: start))
  }

  /// The six notes that every peer draws too.
  private func notes(_ round: Int) -> [Note] {
    [
      "Buy oat milk and bread", "Call Ana about Saturday", "Dentist at 9:40, bring the card",
      "Water the plants", "Send the invoice to Mr Okafor", "Read page \(round)",
    ].map { Note($0) }
  }

  private func milliseconds(since start: ContinuousClock.Instant) -> Double {
    let took = start.duration(to: .now).components
    return Double(took.seconds) * 1e3 + Double(took.attoseconds) / 1e15
  }

  private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
