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
    summary: "Steps to walk: a number from 500 to 1000000, or easy, medium, hard or epic "
      + "(5000, 10000, 15000, 30000).")
  static let photo = Option(
    "photo", value: "file", completion: RenderOptions.photo.completion,
    summary: "The photo that is unlocked.")
  static let from = Option(
    "from", value: "time",
    summary:
      "When it begins: a later day or time, such as 2026-12-01 or 2026-12-01T07:00. Default: now.")
  static let alerts = Flag(
    "alerts", invertible: true, default: true, summary: "Tell at 25, 50, 75, 99 and 100 percent.")
  static let reminders = Flag(
    "reminders", summary: "Remind once a day, as long as there are steps left.")

  static let command = Command(
    "new", summary: "Begin a challenge: a photo and a goal.",
    discussion: """
      The photo is copied to a place of its own, which only you can read, and shown blurred until the goal is
      reached. Steps count from now on. There is one challenge at a time.

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
        "the photo has \(size) pixels, and looks coarse below "
          + "\(ChallengePhoto.leastSide) on a side")
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
        .optionMissing, "no photo was named", origin: .option(Self.photo.long),
        hint: "add --photo beach.jpg")
    }
    let zone = invocation.value(of: RenderOptions.zone) ?? RenderRequest.localZone
    let clock = try ZoneFile.zone(zone, origin: .option(RenderOptions.zone.long))
    guard invocation.value(of: Self.goal) != nil else {
      throw RenderError(
        .optionMissing, "no goal was named", origin: .option(Self.goal.long),
        hint: "add --goal 10000, or easy, medium, hard or epic: 5000, 10000, 15000, 30000 steps")
    }
    var wish = ChallengeBook.Wish(
      goal: try Self.goal(invocation),
      photo: try Files.read(photo, limit: ChallengeNewVerb.mostBytes), photoName: photo, zone: zone)
    wish.tellsMarks = invocation.isOn(Self.alerts)
    wish.reminds = invocation.isOn(Self.reminders)
    wish.start = try start(now, clock)
    return wish
  }

  /// The maximum size of the photo in bytes, as for renders.
  static let mostBytes = 64 << 20

  static func goal(_ invocation: Invocation) throws(RenderError) -> StepGoal {
    try StepGoal(
      parsing: invocation.value(of: goal) ?? "10000", origin: .option(goal.long))
  }

  private func start(_ now: Moment, _ zone: Zone) throws(RenderError) -> Moment? {
    guard let text = invocation.value(of: Self.from) else { return nil }
    guard let when = When(text) else {
      throw RenderError(
        .invalidParameter, "'\(text)' is no time", origin: .option(Self.from.long),
        hint: "write a day or a time: 2026-12-01, 2026-12-01T07:00")
    }
    return Now(now, in: zone).moment(of: when)
  }
}
