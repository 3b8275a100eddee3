import Challenge
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Tests the progress of a challenge, and that the photo is revealed in pictures only after the
/// goal is reached.
@Suite struct ChallengeTests {
  /// Percentages are rounded down, so 100 appears only if the goal was reached.
  @Test func aHundredIsOnlyTheGoal() throws {
    var random = SeededGenerator()
    print("seed: \(random.seed)")
    for _ in 0..<20_000 {
      let goal = try #require(StepGoal(Int.random(in: StepGoal.range, using: &random)))
      let near = Int.random(in: 1...max(1, goal.steps / 90), using: &random)
      for steps in [0, 1, goal.steps - near, goal.steps - 1, goal.steps, goal.steps + near] {
        let percent = goal.percent(of: steps)
        #expect((percent == 100) == (steps >= goal.steps), "\(steps) of \(goal.steps)")
        #expect((0...100).contains(percent))
        #expect(steps >= goal.steps || percent * goal.steps <= steps * 100)
      }
    }
  }

  private func challenge(_ steps: Int, reached: Bool = false) throws -> Challenge {
    var challenge = Challenge(try LedgerTests.beginning())
    challenge.add(
      .read(
        ChallengeEntry.Reading(
          at: LedgerTests.moment(200_000), export: "e", exportedAt: nil, steps: steps,
          average: 4000,
          reachedAt: reached ? LedgerTests.moment(150_000) : nil, implausible: 0)))
    return challenge
  }

  /// Before the goal is reached, no request shows a percentage above 99 or the uncovered photo.
  @Test func noPictureBeforeTheGoalIsSharp() throws {
    for steps in Array(0...200).map({ $0 * 50 }) + [9999] where steps < 10_000 {
      let challenge = try challenge(steps)
      let picture = try ChallengePicture(challenge, photo: "p", language: nil)
      let lock = picture.lock(on: "iphone15")
      #expect(lock.template == "challenge")
      #expect(lock.settings == [Setting(key: "percent", value: .number(Double(steps / 100)))])
      #expect(throws: RenderError.self) { try picture.success(on: "iphone15") }
    }
    let reached = try ChallengePicture(challenge(10_000, reached: true), photo: "p", language: nil)
    #expect(reached.lock(on: "x").settings == [Setting(key: "percent", value: 100)])
    #expect(try reached.success(on: "x").template == "unlocked")
  }

  /// Without a completion time, the goal is not reached, regardless of the number of steps.
  @Test func withoutAMomentItIsNotReached() throws {
    let challenge = try challenge(10_400)
    #expect(challenge.percent == 99 && challenge.reachedAt == nil)
  }

  @Test func daysAndDistanceAreThoseOfTheStory() throws {
    for (steps, kilometres) in [(5000, 4.0), (10_000, 8), (15_000, 12), (30_000, 24)] {
      #expect(abs(StepGoal.kilometres(steps) - kilometres) < 1e-9)
    }
    #expect(try challenge(2000).daysLeft == 2)
    #expect(try challenge(9999).daysLeft == 1)
    #expect(try challenge(10_000, reached: true).daysLeft == nil)
    // The challenge starts on the morning of the first day and ends in the early hours of the third
    // day.
    #expect(try challenge(10_000, reached: true).daysTaken(.utc) == 3)
  }

  @Test(arguments: ["en", "ar", "ja"])
  func everyWordIsThere(_ language: String) throws {
    let words = ChallengeText(language)
    #expect(words.language == language)
    let challenge = try challenge(9950)
    let texts =
      [25, 50, 75, 99].map { words.mark($0, of: challenge, .utc) }
      + [words.reminder(of: challenge), words.title(of: challenge, .utc)]
    #expect(Set(texts).count == 6 && texts.allSatisfy { !$0.contains("{") })
    for key in ["steps", "walked", "left", "pace", "distance", "km", "average", "unlocked"] {
      #expect(!words[key].isEmpty)
    }
  }

  @Test(arguments: [
    ("10000", 10_000), ("easy", 5000), ("medium", 10_000), ("hard", 15_000), ("epic", 30_000),
    ("500", 500), ("1000000", 1_000_000),
  ])
  func goalsAreNumbersOrNames(_ text: String, _ steps: Int) throws {
    #expect(try StepGoal(parsing: text, origin: .option("goal")).steps == steps)
  }

  @Test(arguments: ["", "499", "1000001", "-5", "ten", "esay", "1e4", "10,000"])
  func otherGoalsAreRefused(_ text: String) {
    #expect(throws: RenderError.self) { try StepGoal(parsing: text, origin: .option("goal")) }
  }
}
