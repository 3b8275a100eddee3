import Files
import FlowHosts
import Flows
import Glibc
import Pages
import WallfarmCore
import WallfarmPluginKit

/// A host's answer to an effect.
enum HostAnswer {
  /// The effect finished with an outcome, new facts, and lines for the user.
  case ended(outcome: Int, found: [Flow.Setting], said: [String])
  /// The host does nothing and asks the user for the outcome.
  case askPerson
  /// The host shows lines and a drawing, and asks for the outcome after the user has acted outside
  /// the program.
  case askPersonAfter([String], drawing: String? = nil, sentence: String)
}

/// The settings that a host uses to present a flow.
struct FlowManner {
  /// Whether the flow is only a rehearsal, in which case its results do not count.
  var isRehearsal = false
  /// The command that performs what a rehearsal only describes, or `nil` if there is none.
  var realCommand: String?
  /// Returns the lines to print after the last step; if this closure is `nil`, a default line is
  /// printed.
  var ending: ((HostText) -> [String])?
  /// Returns the command that plays the linked flow with the given name; if `nil`, `flow play` is
  /// used.
  var linkCommand: ((String) -> String?)?
}

/// Performs the effects of a flow, as far as that is possible in a terminal.
protocol FlowHost {
  mutating func perform(
    _ effect: Effect, _ state: FlowState, of flow: Flow
  ) throws(RenderError) -> HostAnswer

  /// Completes the work when the user leaves the flow before its end, and returns lines to print.
  mutating func leave(_ state: FlowState, of flow: Flow) throws(RenderError) -> [String]
}

extension FlowHost {
  mutating func leave(_ state: FlowState, of flow: Flow) throws(RenderError) -> [String] { [] }
}

/// Plays a flow in the terminal and writes its state after each move.
struct FlowSession {
  let story: Story
  /// The library that resolves linked flows.
  let library: FlowLibrary
  var conversation: Conversation
  let file: StateFile
  var host: any FlowHost
  var answers: AnswerLines
  var events: EventFile?
  /// The command that resumes the flow.
  let command: String
  var manner = FlowManner()
  private var words: HostText

  init(
    story: Story, library: FlowLibrary, conversation: Conversation, file: StateFile,
    host: any FlowHost,
    answers: AnswerLines, events: EventFile?, command: String
  ) {
    (self.command, self.library) = (command, library)
    (self.story, self.conversation, self.file) = (story, conversation, file)
    (self.host, self.answers, self.events) = (host, answers, events)
    words = HostText(language: conversation.language)
  }

  /// Applies facts that the host reports before the flow begins.
  mutating func know(_ move: Move) { _ = conversation.take(move) }

  /// Plays the flow until it finishes, the user leaves it, or the input ends.
  mutating func play(now: Int, again: Bool) throws(RenderError) -> ExitStatus {
    var heard = conversation.take(again ? .restart : .open(now: now))
    if again { heard.asked += conversation.take(.open(now: now)).asked.filter { !$0.isTimer } }
    if manner.isRehearsal {
      tell(words("rehearsal"))
      if let command = manner.realCommand { tell(words("realCommand", ["command": command])) }
    }
    if !conversation.isOver { tell(words("leaveHint") + "\n") }
    var isLeft = try follow(heard)
    var (isSameStep, isListing) = (false, false)
    while !isLeft, !conversation.isOver {
      if !isListing {
        for line in isSameStep ? conversation.shortLines : conversation.lines { tell(line) }
      }
      guard let line = nextLine(inList: isListing) else {
        Terminal.print("")
        break
      }
      let (asked, heard) = (conversation.asksForOutcome, conversation.hear(line))
      if !heard.isListing { Terminal.print("") }
      if manner.isRehearsal, asked, !conversation.asksForOutcome { tell(words("rehearsed") + "\n") }
      (isSameStep, isListing) = (heard.isSameStep, heard.isListing)
      isLeft = try follow(heard) || heard.leaves
    }
    try file.write(conversation.state, of: story.flow)
    if !conversation.isOver { try leave() }
    reportEnd()
    return .success
  }

  private mutating func leave() throws(RenderError) {
    do throws(RenderError) {
      for line in try host.leave(conversation.state, of: story.flow) { tell(line) }
    } catch {
      reportEnd()
      throw error
    }
  }

  private mutating func nextLine(inList isListing: Bool) -> String? {
    isListing
      ? answers.nextInList(prompt: conversation.listPrompt)
      : answers.next(prompt: conversation.prompt)
  }

  private func reportEnd() {
    guard conversation.isOver else { return tell(words("later", ["command": command])) }
    guard isFinished else { return tell(words("nothingNow")) }
    for line in manner.ending?(words) ?? [words("finished")] { tell(line) }
  }

  /// Prints text, wrapped at word boundaries if the output is a terminal.
  private func tell(_ text: String) {
    Terminal.print(Terminal.outputIsTerminal ? text.broken(at: Terminal.width) : text)
  }

  /// Whether the user has finished the flow.
  var isFinished: Bool { conversation.state.finished != nil }

  /// Writes the state and performs the requested effects, which may request further effects.
  ///
  /// - Returns: Whether the user left the flow.
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

  /// Passes the shared facts to a linked flow and prints the command that plays it.
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
      // Print the drawing unchanged, because a QR code contains escape sequences for dark modules
      // on a light background.
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

/// Answers from standard input or a file.
struct AnswerLines {
  private var rest: [String]?

  /// Reads the lines of a file; `nil` or `-` reads standard input.
  init(_ path: String?) throws(RenderError) {
    guard let path else { return }
    if path == "-" { return }
    let bytes = try Files.read(path, limit: 1 << 20)
    rest = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    // Drop the empty string after the final newline, because it is not an answer.
    if rest?.last == "" { rest?.removeLast() }
  }

  /// Returns the next line, or `nil` at the end of the input.
  mutating func next(prompt: String) -> String? {
    guard rest != nil else {
      Terminal.prompt(prompt + " > ")
      return readLine()
    }
    guard let line = rest?.isEmpty == false ? rest?.removeFirst() : nil else { return nil }
    Terminal.print("\(prompt) > \(line)")
    return line
  }

  /// Returns the next line of a list.
  ///
  /// No prompt is printed if the line is already there, because the terminal has shown all lines of
  /// a pasted text by then.
  mutating func nextInList(prompt: String) -> String? {
    rest == nil && Terminal.hasInput ? readLine() : next(prompt: prompt)
  }
}
