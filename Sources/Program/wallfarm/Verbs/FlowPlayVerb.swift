import Arguments
import Designs
import Files
import FlowHosts
import Flows
import Glibc
import Pages
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm flow play`: plays a flow in the terminal.
struct FlowPlayVerb: CommandVerb {
  static let state = Option(
    "state", value: "file", completion: .files(extensions: ["json"]),
    summary: "File that stores the progress; default: a file for each flow in your data folder.")
  static let answers = Option(
    "answers", value: "file", completion: .files(extensions: ["txt"]),
    summary: "File with one answer per line, as you would type it; - is standard input.")
  static let fact = Option(
    "fact", value: "name=value", repeats: true,
    summary: "Fact that the host reports to the flow, such as safari=true.")
  static let again = Flag("again", summary: "Start from the beginning.")
  static let now = Option(
    "now", value: "time", summary: "Time of this session; default: the current time.")
  static let events = Option(
    "events", value: "file", completion: .files(extensions: ["jsonl"]),
    summary: "Append an event to this file for each step reached; events never contain answers.")
  static let command = Command(
    "play", summary: "Play a flow in the terminal.",
    discussion: """
      The command rehearses a flow as plain text. Choose by number, or by letter if a step asks for
      a number. If a step asks for a list, type or paste its entries, one on each line. The command
      does not perform actions; instead, it asks you for their outcomes. Type q to leave; the next
      run resumes the flow.

        wallfarm flow play notewall
        wallfarm flow play notewall --language ja --answers answers.txt
      """,
    accepts: [
      .operand(FlowVerb.name), .option(FlowVerb.order), .option(FlowVerb.language),
      .option(state), .option(answers), .option(fact), .flag(again), .option(now), .option(events),
    ])

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let installation = try Installation.findForUser()
    let story = try FlowVerb.story(invocation, installation)
    let file = StateFile(try Self.statePath(invocation, of: story.flow))
    let state = try file.read(story.flow)
    FlowVerb.noteLanguage(of: story, invocation)
    let conversation = Conversation(
      story, language: invocation.value(of: FlowVerb.language), state: state)
    var session = FlowSession(
      story: story, library: FlowLibrary(folder: installation.flows), conversation: conversation,
      file: file, host: AskingHost(),
      answers: try AnswerLines(invocation.value(of: Self.answers)),
      events: try invocation.value(of: Self.events).map { (path) throws(RenderError) in
        try EventFile(path, of: story.flow)
      },
      command: Self.command(
        "flow play \(invocation.operands(FlowVerb.name).first ?? "")", invocation))
    session.manner.isRehearsal = true
    if story.flow.name.hasPrefix("notewall") {
      session.manner.realCommand = "wallfarm setup"
    }
    for text in invocation.values(of: Self.fact) {
      session.know(try Self.fact(text, of: story.flow))
    }
    return try session.play(
      now: try FlowClock.seconds(invocation.value(of: Self.now)),
      again: invocation.isOn(Self.again))
  }

  /// Returns the command line that resumes this run: the verb and the options for the flow, its
  /// state and its output.
  static func command(
    _ verb: String, _ invocation: Invocation, also more: [Option] = []
  ) -> String {
    let options =
      [
        FlowVerb.order, FlowVerb.language, Self.state, RenderOptions.oneDevice, SetupVerb.out,
      ] + more
    let given = options.flatMap { option in
      invocation.value(of: option).map { ["--\(option.long)", $0] } ?? []
    }
    return "wallfarm "
      + (verb.split(separator: " ").map(String.init) + given).map(ShellWord.quoted)
      .joined(separator: " ")
  }

  /// Parses the value of `--fact`, which sets a fact that the host provides.
  ///
  /// - Throws: `invalid-parameter`.
  static func fact(_ text: String, of flow: Flow) throws(RenderError) -> Move {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let known = flow.facts.filter { $0.source == .host }
    guard parts.count == 2, let fact = known.first(where: { $0.name == parts[0] }),
      let place = flow.facts.firstIndex(where: { $0.name == fact.name })
    else {
      throw RenderError(
        .invalidParameter, "'\(text)' is not a host fact", origin: .option("fact"),
        hint: known.isEmpty
          ? "this flow has no host facts"
          : "write name=value; the host facts are " + known.map(\.name).joined(separator: ", "))
    }
    guard let value = Conversation.value(String(parts[1]), of: fact), fact.accepts(value) else {
      throw RenderError(
        .invalidParameter, "'\(fact.name)' cannot be '\(parts[1])'", origin: .option("fact"),
        hint: "write \(fact.accepted)")
    }
    return .host(fact: place, value)
  }

  /// Returns the path of the specified state file, or of the user's default state file.
  static func statePath(
    _ invocation: Invocation, of flow: Flow, perOrder: Bool = true
  ) throws(RenderError) -> String {
    if let path = invocation.value(of: state) { return path }
    let name = flow.name + (perOrder ? flow.variant.map { "-\($0)" } ?? "" : "")
    guard let folder = Files.userData
    else {
      throw RenderError(
        .optionMissing, "the path of the state file is unknown: HOME is not set",
        origin: .option(state.long),
        hint: "add --state \(name).json or set HOME")
    }
    return "\(folder)/flows/\(name).json"
  }
}

/// The clock of an invocation: the given time, or the system clock.
enum FlowClock {
  /// Seconds since 1970-01-01.
  static func seconds(_ given: String?) throws(RenderError) -> Int {
    guard let given else { return Glibc.time(nil) }
    guard let when = When(given) else {
      throw RenderError(
        .invalidParameter, "'\(given)' is not a date or time", origin: .option("now"),
        hint: "write a date or time such as 2026-12-24 or 2026-12-24T18:00")
    }
    switch when {
    case .moment(let moment): return moment.seconds
    case .day(let day): return day.number * 86_400
    // Treat a local time as UTC: a flow counts days, so all its times must use the same zone.
    case .local(let day, let time): return day.number * 86_400 + time.seconds
    }
  }
}

/// A host that performs no effects and asks the user for each outcome.
struct AskingHost: FlowHost {
  mutating func perform(
    _ effect: Effect, _ state: FlowState, of flow: Flow
  ) throws(RenderError) -> HostAnswer { .askPerson }
}
