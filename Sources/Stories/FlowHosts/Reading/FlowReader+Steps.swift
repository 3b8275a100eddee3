import Files
import Flows
import SourceJSON
import WallfarmPluginKit

extension FlowReader {
  private static let stepKeys = [
    "part", "aside", "back", "show", "ask", "actions", "enter", "pass", "after", "tip",
  ]
  private static let doingKeys = ["set", "do", "then", "go", "open", "pause", "resume", "cancel"]
  /// An action must have at least one of these keys.
  private static let does: Set<String> = ["set", "do", "go", "open", "pause", "resume", "cancel"]
  private static let actionKeys = ["when", "need", "confirm"] + doingKeys

  mutating func step(_ member: JSONMember) -> Step {
    var step = Step(name: member.key, origin: member.keyPlace.origin(in: reader.file))
    guard let object = reader.object(member.value, "a step", keys: Self.stepKeys) else {
      return step
    }
    if let node = object["part"] {
      step.part = node.string
      if node.string.map(Self.isName) != true {
        reader.report(reader.wrong(node, "'part'", "a name"))
      }
    }
    step.isAside = reader.yesNo("aside", of: object) ?? false
    step.allowsBack = reader.yesNo("back", of: object) ?? true
    if let node = object["show"] {
      if node.elements == nil { reader.report(reader.wrong(node, "'show'", "a list")) }
      step.show = (node.elements ?? []).compactMap { block($0) }
    }
    if let node = object["ask"] { step.ask = asked(node) }
    step.actions = actions(of: object["actions"], "'actions'")
    if let node = object["enter"] { step.enter = doing(node, "'enter'", keys: Self.doingKeys) }
    if let node = object["pass"], let pass = reader.object(node, "'pass'", keys: ["when", "go"]) {
      for key in ["when", "go"] where pass[key] == nil {
        reader.missing(key, in: "'pass'", pass)
      }
      if let when = pass["when"].flatMap({ condition($0) }),
        let go = pass["go"].flatMap({ target($0) })
      {
        step.pass = (when, go)
      }
    }
    if let node = object["after"] {
      let doing = doing(node, "'after'", keys: ["seconds"] + Self.doingKeys)
      if let seconds = node["seconds"]?.number, seconds > 0, seconds <= 600 {
        step.after = (seconds, doing)
      } else {
        reader.report(
          reader.wrong(node["seconds"] ?? node, "'seconds'", "a number above 0 and at most 600"))
      }
    }
    step.tip = object["tip"].flatMap { tip($0) }
    return step
  }

  /// Reads the facts that a step asks for; the source of each fact must be the user.
  private mutating func asked(_ node: JSONNode) -> [Int] {
    let facts = places(node, "'ask'", among: names.facts)
    for (fact, item) in zip(facts, node.elements ?? [])
    where names.kinds.indices.contains(fact) && names.kinds[fact].source != .user {
      reader.report(
        .invalidValue(
          "'ask'", expected: "facts from the user", got: "'\(names.facts[fact])'",
          origin: reader.origin(item),
          hint: "this fact comes from the \(names.kinds[fact].source.rawValue)"))
    }
    return facts
  }

  mutating func tip(_ node: JSONNode) -> Step.Tip? {
    guard let object = reader.object(node, "'tip'", keys: ["target", "padding", "radius"]) else {
      return nil
    }
    guard let target = object["target"] else {
      reader.missing("target", in: "'tip'", object)
      return nil
    }
    guard let name = target.string, Self.isName(name) else {
      reader.report(
        reader.wrong(
          target, "'target'",
          "the name of an interface element of the host"))
      return nil
    }
    return Step.Tip(
      target: name, padding: Double(reader.whole("padding", of: object, 0...60) ?? 6),
      radius: Double(reader.whole("radius", of: object, 0...80) ?? 18))
  }

