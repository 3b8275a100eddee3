internal import Flows

/// The lines that a conversation shows.
extension Conversation {
  /// The lines to show now, without the prompt.
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

  /// The shorter lines for a step that was shown before: only the questions and the menu.
  package var shortLines: [String] {
    guard mode == .menu, let view = engine.view(state, texts), view.confirm == nil else {
      return lines
    }
    return view.asks.flatMap(shown) + choiceLines
  }

  /// The prompt before the input.
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

  var menuLines: [String] {
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

  /// The menu, followed by hints about what else the user can type.
  var choiceLines: [String] {
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

  func shown(_ ask: FlowView.Ask) -> [String] {
    switch ask.value {
    case .texts(let texts):
      [ask.label + ":"] + texts.enumerated().map { "  \($0 + 1). \($1)" } + [""]
    default: ["\(ask.label): \(shown(ask.value, of: ask.fact))", ""]
    }
  }

  func shown(_ value: FactValue, of fact: Int) -> String {
    switch value {
    case .unknown: words("notSaid")
    case .flag(let flag): words(flag ? "yes" : "no")
    case .number(let number): "\(number)"
    case .word(let word):
      texts.texts["facts.\(flow.facts[fact].name).\(word)"] ?? word
    case .texts(let texts): "\(texts.count)"
    }
  }

  func label(of fact: Int) -> String {
    texts.text("facts.\(flow.facts[fact].name)", flow, state)
  }

  func valueLines(_ fact: Int) -> [String] {
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

  func entries(of fact: Int) -> [String] {
    guard case .texts(let texts) = state.facts[fact] else { return [] }
    return texts.enumerated().map { "  \($0 + 1). \($1)" }
  }

  func outcomeLines(_ effect: Int, _ said: String?) -> [String] {
    [said ?? words("wouldNow", ["effect": flow.effects[effect].name.spaced]), ""]
      + flow.effects[effect].outcomes.enumerated().map { "  \($0 + 1)  \(words.outcome($1))" }
  }

  var hasTimer: Bool { state.step.map { flow.steps[$0].after != nil } ?? false }
}
