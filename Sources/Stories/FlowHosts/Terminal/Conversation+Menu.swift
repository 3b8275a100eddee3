internal import Flows

/// The menu of a step, and the entry that a typed word selects.
extension Conversation {
  struct Entry {
    let label: String
    /// The name that a program uses to select the entry.
    let name: String
    var why: String?
    /// Whether the menu omits the entry because another line offers it; its name remains valid.
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

  var menu: [Entry] {
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
          Entry(
            label: words("addTo", ["list": ask.label]), name: name,
            isHidden: ask.fact == listAsked, does: .ask(fact: ask.fact)))
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

  /// Whether an available action of the step leads to the same step as Back.
  func actionLeadsBack(_ view: FlowView) -> Bool {
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

  /// The key that selects an entry: a number, or a letter if the step asks for a number.
  func key(_ number: Int) -> String {
    numberAsked == nil || number >= Self.letters.count ? "\(number + 1)" : Self.letters[number]
  }

  static let letters = (0..<26).map { String(UnicodeScalar(UInt8(ascii: "a") + $0)) }

  /// The index of the fact if the step asks for exactly one number; otherwise nil.
  ///
  /// The value is also nil if a confirmation is open.
  var numberAsked: Int? {
    asked { if case .number = $0 { true } else { false } }
  }

  /// The index of the fact if the step asks for exactly one text or list; otherwise nil.
  ///
  /// The user answers by typing text. The value is also nil if a confirmation is open.
  var textAsked: Int? {
    asked { if case .text = $0 { true } else if case .texts = $0 { true } else { false } }
  }

  func asked(_ fits: (Fact.Kind) -> Bool) -> Int? {
    guard state.asking == nil, let step = state.step else { return nil }
    let facts = flow.steps[step].ask.filter { fits(flow.facts[$0].kind) }
    return facts.count == 1 ? facts[0] : nil
  }

  /// The entry with this number, letter, name or label.
  func entry(_ word: String, in menu: [Entry]) -> Entry? {
    let shown = menu.filter { !$0.isHidden }
    let place =
      numberAsked == nil
      ? Int(anyDigits: word).map { $0 - 1 } : Self.letters.firstIndex(of: word.lowercased())
    if let place, shown.indices.contains(place) { return shown[place] }
    return menu.first { $0.name == word }
      ?? shown.first { $0.label.lowercased() == word.lowercased() }
  }
}
