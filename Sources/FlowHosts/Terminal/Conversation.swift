internal import Files
package import Flows

/// A flow in plain lines: what is shown, and what follows a line that was typed.
///
/// It writes no colours and draws no boxes, so that a screen reader reads it as it stands. Entries of a menu are
/// chosen by number, or by letter where the step asks for a number, so that a number is always an answer. A
/// program that answers may say the name of an action instead, which stays the same when the menu changes.
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
    /// How an effect ended, and what the host said of it; nil: the host does nothing.
    case outcome(effect: Int, said: String?)
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
    /// Whether the step is the one that was shown, with another value or none.
    package var isSameStep = false
    /// Whether the person wants to leave.
    package var leaves = false
  }

  /// Whether there is a step to show.
  package var isOver: Bool { state.step == nil }

  /// Takes a move that no line says: opening, an effect that ended.
  package mutating func take(_ move: Move) -> Heard {
    let turn = engine.play(state, move)
    let isSame = turn.asked.isEmpty && turn.state.step == state.step && turn.state.step != nil
    state = turn.state
    return Heard(
      asked: turn.asked, reply: turn.ignored.map(sentence),
      isSameStep: isSame && (move.isInput || turn.ignored != nil))
  }

  /// Asks the person how an effect ended, because the host cannot know.
  ///
  /// A task goes on while other things are done; the menu has an entry for its end.
  ///
  /// - Parameters:
  ///   - effect: its place in the flow.
  ///   - sentence: what the person is to do; nil where the host does nothing, which is said then.
  package mutating func askOutcome(of effect: Int, saying sentence: String? = nil) {
    if !flow.effects[effect].isTask { mode = .outcome(effect: effect, said: sentence) }
  }

  // MARK: - What is shown

  /// The lines of the present moment, without the prompt.
  package var lines: [String] {
    switch mode {
    case .menu: menuLines
    case .value(let fact, _): valueLines(fact)
    case .entry(let fact, _): entries(of: fact)
    case .outcome(let effect, let said): outcomeLines(effect, said)
    case .found(let effect, _, let found):
      valueLines(flow.effects[effect].gives[found.count])
    }
  }

  /// The same where the step was shown before: what is asked for, and the menu.
  package var shortLines: [String] {
    guard mode == .menu, let view = engine.view(state, texts), view.confirm == nil else {
      return lines
    }
    return view.asks.flatMap(shown) + choiceLines
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
    return lines + choiceLines
  }

  /// The menu, and what can be typed besides.
  private var choiceLines: [String] {
    let menu = menu
    var lines = menu.filter { !$0.isHidden }.enumerated().map { number, entry in
      "  \(key(number))  \(entry.label)" + (entry.why.map { " (\($0))" } ?? "")
    }
    if let fact = numberAsked, case .number(let range) = flow.facts[fact].kind {
      let fields = ["fact": label(of: fact), "least": "\(range.lowerBound)"]
      lines.append(
        "     " + words("typeNumber", fields.merging(["most": "\(range.upperBound)"]) { $1 }))
    }
    if let fact = textAsked {
      var key = "typeText"
      if case .texts = flow.facts[fact].kind { key = "typeToAdd" }
      lines.append("     " + words(key, ["fact": label(of: fact)]))
    }
    if hasTimer { lines.append("     " + words("goesOnByItself")) }
    return lines
  }

  /// What chooses an entry: a number, or a letter where numbers are answers.
  private func key(_ number: Int) -> String {
    numberAsked == nil || number >= Self.letters.count ? "\(number + 1)" : Self.letters[number]
  }

  private static let letters = (0..<26).map { String(UnicodeScalar(UInt8(ascii: "a") + $0)) }

  /// The fact that the step asks for as a number, where it is the only one and nothing is to be confirmed.
  private var numberAsked: Int? {
    asked { if case .number = $0 { true } else { false } }
  }

  /// The fact that a line of words answers: a text, or one more of a list.
  private var textAsked: Int? {
    asked { if case .text = $0 { true } else if case .texts = $0 { true } else { false } }
  }

  private func asked(_ fits: (Fact.Kind) -> Bool) -> Int? {
    guard state.asking == nil, let step = state.step else { return nil }
    let facts = flow.steps[step].ask.filter { fits(flow.facts[$0].kind) }
    return facts.count == 1 ? facts[0] : nil
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

  private func outcomeLines(_ effect: Int, _ said: String?) -> [String] {
    [said ?? words("wouldNow", ["effect": flow.effects[effect].name.spaced]), ""]
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
    /// Whether another line says the same, so that only programs choose it by its name.
    var isHidden = false
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
            label: words("say", ["fact": ask.label]), name: name,
            isHidden: ask.fact == numberAsked, does: .ask(fact: ask.fact)))
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
      entries.append(
        Entry(
          label: words("back"), name: "back", isHidden: actionLeadsBack(view),
          does: .move(.back)))
    }
    return entries
  }

  /// Whether an action of the step says in its own words what Back does.
  private func actionLeadsBack(_ view: FlowView) -> Bool {
    let before = engine.play(state, .back).state.step
    return view.actions.contains { choice in
      guard choice.why == nil, let doing = engine.action(choice.place, in: state)?.doing,
        doing.effect == nil
      else { return false }
      return switch doing.target {
      case .back: true
      case .step(let step): step == before
      case .finish, .leave, nil: false
      }
    }
  }

  // MARK: - What is typed

  /// What follows a line.
  package mutating func hear(_ line: String) -> Heard {
    let line = String(line.drop(while: \.isWhitespace))
    let word = String(line.reversed().drop(while: \.isWhitespace).reversed())
    if leaves(with: word) { return Heard(leaves: true) }
    switch mode {
    case .menu: return choose(word)
    case .value(let fact, let entry): return say(word, of: fact, entry)
    case .entry(let fact, let removes): return pick(word, of: fact, removes: removes)
    case .outcome(let effect, _): return end(effect, word)
    case .found(let effect, let outcome, let found): return find(word, effect, outcome, found)
    }
  }

  private mutating func choose(_ word: String) -> Heard {
    if word.isEmpty, hasTimer { return take(.elapsed) }
    let menu = menu
    if let found = entry(word, in: menu) { return choose(found) }
    if Self.leaving.contains(word) { return Heard(leaves: true) }
    if let fact = numberAsked, let number = Int(anyDigits: word) {
      return say("\(number)", of: fact, nil)
    }
    if let fact = textAsked, !word.isEmpty, Int(anyDigits: word) == nil {
      return say(word, of: fact, nil)
    }
    return Heard(reply: whatCanBeTyped(menu.count { !$0.isHidden }), isSameStep: true)
  }

  private static let leaving = ["q", "quit", "exit"]

  /// Whether a word leaves a question: of one that takes any text it is the answer.
  private func leaves(with word: String) -> Bool {
    guard Self.leaving.contains(word) else { return false }
    switch mode {
    case .menu: return false
    case .entry, .outcome, .found: return true
    case .value(let fact, _):
      switch flow.facts[fact].kind {
      case .text, .texts: return false
      case .yesNo, .choice, .number: return true
      }
    }
  }

  private func whatCanBeTyped(_ count: Int) -> String {
    guard let fact = numberAsked, case .number(let range) = flow.facts[fact].kind, count > 0 else {
      return words("chooseOneTo", ["count": "\(count)"])
    }
    return words(
      "chooseLetter",
      [
        "last": key(count - 1), "least": "\(range.lowerBound)", "most": "\(range.upperBound)",
        "fact": label(of: fact),
      ])
  }

  /// The entry that a word means: its number or letter, its name, or its label.
  private func entry(_ word: String, in menu: [Entry]) -> Entry? {
    let shown = menu.filter { !$0.isHidden }
    let place =
      numberAsked == nil
      ? Int(anyDigits: word).map { $0 - 1 } : Self.letters.firstIndex(of: word.lowercased())
    if let place, shown.indices.contains(place) { return shown[place] }
    return menu.first { $0.name == word }
      ?? shown.first { $0.label.lowercased() == word.lowercased() }
  }

  private mutating func choose(_ found: Entry) -> Heard {
    switch found.does {
    case .move(let move):
      let heard = take(move)
      return Heard(
        asked: heard.asked, reply: heard.reply == nil ? nil : found.why ?? heard.reply,
        isSameStep: heard.isSameStep)
    case .ask(let fact): mode = .value(fact: fact, entry: nil)
    case .edit(let fact): mode = .entry(fact: fact, removes: false)
    case .remove(let fact): mode = .entry(fact: fact, removes: true)
    case .end(let effect): mode = .outcome(effect: effect, said: nil)
    }
    return Heard()
  }

  private mutating func say(_ word: String, of fact: Int, _ entry: Int?) -> Heard {
    mode = .menu
    guard !word.isEmpty else { return Heard(reply: words("leftAsItWas"), isSameStep: true) }
    guard let value = value(word, of: fact, entry), flow.facts[fact].accepts(value) else {
      return Heard(reply: whyNot(word, of: fact), isSameStep: true)
    }
    return take(.input(fact: fact, value))
  }

  /// Why a fact cannot have a value, and what it can be.
  private func whyNot(_ word: String, of fact: Int) -> String {
    switch flow.facts[fact].kind {
    case .texts(let most):
      if case .texts(let texts) = state.facts[fact], texts.count >= most {
        return words("isFull", ["list": label(of: fact), "most": "\(most)"])
      }
    case .number: return ([cannotBe(word, fact)] + valueLines(fact)).joined(separator: " ")
    case .choice, .text, .yesNo: break
    }
    return cannotBe(word, fact)
  }

  private func cannotBe(_ word: String, _ fact: Int) -> String {
    words("cannotBe", ["fact": label(of: fact), "value": word.shortened])
  }

  private func value(_ word: String, of fact: Int, _ entry: Int?) -> FactValue? {
    switch flow.facts[fact].kind {
    case .yesNo: return nil
    case .number: return Int(anyDigits: word).map(FactValue.number)
    case .choice(let choices):
      if choices.contains(word) { return .word(word) }
      let labelled = choices.first {
        shown(.word($0), of: fact).lowercased() == word.lowercased()
      }
      if let labelled { return .word(labelled) }
      return Int(anyDigits: word).flatMap {
        choices.indices.contains($0 - 1) ? .word(choices[$0 - 1]) : nil
      }
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
    guard case .texts(var texts) = state.facts[fact], let number = Int(anyDigits: word),
      texts.indices.contains(number - 1)
    else { return Heard(reply: words("leftAsItWas"), isSameStep: true) }
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
      Int(anyDigits: word).flatMap { outcomes.indices.contains($0 - 1) ? $0 - 1 : nil }
      ?? outcomes.firstIndex { $0 == word || words.outcome($0).lowercased() == word.lowercased() }
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

extension Move {
  fileprivate var isInput: Bool { if case .input = self { true } else { false } }
}

extension Int {
  /// A whole number in the digits of any script, as keyboards for Arabic and Japanese type them.
  fileprivate init?(anyDigits text: String) {
    guard !text.isEmpty, text.count <= 9 else { return nil }
    var number = 0
    for character in text {
      guard let digit = character.wholeNumberValue, (0...9).contains(digit) else { return nil }
      number = number * 10 + digit
    }
    self = number
  }
}

extension Conversation {
  /// The language that is spoken.
  package var language: String { texts.language }

  /// A text of the flow, with what is known put in.
  package func text(_ key: String) -> String { texts.text(key, flow, state) }
}
