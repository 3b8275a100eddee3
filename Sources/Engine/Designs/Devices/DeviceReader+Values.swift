internal import Files
import SourceJSON
import WallfarmPluginKit

/// Reads origins, strings, numbers and rectangles.
extension DeviceReader {
  mutating func evidence(_ node: JSONNode, _ rules: JSONNode?) -> DeviceEvidence {
    var found = DeviceEvidence()
    guard let value = node["evidence"] else { return found }
    for member in reader.members(value, "'evidence'", most: 64) {
      if member.key == "areas" {
        for area in reader.members(member.value, "'areas'", most: 64) {
          found.areas[area.key] = origin(area.value, rules)
        }
      } else {
        found.fields[member.key] = origin(member.value, rules)
      }
    }
    return found
  }

  /// Reads an origin: a list of sources, the key of a rule, or an object with both.
  mutating func origin(_ node: JSONNode, _ rules: JSONNode?) -> Evidence? {
    if let key = node.string {
      return Evidence(.estimated, ruleKey: key, rule: rules?[key]?.string)
    }
    if let list = node.elements, list.allSatisfy({ $0.string != nil }) {
      return Evidence(.documented, sources: list.compactMap(\.string))
    }
    guard node.members != nil else {
      reader.report(
        reader.wrong(node, "an origin", "a list of sources, the key of a rule, or an object"))
      return nil
    }
    guard reader.object(node, "an origin", keys: ["sources", "confidence", "rule"]) != nil,
      let confidence = required(
        "confidence", of: node, "an origin", Evidence.Confidence.allCases.map(\.rawValue)
      ).flatMap(Evidence.Confidence.init(rawValue:))
    else { return nil }
    let key = text("rule", of: node)
    return Evidence(
      confidence, sources: node["sources"]?.elements?.compactMap(\.string) ?? [], ruleKey: key,
      rule: key.flatMap { rules?[$0]?.string })
  }

  mutating func text(_ key: String, of node: JSONNode) -> String? {
    guard let value = node[key] else { return nil }
    if let text = value.string, !text.isEmpty { return text }
    reader.report(reader.wrong(value, "'\(key)'", "text"))
    return nil
  }

  mutating func required(
    _ key: String, of node: JSONNode, _ what: String
  ) -> JSONNode? {
    if let value = node[key] { return value }
    reader.missing(key, in: what, node)
    return nil
  }

  mutating func required(
    _ key: String, of node: JSONNode, _ what: String, _ words: [String]
  ) -> String? {
    guard node[key] != nil else {
      reader.missing(key, in: what, node)
      return nil
    }
    return reader.word(key, of: node, words)
  }

  mutating func number(
    _ key: String, of node: JSONNode, _ expected: String, _ range: ClosedRange<Double>
  ) -> Double? {
    guard let value = node[key] else { return nil }
    if let number = value.number, range.contains(number) { return number }
    reader.report(reader.wrong(value, "'\(key)'", expected))
    return nil
  }

  /// Reads a list of nonnegative numbers.
  mutating func numbers(
    _ node: JSONNode, _ count: Int, _ what: String, _ expected: String
  ) -> [Double]? {
    let found = node.elements?.compactMap(\.number) ?? []
    if found.count == count, node.elements?.count == count, found.allSatisfy({ $0 >= 0 }) {
      return found
    }
    var problem = reader.wrong(node, what, expected)
    problem.hint = "write \(count) numbers that are not negative"
    reader.report(problem)
    return nil
  }

  mutating func frame(_ node: JSONNode, _ what: String, within size: Size) -> Rect? {
    guard let sides = numbers(node, 4, what, "[x, y, width, height] in points") else { return nil }
    let frame = Rect(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
    let screen = Rect(x: 0, y: 0, width: size.width, height: size.height)
    if !frame.isEmpty, screen.contains(frame, tolerance: Self.rounding) { return frame }
    reader.report(
      .invalidValue(
        what,
        expected: "a rectangle inside \(shown(size.width)) × \(shown(size.height)) points",
        got: node.plain.text(pretty: false), origin: reader.origin(node),
        hint: "write [x, y, width, height] in points from the top left corner"))
    return nil
  }

  func shown(_ number: Double) -> String {
    ScreenSize.text((number * 100).rounded() / 100)
  }
}
