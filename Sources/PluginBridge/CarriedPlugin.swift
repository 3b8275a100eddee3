internal import PluginMessages
internal import SourceJSON
internal import WallfarmPluginKit

/// A plugin of the kit that speaks the contract: what a program and a library have in common.
struct CarriedPlugin: Sendable {
  let type: any WallpaperPlugin.Type

  /// Asks the host to measure, and waits for its answer.
  typealias Asking = (_ request: [UInt8]) -> [UInt8]?

  /// The answer to `describe`.
  var description: [UInt8] {
    JSONText.describe(id: type.id, version: type.version, contract: 1)
  }

  /// Makes an instance of the values that the host sent.
  func instance(_ parameters: JSONNode) throws(RenderError) -> any WallpaperPlugin {
    var values = ParameterValues()
    for member in parameters.members ?? [] {
      // By their keys, so that a refusal can say which one it is about.
      values.set(member.key, to: member.value.plain, from: member.key)
    }
    return try type.init(values)
  }

  /// The layers of an instance.
  func compose(
    _ instance: any WallpaperPlugin, _ context: JSONNode, _ ask: @escaping Asking
  ) throws(RenderError) -> [UInt8] {
    let known: ComposeContext
    do {
      known = try MessageReader().context(context, measurer: AskedHost(ask: ask), codes: nil)
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

  /// An error as the contract tells it; its origin is the key of a parameter.
  static func refusal(_ error: RenderError) -> [UInt8] {
    JSONText.error(error, parameter: error.origin)
  }
}

/// Measures by asking the host, once for all texts that a layout prepares.
private final class AskedHost: TextMeasurer {
  private let ask: CarriedPlugin.Asking
  /// What was asked for at once, and where the next text is looked for: a layout measures what it
  /// prepared in that order, and comparing is quicker than hashing so much.
  private var batches: [[(text: MeasuredText, measurement: TextMeasurement)]] = []
  private var current = 0
  private var place = 0

  init(ask: @escaping CarriedPlugin.Asking) { self.ask = ask }

  func measure(_ block: TextBlock, width: Double?) throws(RenderError) -> TextMeasurement {
    let text = MeasuredText(block, width: width)
    if batches.indices.contains(current) {
      let batch = batches[current]
      for offset in batch.indices {
        let index = (place + offset) % batch.count
        guard batch[index].text == text else { continue }
        place = index + 1
        return batch[index].measurement
      }
    }
    return try measure([text])[0]
  }

  func prepare(_ upcoming: () -> [MeasuredText]) {
    let texts = upcoming()
    place = 0
    if let index = batches.firstIndex(where: { $0.map(\.text) == texts }) {
      current = index
      return
    }
    // A text that cannot be measured is told to whoever measures it alone.
    guard texts.count > 1, texts.count <= MessageReader.mostTexts, let found = try? measure(texts)
    else { return }
    current = batches.count
    batches.append(zip(texts, found).map { (text: $0, measurement: $1) })
  }

  private func measure(_ texts: [MeasuredText]) throws(RenderError) -> [TextMeasurement] {
    guard let answer = ask(JSONText.measure(texts)) else {
      throw RenderError(.pluginAnswer, "the host is gone")
    }
    if let quick = WrittenMeasurements.read(answer), quick.count == texts.count { return quick }
    guard let node = try? JSONNode(parsing: answer, dialect: .strict) else {
      throw RenderError(.pluginAnswer, "the host answered something that is no JSON")
    }
    if let message = node["message"]?.string {
      let code = node["code"]?.string.flatMap(ErrorCode.init(rawValue:))
      throw RenderError(code ?? .pluginAnswer, message)
    }
    do throws(MessageMistake) {
      let found = try MessageReader().measurements(node)
      if found.count == texts.count { return found }
    } catch {
      throw RenderError(.pluginAnswer, "the host answered: \(error.path) \(error.what)")
    }
    throw RenderError(.pluginAnswer, "the host answered another number of texts")
  }
}
