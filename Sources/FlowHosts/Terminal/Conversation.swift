package import Flows

/// A flow in plain lines: what is shown, and what follows a line that was typed.
///
/// It writes no colours and draws no boxes, so that a screen reader reads it as it stands. Entries of a menu are
/// chosen by number; a program that answers may say the name of an action instead, which stays the same when
/// the menu changes.
package struct Conversation: Sendable {
  private let flow: Flow
  private let texts: FlowTexts
  private let words: HostWords
  private let engine: FlowEngine
  package private(set) var state: FlowState
  private var mode = Mode.menu

  private enum Mode: Equatable, Sendable {
    case menu
    /// A value of a fact; the entry that is replaced, for a list.
    case value(fact: Int, entry: Int?)
    /// Which entry of a list is meant.
    case entry(fact: Int, removes: Bool)
    /// How an effect ended.
    case outcome(effect: Int)
    /// What a host found when it ended, one fact after the other.
    case found(effect: Int, outcome: Int, [Flow.Setting])
  }

  package init(_ story: Story, language: String?, state: FlowState) {
    flow = story.flow
    texts = story.texts(in: language)
    words = HostWords(language: texts.language)
    engine = FlowEngine(flow)
    self.state = state
  }

  /// What came of a line.
  package struct Heard: Sendable {
    /// What the host is asked for.
    package var asked: [Asked] = []
    /// A sentence for the person.
    package var reply: String?
  }

  /// Whether there is a step to show.
  package var isOver: Bool { state.step == nil }

  /// Takes a move that no line says: opening, an effect that ended.
  package mutating func take(_ move: Move) -> Heard {
    let turn = engine.play(state, move)
    state = turn.state
    return Heard(asked: turn.asked, reply: turn.ignored.map(sentence))
  }

  /// Asks the person how an effect ended, because the host cannot know.
  ///
  /// A task goes on while other things are done; the menu has an entry for its end.
  package mutating func askOutcome(of effect: Int) {
    if !flow.effects[effect].isTask { mode = .outcome(effect: effect) }
  }

  // MARK: - What is shown

  /// The lines of the present moment, without the prompt.
  package var lines: [String] {
    switch mode {
    case .menu: menuLines
    case .value(let fact, _): valueLines(fact)
    case .entry(let fact, _): entries(of: fact)
    case .outcome(let effect): outcomeLines(effect)
    case .found(let effect, _, let found):
      valueLines(flow.effects[effect].gives[found.count])
    }
  }

  /// What stands before the place to type.
  package var prompt: String {
    switch mode {
    case .menu: words("choose")
    case .value(let fact, _): label(of: fact)
    case .entry: words("which")
    case .outcome: words("howDidItEnd")
    case .found(let effect, _, let found):
      flow.facts[flow.effects[effect].gives[found.count]].name.spaced
    }
  }

  private var menuLines: [String] {
    guard let view = engine.view(state, texts) else { return [words("nothingNow")] }
    var lines: [String] = []
    for notice in view.notices { lines += ["! " + notice.text, ""] }
    if let position = view.position {
      lines.append(
        words("stepOf", ["number": "\(position.number)", "count": "\(position.count)"]))
    }
    lines += [view.title, ""]
    for block in view.blocks {
      switch block {
      case .text(let text): lines += [text, ""]
      case .picture(_, let text): lines += [words("pictureOf", ["text": text]), ""]
      case .film(_, let text, let texts):
        lines += [words("pictureOf", ["text": text]), ""]
        for (number, text) in texts.enumerated() { lines.append("\(number + 1). \(text)") }
        lines.append("")
      }
    }
    for ask in view.asks { lines += shown(ask) }
    for task in view.tasks {
      let percent = task.progress.map { "\($0.percent)" } ?? "0"
      lines += [
        task.label + " "
          + words(task.isPaused ? "pausedAt" : "percentDone", ["percent": percent]), "",
      ]
    }
    if let said = view.said { lines += [said, ""] }
    if let confirm = view.confirm { lines += [confirm.question, ""] }
    for (number, entry) in menu.enumerated() {
      lines.append("  \(number + 1)  \(entry.label)" + (entry.why.map { " (\($0))" } ?? ""))
    }
    if hasTimer { lines.append("     " + words("goesOnByItself")) }
    return lines
  }

  private func shown(_ ask: FlowView.Ask) -> [String] {
    switch ask.value {
    case .texts(let texts):
      [ask.label + ":"] + texts.enumerated().map { "  \($0 + 1). \($1)" } + [""]
    default: ["\(ask.label): \(shown(ask.value, of: ask.fact))", ""]
    }
  }

  private func shown(_ value: FactValue, of fact: Int) -> String {
    switch value {
    case .unknown: words("notSaid")
    case .flag(let flag): words(flag ? "yes" : "no")
    case .number(let number): "\(number)"
    case .word(let word):
      texts.texts["facts.\(flow.facts[fact].name).\(word)"] ?? word
    case .texts(let texts): "\(texts.count)"
    }
  }

  private func label(of fact: Int) -> String {
    texts.text("facts.\(flow.facts[fact].name)", flow, state)
  }

  private func valueLines(_ fact: Int) -> [String] {
    switch flow.facts[fact].kind {
    case .choice(let choices):
      choices.enumerated().map { number, word in
        "  \(number + 1)  " + shown(.word(word), of: fact)
      }
    case .number(let range):
      [words("between", ["least": "\(range.lowerBound)", "most": "\(range.upperBound)"])]
    case .yesNo, .text, .texts: []
    }
  }

  private func entries(of fact: Int) -> [String] {
    guard case .texts(let texts) = state.facts[fact] else { return [] }
    return texts.enumerated().map { "  \($0 + 1). \($1)" }
  }

  private func outcomeLines(_ effect: Int) -> [String] {
    [words("wouldNow", ["effect": flow.effects[effect].name.spaced]), ""]
      + flow.effects[effect].outcomes.enumerated().map { "  \($0 + 1)  \(words.outcome($1))" }
  }

  private var hasTimer: Bool { state.step.map { flow.steps[$0].after != nil } ?? false }

  // MARK: - The menu

  /// Something that can be chosen.
  private struct Entry {
    let label: String
    /// What a program calls it.
    let name: String
    var why: String?
    let does: Does

    enum Does {
      case move(Move)
      case ask(fact: Int)
      case edit(fact: Int)
      case remove(fact: Int)
      case end(effect: Int)
    }
  }

  private var menu: [Entry] {
    guard let view = engine.view(state, texts) else { return [] }
    if let confirm = view.confirm {
      return [
        Entry(label: confirm.yes, name: "yes", does: .move(.answer(true))),
        Entry(label: confirm.no, name: "no", does: .move(.answer(false))),
      ]
    }
    var entries: [Entry] = []
    for ask in view.asks {
      let name = flow.facts[ask.fact].name
      switch flow.facts[ask.fact].kind {
      case .yesNo:
        let isOn = ask.value == .flag(true)
        entries.append(
          Entry(
            label: "\(ask.label): \(words(isOn ? "turnToNo" : "turnToYes"))", name: name,
            does: .move(.input(fact: ask.fact, .flag(!isOn)))))
      case .texts:
        entries.append(
          Entry(label: words("addTo", ["list": ask.label]), name: name, does: .ask(fact: ask.fact)))
        if case .texts(let texts) = ask.value, !texts.isEmpty {
          entries.append(
            Entry(
              label: words("changeIn", ["list": ask.label]), name: name + "-change",
              does: .edit(fact: ask.fact)))
          entries.append(
            Entry(
              label: words("removeFrom", ["list": ask.label]), name: name + "-remove",
              does: .remove(fact: ask.fact)))
        }
      case .choice, .number, .text:
        entries.append(
          Entry(
            label: words("say", ["fact": ask.label]), name: name, does: .ask(fact: ask.fact)))
      }
    }
    for choice in view.actions + view.notices.flatMap(\.actions) {
      entries.append(
        Entry(
          label: choice.label, name: choice.name, why: choice.why, does: .move(.tap(choice.place))))
    }
    for task in view.tasks where !task.isPaused {
      entries.append(
        Entry(
          label: words("endOf", ["task": task.label]), name: flow.effects[task.effect].name,
          does: .end(effect: task.effect)))
    }
    if view.allowsBack {
      entries.append(Entry(label: words("back"), name: "back", does: .move(.back)))
    }
    return entries
  }

  // MARK: - What is typed

  /// What follows a line.
  package mutating func hear(_ line: String) -> Heard {
    let line = String(line.drop(while: \.isWhitespace))
    let word = String(line.reversed().drop(while: \.isWhitespace).reversed())
    switch mode {
    case .menu: return choose(word)
    case .value(let fact, let entry): return say(word, of: fact, entry)
    case .entry(let fact, let removes): return pick(word, of: fact, removes: removes)
    case .outcome(let effect): return end(effect, word)
    case .found(let effect, let outcome, let found): return find(word, effect, outcome, found)
    }
  }

  private mutating func choose(_ word: String) -> Heard {
    if word.isEmpty, hasTimer { return take(.elapsed) }
    let menu = menu
    let found =
      Int(word).flatMap { menu.indices.contains($0 - 1) ? menu[$0 - 1] : nil }
      ?? menu.first { $0.name == word }
    guard let found else {
      return Heard(reply: words("chooseOneTo", ["count": "\(menu.count)"]))
    }
    switch found.does {
    case .move(let move):
      let heard = take(move)
      return Heard(asked: heard.asked, reply: heard.reply == nil ? nil : found.why ?? heard.reply)
    case .ask(let fact): mode = .value(fact: fact, entry: nil)
    case .edit(let fact): mode = .entry(fact: fact, removes: false)
    case .remove(let fact): mode = .entry(fact: fact, removes: true)
    case .end(let effect): mode = .outcome(effect: effect)
    }
    return Heard()
  }

  private mutating func say(_ word: String, of fact: Int, _ entry: Int?) -> Heard {
    mode = .menu
    guard !word.isEmpty else { return Heard(reply: words("leftAsItWas")) }
    guard let value = value(word, of: fact, entry), flow.facts[fact].accepts(value) else {
      return Heard(reply: words("cannotBe", ["fact": label(of: fact), "value": word]))
    }
    return take(.input(fact: fact, value))
  }

  private func value(_ word: String, of fact: Int, _ entry: Int?) -> FactValue? {
    switch flow.facts[fact].kind {
    case .yesNo: return nil
    case .number: return Int(word).map(FactValue.number)
    case .choice(let choices):
      if choices.contains(word) { return .word(word) }
      return Int(word).flatMap { choices.indices.contains($0 - 1) ? .word(choices[$0 - 1]) : nil }
    case .text: return .word(word)
    case .texts:
      guard case .texts(var texts) = state.facts[fact] else { return nil }
      if let entry, texts.indices.contains(entry) {
        texts[entry] = word
      } else {
        texts.append(word)
      }
      return .texts(texts)
    }
  }

  private mutating func pick(_ word: String, of fact: Int, removes: Bool) -> Heard {
    mode = .menu
    guard case .texts(var texts) = state.facts[fact], let number = Int(word),
      texts.indices.contains(number - 1)
    else { return Heard(reply: words("leftAsItWas")) }
    guard removes else {
      mode = .value(fact: fact, entry: number - 1)
      return Heard()
    }
    texts.remove(at: number - 1)
    return take(.input(fact: fact, .texts(texts)))
  }

  private mutating func end(_ effect: Int, _ word: String) -> Heard {
    let outcomes = flow.effects[effect].outcomes
    let found =
      Int(word).flatMap { outcomes.indices.contains($0 - 1) ? $0 - 1 : nil }
      ?? outcomes.firstIndex(of: word)
    guard let found else {
      return Heard(reply: words("chooseOneTo", ["count": "\(outcomes.count)"]))
    }
    guard found == 0, !flow.effects[effect].gives.isEmpty else {
      mode = .menu
      return take(.ended(effect: effect, outcome: found, []))
    }
    mode = .found(effect: effect, outcome: found, [])
    return Heard()
  }

  /// A fact that came with the end of an effect; an empty line leaves it as it is.
  private mutating func find(
    _ word: String, _ effect: Int, _ outcome: Int, _ found: [Flow.Setting]
  ) -> Heard {
    let fact = flow.effects[effect].gives[found.count]
    let value = word.isEmpty ? state.facts[fact] : Self.value(word, of: flow.facts[fact])
    guard let value, flow.facts[fact].accepts(value) else {
      return Heard(
        reply: words("cannotBe", ["fact": flow.facts[fact].name.spaced, "value": word]))
    }
    let found = found + [Flow.Setting(fact: fact, value: value)]
    guard found.count == flow.effects[effect].gives.count else {
      mode = .found(effect: effect, outcome: outcome, found)
      return Heard()
    }
    mode = .menu
    return take(.ended(effect: effect, outcome: outcome, found))
  }

  /// A value of a fact as it is typed, such as `true`, `12` or a choice.
  package static func value(_ word: String, of fact: Fact) -> FactValue? {
    switch fact.kind {
    case .yesNo: ["true": .flag(true), "false": .flag(false)][word]
    case .number: Int(word).map(FactValue.number)
    case .choice, .text: .word(word)
    case .texts: .texts(word.split(separator: ";").map(String.init))
    }
  }

  private func sentence(_ ignored: Ignored) -> String {
    switch ignored {
    case .notThere, .late: words("notThereNow")
    case .gate(let place): why(place)
    case .busy: words("isUnderWay")
    case .invalid(let fact): words("cannotBe", ["fact": label(of: fact), "value": "–"])
    case .notYet: words("notYet")
    }
  }

  private func why(_ place: ActionPlace) -> String {
    engine.view(state, texts)?.actions.first { $0.place == place }?.why ?? words("notYet")
  }
}

extension Conversation {
  /// The language that is spoken.
  package var language: String { texts.language }

  /// A text of the flow, with what is known put in.
  package func text(_ key: String) -> String { texts.text(key, flow, state) }
}
