internal import PluginMessages
internal import SourceJSON
internal import WallfarmPluginKit

/// A plugin of the kit that speaks the contract: what a program and a library have in common.
struct CarriedPlugin: Sendable {
  let type: any WallpaperPlugin.Type
  /// For all its pictures.
  private let kept = KeptMeasurements()

  init(_ type: any WallpaperPlugin.Type) { self.type = type }

  /// Asks the host to measure, and waits for its answer.
  typealias Asking = (_ request: [UInt8]) -> [UInt8]?

  /// The answer to `describe`.
  var description: [UInt8] {
    JSONText.describe(id: type.id, version: type.version, contract: 1)
  }

  /// Makes an instance of the values that the host sent.
  func instance(_ parameters: JSONEntry) throws(RenderError) -> any WallpaperPlugin {
    var values = ParameterValues()
    if case .object(let members) = parameters.plain {
      // By their keys, so that a refusal can say which one it is about.
      for (key, value) in members { values.set(key, to: value, from: .parameter(key)) }
    }
    return try type.init(values)
  }

  /// The layers of an instance.
  func compose(
    _ instance: any WallpaperPlugin, _ context: JSONEntry, _ ask: @escaping Asking
  ) throws(RenderError) -> [UInt8] {
    let known: ComposeContext
    do {
      // Where the host does not say what measurements depend on, they are kept for this picture only.
      let measurer =
        context["measuring"]?.string.map { AskedHost(ask: ask, kept: kept, measuring: $0) }
        ?? AskedHost(ask: ask, kept: KeptMeasurements(), measuring: "")
      known = try MessageReader().context(context, measurer: measurer, codes: nil)
    } catch {
      throw RenderError(
        .pluginAnswer, "the context is not as expected: \(error.path) \(error.what)")
    }
    var text = JSONText()
    if let layout = instance as? any Layout {
      text.arrangement(try layout.arrange(in: known))
    } else if let background = instance as? any Background {
      text.arrangement(Arrangement(layers: try background.layers(in: known)))
    }
    return text.bytes
  }

  /// An error as the contract tells it.
  static func refusal(_ error: RenderError) -> [UInt8] {
    guard case .parameter(let key) = error.origin else { return JSONText.error(error) }
    return JSONText.error(error, parameter: key)
  }
}