  private mutating func block(_ node: JSONNode) -> Step.Block? {
    if let name = node.string {
      guard Self.isName(name) else {
        reader.report(reader.wrong(node, "a text of 'show'", "the last part of a text key"))
        return nil
      }
      return Step.Block(.text(name))
    }
    guard
      let object = reader.object(
        node, "an entry of 'show'", keys: ["text", "picture", "film", "or", "when"])
    else { return nil }
    let when = object["when"].flatMap { condition($0) }
    if let text = object["text"] {
      guard let name = text.string, Self.isName(name) else {
        reader.report(reader.wrong(text, "'text'", "the last part of a text key"))
        return nil
      }
      return Step.Block(.text(name), when: when)
    }
    if let picture = object["picture"] {
      return place(picture, "'media'", among: names.media).map {
        Step.Block(.picture($0), when: when)
      }
    }
    if let film = object["film"] {
      let texts = (object["or"]?.elements ?? []).compactMap(\.string)
      guard !texts.isEmpty, texts.allSatisfy(Self.isName) else {
        // A film needs equivalent texts, for accessibility.
        reader.report(
          reader.wrong(
            object["or"] ?? object, "'or'", "the names of texts that describe the film"))
        return nil
      }
      return place(film, "'media'", among: names.media).map {
        Step.Block(.film($0, texts: texts), when: when)
      }
    }
    reader.report(reader.wrong(node, "an entry of 'show'", "an object with text, picture or film"))
    return nil
  }

  mutating func actions(of node: JSONNode?, _ what: String) -> [Action] {
    guard let node else { return [] }
    return reader.members(node, what, most: 20).map { member in
      if !Self.isName(member.key) {
        reader.report(
          .invalidValue(
            "the name of an action", expected: "a letter, then letters, digits or hyphens",
            got: "'\(member.key)'", origin: member.keyPlace.origin(in: reader.file)))
      }
      var action = Action(
        name: member.key, doing: doing(member.value, "an action", keys: Self.actionKeys),
        origin: member.keyPlace.origin(in: reader.file))
      action.when = member.value["when"].flatMap { condition($0) }
      action.need = member.value["need"].flatMap { condition($0) }
      action.confirms = reader.yesNo("confirm", of: member.value) ?? false
      if let members = member.value.members,
        !members.contains(where: { Self.does.contains($0.key) })
      {
        reader.report(
          .invalidValue(
            "the action '\(member.key)'", expected: "go, set, do, open, pause, resume or cancel",
            got: "without a command", origin: action.origin, hint: "add one of these keys"))
      }
      return action
    }
  }

  private mutating func doing(_ node: JSONNode, _ what: String, keys: [String]) -> Doing {
    var doing = Doing()
    guard let object = reader.object(node, what, keys: keys) else { return doing }
    doing.settings = settings(object["set"], "'set'")
    doing.target = object["go"].flatMap { target($0) }
    if let link = object["open"] { doing.link = place(link, "'links'", among: names.links) }
    for command in TaskCommand.allCases {
      guard let task = object[command.rawValue] else { continue }
      guard let effect = place(task, "'effects'", among: names.effects) else { continue }
      guard names.tasks.contains(effect) else {
        reader.report(
          .invalidValue(
            "'\(command.rawValue)'", expected: "an effect with \"task\": true",
            got: "'\(names.effects[effect])'", origin: reader.origin(task)))
        continue
      }
      doing.task = (command, effect)
    }
    guard let node = object["do"] else {
      if let then = object["then"] {
        reader.report(
          .invalidValue(
            "'then'",
            expected: "'do' in the same object", got: "used alone", origin: reader.origin(then)))
      }
      return doing
    }
    guard let effect = place(node, "'effects'", among: names.effects) else { return doing }
    doing.effect = (effect, outcomes(object["then"], of: effect))
    return doing
  }

  private mutating func outcomes(_ node: JSONNode?, of effect: Int) -> [Doing.Outcome?] {
    guard names.outcomes.indices.contains(effect) else { return [] }
    let known = names.outcomes[effect]
    var outcomes = [Doing.Outcome?](repeating: nil, count: known.count)
    guard let node, let object = reader.object(node, "'then'", keys: known) else { return outcomes }
    for (place, name) in known.enumerated() {
      guard let value = object[name],
        let own = reader.object(value, "an outcome", keys: ["set", "go", "say"])
      else { continue }
      var outcome = Doing.Outcome()
      outcome.settings = settings(own["set"], "'set'")
      outcome.target = own["go"].flatMap { target($0) }
      if let say = own["say"] {
        if say.string.map(Self.isName) == true {
          outcome.says = say.string
        } else {
          reader.report(reader.wrong(say, "'say'", "the last part of a text key"))
        }
      }
      outcomes[place] = outcome
    }
    return outcomes
  }

  private mutating func target(_ node: JSONNode) -> Target? {
    switch node.string {
    case "back": .back
    case "finish": .finish
    case "leave": .leave
    default: step(named: node, "'go'").map(Target.step)
    }
  }
}
