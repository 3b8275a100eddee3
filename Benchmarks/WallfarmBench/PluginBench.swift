import BuiltInPlugins
import Graphics
import PluginHost
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// What it costs to carry a layout: the built-in one beside itself as a library and as a program.
enum PluginBench {
  /// Times composing in turn, so that whatever else the machine does hits all alike.
  ///
  /// - Parameters:
  ///   - folders: folders of plugins, each with a name for the report.
  ///   - rounds: how often each is asked; the first is not counted.
  /// - Returns: medians in milliseconds by name.
  /// - Throws: what is wrong with a plugin.
  static func run(
    folders: [(name: String, path: String)], rounds: Int
  ) throws(RenderError) -> JSONValue {
    let builtIn = PluginRegistry.builtIn
    var makers: [(String, any RegisteredLayout)] = []
    if let layout = builtIn.layout("numbered-notes") { makers.append(("built in", layout)) }
    let others = PluginRegistry(backgrounds: [], layouts: [])
    for (name, path) in folders {
      let found = ManifestReader.read(folder: path)
      guard let manifest = found.manifest else { throw found.problems[0] }
      let registry = PluginShelf(only: manifest, builtIn: others).registry()
      if let layout = registry.layouts.first { makers.append((name, layout)) }
    }
    let place = try Place()
    let clock = ContinuousClock()
    var times: [String: [Double]] = [:]
    var asked: [String: Int] = [:]
    for round in 0...rounds {
      for (name, maker) in makers {
        let counter = CountingMeasurer(place.engine)
        let context = place.context(round, counting: counter)
        let start = clock.now
        _ = try maker.makeLayout(ParameterValues()).arrange(in: context)
        let time = (clock.now - start) / .milliseconds(1)
        if round > 0 { times[name, default: []].append(time) }
        asked[name] = counter.count
      }
    }
    return .object(
      times.mapValues { .number($0.sorted()[$0.count / 2]) }
        .merging(asked.map { ("\($0.key), texts measured", .number(Double($0.value))) }) { $1 })
  }

  /// What is measured with: fonts that were opened, for one device.
  private struct Place {
    let engine: TextEngine
    let device: Device
    let area: FreeArea

    init() throws(RenderError) {
      let installation = try Installation.find()
      let fonts = try installation.openFonts()
      device = try DeviceCatalog.shipped.device("iphone15")
      area = FreeArea(on: device, widgets: true, clock: .standard)
      engine = fonts.textEngine(scale: device.scale)
    }

    /// Six notes, the last of them another one each round.
    func context(_ round: Int, counting counter: CountingMeasurer) -> ComposeContext {
      let notes = [
        "Buy oat milk and bread", "Call Ana about Saturday", "Dentist at 9:40, bring the card",
        "Water the plants", "Send the invoice to Mr Okafor", "Read page \(round)",
      ]
      return ComposeContext(
        canvas: device.points, freeArea: area.frame, obstacles: area.obstacles,
        typeScale: device.typeScale, isTablet: device.isTablet, notes: notes.map { Note($0) },
        measurer: counter, codes: QRCodes())
    }
  }

  /// Counts how often it is asked.
  private final class CountingMeasurer: TextMeasurer {
    let engine: TextEngine
    var count = 0

    init(_ engine: TextEngine) { self.engine = engine }

    var messages: (any MessageMemory)? { engine.messages }

    func measure(_ block: TextBlock, width: Double?) throws(RenderError) -> TextMeasurement {
      count += 1
      return try engine.measure(block, width: width)
    }
  }
}
