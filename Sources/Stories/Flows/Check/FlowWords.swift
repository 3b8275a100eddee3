/// Describes moves and values of a flow in English, for findings.
package struct FlowWords {
  private let flow: Flow

  package init(_ flow: Flow) { self.flow = flow }

  /// Describes a move that is made at a step.
  package func words(of move: Move, at step: Int?) -> String {
    switch move {
    case .open(let now): now == 0 ? "open" : "open after \(now / 86_400) days"
    case .input(let fact, let value): "answer \(flow.facts[fact].name): \(words(of: value))"
    case .host(let fact, let value):
      "the host reports \(flow.facts[fact].name): \(words(of: value))"
    case .tap(let place): "tap '\(name(of: place, at: step))'"
    case .answer(let isMeant): isMeant ? "confirm" : "do not confirm"
    case .back: "back"
    case .ended(let effect, let outcome, let found):
      "\(flow.effects[effect].name) ends: \(flow.effects[effect].outcomes[outcome])"
        + found.map { ", \(flow.facts[$0.fact].name): \(words(of: $0.value))" }.joined()
    case .progress(let effect, let progress):
      "\(flow.effects[effect].name) is at \(progress.percent) %"
    case .elapsed: "wait"
    case .restart: "start over"
    }
  }

  private func name(of place: ActionPlace, at step: Int?) -> String {
    switch place {
    case .step(let number): named(step.map { flow.steps[$0].actions } ?? [], number)
    case .always(let number): named(flow.always, number)
    case .notice(let notice, let number):
      named(flow.notices.indices.contains(notice) ? flow.notices[notice].actions : [], number)
    }
  }

  /// The name of an action, or its number if there is no such action.
  private func named(_ actions: [Action], _ number: Int) -> String {
    actions.indices.contains(number) ? actions[number].name : "\(number + 1)"
  }

  package func words(of value: FactValue) -> String {
    switch value {
    case .unknown: "unknown"
    case .flag(let flag): "\(flag)"
    case .number(let number): "\(number)"
    case .word(let word): word
    case .texts(let texts): texts.count == 1 ? "1 entry" : "\(texts.count) entries"
    }
  }
}
