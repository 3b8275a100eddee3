import Diagnostics
import Files
import SourceJSON
import WallfarmPluginKit

extension MotionReader {
  static let shotKeys = ["seconds", "picture", "things", "tracks", "transition"]
  static let trackKeys = [
    "of", "set", "step", "at", "stagger", "by", "keys", "times", "alternate",
  ]

  mutating func shot(_ node: JSONNode) -> MotionShot? {
    guard let object = reader.object(node, "a shot", keys: Self.shotKeys) else { return nil }
    for key in ["seconds", "picture"] where object[key] == nil {
      reader.missing(key, in: "a shot", object)
    }
    let seconds = number("seconds", of: object, MotionLimits.shortest...MotionLimits.seconds) ?? 1
    var shot = MotionShot(seconds: seconds, picture: object["picture"] ?? object)
    if let picture = object["picture"] { shot.picture = checked(picture) }
    shot.things = (list("things", of: object, most: MotionLimits.things) ?? [])
      .compactMap { thing($0) }
    checkReferences(shot.things)
    shot.tracks = (list("tracks", of: object, most: MotionLimits.tracks) ?? [])
      .compactMap { track($0) }
    for track in shot.tracks where track.sets("now") && object["picture"]?["now"] == nil {
      reader.report(
        RenderError(
          .invalidValue, "a track animates 'now', but the picture does not set it",
          origin: track.origin, hint: "set it in the picture: \"now\": \"2026-01-01\""))
    }
    if let node = object["transition"] { shot.transition = transition(node, within: seconds) }
    return shot
  }

  /// Reports keys of a picture that are not allowed in a motion, and references to missing texts.
  ///
  /// Other errors in the picture are found during drawing.
  mutating func checked(_ node: JSONNode) -> JSONNode {
    guard let members = node.members else {
      reader.report(
        reader.wrong(
          node, "'picture'",
          "a request with the keys that 'wallfarm describe request' shows"))
      return node
    }
    for member in members
    where ["devices", "output", "format", "effort", "quality", "id"].contains(member.key) {
      reader.report(
        RenderError(
          .unknownKey, "a picture in a motion cannot set '\(member.key)'",
          origin: member.keyPlace.origin(in: reader.file),
          hint: "remove it; device and output are options of the command that renders the film"))
    }
    checkWords(node)
    return node
  }

  /// Reports references to texts that do not exist.
  private mutating func checkWords(_ node: JSONNode) {
    switch node.content {
    case .string(let text) where text.hasPrefix("$"): _ = words(node, "a text")
    case .array(let items): for item in items { checkWords(item) }
    case .object(let members): for member in members { checkWords(member.value) }
    case .null, .bool, .number, .string: break
    }
  }

  private mutating func transition(_ node: JSONNode, within seconds: Double) -> MotionTransition {
    var transition = MotionTransition()
    guard let object = reader.object(node, "a transition", keys: ["kind", "seconds", "ease"])
    else { return transition }
    if object["kind"] == nil { reader.missing("kind", in: "a transition", object) }
    transition.kind = reader.choice("kind", of: object, MotionTransition.Kind.self) ?? .cut
    transition.seconds =
      number("seconds", of: object, 0.05...max(0.05, seconds)) ?? min(0.5, seconds)
    if let node = object["ease"] { transition.ease = ease(node) ?? transition.ease }
    return transition
  }

  // MARK: - Tracks

  private mutating func track(_ node: JSONNode) -> MotionTrack? {
    guard let object = reader.object(node, "a track", keys: Self.trackKeys) else { return nil }
    guard let subject = subject(object) else { return nil }
    var track = MotionTrack(subject: subject, keys: [], origin: reader.origin(node))
    let properties: [MotionProperty]
    if case .setting = subject {
      properties = [.value]
    } else {
      properties = MotionProperty.allCases.filter { $0 != .value }
    }
    track.start = number("at", of: object, -MotionLimits.seconds...MotionLimits.seconds) ?? 0
    track.stagger = number("stagger", of: object, -10...10) ?? 0
    if object["by"] != nil {
      track.isByWords = reader.choice("by", of: object, Division.self) == .words
    }
    if object["keys"] == nil { reader.missing("keys", in: "a track", object) }
    for node in list("keys", of: object, most: MotionLimits.keys) ?? [] {
      if let key = key(node, properties, after: track.keys.last) { track.keys.append(key) }
    }
    if let node = object["keys"], node.elements?.isEmpty == true {
      reader.report(reader.wrong(node, "'keys'", "at least one key"))
    }
    if let node = object["times"] {
      if node.string == "forever" {
        track.times = .infinity
      } else {
        track.times = Double(reader.whole("times", of: object, 1...1000) ?? 1)
      }
    }
    track.alternates = reader.yesNo("alternate", of: object) ?? false
    return track.keys.isEmpty ? nil : track
  }

