package import SourceJSON

extension ParameterKind {
  /// Returns the accepted value that the user probably meant, with the right type, range and
  /// spelling; nil if there is none.
  package func repaired(_ value: JSONValue) -> JSONValue? {
    guard let repaired = candidate(for: value), accepts(repaired) else { return nil }
    return repaired
  }

  private func candidate(for value: JSONValue) -> JSONValue? {
    switch self {
    case .integer(let range):
      let weight = range == 100...900 ? value.writtenText.flatMap(Self.weight) : nil
      guard let number = weight ?? value.writtenNumber?.value else { return nil }
      return .number(
        min(max(number, Double(range.lowerBound)), Double(range.upperBound)).rounded())
    case .number(let range, let unit):
      guard let (number, isPercent) = value.writtenNumber else { return nil }
      let isShare = isPercent && (unit == .fraction || unit == .none || unit == .em)
      return .number(min(max(isShare ? number / 100 : number, range.lowerBound), range.upperBound))
    case .boolean: return value.writtenFlag.map(JSONValue.bool)
    case .text, .font, .file: return value.writtenText.map(JSONValue.string)
    case .texts: return texts(in: value).map { .array($0.map(JSONValue.string)) }
    case .words(let words):
      let meant = texts(in: value)?.compactMap { WrittenWord.meant(by: $0, among: words) } ?? []
      let distinct = words.filter(meant.contains)
      return distinct.isEmpty ? nil : .array(distinct.map(JSONValue.string))
    case .choice(let words):
      return value.writtenText.flatMap { WrittenWord.meant(by: $0, among: words) }
        .map(JSONValue.string)
    case .color: return color(value).map(JSONValue.string)
    case .stops: return texts(in: value).flatMap(stops)
    }
  }

  /// Returns the numeric weight for the name of a font weight; nil if the name is unknown.
  package static func weight(_ name: String) -> Double? {
    ["thin": 100, "light": 300, "regular": 400, "normal": 400, "medium": 500, "bold": 700][
      name.lowercased()]
  }

  /// Returns the strings in a list, or in one comma-separated string.
  private func texts(in value: JSONValue) -> [String]? {
    if case .array(let items) = value {
      let texts = items.compactMap(\.writtenText)
      return texts.count == items.count ? texts : nil
    }
    return value.writtenText.map { text in
      text.split(separator: ",").map { String($0.drop(while: \.isWhitespace)) }
    }
  }

  private func color(_ value: JSONValue) -> String? {
    guard let text = value.writtenText else { return nil }
    return Color.repaired(text)
  }

  /// Returns gradient stops with repaired colors; if the positions are invalid, all positions are
  /// removed.
  private func stops(_ texts: [String]) -> JSONValue? {
    var stops: [(color: String, position: String?)] = []
    for text in texts {
      let words = text.split(separator: " ").map(String.init)
      guard let first = words.first, let color = Color.repaired(first) else { return nil }
      let position = words.count == 2 && words[1].hasSuffix("%") ? words[1] : nil
      stops.append((color, position))
    }
    let written = JSONValue.array(
      stops.map { stop in .string(stop.color + (stop.position.map { " \($0)" } ?? "")) })
    return accepts(written) ? written : .array(stops.map { .string($0.color) })
  }
}
