import Arguments
import Challenge
import Files
import Flows
import Glibc
import Graphics
import WallfarmCore
import WallfarmPluginKit

/// Performs the effects of the Unwalk flow on the real challenge, except those that require a
/// phone.
struct ChallengeHost: FlowHost {
  let store: ChallengeStore
  let photo: String?
  let health: String?
  let zone: String
  /// The output folder for the final pictures.
  let folder: String
  /// Renders the lock screen of a challenge, or its share card if the flag is set.
  let draw: (ChallengeStore.Kept, Bool) throws(RenderError) -> [UInt8]

  private var book: ChallengeBook { ChallengeBook(store, now: TimeSource.machine.read()) }

  mutating func perform(
    _ effect: Effect, _ state: FlowState, of flow: Flow
  ) throws(RenderError) -> HostAnswer {
    switch effect.name {
    case "connectHealth": return connect(effect)
    case "choosePhoto": return choosePhoto(effect)
    case "startChallenge":
      return attempt(effect) { () throws(RenderError) in try start(state, flow) }
    case "endChallenge": return attempt(effect) { () throws(RenderError) in _ = try book.cancel() }
    case "refreshSteps": return refresh(effect, flow)
    case "savePicture":
      return attempt(effect) { () throws(RenderError) in try save("unlocked.png", isCard: false) }
    case "sharePicture":
      return attempt(effect) { () throws(RenderError) in try save("share.png", isCard: true) }
    default: return .askPerson
    }
  }

  /// Runs `body`, and maps an error to the outcome `failed`.
  private func attempt(
    _ effect: Effect, _ body: () throws(RenderError) -> Void
  ) -> HostAnswer {
    do throws(RenderError) {
      try body()
      return .ended(outcome: 0, found: [], said: [])
    } catch {
      return ended(effect, "failed", said: ["\(error)", ""])
    }
  }

  private func ended(
    _ effect: Effect, _ outcome: String, _ found: [Flow.Setting] = [], said: [String] = []
  ) -> HostAnswer {
    .ended(outcome: effect.outcomes.firstIndex(of: outcome) ?? 0, found: found, said: said)
  }

  private func connect(_ effect: Effect) -> HostAnswer {
    guard let health, Files.exists(health) else {
      let why =
        health.map { "'\($0)' does not exist" } ?? "no health export: add --health export.zip"
      return ended(effect, "refused", said: [why, ""])
    }
    return ended(effect, "ok")
  }

  private func choosePhoto(_ effect: Effect) -> HostAnswer {
    guard let photo else {
      return ended(effect, "cancelled", said: ["no photo: add --photo beach.jpg", ""])
    }
    do throws(RenderError) {
      let size = try PhotoDecoder(
        try Files.read(photo, limit: ChallengeNewVerb.mostBytes), file: photo
      ).size
      return ended(effect, ChallengePhoto.isSmall(size) ? "small" : "ok")
    } catch {
      return ended(effect, "not-photo", said: ["\(error)", ""])
    }
  }

  private func start(_ state: FlowState, _ flow: Flow) throws(RenderError) {
    // If the previous challenge has reached its goal, end it: a user who starts a new challenge has
    // already seen the picture of the previous one.
    if try ChallengeStoryVerb.isReached(store) { _ = try book.finish() }
    guard let photo else {
      throw RenderError(
        .optionMissing, "no photo was given", origin: .option(ChallengeNewVerb.photo.long),
        hint: "press Ctrl-C and run the command again with --photo beach.jpg")
    }
    var goal = "medium"
    if let fact = flow.facts.firstIndex(where: { $0.name == "goal" }),
      case .word(let word) = state.facts[fact]
    {
      goal = word
    }
    _ = try book.begin(
      ChallengeBook.Wish(
        goal: try StepGoal(parsing: goal, origin: .option("goal")),
        photo: try Files.read(photo, limit: ChallengeNewVerb.mostBytes), photoName: photo,
        zone: zone)
    )
  }

  private func refresh(_ effect: Effect, _ flow: Flow) -> HostAnswer {
    do throws(RenderError) {
      guard let health else {
        return ended(effect, "failed", said: ["no health export: add --health export.zip"])
      }
      let (book, reader) = (book, HealthProcess(HealthReaderVerb.arguments))
      let (kept, _, _) = try book.refresh(origin: .option("health")) {
        challenge throws(RenderError) in
        let file = try Files.openToRead(health)
        defer { close(file) }
        return try reader.count(file, named: health, for: challenge, now: book.now)
      }
      // Record the pending notifications as sent, because the flow itself announces the milestones.
      try book.told(try book.owed(by: kept))
      return ended(effect, "ok", try found(kept.challenge, flow))
    } catch {
      return ended(effect, "failed", said: ["\(error)", ""])
    }
  }

  private func found(_ challenge: Challenge, _ flow: Flow) throws(RenderError) -> [Flow.Setting] {
    let values: [String: Int?] = [
      "percent": challenge.percent, "walked": challenge.steps, "left": challenge.left,
      "average": challenge.average.map { Int($0.rounded()) }, "days": challenge.daysLeft,
      "took": challenge.daysTaken(try challenge.clock),
    ]
    return flow.facts.enumerated().compactMap { place, fact in
      guard let value = values[fact.name] ?? nil else { return nil }
      return Flow.Setting(fact: place, value: .number(value))
    }
  }

  private func save(_ name: String, isCard: Bool) throws(RenderError) {
    let kept = try book.shown()
    try kept.challenge.requireReached()
    try WholeFile.makeFolder(folder)
    let path = "\(folder)/\(name)"
    try WholeFile.write([try draw(kept, isCard)], to: path)
    Terminal.printLine(path)
  }
}
