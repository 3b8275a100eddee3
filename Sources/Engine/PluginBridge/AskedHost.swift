internal import PluginMessages
internal import SourceJSON
internal import WallfarmPluginKit

/// Measures text by sending requests to the host; one request covers all uncached text blocks that
/// a layout prepares.
final class AskedHost: TextMeasurer {
  private let ask: CarriedPlugin.Asking
  private let kept: KeptMeasurements
  private let measuring: String
  /// The prepared text blocks with their measurements, and the index of the next block to measure.
  ///
  /// A layout measures its blocks in the order in which it prepared them. Comparing a block with
  /// the next prepared block is faster than hashing it again.
  private var upcoming: [(text: MeasuredText, measurement: TextMeasurement)] = []
  private var place = 0

  /// Creates a measurer whose cached results are valid for the host's measuring key.
  init(ask: @escaping CarriedPlugin.Asking, kept: KeptMeasurements, measuring: String) {
    (self.ask, self.kept, self.measuring) = (ask, kept, measuring)
  }

  func measure(_ block: TextBlock, width: Double?) throws(RenderError) -> TextMeasurement {
    let text = MeasuredText(block, width: width)
    if place < upcoming.count, upcoming[place].text == text {
      place += 1
      return upcoming[place - 1].measurement
    }
    if let known = kept.measurement(of: text, measuring) { return known }
    return try learn([text])[0]
  }

  func prepare(_ texts: () -> [MeasuredText]) {
    let texts = texts()
    (upcoming, place) = ([], 0)
    var found = texts.map { kept.measurement(of: $0, measuring) }
    let unknown = found.indices.filter { found[$0] == nil }
    if !unknown.isEmpty {
      // Ignore errors here. If the host cannot measure one of the blocks, `measure` throws the
      // error when the layout measures that block.
      guard unknown.count <= MessageReader.mostTexts,
        let learned = try? learn(unknown.map { texts[$0] })
      else { return }
      for (index, measurement) in zip(unknown, learned) { found[index] = measurement }
    }
    upcoming = zip(texts, found.compactMap(\.self)).map { (text: $0, measurement: $1) }
  }

  private func learn(_ texts: [MeasuredText]) throws(RenderError) -> [TextMeasurement] {
    let found = try askFor(texts)
    for (text, measurement) in zip(texts, found) { kept.keep(measurement, of: text, measuring) }
    return found
  }

  private func askFor(_ texts: [MeasuredText]) throws(RenderError) -> [TextMeasurement] {
    guard let answer = ask(JSONText.measure(texts)) else {
      throw RenderError(.pluginAnswer, "the host closed the connection")
    }
    if let quick = WrittenMeasurements.read(answer), quick.count == texts.count { return quick }
    guard let node = try? JSONEntry(parsing: answer) else {
      throw RenderError(.pluginAnswer, "the host's answer is not valid JSON")
    }
    if let message = node["message"]?.string {
      let code = node["code"]?.string.flatMap(ErrorCode.init(rawValue:))
      throw RenderError(code ?? .pluginAnswer, message)
    }
    do throws(MessageMistake) {
      let found = try MessageReader().measurements(node)
      if found.count == texts.count { return found }
    } catch {
      throw RenderError(
        .pluginAnswer, "the host's answer is invalid: \(error.path) \(error.what)")
    }
    throw RenderError(
      .pluginAnswer, "the host's answer does not contain exactly one measurement for each text")
  }
}
