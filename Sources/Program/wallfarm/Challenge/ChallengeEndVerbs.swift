import Arguments
import Challenge
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm challenge finish`: reveals the picture and ends the challenge.
struct ChallengeFinishVerb: CommandVerb {
  static let command = Command(
    "finish", summary: "Look at the picture that was unlocked, and end the challenge.",
    discussion: """
      The goal is reached when the steps say so; until somebody looks, a celebration is owed.

        wallfarm challenge finish
        wallfarm challenge new --goal 15000 --photo mountain.jpg
      """,
    accepts: [
      .option(ChallengeVerb.language), .option(ChallengeVerb.state), .flag(RenderOptions.quiet),
    ])

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let kept = try ChallengeVerb.book(invocation).finish()
    if !invocation.isOn(RenderOptions.quiet) {
      let words = ChallengeVerb.words(invocation)
      Terminal.printLine(words["unlocked"])
      Terminal.printLine(words.title(of: kept.challenge, try kept.challenge.clock))
    }
    return .success
  }
}

/// `wallfarm challenge cancel`: gives up the challenge after a confirmation.
struct ChallengeCancelVerb: CommandVerb {
  static let yes = Flag("yes", short: "y", summary: "Do not ask.")
  static let damaged = Flag(
    "damaged", summary: "Remove challenges whose files were changed by something else.")
  static let command = Command(
    "cancel", summary: "Give the challenge up; its photo is removed.",
    discussion:
      "It asks first. The photo that you chose stays where you have it; only the copy is removed.",
    accepts: [
      .flag(yes), .flag(damaged), .option(ChallengeVerb.state), .flag(RenderOptions.quiet),
    ])

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let book = try ChallengeVerb.book(invocation)
    if invocation.isOn(Self.damaged) {
      guard try ask("Remove challenges that were changed by something else?") else {
        return .success
      }
      let hasRemoved = try book.store.alone { () throws(RenderError) in
        try book.store.removeDamaged()
      }
      tell(hasRemoved ? "removed" : "nothing was changed by something else")
      return .success
    }
    let challenge = try book.store.active().challenge
    try book.checkCancel(challenge)
    let question =
      "Give up after \(challenge.steps) of \(challenge.goal.steps) steps? The picture stays hidden."
    guard try ask(question) else { return .success }
    _ = try book.cancel()
    tell("cancelled; a new one can begin at any time: wallfarm challenge new")
    return .success
  }

  private func tell(_ line: String) {
    if !invocation.isOn(RenderOptions.quiet) { Terminal.printLine(line) }
  }

  private func ask(_ question: String) throws(RenderError) -> Bool {
    if invocation.isOn(Self.yes) { return true }
    let isMeant = try Terminal.confirm(question)
    if !isMeant { tell("nothing was changed") }
    return isMeant
  }
}
