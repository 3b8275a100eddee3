package import SourceJSON

/// Decodes a state of this version, or migrates a state of an older version according to the flow's
/// rules.
extension FlowState {
  /// The reasons why a document is rejected.
  package enum Refusal: Error, Sendable, Hashable {
    /// The document is not a valid state.
    case malformed
    /// The document belongs to another flow, whose name is the associated value.
    case otherFlow(String)
    /// A newer version of the program or the flow wrote the document.
    case newer
  }

  /// Decodes a state from a JSON document.
  ///
  /// Facts and steps that no longer exist are dropped. If the current step no longer exists, the
  /// flow starts over and keeps all known facts, so that no input is lost.
  ///
  /// - Throws: `Refusal`, the reason why the document is rejected.
  package init(_ document: JSONValue, of flow: Flow) throws(Refusal) {
    guard case .object(let members) = document, case .number(let format)? = members["format"],
      case .string(let name)? = members["flow"], case .number(let version)? = members["version"]
    else { throw .malformed }
    guard format == 1 else { throw .newer }
    guard name == flow.name else { throw .otherFlow(name) }
    guard Int(exactly: version).map({ $0 <= flow.version }) == true else { throw .newer }
    self.init(flow)
    let reader = StateReader(members, flow)
    facts = reader.facts()
    finished = reader.whole("finished")
    lastUse = reader.whole("lastUse")
    told = Set(reader.milestones("told"))
    owed = reader.milestones("owed").filter { flow.milestones[$0].owes != nil }
    guard let written = members["step"] else { return }
    guard let found = reader.step(written) else {
      // The step no longer exists, so start over and keep the facts.
      step = flow.start
      return
    }
    step = found
    history = reader.history().filter { $0 != found }
    // Action numbers are valid only in the same version and variant.
    guard case .string(flow.digest)? = members["digest"], reader.isSameVariant else { return }
    waiting = reader.waiting()
    said = reader.said()
    // Decode this last: whether a task can be canceled depends on `waiting`.
    asking = members["asking"].flatMap(reader.actionPlace)
    if let place = asking, FlowEngine(flow).action(place, in: self) == nil { asking = nil }
  }
}

/// Decodes the members of a document.
private struct StateReader {
  let members: [String: JSONValue]
  let flow: Flow

  init(_ members: [String: JSONValue], _ flow: Flow) {
    (self.members, self.flow) = (members, flow)
  }

  var isSameVariant: Bool {
    switch members["variant"] {
    case nil: flow.variant == nil
    case .string(let name): flow.variant == name
    default: false
    }
  }

  func facts() -> [FactValue] {
    var facts = flow.facts.map(\.standard)
    guard case .object(let known)? = members["facts"] else { return facts }
    for (name, value) in known {
      let name = flow.upgrade.facts[name] ?? name
      guard let place = flow.facts.firstIndex(where: { $0.name == name }),
        let value = FactValue(value), flow.facts[place].accepts(value)
      else { continue }
      facts[place] = value
    }
    return facts
  }

  func whole(_ key: String) -> Int? {
    guard case .number(let number)? = members[key] else { return nil }
    return Int(exactly: number)
  }

  private func texts(_ key: String) -> [String] {
    guard case .array(let items)? = members[key] else { return [] }
    return items.compactMap { item in
      if case .string(let text) = item { text } else { nil }
    }
  }

  func milestones(_ key: String) -> [Int] {
    texts(key).compactMap { name in flow.milestones.firstIndex { $0.name == name } }
  }

  func step(_ value: JSONValue?) -> Int? {
    guard case .string(let written)? = value else { return nil }
    let name = flow.upgrade.steps[written] ?? written
    return flow.steps.firstIndex { $0.name == name }
  }

  func history() -> [Int] {
    var seen: Set<Int> = []
    return texts("history").compactMap { step(.string($0)) }.filter { seen.insert($0).inserted }
  }

  func actionPlace(_ value: JSONValue) -> ActionPlace? {
    guard case .array(let items) = value, case .string(let kind)? = items.first else { return nil }
    switch (kind, items.dropFirst().first, items.last) {
    case ("step", .number(let number)?, _): return Int(exactly: number).map(ActionPlace.step)
    case ("always", .string(let name)?, _):
      return flow.always.firstIndex { $0.name == name }.map(ActionPlace.always)
    case ("notice", .string(let name)?, .number(let number)?):
      guard let notice = flow.notices.firstIndex(where: { $0.name == name }),
        let action = Int(exactly: number), flow.notices[notice].actions.indices.contains(action)
      else { return nil }
      return .notice(notice, action)
    default: return nil
    }
  }

  private func doingPlace(_ value: JSONValue?, at step: Int) -> DoingPlace? {
    switch value {
    case .string("enter"): return flow.steps[step].enter == nil ? nil : .enter
    case .string("after"): return flow.steps[step].after == nil ? nil : .after
    case let value?:
      guard let place = actionPlace(value) else { return nil }
      if case .step(let number) = place, !flow.steps[step].actions.indices.contains(number) {
        return nil
      }
      return .action(place)
    case nil: return nil
    }
  }

  func waiting() -> [FlowState.Waiting] {
    guard case .array(let items)? = members["waiting"] else { return [] }
    var seen: Set<Int> = []
    return items.compactMap { item -> FlowState.Waiting? in
      guard case .object(let own) = item, case .string(let name)? = own["effect"],
        let effect = flow.effects.firstIndex(where: { $0.name == name }),
        let step = step(own["step"]), let from = doingPlace(own["from"], at: step),
        seen.insert(effect).inserted
      else { return nil }
      var waiting = FlowState.Waiting(effect: effect, step: step, from: from)
      waiting.isPaused = own["paused"] == true
      if case .array(let numbers)? = own["progress"] {
        let whole = numbers.compactMap { number in
          if case .number(let number) = number { Int(exactly: number) } else { nil }
        }
        if whole.count >= 2 {
          waiting.progress = FlowState.Progress(
            done: whole[0], total: whole[1], secondsLeft: whole.count > 2 ? whole[2] : nil)
        }
      }
      return waiting
    }
  }

  func said() -> FlowState.Said? {
    guard case .object(let own)? = members["said"], let step = step(own["step"]),
      let from = doingPlace(own["from"], at: step), case .string(let name)? = own["name"]
    else { return nil }
    return FlowState.Said(from: from, step: step, name: name)
  }
}
