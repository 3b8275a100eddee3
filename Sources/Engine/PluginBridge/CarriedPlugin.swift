internal import PluginMessages
internal import SourceJSON
internal import WallfarmPluginKit

/// Adapts a WallfarmPluginKit plugin to the plugin contract, for both programs and libraries.
struct CarriedPlugin: Sendable {
  let type: any WallpaperPlugin.Type
  /// The measurement cache, which all renders share.
  private let kept = KeptMeasurements()

  init(_ type: any WallpaperPlugin.Type) { self.type = type }

  /// Sends a measure request to the host and returns the answer, or `nil` if the connection is
  /// closed.
  typealias Asking = (_ request: [UInt8]) -> [UInt8]?

  /// The answer to `describe`.
  var description: [UInt8] {
    JSONText.describe(id: type.id, version: type.version, contract: 1)
  }

  /// Creates an instance from the parameters that the host sent.
  func instance(_ parameters: JSONEntry) throws(RenderError) -> any WallpaperPlugin {
    var values = ParameterValues()
    if case .object(let members) = parameters.plain {
      // The origin of each value is its parameter key, so that an error can name the parameter.
      for (key, value) in members { values.set(key, to: value, from: .parameter(key)) }
    }
    return try type.init(values)
  }

  /// Composes the layers of an instance and encodes them as an answer.
  func compose(
    _ instance: any WallpaperPlugin, _ context: JSONEntry, _ ask: @escaping Asking
  ) throws(RenderError) -> [UInt8] {
    let known: ComposeContext
    do {
      // Without a measuring key from the host, measurements are cached only for the current render.
      let measurer =
        context["measuring"]?.string.map { AskedHost(ask: ask, kept: kept, measuring: $0) }
        ?? AskedHost(ask: ask, kept: KeptMeasurements(), measuring: "")
      known = try MessageReader().context(context, measurer: measurer, codes: nil)
    } catch {
      throw RenderError(
        .pluginAnswer, "the context is invalid: \(error.path) \(error.what)")
    }
    var text = JSONText()
    if let layout = instance as? any Layout {
      text.arrangement(try layout.arrange(in: known))
    } else if let background = instance as? any Background {
      text.arrangement(Arrangement(layers: try background.layers(in: known)))
    }
    return text.bytes
  }

  /// Encodes an error for the host.
  static func refusal(_ error: RenderError) -> [UInt8] {
    guard case .parameter(let key) = error.origin else { return JSONText.error(error) }
    return JSONText.error(error, parameter: key)
  }
}
