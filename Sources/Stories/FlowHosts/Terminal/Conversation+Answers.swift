internal import Files
package import Flows

/// Translates typed lines into moves.
extension Conversation {
  /// Handles a typed line.
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

  mutating func choose(_ word: String) -> Heard {
    if word.isEmpty, hasTimer { return take(.elapsed) }
    // An empty line ends a list; the list and the menu are shown.
    if word.isEmpty, listAsked != nil { return Heard(isSameStep: true) }
    let menu = menu
    if let found = entry(word, in: menu) { return choose(found) }
    if Self.leaving.contains(word) { return Heard(leaves: true) }
    if let fact = numberAsked, let number = Int(anyDigits: word) {
      return say("\(number)", of: fact, nil)
    }
    if let fact = textAsked, !word.isEmpty, Int(anyDigits: word) == nil {
      var heard = say(word, of: fact, nil)
      heard.isListing = fact == listAsked
      return heard
    }
    return Heard(reply: whatCanBeTyped(menu.count { !$0.isHidden }), isSameStep: true)
  }

  static let leaving = ["q", "quit", "exit"]

  /// Whether a word such as `quit` ends the conversation while a question is open.
  ///
  /// A question that accepts any text takes the word as its answer.
  func leaves(with word: String) -> Bool {
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

  func whatCanBeTyped(_ count: Int) -> String {
    if let fact = listAsked {
      return words("chooseOrAdd", ["count": "\(count)", "fact": label(of: fact)])
    }
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

  mutating func choose(_ found: Entry) -> Heard {
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

  mutating func say(_ word: String, of fact: Int, _ entry: Int?) -> Heard {
    mode = .menu
    let read: String
    switch entered(word, in: fact) {
    case .accepted(let text): read = text
    case .refused(let reason): return Heard(reply: reason, isSameStep: true)
    }
    guard !read.isEmpty else { return Heard(reply: words("leftAsItWas"), isSameStep: true) }
    return give(read, to: fact, entry)
  }

  /// Sets a fact, or an entry of its list, to a typed value.
  private mutating func give(_ word: String, to fact: Int, _ entry: Int?) -> Heard {
    guard let value = value(word, of: fact, entry), flow.facts[fact].accepts(value) else {
      return Heard(reply: whyNot(word, of: fact), isSameStep: true)
    }
    return take(.input(fact: fact, value))
  }

  /// The reason why a value is invalid for a fact, and the valid values.
  func whyNot(_ word: String, of fact: Int) -> String {
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

  func cannotBe(_ word: String, _ fact: Int) -> String {
    words("cannotBe", ["fact": label(of: fact), "value": word.shortened])
  }

  func value(_ word: String, of fact: Int, _ entry: Int?) -> FactValue? {
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

  mutating func pick(_ word: String, of fact: Int, removes: Bool) -> Heard {
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

  mutating func end(_ effect: Int, _ word: String) -> Heard {
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

  /// Reads the value of a fact that an effect reports when it ends; an empty line leaves the value
  /// unchanged.
  mutating func find(
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

  /// Parses the value of a fact, such as `true`, `12` or a choice; nil if it is invalid.
  package static func value(_ word: String, of fact: Fact) -> FactValue? {
    switch fact.kind {
    case .yesNo: ["true": .flag(true), "false": .flag(false)][word]
    case .number: Int(word).map(FactValue.number)
    case .choice, .text: .word(word)
    case .texts: .texts(word.split(separator: ";").map(String.init))
    }
  }
}
