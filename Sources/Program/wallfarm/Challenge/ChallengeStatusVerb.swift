import Arguments
import Authoring
import Challenge
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm challenge status`: shows the progress of the challenge.
struct ChallengeStatusVerb: CommandVerb {
  static let command = Command(
    "status", summary: "Show the progress of the challenge.",
    accepts: [.flag(ListVerb.json), .option(ChallengeVerb.state)])

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let book = try ChallengeVerb.book(invocation)
    let kept = try book.store.active()
    if invocation.isOn(ListVerb.json) {
      Terminal.print(try kept.json.text(pretty: true))
    } else {
      for line in try ChallengeVerb.lines(kept.challenge, now: book.now) {
        Terminal.printLine(line)
      }
    }
    return .success
  }
}

/// `wallfarm challenge list`: lists all challenges.
struct ChallengeListVerb: CommandVerb {
  static let command = Command(
    "list", summary: "List all challenges, newest first.",
    accepts: [.flag(ListVerb.json), .option(ChallengeVerb.state)])

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let all = try ChallengeVerb.book(invocation).store.all()
    if invocation.isOn(ListVerb.json) {
      var list: [JSONValue] = []
      for kept in all { list.append(try kept.json) }
      Terminal.print(JSONValue.array(list).text(pretty: true))
      return .success
    }
    guard !all.isEmpty else {
      Terminal.printLine("no challenges yet")
      return .success
    }
    var rows: [[Table.Cell]] = []
    for kept in all {
      let challenge = kept.challenge
      let zone = try challenge.clock
      rows.append([
        .text(ChallengeVerb.moment(challenge.start, zone)),
        .text("\(challenge.steps) of \(challenge.goal.steps)"), .text("\(challenge.percent) %"),
        .text(word(challenge, zone)),
      ])
    }
    Terminal.print(Table(["began", "steps", "done", "state"], rows).text)
    return .success
  }

  private func word(_ challenge: Challenge, _ zone: Zone) -> String {
    let days = challenge.daysTaken(zone).map { "reached in \(counted($0, "day"))" }
    return switch challenge.end {
    case .cancelled: "canceled"
    case .seen: days ?? "finished"
    case nil: days.map { "\($0), not viewed yet" } ?? "active"
    }
  }
}

/// `wallfarm challenge tell`: turns notifications on or off.
struct ChallengeTellVerb: CommandVerb {
  static let alerts = Option(
    "alerts", value: "state", allowed: ["on", "off"],
    summary: "Notifications at 25, 50, 75, 99 and 100 percent of the goal.")
  static let reminders = Option(
    "reminders", value: "state", allowed: ["on", "off"],
    summary: "Daily reminder until the goal is reached.")
  static let command = Command(
    "tell", summary: "Turn alerts and reminders on or off.",
    accepts: [
      .option(alerts), .option(reminders), .option(ChallengeVerb.state),
      .flag(RenderOptions.quiet),
    ])

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    func state(_ option: Option) -> Bool? { invocation.value(of: option).map { $0 == "on" } }
    guard state(Self.alerts) != nil || state(Self.reminders) != nil else {
      throw RenderError(
        .optionMissing, "no change was requested",
        origin: .option(Self.alerts.long),
        hint: "add --alerts on, --alerts off, --reminders on or --reminders off")
    }
    let kept = try ChallengeVerb.book(invocation).tell(
      marks: state(Self.alerts), reminders: state(Self.reminders))
    if !invocation.isOn(RenderOptions.quiet) {
      func word(_ isOn: Bool) -> String { isOn ? "on" : "off" }
      Terminal.printLine(
        "alerts \(word(kept.challenge.tellsMarks)), reminders \(word(kept.challenge.reminds))")
    }
    return .success
  }
}
