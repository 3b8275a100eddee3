import Files
import FlowHosts
import Flows
import Glibc
import Pages
import WallfarmCore
import WallfarmPluginKit

/// What a host says when it was asked for an effect.
enum HostAnswer {
  /// How it ended, what was found, and lines for the person.
  case ended(outcome: Int, found: [Flow.Setting], said: [String])
  /// Nothing is done here: the person says how it should end.
  case askPerson
  /// The person does it elsewhere: what helps them there, a drawing for the terminal, and what to do.
  case askPersonAfter([String], drawing: String? = nil, sentence: String)
}

/// How a host plays a flow, besides what it does.
struct FlowManner {
  /// Whether it only tells the story, so that nothing of it may be taken for done.
  var isRehearsal = false
  /// What is said when the story has come to its end; nil: that it has.
  var ending: ((HostWords) -> [String])?
  /// The command that plays a linked flow, by its name; nil: `flow play` does.
  var linkCommand: ((String) -> String?)?
}

/// Does what flows ask for, as far as a terminal can.
protocol FlowHost {
  mutating func perform(
    _ effect: Effect, _ state: FlowState, of flow: Flow
  ) throws(RenderError) -> HostAnswer
}

/// A flow that is played in the terminal, its state written after each move.
struct FlowSession {
  let story: Story
  /// Where linked flows are found.
  let library: FlowLibrary
  var conversation: Conversation
  let file: StateFile
  var host: any FlowHost
  var answers: AnswerLines
  var events: EventFile?
  /// What goes on with it another time.
  let command: String
  var manner = FlowManner()
  private var words: HostWords

  init(
    story: Story, library: FlowLibrary, conversation: Conversation, file: StateFile,
    host: any FlowHost,
    answers: AnswerLines, events: EventFile?, command: String
  ) {
    (self.command, self.library) = (command, library)
    (self.story, self.conversation, self.file) = (story, conversation, file)
    (self.host, self.answers, self.events) = (host, answers, events)
    words = HostWords(language: conversation.language)
  }

  /// Takes what the host knows before it begins.
  mutating func know(_ move: Move) { _ = conversation.take(move) }

  /// Plays it until it ends, is left, or there are no more lines.
  mutating func play(now: Int, again: Bool) throws(RenderError) -> ExitStatus {
    var heard = conversation.take(again ? .restart : .open(now: now))
    if again { heard.asked += conversation.take(.open(now: now)).asked.filter { !$0.isTimer } }
    if manner.isRehearsal { tell(words("rehearsal")) }
    if !conversation.isOver { tell(words("leaveHint") + "\n") }
    var isLeft = try follow(heard)
    var isSameStep = false
    while !isLeft, !conversation.isOver {
      for line in isSameStep ? conversation.shortLines : conversation.lines { tell(line) }
      guard let line = answers.next(prompt: conversation.prompt) else {
        Terminal.print("")
        break
      }
      Terminal.print("")
      let heard = conversation.hear(line)
      isSameStep = heard.isSameStep
      isLeft = try follow(heard) || heard.leaves
    }
    try file.write(conversation.state, of: story.flow)
    sayTheEnd()
    return .success
  }

  private func sayTheEnd() {
    guard conversation.isOver else { return tell(words("later", ["command": command])) }
    guard isFinished else { return tell(words("nothingNow")) }
    for line in manner.ending?(words) ?? [words("finished")] { tell(line) }
  }

  /// Says something to the person, with lines that end between words where somebody reads them.
  private func tell(_ text: String) {
    Terminal.print(Terminal.outputIsTerminal ? text.broken(at: Terminal.width) : text)
  }

  /// Whether the story has come to its end.
  var isFinished: Bool { conversation.state.finished != nil }

  /// Writes the state, then does what was asked; effects may ask for more.
  ///
  /// - Returns: whether the flow was left.
  private mutating func follow(_ heard: Conversation.Heard) throws(RenderError) -> Bool {
    if let reply = heard.reply { tell(reply + "\n") }
    try file.write(conversation.state, of: story.flow)
    try events?.note(conversation.state)
    var isLeft = false
    for asked in heard.asked {
      switch asked {
      case .effect(let effect): isLeft = try perform(effect) || isLeft
      case .left: isLeft = true
      case .milestone(let milestone):
        let key = "milestones.\(story.flow.milestones[milestone].name)"
        tell(conversation.text(key) + "\n")
      case .open(let link): try open(story.flow.links[link].flow)
      case .announce, .task, .timer, .finished: break
      }
    }
    return isLeft
  }

  /// Hands a linked flow what both know, and says how it is played.
  private func open(_ name: String) throws(RenderError) {
    let linked = try library.linked(name, from: story)
    let place = Files.join(Files.folder(of: file.path), "\(name).json")
    let kept = StateFile(place)
    let state = try kept.read(linked.flow)
      .knowing(linked.flow, what: conversation.state, of: story.flow)
    try kept.write(state, of: linked.flow)
    if let linkCommand = manner.linkCommand {
      if let command = linkCommand(name) { Terminal.print("→ \(command)\n") }
      return
    }
    let words = [library.word(for: linked), "--state", place].map(ShellWord.quoted)
    Terminal.print("→ wallfarm flow play \(words.joined(separator: " "))\n")
  }

  private mutating func perform(_ effect: Int) throws(RenderError) -> Bool {
    switch try host.perform(story.flow.effects[effect], conversation.state, of: story.flow) {
    case .ended(let outcome, let found, let said):
      for line in said { tell(line) }
      return try follow(
        conversation.take(.ended(effect: effect, outcome: outcome, found)))
    case .askPerson: conversation.askOutcome(of: effect)
    case .askPersonAfter(let lines, let drawing, let sentence):
      for line in lines { Terminal.print(line) }
      // It steers the terminal on purpose, to be dark on light.
      if let drawing { Terminal.printAsIs("\n" + drawing) }
      Terminal.print("")
      conversation.askOutcome(of: effect, saying: sentence)
    }
    return false
  }
}

extension Asked {
  fileprivate var isTimer: Bool { if case .timer = self { true } else { false } }
}

/// Lines that were typed, or that a file has.
struct AnswerLines {
  private var rest: [String]?

  /// Lines of a file; nil: those that are typed.
  init(_ path: String?) throws(RenderError) {
    guard let path else { return }
    if path == "-" { return }
    let bytes = try Files.read(path, limit: 1 << 20)
    rest = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    // A file ends with a line end, and not with an empty answer.
    if rest?.last == "" { rest?.removeLast() }
  }

  /// The next line; nil where there is none.
  mutating func next(prompt: String) -> String? {
    guard rest != nil else {
      Terminal.prompt(prompt + " > ")
      return readLine()
    }
    guard let line = rest?.isEmpty == false ? rest?.removeFirst() : nil else { return nil }
    Terminal.print("\(prompt) > \(line)")
    return line
  }
}
