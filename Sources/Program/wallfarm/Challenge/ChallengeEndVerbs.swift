import Arguments
import Challenge
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm challenge finish`: reveals the picture and ends the challenge.
struct ChallengeFinishVerb: CommandVerb {
  static let command = Command(
    "finish", summary: "Confirm that you have seen the unlocked picture and end the challenge.",
    discussion: """
      A challenge whose goal is reached stays open until you finish it.

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

/// `wallfarm challenge cancel`: cancels the challenge after a confirmation.
struct ChallengeCancelVerb: CommandVerb {
  static let yes = Flag("yes", short: "y", summary: "Skip the confirmation.")
  static let damaged = Flag(
    "damaged", summary: "Remove challenges whose files were changed by another program.")
  static let command = Command(
    "cancel", summary: "Cancel the challenge and remove its photo.",
    discussion:
      "The command asks for confirmation. It removes only its own copy of the photo.",
    accepts: [
      .flag(yes), .flag(damaged), .option(ChallengeVerb.state), .flag(RenderOptions.quiet),
    ])

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let book = try ChallengeVerb.book(invocation)
    if invocation.isOn(Self.damaged) {
      guard try ask("Remove challenges that another program has changed?") else {
        return .success
      }
      let hasRemoved = try book.store.alone { () throws(RenderError) in
        try book.store.removeDamaged()
      }
      tell(hasRemoved ? "removed" : "no challenge was changed by another program")
      return .success
    }
    let challenge = try book.store.active().challenge
    try book.checkCancel(challenge)
    let question =
      "Cancel after \(challenge.steps) of \(challenge.goal.steps) steps? The picture stays hidden."
    guard try ask(question) else { return .success }
    _ = try book.cancel()
    tell("canceled; to start a new challenge: wallfarm challenge new")
    return .success
  }

  private func tell(_ line: String) {
    if !invocation.isOn(RenderOptions.quiet) { Terminal.printLine(line) }
  }

  private func ask(_ question: String) throws(RenderError) -> Bool {
    if invocation.isOn(Self.yes) { return true }
    let isMeant = try Terminal.confirm(question)
    if !isMeant { tell("no change") }
    return isMeant
  }
}
