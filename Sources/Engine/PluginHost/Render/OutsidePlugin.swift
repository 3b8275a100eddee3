internal import Graphics
internal import PluginMessages
internal import SourceJSON
internal import WallfarmCore
internal import WallfarmPluginKit

/// An external background.
struct OutsideBackground: RegisteredBackground {
  let manifest: PluginManifest
  let carrier: any PluginCarrier
  let description: PluginDescription

  func makeBackground(_ values: ParameterValues) throws(RenderError) -> any Background {
    OutsideInstance(manifest: manifest, carrier: carrier, values: values)
  }
}

/// An external layout.
struct OutsideLayout: RegisteredLayout {
  let manifest: PluginManifest
  let carrier: any PluginCarrier
  let description: PluginDescription

  func makeLayout(_ values: ParameterValues) throws(RenderError) -> any Layout {
    OutsideInstance(manifest: manifest, carrier: carrier, values: values)
  }
}

/// An external plugin with its parameter values; its code runs only when layers are requested.
struct OutsideInstance: Background, Layout {
  let manifest: PluginManifest
  let carrier: any PluginCarrier
  let values: ParameterValues
  var movesInFilms: Bool { manifest.description.movesInFilms }

  func layers(in context: ComposeContext) throws(RenderError) -> [Layer] {
    try arrange(in: context).layers
  }

  func arrange(in context: ComposeContext) throws(RenderError) -> Arrangement {
    do throws(RenderError) {
      return try ask(context)
    } catch {
      // The standard error output of a crashed program and the keys in an answer can contain text
      // from notes.
      let privacy = NotePrivacy(context.content)
      var problem = error
      problem.message = privacy.hiding(error.message)
      problem.hint = error.hint.map(privacy.hiding)
      // Truncate only after filtering. Otherwise, a part of a note could remain.
      problem.said = error.said.suffix(PluginLimits.mostLinesOfError).map {
        String(privacy.hiding($0).prefix(PluginLimits.mostCharactersOfError))
      }
      throw problem
    }
  }

  private func ask(_ context: ComposeContext) throws(RenderError) -> Arrangement {
    let desk = MeasuringServices(manifest, context)
    let screen = manifest.output == .pixels ? context.screen : nil
    if manifest.output == .pixels, screen == nil {
      throw RenderError(
        .invalidScene, "pixels are not supported here", origin: .file(manifest.file))
    }
    var text = JSONText()
    text.context(context)
    let order = PluginOrder(
      parameters: ParameterMessage(manifest.description.schema, values).bytes,
      context: text.bytes, screen: screen)
    let check = AnswerCheck(manifest: manifest, context: context, values: values)
    var arrangement: Arrangement
    switch try carrier.ask(order, desk) {
    case .said(let node): arrangement = try check.arrangement(node, desk.problem)
    case .pixels(let bytes):
      guard let screen else { throw manifest.answer("it filled pixels that were not requested") }
      arrangement = try check.arrangement(bytes, screen)
    }
    (context.log as? PluginLines)?.ran(behind: desk.fence)
    return arrangement
  }
}

/// A plugin's parameters as JSON, with the default value for each parameter that is not set.
struct ParameterMessage {
  let bytes: [UInt8]

  init(_ schema: ParameterSchema, _ values: ParameterValues) {
    var text = JSONText()
    text.object { text in
      for parameter in schema.parameters {
        text.key(parameter.key)
        text.value(
          ParameterMessage.plain(values[parameter.key] ?? parameter.defaultValue, parameter.kind))
      }
    }
    bytes = text.bytes
  }

  /// Converts colors to hex and gives gradient stops explicit positions, so that plugins need not
  /// parse colors or compute positions.
  private static func plain(_ value: JSONValue, _ kind: ParameterKind) -> JSONValue {
    switch (kind, value) {
    case (.color, .string(let text)): .string(Color(text)?.hex ?? text)
    case (.stops, _):
      GradientStop.list(from: value).map { stops in
        .array(stops.map { .string("\($0.color.hex) \(shortest($0.position * 100))%") })
      } ?? value
    default: value
    }
  }
}
