package import SourceJSON

/// The JSON form of moves, which pages and tests share.
///
/// Examples: `{"tap": ["step", 0]}`, `{"input": ["notes", ["Buy milk"]]}`, `{"ended": ["scan",
/// "ok", {"found": 3}]}`.
extension Move {
  package func json(_ flow: Flow) -> JSONValue {
    switch self {
    case .open(let now): ["open": .number(Double(now))]
    case .input(let fact, let value):
      ["input": .array([.string(flow.facts[fact].name), value.json])]
    case .host(let fact, let value):
      ["host": .array([.string(flow.facts[fact].name), value.json])]
    case .tap(let place): ["tap": place.json(flow)]
    case .answer(let isMeant): ["answer": .bool(isMeant)]
    case .back: ["back": true]
    case .ended(let effect, let outcome, let found):
      [
        "ended": .array([
          .string(flow.effects[effect].name), .string(flow.effects[effect].outcomes[outcome]),
          .object(
            Dictionary(
              found.map { (flow.facts[$0.fact].name, $0.value.json) },
              uniquingKeysWith: { $1 })),
        ])
      ]
    case .progress(let effect, let progress):
      [
        "progress": .array(
          [
            .string(flow.effects[effect].name), .number(Double(progress.done)),
            .number(Double(progress.total)),
          ] + (progress.secondsLeft.map { [.number(Double($0))] } ?? []))
      ]
    case .elapsed: ["elapsed": true]
    case .restart: ["restart": true]
    }
  }
}

extension Asked {
  package func json(_ flow: Flow) -> JSONValue {
    switch self {
    case .effect(let effect): .array(["effect", .string(flow.effects[effect].name)])
    case .task(let command, let effect):
      .array(["task", .string(command.rawValue), .string(flow.effects[effect].name)])
    case .timer(let seconds): .array(["timer", .number(seconds)])
    case .open(let link): .array(["open", .string(flow.links[link].name)])
    case .milestone(let milestone):
      .array(["milestone", .string(flow.milestones[milestone].name)])
    case .announce(let effect, let percent):
      .array(["announce", .string(flow.effects[effect].name), .number(Double(percent))])
    case .finished: .array(["finished"])
    case .left: .array(["left"])
    }
  }
}

extension Ignored {
  /// The reason's name in JSON.
  package var word: String {
    switch self {
    case .notThere: "notThere"
    case .gate: "gate"
    case .busy: "busy"
    case .late: "late"
    case .invalid: "invalid"
    case .notYet: "notYet"
    }
  }
}
