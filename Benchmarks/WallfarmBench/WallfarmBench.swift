import BuiltInPlugins
import Designs
import Glibc
import Graphics
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// Times renders inside one process and prints medians in milliseconds as JSON.
///
/// Usage: `wallfarm-bench SCENARIO PHOTO ROUNDS THREADS`. "make bench" alternates this program with
/// the programs that it is compared with.
@main struct WallfarmBench {
  /// A picture to render repeatedly, each time with new text in one note.
  enum Scenario: String, CaseIterable {
    /// A photo whose background and encoded bands are cached.
    case edited
    /// A photo whose background is cached; the file is encoded completely.
    case encoded
    /// A photo that is scaled and encoded completely; only decoding is done in advance.
    case scaled
    /// A photo that is decoded again each time, as if it were new; rounds alternate between `PHOTO`
    /// and its copy `PHOTO-2`.
    case new
    case black
    case gradient
    /// A single call that renders a picture for every iPhone and iPad in the catalog.
    case devices
  }

  private let renderer: Renderer
  private let scenario: Scenario
  private let photo: String
  private let threads: Int
  private var stages: [String: [Double]] = [:]
  private var bytes = 0

  static func main() throws {
    let arguments = CommandLine.arguments
    MachineFonts.skip()
    if arguments.count == 4, arguments[1] == "queue", let count = Int(arguments[3]) {
      print(try QueueBench.run(folder: arguments[2], count: count).text(pretty: true))
      return
    }
    if arguments.count == 6, arguments[1] == "shared-queue", let count = Int(arguments[4]),
      let supervisors = Int(arguments[5])
    {
      let found = try SharedQueueBench.run(
        address: arguments[2], schema: arguments[3], count: count, supervisors: supervisors)
      print(found.text(pretty: true))
      return
    }
    if arguments.count == 3, arguments[1] == PoolBench.workerWord {
      guard try PoolBench.work(arguments[2]) else { exit(1) }
      return
    }
    if arguments.count == 5, arguments[1] == "pool", let orders = Int(arguments[2]),
      let workers = Int(arguments[3]), let milliseconds = Int(arguments[4])
    {
      let found = try PoolBench.run(orders: orders, workers: workers, milliseconds: milliseconds)
      print(found.text(pretty: true))
      return
    }
    if arguments.count == 5, arguments[1] == "library" {
      let found = try LibraryBench.run(
        program: arguments[2], folder: arguments[3], index: arguments[4])
      print(found.text(pretty: true))
      return
    }
    if arguments.count == 4, arguments[1] == "shelf", let rounds = Int(arguments[3]), rounds > 0 {
      print(try DesignLibraryBench.run(photo: arguments[2], rounds: rounds).text(pretty: true))
      return
    }
    if arguments.count == 5, arguments[1] == "compare", let rounds = Int(arguments[4]), rounds > 0 {
      let found = try CompareBench.run(arguments[2], arguments[3], rounds: rounds)
      print(found.text(pretty: true))
      return
    }
    if arguments.count > 3, arguments[1] == "plugins", let rounds = Int(arguments[2]), rounds > 0 {
      let folders = arguments[3...].map { argument in
        let words = argument.split(separator: "=", maxSplits: 1).map(String.init)
        return (name: words[0], path: words.last ?? "")
      }
      print(try PluginBench.run(folders: folders, rounds: rounds).text(pretty: true))
      return
    }
    guard arguments.count == 5, let scenario = Scenario(rawValue: arguments[1]),
      let rounds = Int(arguments[3]), rounds > 0, let threads = Int(arguments[4])
    else {
      let names = Scenario.allCases.map(\.rawValue).joined(separator: "|")
      print("usage: wallfarm-bench \(names) PHOTO ROUNDS THREADS")
      return
    }
    var bench = try WallfarmBench(scenario, photo: arguments[2], threads: threads)
    try bench.run(rounds)
    print(bench.report.text(pretty: true))
  }

  private init(_ scenario: Scenario, photo: String, threads: Int) throws {
    self.scenario = scenario
    self.photo = photo
    self.threads = threads
    var memory = RenderMemory.standard
    if [.encoded, .scaled, .new].contains(scenario) { memory.bands = 0 }
    if [.scaled, .new].contains(scenario) { memory.backgrounds = 0 }
    if scenario == .new { memory.photos = 0 }
    renderer = try Renderer(
      installation: .find(), plugins: .builtIn, memory: memory, threads: threads)
  }

  /// The first round is a warm-up.
  private mutating func run(_ rounds: Int) throws {
    for round in -1..<rounds {
      let start = ContinuousClock.now
      let receipts = try render(requests(round))
      let took = start.duration(to: .now).components
      guard round >= 0 || scenario == .devices else { continue }
      stages["whole", default: []].append(
        Double(took.seconds) * 1e3 + Double(took.attoseconds) / 1e15)
      for receipt in receipts {
        for stage in receipt.stages { stages[stage.stage, default: []].append(stage.milliseconds) }
      }
      bytes = receipts[0].byteCount
      if scenario == .devices { return }
    }
  }

  /// Renders the requests.
  ///
  /// The scenario `devices` uses new renderers on all threads, like one call of the program.
  private func render(_ requests: [RenderRequest]) throws -> [RenderReceipt] {
    guard scenario == .devices else { return try renderer.render(requests) }
    let team = RendererTeam(threads: threads) { () throws(RenderError) in
      try Renderer(installation: .find(), plugins: .builtIn)
    }
    return try team.render(requests)
  }

  private func requests(_ round: Int) -> [RenderRequest] {
    let devices =
      scenario == .devices
      ? DeviceCatalog.shipped.devices.filter { $0.isIPhone || $0.isIPad }.map(\.id) : ["iphone15"]
    let background: BackgroundChoice =
      switch scenario {
      case .edited, .encoded, .scaled, .devices: .photo(file: photo)
      case .new: .photo(file: round.isMultiple(of: 2) ? photo : photo + "-2")
      case .black: .color("black")
      case .gradient: .theme
      }
    return devices.map { RenderRequest(device: $0, notes: notes(round), background: background) }
  }

  /// Returns the six notes that every peer also draws; the first, fourth and last notes change in
  /// turn.
  private func notes(_ round: Int) -> [Note] {
    /// Returns the latest round, including the current round, in which the note with the given turn
    /// changed.
    func last(_ turn: Int) -> Int { round - (round + 3 - turn) % 3 }
    return [
      "Buy \(last(0)) loaves and milk", "Call Ana about Saturday",
      "Dentist at 9:40, bring the card", "Water \(last(1)) of the plants",
      "Send the invoice to Mr Okafor", "Read page \(last(2))",
    ].map { Note($0) }
  }

  private var report: JSONValue {
    var figures = stages.mapValues { JSONValue.number($0.sorted()[$0.count / 2]) }
    figures["bytes"] = .number(Double(bytes))
    return .object(figures)
  }
}
