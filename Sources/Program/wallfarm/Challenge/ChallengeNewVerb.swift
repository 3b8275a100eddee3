import Arguments
import Challenge
import ContentSources
import Files
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm challenge new`: starts a challenge.
struct ChallengeNewVerb: CommandVerb {
  static let goal = Option(
    "goal", value: "steps",
    summary: "Step goal: a number from 500 to 1000000, or easy, medium, hard or epic "
      + "(5000, 10000, 15000, 30000).")
  static let photo = Option(
    "photo", value: "file", completion: RenderOptions.photo.completion,
    summary: "Photo to unlock.")
  static let from = Option(
    "from", value: "time",
    summary:
      "Start of the challenge: a future date or time, such as 2026-12-01 or 2026-12-01T07:00. "
      + "Default: now.")
  static let alerts = Flag(
    "alerts", invertible: true, default: true,
    summary: "Notifications at 25, 50, 75, 99 and 100 percent of the goal.")
  static let reminders = Flag(
    "reminders", summary: "Daily reminder until the goal is reached.")

  static let command = Command(
    "new", summary: "Start a challenge with a photo and a step goal.",
    discussion: """
      The command copies the photo to a private folder. The lock screen shows a blurred copy until
      the goal is reached. Only steps after the start count. Only one challenge can be active at a
      time.

        wallfarm challenge new --goal 10000 --photo beach.jpg
      """,
    accepts: [
      .option(goal), .option(photo), .option(from), .option(RenderOptions.zone), .flag(alerts),
      .flag(reminders), .option(ChallengeVerb.state), .flag(RenderOptions.quiet),
    ])

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let book = try ChallengeVerb.book(invocation)
    let kept = try book.begin(try wish(at: book.now))
    guard !invocation.isOn(RenderOptions.quiet) else { return .success }
    let challenge = kept.challenge
    if challenge.photo.isSmall, let size = challenge.photo.size {
      Terminal.note(
        "the photo is \(size) pixels and will look coarse; use at least "
          + "\(ChallengePhoto.leastSide) pixels per side")
    }
    let distance = (StepGoal.kilometres(challenge.goal.steps) * 10).rounded() / 10
    Terminal.printLine(
      "\(challenge.goal.steps) steps, about \(distance) km, from "
        + ChallengeVerb.moment(challenge.start, try challenge.clock))
    Terminal.printLine("next: wallfarm challenge render --device iphone15")
    return .success
  }

  private func wish(at now: Moment) throws(RenderError) -> ChallengeBook.Wish {
    guard let photo = invocation.value(of: Self.photo) else {
      throw RenderError(
        .optionMissing, "no photo was given", origin: .option(Self.photo.long),
        hint: "add --photo beach.jpg")
    }
    let zone = invocation.value(of: RenderOptions.zone) ?? RenderRequest.localZone
    let clock = try ZoneFile.zone(zone, origin: .option(RenderOptions.zone.long))
    guard invocation.value(of: Self.goal) != nil else {
      throw RenderError(
        .optionMissing, "no goal was given", origin: .option(Self.goal.long),
        hint: "add --goal 10000, or easy, medium, hard or epic (5000, 10000, 15000 or 30000 steps)")
    }
    var wish = ChallengeBook.Wish(
      goal: try Self.goal(invocation),
      photo: try Files.read(photo, limit: ChallengeNewVerb.mostBytes), photoName: photo, zone: zone)
    wish.tellsMarks = invocation.isOn(Self.alerts)
    wish.reminds = invocation.isOn(Self.reminders)
    wish.start = try start(now, clock)
    return wish
  }

  /// The maximum photo size in bytes, the same as for renders.
  static let mostBytes = 64 << 20

  static func goal(_ invocation: Invocation) throws(RenderError) -> StepGoal {
    try StepGoal(
      parsing: invocation.value(of: goal) ?? "10000", origin: .option(goal.long))
  }

  private func start(_ now: Moment, _ zone: Zone) throws(RenderError) -> Moment? {
    guard let text = invocation.value(of: Self.from) else { return nil }
    guard let when = When(text) else {
      throw RenderError(
        .invalidParameter, "'\(text)' is not a date or time", origin: .option(Self.from.long),
        hint: "write a date or a time: 2026-12-01, 2026-12-01T07:00")
    }
    return Now(now, in: zone).moment(of: when)
  }
}
