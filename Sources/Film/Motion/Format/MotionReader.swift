import Files
import SourceJSON
import WallfarmPluginKit

/// Reads a motion and reports all of its errors.
struct MotionReader {
  var reader: FileReader
  /// The keys of the texts.
  private(set) var known: Set<String> = []

  static let keys = [
    "format", "$schema", "summary", "says", "examples", "texts", "shots", "still", "reduced",
  ]

  init(file: String) { reader = FileReader(file: file) }

  /// Reads a motion and returns all of its errors; if there are errors, the returned motion is nil.
  mutating func read(_ node: JSONNode, name: String) -> (motion: Motion?, problems: [RenderError]) {
    guard let root = reader.object(node, "a motion", keys: Self.keys),
      reader.checkFormat(root, "a motion")
    else { return (nil, reader.problems) }
    let summary = reader.text("summary", of: root, "a motion")?.text ?? ""
    var motion = Motion(name: name, summary: summary, file: reader.file)
    readTexts(root, into: &motion)
    motion.says = (list("says", of: root, most: 60) ?? []).compactMap { words($0, "'says'") }
    if root["says"] == nil { reader.missing("says", in: "a motion", root) }
    readExamples(root, into: &motion)
    if root["shots"] == nil { reader.missing("shots", in: "a motion", root) }
    let shots = list("shots", of: root, most: MotionLimits.shots) ?? []
    motion.shots = shots.compactMap { shot($0) }
    checkLength(motion, root, shots)
    readStills(root, into: &motion)
    return (reader.problems.isEmpty ? motion : nil, reader.problems)
  }

  /// Reads `examples`, which lists content kinds and the keys of sentences in `says`.
  private mutating func readExamples(_ root: JSONNode, into motion: inout Motion) {
    let said = motion.says.compactMap { words -> String? in
      if case .named(let key) = words { "$" + key } else { nil }
    }
    let known = ContentKind.allCases.map(\.rawValue) + said
    for node in list("examples", of: root, most: 60) ?? [] {
      guard let name = node.string, known.contains(name) else {
        reader.report(
          reader.wrong(node, "'examples'", "a kind of content, or a key of 'says'", among: known))
        continue
      }
      motion.examples.insert(name)
    }
  }

  private mutating func checkLength(_ motion: Motion, _ root: JSONNode, _ shots: [JSONNode]) {
    guard let node = root["shots"], node.elements != nil else { return }
    if shots.isEmpty { reader.report(reader.wrong(node, "'shots'", "at least one shot")) }
    if motion.seconds > MotionLimits.seconds {
      let most = Int(MotionLimits.seconds)
      reader.report(
        .invalidValue(
          "a film", expected: "at most \(most) seconds", got: "\(motion.seconds) seconds",
          origin: reader.origin(node), hint: "split the motion into two films"))
    }
    // If a shot is invalid, the first valid shot may not be the first shot in the file, so skip the
    // check.
    guard motion.shots.count == shots.count, let first = motion.shots.first else { return }
    if first.transition.kind != .cut {
      reader.report(
        .invalidValue(
          "the transition of the first shot", expected: "cut, or none",
          got: first.transition.kind.rawValue, origin: reader.origin(shots[0]),
          hint: "remove the transition: no shot precedes the first shot"))
    }
  }

  // MARK: - Words

  private mutating func readTexts(_ root: JSONNode, into motion: inout Motion) {
    guard let node = root["texts"] else { return }
    for language in reader.members(node, "'texts'", most: MotionLimits.languages) {
      motion.languages.append(language.key)
      if !Self.isLanguage(language.key) {
        reader.report(
          .invalidValue(
            "a key of 'texts'", expected: "a language, such as en or pt-BR",
            got: "'\(language.key)'", origin: language.keyPlace.origin(in: reader.file)))
      }
      let what = "the language '\(language.key)'"
      var texts: [String: String] = [:]
      let members = reader.members(language.value, what, most: MotionLimits.texts)
      for member in members {
        if let text = text(member.value, "'\(member.key)'") { texts[member.key] = text }
      }
      let first = motion.languages.first.flatMap { motion.texts[$0] }
      if let first {
        let missing = first.keys.filter { texts[$0] == nil }.sorted()
        let extra = texts.keys.filter { first[$0] == nil }.sorted()
        for key in missing {
          reader.missing(key, in: what, language.value)
        }
        for member in members where extra.contains(member.key) {
          reader.report(
            .unknownKey(
              member.key, in: what, known: first.keys.sorted(),
              origin: member.keyPlace.origin(in: reader.file)))
        }
      } else {
        known = Set(texts.keys)
      }
      motion.texts[language.key] = texts
    }
  }

