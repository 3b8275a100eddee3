package import SourceJSON

/// The JSON form of a state, with names instead of indices so that later versions can read it.
extension FlowState {
  /// The version of the JSON format.
  private static let format = 1.0

  package func json(_ flow: Flow) -> JSONValue {
    var members: [String: JSONValue] = [
      "format": .number(Self.format), "flow": .string(flow.name),
      "version": .number(Double(flow.version)), "digest": .string(flow.digest),
    ]
    if let variant = flow.variant { members["variant"] = .string(variant) }
    if let step { members["step"] = .string(flow.steps[step].name) }
    if !history.isEmpty {
      members["history"] = .array(history.map { .string(flow.steps[$0].name) })
    }
    var known: [String: JSONValue] = [:]
    for (fact, value) in zip(flow.facts, facts) where value != fact.standard {
      known[fact.name] = value.json
    }
    members["facts"] = .object(known)
    if let asking { members["asking"] = asking.json(flow) }
    if !waiting.isEmpty { members["waiting"] = .array(waiting.map { $0.json(flow) }) }
    if let said {
      members["said"] = [
        "from": said.from.json(flow), "step": .string(flow.steps[said.step].name),
        "name": .string(said.name),
      ]
    }
    if !told.isEmpty {
      members["told"] = .array(told.sorted().map { .string(flow.milestones[$0].name) })
    }
    if !owed.isEmpty {
      members["owed"] = .array(owed.map { .string(flow.milestones[$0].name) })
    }
    if let finished { members["finished"] = .number(Double(finished)) }
    if let lastUse { members["lastUse"] = .number(Double(lastUse)) }
    return .object(members)
  }
}

extension FactValue {
  package var json: JSONValue {
    switch self {
    case .unknown: .null
    case .flag(let flag): .bool(flag)
    case .number(let number): .number(Double(number))
    case .word(let word): .string(word)
    case .texts(let texts): .array(texts.map(JSONValue.string))
    }
  }

  /// Decodes a value from JSON; nil for JSON that no fact accepts.
  package init?(_ value: JSONValue) {
    switch value {
    case .null: self = .unknown
    case .bool(let flag): self = .flag(flag)
    case .number(let number):
      guard let whole = Int(exactly: number) else { return nil }
      self = .number(whole)
    case .string(let word): self = .word(word)
    case .array(let items):
      var texts: [String] = []
      for item in items {
        guard case .string(let text) = item else { return nil }
        texts.append(text)
      }
      self = .texts(texts)
    case .object: return nil
    }
  }
}

extension ActionPlace {
  func json(_ flow: Flow) -> JSONValue {
    switch self {
    case .step(let number): .array(["step", .number(Double(number))])
    case .always(let number): .array(["always", .string(flow.always[number].name)])
    case .notice(let notice, let number):
      .array([
        "notice", .string(flow.notices[notice].name), .number(Double(number)),
      ])
    }
  }
}

extension DoingPlace {
  fileprivate func json(_ flow: Flow) -> JSONValue {
    switch self {
    case .enter: "enter"
    case .after: "after"
    case .action(let place): place.json(flow)
    }
  }
}

extension FlowState.Waiting {
  fileprivate func json(_ flow: Flow) -> JSONValue {
    var members: [String: JSONValue] = [
      "effect": .string(flow.effects[effect].name), "step": .string(flow.steps[step].name),
      "from": from.json(flow),
    ]
    if isPaused { members["paused"] = true }
    if let progress {
      members["progress"] = .array(
        [progress.done, progress.total].map { .number(Double($0)) }
          + (progress.secondsLeft.map { [.number(Double($0))] } ?? []))
    }
    return .object(members)
  }
}
