import WallfarmPluginKit

/// The checks of a flow that need no exploration.
package struct StaticChecks: Sendable {
  private let flow: Flow
  private let texts: [FlowTexts]
  /// Returns the path of the text file for a language.
  private let file: @Sendable (String) -> String

  package init(
    _ flow: Flow, _ texts: [FlowTexts], file: @escaping @Sendable (String) -> String
  ) {
    (self.flow, self.texts, self.file) = (flow, texts, file)
  }

  package func findings() -> [FlowFinding] {
    missingTexts() + wrongTexts() + unused() + unsaid() + unheard() + circles()
  }

  // MARK: - Texts

  private func missingTexts() -> [FlowFinding] {
    let keys = flow.textKeys
    return texts.flatMap { texts in
      keys.filter { texts.texts[$0] == nil }.map { key in
        FlowFinding(
          .flowTextMissing, "the text '\(key)' is missing in '\(texts.language)'",
          origin: .file(file(texts.language)), hint: "add it")
      }
    }
  }

  private func wrongTexts() -> [FlowFinding] {
    let names = Set(flow.facts.map(\.name))
    return texts.flatMap { texts -> [FlowFinding] in
      let file = file(texts.language)
      return texts.texts.sorted { $0.key < $1.key }.flatMap { key, text in
        let fields = FlowTexts.fields(of: text)
        let unknown = fields.filter { !names.contains($0) }.map { name in
          FlowFinding(
            .flowTextWrong,
            "the text '\(key)' in '\(texts.language)' refers to the unknown fact '\(name)'",
            origin: .file(file), hint: "the facts are " + names.sorted().joined(separator: ", "))
        }
        let first = self.texts[0]
        let differs = first.texts[key].map { FlowTexts.fields(of: $0).sorted() != fields.sorted() }
        return unknown
          + (differs == true && unknown.isEmpty
            ? [
              FlowFinding(
                .flowTextWrong,
                "the text '\(key)' uses different facts in '\(texts.language)' and in "
                  + "'\(first.language)'",
                origin: .file(file), hint: "use the same placeholders in both")
            ] : [])
      }
    }
  }

  /// Reports texts that no variant of a flow uses; all variants share the same text files.
  package static func unusedTexts(
    _ flows: [Flow], _ texts: [FlowTexts], file: (String) -> String
  ) -> [FlowFinding] {
    let keys = Set(flows.flatMap(\.textKeys))
    return texts.flatMap { texts in
      texts.texts.keys.filter { !keys.contains($0) }.sorted().map { key in
        FlowFinding(
          .flowTextWrong, "the text '\(key)' in '\(texts.language)' is never shown",
          origin: .file(file(texts.language)), hint: "remove it, or check its spelling")
      }
    }
  }

  // MARK: - Declarations

  private func unused() -> [FlowFinding] {
    let doings = flow.doings
    let effects = Set(doings.compactMap { $0.effect?.place })
    let links = Set(doings.compactMap(\.link))
    let media = Set(
      flow.steps.flatMap(\.show).compactMap { block -> Int? in
        switch block.content {
        case .text: nil
        case .picture(let medium), .film(let medium, _): medium
        }
      })
    func finding(_ what: String, _ name: String, _ origin: Origin) -> FlowFinding {
      FlowFinding(
        .flowUnused, "the \(what) '\(name)' is never used", origin: origin, hint: "remove it")
    }
    return unusedFacts().map { finding("fact", flow.facts[$0].name, flow.facts[$0].origin) }
      + flow.effects.indices.filter { !effects.contains($0) }.map {
        finding("effect", flow.effects[$0].name, flow.effects[$0].origin)
      }
      + flow.links.indices.filter { !links.contains($0) }.map {
        finding("link", flow.links[$0].name, flow.links[$0].origin)
      }
      + flow.media.indices.filter { !media.contains($0) }.map {
        finding("medium", flow.media[$0].name, flow.media[$0].origin)
      }
  }

  /// Facts that are not used by a condition, action, effect, step or text.
  private func unusedFacts() -> [Int] {
    var named = Set(flow.conditions.flatMap(\.tests).map(\.fact) + flow.milestones.map(\.fact))
    named.formUnion(flow.steps.flatMap(\.ask) + flow.effects.flatMap { $0.with + $0.gives })
    named.formUnion((flow.doings.flatMap(\.allSettings) + flow.finish).map(\.fact))
    let shown = namedInTexts
    // A shared fact may exist only because a linked flow uses it.
    return flow.facts.indices.filter {
      !named.contains($0) && !shown.contains($0) && !flow.facts[$0].isShared
    }
  }

  /// Facts that appear in braces in any text.
  private var namedInTexts: Set<Int> {
    let fields = Set(texts.flatMap { $0.texts.values.flatMap(FlowTexts.fields) })
    return Set(flow.facts.indices.filter { fields.contains(flow.facts[$0].name) })
  }

  /// Reports facts that are read but never set.
  private func unsaid() -> [FlowFinding] {
    var said = Set((flow.doings.flatMap(\.allSettings) + flow.finish).map(\.fact))
    said.formUnion(flow.steps.flatMap(\.ask))
    said.formUnion(flow.effects.flatMap(\.gives))
    let asked = Set(flow.conditions.flatMap(\.tests).map(\.fact) + flow.milestones.map(\.fact))
      .union(namedInTexts)
    return flow.facts.indices.filter { place in
      asked.contains(place) && !said.contains(place) && flow.facts[place].source != .host
        && !flow.facts[place].isShared
    }.map { place in
      FlowFinding(
        .flowFactUnsaid, "the fact '\(flow.facts[place].name)' is never set",
        origin: flow.facts[place].origin, hint: "ask for it at a step, or set it in an action")
    }
  }

  /// Reports outcomes that the flow does not handle and that would leave the user waiting forever.
  private func unheard() -> [FlowFinding] {
    let places =
      flow.steps.flatMap { step in step.doings.map { ($0, step.origin) } }
      + (flow.always + flow.notices.flatMap(\.actions)).map { ($0.doing, $0.origin) }
    return places.flatMap { doing, origin -> [FlowFinding] in
      guard let effect = doing.effect, doing.target == nil else { return [] }
      let known = flow.effects[effect.place]
      return known.outcomes.indices.filter { effect.then[$0]?.doesSomething != true }.map {
        outcome in
        FlowFinding(
          .flowOutcomeUnheard,
          "the flow does not handle the outcome '\(known.outcomes[outcome])' of '\(known.name)'",
          origin: origin, hint: "add the outcome to 'then' with 'say', 'set' or 'go'")
      }
    }
  }

  /// Reports cycles of steps that advance without input.
  private func circles() -> [FlowFinding] {
    let next = flow.steps.map { step -> [Int] in
      [step.pass?.target, step.enter?.target].compactMap { target in
        if case .step(let place)? = target { place } else { nil }
      }
    }
    return flow.steps.indices.compactMap { start in
      var seen: Set<Int> = []
      var queue = next[start]
      while let step = queue.popLast() {
        if step == start {
          return FlowFinding(
            .flowPassCircle,
            "the step '\(flow.steps[start].name)' leads back to itself without input",
            origin: flow.steps[start].origin,
            hint: "change the target of 'pass' or 'enter' in one of the steps")
        }
        if seen.insert(step).inserted { queue += next[step] }
      }
      return nil
    }
  }
}

extension Doing.Outcome {
  fileprivate var doesSomething: Bool { target != nil || says != nil || !settings.isEmpty }
}
