import Diagnostics
import Files
import Flows
import SourceJSON
import WallfarmPluginKit

extension FlowReader {
  /// Reads a condition: an object whose members must all be true, or a list in which at least one
  /// condition must be true.
  mutating func condition(_ node: JSONNode) -> FlowCondition? {
    if let items = node.elements {
      guard !items.isEmpty else {
        reader.report(
          .invalidValue(
            "a list of conditions", expected: "at least one condition", got: "empty",
            origin: reader.origin(node)))
        return nil
      }
      let read = items.map { condition($0) }
      return read.contains { $0 == nil } ? nil : .any(read.compactMap(\.self))
    }
    guard let members = node.members, !members.isEmpty else {
      reader.report(
        reader.wrong(node, "a condition", "an object of facts, or a list of conditions"))
      return nil
    }
    let read = members.map { condition(on: $0) }
    return read.contains { $0 == nil } ? nil : .all(read.compactMap(\.self))
  }

  /// Reads a test, such as `"fact": value` or `"fact": {"atLeast": 1}`.
  mutating func condition(on member: JSONMember) -> FlowCondition? {
    guard let fact = names.facts.firstIndex(of: member.key) else {
      reader.report(
        unknown(member.key, "fact", names.facts, member.keyPlace.origin(in: reader.file)))
      return nil
    }
    guard names.kinds.indices.contains(fact) else { return nil }
    let kind = names.kinds[fact]
    guard member.value.members != nil else {
      return value(member.value, of: kind).map { .fact(fact, .equals($0)) }
    }
    guard
      let object = reader.object(
        member.value, "a test of '\(member.key)'", keys: ["atLeast", "atMost", "not", "known"])
    else { return nil }
    var tests: [FlowCondition.Test] = []
    for (key, make) in [
      ("atLeast", FlowCondition.Test.atLeast), ("atMost", FlowCondition.Test.atMost),
    ] where object[key] != nil {
      switch kind.kind {
      case .number, .texts:
        if let bound = reader.whole(key, of: object, Int(Int32.min)...Int(Int32.max)) {
          tests.append(make(bound))
        }
      default:
        reader.report(
          .invalidValue(
            "the fact in a test with '\(key)'",
            expected: "a fact of the kind 'number' or 'texts'", got: "'\(member.key)'",
            origin: reader.origin(object)))
      }
    }
    if let node = object["not"], let other = value(node, of: kind) { tests.append(.differs(other)) }
    if let isKnown = reader.yesNo("known", of: object) { tests.append(.isKnown(isKnown)) }
    guard !tests.isEmpty else {
      if object.members?.isEmpty == true {
        reader.report(
          reader.wrong(object, "a test of '\(member.key)'", "atLeast, atMost, not or known"))
      }
      return nil
    }
    return tests.count == 1 ? .fact(fact, tests[0]) : .all(tests.map { .fact(fact, $0) })
  }

  /// Reads a value that the fact accepts; null stands for an unknown value.
  mutating func value(_ node: JSONNode, of fact: Fact) -> FactValue? {
    guard let value = FactValue(node.plain), fact.accepts(value) else {
      var words: [String] = []
      if case .choice(let choices) = fact.kind { words = choices }
      reader.report(reader.wrong(node, "'\(fact.name)'", fact.accepted, among: words))
      return nil
    }
    return value
  }

  mutating func settings(_ node: JSONNode?, _ what: String) -> [Flow.Setting] {
    guard let node else { return [] }
    return reader.members(node, what, most: 200).compactMap { member in
      guard let fact = names.facts.firstIndex(of: member.key) else {
        reader.report(
          unknown(member.key, "fact", names.facts, member.keyPlace.origin(in: reader.file)))
        return nil
      }
      guard names.kinds.indices.contains(fact) else { return nil }
      // Null resets the fact to its default.
      if case .null = member.value.content {
        return Flow.Setting(fact: fact, value: names.kinds[fact].standard)
      }
      return value(member.value, of: names.kinds[fact]).map {
        Flow.Setting(fact: fact, value: $0)
      }
    }
  }

  // MARK: - Names and plain values

  func unknown(
    _ name: String, _ what: String, _ known: [String], _ origin: Origin
  ) -> RenderError {
    RenderError(
      .invalidValue, "the flow has no \(what) '\(name)'", origin: origin,
      hint: closestSpelling(to: name, among: known).map { "did you mean '\($0)'?" }
        ?? "it has " + (known.isEmpty ? "none" : known.prefix(12).joined(separator: ", ")))
  }

  mutating func place(_ node: JSONNode, _ what: String, among known: [String]) -> Int? {
    guard let name = node.string else {
      reader.report(reader.wrong(node, what, "a name"))
      return nil
    }
    guard let place = known.firstIndex(of: name) else {
      reader.report(unknown(name, what.replacing("'", with: ""), known, reader.origin(node)))
      return nil
    }
    return place
  }

  mutating func places(_ node: JSONNode, _ what: String, among known: [String]) -> [Int] {
    guard let items = node.elements else {
      reader.report(reader.wrong(node, what, "a list of names"))
      return []
    }
    return items.compactMap { place($0, what, among: known) }
  }

  mutating func step(named node: JSONNode, _ what: String) -> Int? {
    guard let name = node.string else {
      reader.report(reader.wrong(node, what, "the name of a step"))
      return nil
    }
    guard let place = names.steps.firstIndex(of: name) else {
      reader.report(unknown(name, "step", names.steps, reader.origin(node)))
      return nil
    }
    return place
  }
}
