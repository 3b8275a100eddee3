import Diagnostics
import Files
import Flows
import SourceJSON
import WallfarmPluginKit

extension FlowReader {
  mutating func facts(_ members: [JSONMember]) -> [Fact] {
    var facts = members.map { fact($0) }
    for (place, member) in members.enumerated() {
      guard let node = member.value["clearedBy"] else { continue }
      facts[place].clearedBy = places(node, "'clearedBy'", among: names.facts)
    }
    return facts
  }

  private static let factKeys = [
    "from", "kind", "choices", "between", "most", "default", "clearedBy", "shared", "summary",
  ]

  private mutating func fact(_ member: JSONMember) -> Fact {
    let origin = member.keyPlace.origin(in: reader.file)
    let none = Fact(
      name: member.key, source: .flow, kind: .yesNo, standard: .unknown, isShared: false,
      origin: origin)
    guard let object = reader.object(member.value, "a fact", keys: Self.factKeys) else {
      return none
    }
    if object["from"] == nil { reader.missing("from", in: "a fact", object) }
    if object["kind"] == nil { reader.missing("kind", in: "a fact", object) }
    let source = reader.choice("from", of: object, Fact.Source.self) ?? .flow
    guard let kind = kind(object) else { return none }
    let bare = Fact(
      name: member.key, source: source, kind: kind, standard: .unknown, isShared: false,
      origin: origin)
    var standard = FactValue.unknown
    if let node = object["default"] {
      if let value = FactValue(node.plain), value != .unknown, bare.accepts(value) {
        standard = value
      } else {
        reader.report(reader.wrong(node, "'default'", bare.accepted))
      }
    } else if case .texts = kind {
      standard = .texts([])
    }
    var fact = Fact(
      name: member.key, source: source, kind: kind, standard: standard,
      isShared: reader.yesNo("shared", of: object) ?? false, origin: origin)
    fact.summary = object["summary"]?.string ?? ""
    return fact
  }

  private mutating func kind(_ object: JSONNode) -> Fact.Kind? {
    switch reader.word("kind", of: object, ["yes-no", "choice", "number", "text", "texts"]) {
    case "yes-no": return .yesNo
    case "choice":
      let words = (object["choices"]?.elements ?? []).compactMap(\.string)
      guard words.count > 1, words.count <= 40, Set(words).count == words.count,
        words.allSatisfy(Self.isName)
      else {
        reader.report(
          .invalidValue(
            "'choices'", expected: "a list of at least two different words",
            got: object["choices"].map(\.shown) ?? "nothing",
            origin: reader.origin(object["choices"] ?? object)))
        return nil
      }
      return .choice(words)
    case "number":
      let ends = (object["between"]?.elements ?? []).compactMap(\.whole)
      guard ends.count == 2, ends[0] < ends[1] else {
        reader.report(
          .invalidValue(
            "'between'", expected: "the minimum and the maximum, such as [1, 20]",
            got: object["between"].map(\.shown) ?? "nothing",
            origin: reader.origin(object["between"] ?? object)))
        return nil
      }
      return .number(ends[0]...ends[1])
    case "text": return .text(reader.whole("most", of: object, 1...2000) ?? 200)
    case "texts": return .texts(reader.whole("most", of: object, 1...200) ?? 20)
    default: return nil
    }
  }

  mutating func links(_ members: [JSONMember]) -> [Flow.Link] {
    members.compactMap { member in
      guard let flow = member.value.string, Self.isName(flow) else {
        reader.report(reader.wrong(member.value, "a link", "the name of a flow"))
        return nil
      }
      return Flow.Link(name: member.key, flow: flow, origin: reader.origin(member.value))
    }
  }

  mutating func medium(_ member: JSONMember) -> Flow.Medium? {
    guard
      let object = reader.object(member.value, "a medium", keys: ["moves", "picture", "motion"])
    else { return nil }
    let motion = object["motion"]
    if let motion, motion.string?.isEmpty ?? true {
      reader.report(
        reader.wrong(motion, "'motion'", "the name of a motion, or a path relative to the flow"))
    }
    if let picture = object["picture"], picture.members == nil {
      reader.report(
        reader.wrong(picture, "'picture'", "a request; see 'wallfarm describe request'"))
    }
    return Flow.Medium(
      name: member.key, moves: reader.yesNo("moves", of: object) ?? false,
      request: object["picture"].map(MediumRequest.init), motion: motion?.string,
      origin: reader.origin(motion ?? member.value))
  }

  mutating func effect(_ member: JSONMember) -> Effect {
    let origin = member.keyPlace.origin(in: reader.file)
    let object =
      reader.object(
        member.value, "an effect", keys: ["outcomes", "with", "gives", "task", "mustSucceed"])
    var outcomes = ["ok", "failed"]
    if let node = object?["outcomes"] {
      let words = (node.elements ?? []).compactMap(\.string)
      if words.isEmpty || words.count != node.elements?.count || words.count > 8
        || Set(words).count != words.count || !words.allSatisfy(Self.isName)
      {
        reader.report(
          reader.wrong(node, "'outcomes'", "a list of words, success first"))
      } else {
        outcomes = words
      }
    }
    let why = object.flatMap { $0["mustSucceed"] }
    if let why, why.string?.isEmpty ?? true {
      reader.report(reader.wrong(why, "'mustSucceed'", "a sentence that states the reason"))
    }
    return Effect(
      name: member.key, outcomes: outcomes,
      with: object?["with"].map { places($0, "'with'", among: names.facts) } ?? [],
      gives: object?["gives"].map { places($0, "'gives'", among: names.facts) } ?? [],
      isTask: object.flatMap { reader.yesNo("task", of: $0) } ?? false, mustSucceed: why?.string,
      origin: origin)
  }

  mutating func milestone(_ member: JSONMember) -> Milestone? {
    guard
      let object = reader.object(member.value, "a milestone", keys: ["fact", "at", "owes"])
    else { return nil }
    for key in ["fact", "at"] where object[key] == nil {
      reader.missing(key, in: "a milestone", object)
    }
    let at = reader.whole("at", of: object, Int(Int32.min)...Int(Int32.max))
    var owes: Int?
    if let node = object["owes"] { owes = step(named: node, "'owes'") }
    guard let node = object["fact"], let fact = place(node, "'fact'", among: names.facts), let at
    else { return nil }
    switch names.kinds[fact].kind {
    case .number(let range) where !range.contains(at):
      let node = object["at"] ?? node
      reader.report(
        reader.wrong(node, "'at'", "a number from \(range.lowerBound) to \(range.upperBound)"))
      return nil
    case .number, .texts: break
    default:
      reader.report(reader.wrong(node, "'fact'", "a fact of the kind 'number' or 'texts'"))
      return nil
    }
    return Milestone(
      name: member.key, fact: fact, at: at, owes: owes,
      origin: member.keyPlace.origin(in: reader.file))
  }

  mutating func notice(_ member: JSONMember) -> Notice? {
    guard
      let object = reader.object(member.value, "a notice", keys: ["when", "actions", "tip"])
    else { return nil }
    guard let when = object["when"] else {
      reader.missing("when", in: "a notice", object)
      return nil
    }
    let condition = condition(when)
    let actions = actions(of: object["actions"], "'actions'")
    var tip: Step.Tip?
    if let node = object["tip"] { tip = self.tip(node) }
    guard let condition else { return nil }
    return Notice(
      name: member.key, when: condition, actions: actions, tip: tip,
      origin: member.keyPlace.origin(in: reader.file))
  }
}
