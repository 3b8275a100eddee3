package import Flows

/// A flow in plain lines: what is shown, and what follows a line that was typed.
///
/// It writes no colours and draws no boxes, so that a screen reader reads it as it stands. Entries of a menu are
/// chosen by number, or by letter where the step asks for a number, so that a number is always an answer. A
/// program that answers may say the name of an action instead, which stays the same when the menu changes.
package struct Conversation: Sendable {
  let flow: Flow
  let texts: FlowTexts
  let words: HostWords
  let engine: FlowEngine
  package private(set) var state: FlowState
  var mode = Mode.menu

  enum Mode: Equatable, Sendable {
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

  /// The language that is spoken.
  package var language: String { texts.language }

  /// A text of the flow, with what is known put in.
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
