import BuiltInPlugins
import Designs
import Graphics
import PluginHost
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// Times one layout in three variants: as built-in code, as a library and as a program.
enum PluginBench {
  /// The number of notes whose text is new in each round: one or all six.
  private enum Novelty: String, CaseIterable {
    case one = "one note new"
    case all = "all notes new"
  }

  /// Times composition with each variant in turn, so that background load affects all variants
  /// equally.
  ///
  /// - Parameters:
  ///   - folders: The plugin folders, each with a name for the report.
  ///   - rounds: The number of rounds; the first round is a warm-up.
  /// - Returns: The medians in milliseconds, keyed by novelty and name.
  /// - Throws: An error if a plugin is invalid.
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
      let registry = PluginCatalog(only: manifest, builtIn: others).registry()
      if let layout = registry.layouts.first { makers.append((name, layout)) }
    }
    let place = try Place()
    var report: [String: JSONValue] = [:]
    for novelty in Novelty.allCases {
      report[novelty.rawValue] = try times(makers, place, novelty, rounds: rounds)
    }
    return .object(report)
  }

  private static func times(
    _ makers: [(String, any RegisteredLayout)], _ place: Place, _ novelty: Novelty, rounds: Int
  ) throws(RenderError) -> JSONValue {
    let clock = ContinuousClock()
    var times: [String: [Double]] = [:]
    for round in 0...rounds {
      for (name, maker) in makers {
        // The text differs for each variant, so that no variant benefits from the font caches that
        // an earlier variant filled.
        let turn = "\(round) \(name)"
        let context = place.context(turn, novelty == .all)
        let start = clock.now
        _ = try maker.makeLayout(ParameterValues()).arrange(in: context)
        if round > 0 { times[name, default: []].append((clock.now - start) / .milliseconds(1)) }
      }
    }
    return .object(times.mapValues { .number($0.sorted()[$0.count / 2]) })
  }

  /// The text engine, the device and the free area that are used to compose notes.
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

    /// Returns a context with six notes; in each turn, either all notes are new or only the last
    /// one is.
    func context(_ turn: String, _ areAllNew: Bool) -> ComposeContext {
      var notes = [
        "Buy oat milk and bread", "Call Ana about Saturday", "Dentist at 9:40, bring the card",
        "Water the plants", "Send the invoice to Mr Okafor",
      ]
      if areAllNew { notes = notes.map { "\($0) \(turn)" } }
      notes.append("Read page \(turn)")
      return ComposeContext(
        canvas: device.points, freeArea: area.frame, obstacles: area.obstacles,
        typeScale: device.typeScale, isTablet: device.isTablet,
        content: Content(notes: notes.map { Note($0) }),
        measurer: engine, codes: QRCodes())
    }
  }
}