  private enum Division: String, CaseIterable { case layers, words }

  private mutating func subject(_ object: JSONNode) -> MotionTrack.Subject? {
    switch (object["of"], object["set"]) {
    case (let of?, nil):
      let nodes = of.elements ?? [of]
      let patterns = nodes.compactMap(\.string)
      guard !patterns.isEmpty, patterns.count == nodes.count, patterns.count <= 20,
        patterns.allSatisfy({ !$0.isEmpty && $0.count <= 60 })
      else {
        reader.report(reader.wrong(of, "'of'", "the name of a layer, such as \"note.*\""))
        return nil
      }
      return .layers(patterns)
    case (nil, let set?):
      guard let name = set.string, !name.isEmpty, name.count <= 80 else {
        reader.report(reader.wrong(set, "'set'", "a setting, such as \"reveal.percent\", or now"))
        return nil
      }
      return .setting(name, step: number("step", of: object, 0.001...1000) ?? 1)
    default:
      reader.report(
        RenderError(
          .invalidValue,
          "a track must have either 'of' or 'set', but this one has "
            + (object["of"] == nil ? "neither" : "both"),
          origin: reader.origin(object),
          hint: "use 'of' for layers, or 'set' for a setting of the picture"))
      return nil
    }
  }

  private mutating func key(
    _ node: JSONNode, _ properties: [MotionProperty], after last: MotionKey?
  ) -> MotionKey? {
    let names = properties.map(\.rawValue)
    let mistakes = reader.problems.count
    guard let object = reader.object(node, "a key", keys: ["at", "ease"] + names) else {
      return nil
    }
    if object["at"] == nil { reader.missing("at", in: "a key", object) }
    let time = number("at", of: object, 0...MotionLimits.seconds)
    var values: [MotionProperty: Double] = [:]
    for property in properties {
      if let value = number(property.rawValue, of: object, property.range) {
        values[property] = value
      }
    }
    let ease = object["ease"].flatMap { self.ease($0) } ?? Ease.curve(0.25, 0.1, 0.25, 1)
    guard let time else { return nil }
    if let last, time <= last.time {
      reader.report(
        reader.wrong(object["at"] ?? node, "'at'", "a time later than that of the previous key"))
      return nil
    }
    // Misspelled and out-of-range values have already been reported.
    if values.isEmpty, reader.problems.count == mistakes {
      reader.report(
        RenderError(
          .invalidValue, "a key sets no property", origin: reader.origin(node),
          hint: "add at least one of " + names.joined(separator: ", ")))
    }
    return MotionKey(time: time, values: values, ease: ease)
  }

  private mutating func ease(_ node: JSONNode) -> Ease? {
    if let name = node.string {
      if let found = Ease.named.first(where: { $0.name == name }) { return found.ease }
      let names = Ease.named.map(\.name)
      reader.report(
        reader.wrong(
          node, "'ease'", "one of " + names.joined(separator: ", ") + ", or four numbers",
          among: names))
      return nil
    }
    let numbers = (node.elements ?? []).compactMap(\.number)
    guard numbers.count == 4, node.elements?.count == 4, (0...1).contains(numbers[0]),
      (0...1).contains(numbers[2]), (-2...3).contains(numbers[1]), (-2...3).contains(numbers[3])
    else {
      reader.report(
        reader.wrong(
          node, "'ease'",
          "four numbers as in CSS: the first and the third from 0 to 1, the others from -2 to 3"))
      return nil
    }
    return .curve(numbers[0], numbers[1], numbers[2], numbers[3])
  }
}
