/// The content that a host displays for a state, with all texts resolved.
package struct FlowView: Sendable {
  package let step: String
  package let part: String?
  /// The number of the step within its part, and the number of steps in that part; nil if the step
  /// has no number.
  package let position: (number: Int, count: Int)?
  package let title: String
  package let blocks: [Block]
  package let asks: [Ask]
  package let actions: [Choice]
  package let notices: [Standing]
  /// The tip to show, if any.
  package let tip: Step.Tip?
  /// The sentence to show after the last outcome.
  package let said: String?
  /// The action that waits for confirmation.
  package let confirm: Confirmation?
  package let tasks: [Task]
  package let allowsBack: Bool

  package enum Block: Sendable {
    case text(String)
    /// The index of a picture and its description.
    case picture(Int, String)
    /// The index of a film, its description, and the texts that replace it.
    case film(Int, String, texts: [String])
  }

  package struct Ask: Sendable {
    package let fact: Int
    package let label: String
    package let value: FactValue
    /// The labels of the choices, in order.
    package let choices: [String]
  }

  package struct Choice: Sendable {
    package let place: ActionPlace
    package let name: String
    package let label: String
    /// The reason why the action is blocked; nil if it is available.
    package let why: String?
  }

  package struct Standing: Sendable {
    package let text: String
    package let actions: [Choice]
  }

  package struct Confirmation: Sendable {
    package let question: String
    package let yes: String
    package let no: String
  }

  package struct Task: Sendable {
    package let effect: Int
    package let label: String
    package let progress: FlowState.Progress?
    package let isPaused: Bool
  }
}

extension FlowEngine {
  /// Resolves the view of a state; nil if no step is shown.
  package func view(_ state: FlowState, _ texts: FlowTexts) -> FlowView? {
    guard let place = state.step else { return nil }
    let step = flow.steps[place]
    func text(_ key: String) -> String { texts.text(key, flow, state) }
    let notices = flow.notices.enumerated().filter { $0.element.when.holds(state.facts) }
    return FlowView(
      step: step.name, part: step.part, position: position(of: place),
      title: text("\(step.name).title"),
      blocks: step.show.filter { $0.when?.holds(state.facts) ?? true }.map { block in
        switch block.content {
        case .text(let name): .text(text("\(step.name).\(name)"))
        case .picture(let medium): .picture(medium, text("media.\(flow.media[medium].name)"))
        case .film(let medium, let names):
          .film(
            medium, text("media.\(flow.media[medium].name)"),
            texts: names.map { text("\(step.name).\($0)") })
        }
      },
      asks: step.ask.map { fact in
        let name = flow.facts[fact].name
        var choices: [String] = []
        if case .choice(let words) = flow.facts[fact].kind {
          choices = words.map { text("facts.\(name).\($0)") }
        }
        return FlowView.Ask(
          fact: fact, label: text("facts.\(name)"), value: state.facts[fact], choices: choices)
      },
      actions: choices(step.actions, under: step.name, state, texts) { .step($0) }
        + choices(flow.always, under: "always", state, texts) { .always($0) },
      notices: notices.map { number, notice in
        FlowView.Standing(
          text: text("notices.\(notice.name)"),
          actions: choices(notice.actions, under: "notices.\(notice.name)", state, texts) {
            .notice(number, $0)
          })
      },
      tip: tips(state).first,
      said: state.said.map { text("\(prefix(of: $0)).\($0.name)") },
      confirm: state.asking.flatMap { place in
        action(place, in: state).map { action in
          let key = "\(prefix(of: place, step.name)).\(action.name)"
          return FlowView.Confirmation(
            question: text("\(key).confirm"), yes: text("\(key).yes"), no: text("\(key).no"))
        }
      },
      tasks: state.waiting.filter { flow.effects[$0.effect].isTask }.map { waiting in
        FlowView.Task(
          effect: waiting.effect, label: text("tasks.\(flow.effects[waiting.effect].name)"),
          progress: waiting.progress, isPaused: waiting.isPaused)
      },
      allowsBack: placeBefore(state) != nil)
  }

  /// All tips that apply in a state, starting with the step's own tip; a host shows only the first
  /// one.
  package func tips(_ state: FlowState) -> [Step.Tip] {
    guard let step = state.step else { return [] }
    let standing = flow.notices.filter { $0.tip != nil && $0.when.holds(state.facts) }
    return [flow.steps[step].tip].compactMap(\.self) + standing.compactMap(\.tip)
  }

  private func position(of place: Int) -> (number: Int, count: Int)? {
    guard let part = flow.steps[place].part, !flow.steps[place].isAside else { return nil }
    let alike = flow.steps.indices.filter {
      flow.steps[$0].part == part && !flow.steps[$0].isAside
    }
    return alike.firstIndex(of: place).map { ($0 + 1, alike.count) }
  }

  private func choices(
    _ actions: [Action], under parent: String, _ state: FlowState, _ texts: FlowTexts,
    _ place: (Int) -> ActionPlace
  ) -> [FlowView.Choice] {
    actions.indices.compactMap { number in
      guard let action = action(place(number), in: state) else { return nil }
      let key = "\(parent).\(action.name)"
      let isOpen = action.need?.holds(state.facts) ?? true
      return FlowView.Choice(
        place: place(number), name: action.name, label: texts.text(key, flow, state),
        why: isOpen ? nil : texts.text("\(key).why", flow, state))
    }
  }

  private func prefix(of said: FlowState.Said) -> String {
    switch said.from {
    case .enter, .after: flow.steps[said.step].name
    case .action(let place): prefix(of: place, flow.steps[said.step].name)
    }
  }

  private func prefix(of place: ActionPlace, _ step: String) -> String {
    switch place {
    case .step: step
    case .always: "always"
    case .notice(let notice, _): "notices.\(flow.notices[notice].name)"
    }
  }
}
