package import Flows

/// Plays a flow in plain lines of text: provides the lines to show, and reacts to each typed line.
///
/// The lines do not use colors or boxes, so a screen reader can read them. Menu entries are
/// selected by number, or by letter if the step asks for a number, so that a typed number is always
/// an answer. A program can instead type the name of an action, which stays the same when the menu
/// changes. If the step asks for a list, every other line is an entry, so a whole list can be pasted.
package struct Conversation: Sendable {
  let flow: Flow
  let texts: FlowTexts
  let words: HostText
  let engine: FlowEngine
  package private(set) var state: FlowState
  var mode = Mode.menu
  /// Checks and normalizes each entry that is added to a list, given the name of the fact; nil
  /// accepts every entry.
  package var entryReader: (@Sendable (_ fact: String, _ entry: String) -> EntryReading)?
  /// The last number that was removed from the beginning of a list entry.
  var lastNumber = 0

  enum Mode: Equatable, Sendable {
    case menu
    /// Prompts for the value of a fact, or for the new text of a list entry.
    case value(fact: Int, entry: Int?)
    /// Asks which entry of a list to change or remove.
    case entry(fact: Int, removes: Bool)
    /// Asks how an effect ended; `said` is the host's sentence, or nil if the host does nothing.
    case outcome(effect: Int, said: String?)
    /// Asks for the facts that an effect reports when it ends, one after the other.
    case found(effect: Int, outcome: Int, [Flow.Setting])
  }

  package init(_ story: Story, language: String?, state: FlowState) {
    flow = story.flow
    texts = story.texts(in: language)
    words = HostText(language: texts.language)
    engine = FlowEngine(flow)
    self.state = state
  }

  /// The result of a line or a move.
  package struct Heard: Sendable {
    /// The requests to the host.
    package var asked: [Asked] = []
    /// A sentence to show to the user.
    package var reply: String?
    /// Whether the current step is the step that was last shown.
    package var isSameStep = false
    /// Whether the line was an entry of a list, and further entries can follow without a menu in
    /// between.
    package var isListing = false
    /// Whether the user wants to leave.
    package var leaves = false
  }

  /// Whether the conversation asks how an effect ended, or what its result was.
  package var asksForOutcome: Bool {
    switch mode {
    case .outcome, .found: true
    case .menu, .value, .entry: false
    }
  }

  /// Whether the flow has ended; if so, no step is shown.
  package var isOver: Bool { state.step == nil }

  /// Plays a move that does not come from a typed line, such as the end of an effect.
  package mutating func take(_ move: Move) -> Heard {
    let turn = engine.play(state, move)
    let isSame = turn.asked.isEmpty && turn.state.step == state.step && turn.state.step != nil
    state = turn.state
    return Heard(
      asked: turn.asked, reply: turn.ignored.map(sentence),
      isSameStep: isSame && (move.isInput || turn.ignored != nil))
  }

  /// Asks the user how an effect ended, because the host cannot detect it.
  ///
  /// If the effect is a task, this method does not ask, because the task continues in the
  /// background. The menu has an entry for reporting its end.
  ///
  /// - Parameters:
  ///   - effect: the index of the effect in the flow.
  ///   - sentence: the instruction for the user; nil if the host does nothing.
  package mutating func askOutcome(of effect: Int, saying sentence: String? = nil) {
    if !flow.effects[effect].isTask { mode = .outcome(effect: effect, said: sentence) }
  }

  /// The language of the conversation.
  package var language: String { texts.language }

  /// Text from the flow, with the current facts filled in.
  package func text(_ key: String) -> String { texts.text(key, flow, state) }

  func sentence(_ ignored: Ignored) -> String {
    switch ignored {
    case .notThere, .late: words("notThereNow")
    case .gate(let place): why(place)
    case .busy: words("isUnderWay")
    case .invalid(let fact): words("cannotBe", ["fact": label(of: fact), "value": "–"])
    case .notYet: words("notYet")
    }
  }

  func why(_ place: ActionPlace) -> String {
    engine.view(state, texts)?.actions.first { $0.place == place }?.why ?? words("notYet")
  }
}

extension Move {
  fileprivate var isInput: Bool { if case .input = self { true } else { false } }
}