  private static func isLanguage(_ text: String) -> Bool {
    (2...16).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 32) || $0 == 0x2D
      }
  }

  private mutating func text(_ node: JSONNode, _ what: String) -> String? {
    let most = MotionLimits.characters
    guard let text = node.string, !text.isEmpty, text.count <= most,
      !text.unicodeScalars.contains(where: {
        $0.properties.generalCategory == .control && $0 != "\n"
      })
    else {
      reader.report(reader.wrong(node, what, "text of at most \(most) characters"))
      return nil
    }
    return text
  }

  /// Reads a literal text, or `$` followed by the key of a translated text.
  mutating func words(_ node: JSONNode, _ what: String) -> MotionText? {
    guard let text = text(node, what) else { return nil }
    guard text.hasPrefix("$") else { return .plain(text) }
    let key = String(text.dropFirst())
    guard known.contains(key) else {
      reader.report(
        reader.wrong(node, what, "text, or a key in 'texts'", among: known.map { "$" + $0 }))
      return nil
    }
    return .named(key)
  }

  mutating func words(_ key: String, of node: JSONNode, _ what: String) -> MotionText? {
    guard let value = node[key] else {
      reader.missing(key, in: what, node)
      return nil
    }
    return words(value, "'\(key)'")
  }

  // MARK: - Stills

  private mutating func readStills(_ root: JSONNode, into motion: inout Motion) {
    let end = motion.seconds
    if root["still"] == nil { reader.missing("still", in: "a motion", root) }
    motion.still = number("still", of: root, 0...max(0, end)) ?? 0
    guard let node = root["reduced"] else {
      reader.missing("reduced", in: "a motion", root)
      return
    }
    let holds = list("reduced", of: root, most: 60) ?? []
    if holds.isEmpty, node.elements != nil {
      reader.report(reader.wrong(node, "'reduced'", "at least one moment"))
    }
    motion.reduced = holds.compactMap { item in
      guard let object = reader.object(item, "a moment", keys: ["at", "seconds"]) else {
        return nil
      }
      for key in ["at", "seconds"] where object[key] == nil {
        reader.missing(key, in: "a moment", object)
      }
      guard let time = number("at", of: object, 0...max(0, end)),
        let seconds = number("seconds", of: object, 0.5...30)
      else { return nil }
      return MotionHold(time: time, seconds: seconds)
    }
    let length = motion.reduced.reduce(0) { $0 + $1.seconds }
    if length > MotionLimits.seconds {
      reader.report(
        reader.wrong(node, "'reduced'", "at most \(Int(MotionLimits.seconds)) seconds in total"))
    }
  }

  // MARK: - Plain values

  mutating func list(_ key: String, of node: JSONNode, most: Int) -> [JSONNode]? {
    guard let value = node[key] else { return nil }
    guard let items = value.elements else {
      reader.report(reader.wrong(value, "'\(key)'", "a list"))
      return nil
    }
    guard items.count <= most else {
      reader.report(
        .invalidValue(
          "'\(key)'", expected: "at most \(most)", got: "\(items.count) entries",
          origin: reader.origin(value), hint: "remove unneeded entries"))
      return Array(items.prefix(most))
    }
    return items
  }

  mutating func number(
    _ key: String, of node: JSONNode, _ range: ClosedRange<Double>
  ) -> Double? {
    guard let value = node[key] else { return nil }
    guard let number = value.number, range.contains(number) else {
      reader.report(
        reader.wrong(
          value, "'\(key)'",
          "a number from \(shown(range.lowerBound)) to \(shown(range.upperBound))"))
      return nil
    }
    return number
  }

  private func shown(_ number: Double) -> String {
    JSONValue.number((number * 1000).rounded() / 1000).text(pretty: false)
  }

  mutating func color(_ key: String, of node: JSONNode) -> Color? {
    node[key].flatMap { color($0, "'\(key)'") }
  }

  mutating func color(_ node: JSONNode, _ what: String) -> Color? {
    guard let color = node.string.flatMap({ Color($0) }) else {
      reader.report(reader.wrong(node, what, "a color, such as \"#ffcc00\""))
      return nil
    }
    return color
  }
}
