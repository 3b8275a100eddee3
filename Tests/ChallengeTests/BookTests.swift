import Challenge
import Foundation
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Tests operations on the challenges in a folder.
@Suite struct BookTests {
  private static let photo: [UInt8] = {
    let file = Workspace.root + "/Flows/unwalk/lake.jpg"
    return FileManager.default.contents(atPath: file).map(Array.init) ?? []
  }()

  private let folder: TemporaryFolder
  private let store: ChallengeStore

  init() throws {
    folder = try TemporaryFolder()
    store = ChallengeStore(folder.file("challenges"), origin: .option("state"))
  }

  private func book(_ seconds: Int) -> ChallengeBook {
    ChallengeBook(store, now: LedgerTests.moment(seconds))
  }

  private func wish(_ goal: Int = 10_000, start: Int? = nil) throws -> ChallengeBook.Wish {
    ChallengeBook.Wish(
      goal: try #require(StepGoal(goal)), photo: Self.photo, photoName: "lake.jpg",
      start: start.map(LedgerTests.moment), zone: "UTC")
  }

  private static func count(
    _ steps: Int, _ name: String, made: Int?, goal: Int = 10_000, share: Double = 0
  ) -> HealthCount {
    HealthCount(
      sha256: name, exportedAt: made.map(LedgerTests.moment), steps: steps,
      reachedAt: steps >= goal ? LedgerTests.moment((made ?? 0) - 30) : nil, average: 4000,
      implausible: 0, implausibleShare: share, flaggedDays: [], longDays: [], skipped: [:])
  }

  /// Records steps, and returns the error code if they are rejected.
  @discardableResult
  private func refresh(_ at: Int, _ count: HealthCount) -> ErrorCode? {
    ErrorCode.thrown { () throws(RenderError) in
      _ = try book(at).refresh(origin: .option("health")) { _ in count }
    }
  }

  @Test func thereIsOneAtATime() throws {
    _ = try book(0).begin(wish())
    #expect(
      ErrorCode.thrown { () throws(RenderError) in _ = try book(1).begin(beginning()) }
        == .challengeUnderWay)
    _ = try book(2).cancel()
    #expect(ErrorCode.thrown { () throws(RenderError) in _ = try store.active() } == .noChallenge)
    let kept = try book(3).begin(wish())
    refresh(100, Self.count(10_000, "a", made: 90))
    // The goal is reached, but the success has not been shown yet.
    #expect(
      ErrorCode.thrown { () throws(RenderError) in _ = try book(101).begin(beginning()) }
        == .challengeUnderWay)
    #expect(
      ErrorCode.thrown { () throws(RenderError) in _ = try book(101).cancel() }
        == .challengeUnderWay)
    #expect(try book(102).finish().challenge.reachedAt == LedgerTests.moment(60))
    _ = try book(0).begin(wish())
    #expect(try store.all().count == 3 && store.all()[1].id == kept.id)
  }

  private func beginning() throws(RenderError) -> ChallengeBook.Wish {
    guard let goal = StepGoal(10_000) else { preconditionFailure("a goal") }
    return ChallengeBook.Wish(goal: goal, photo: Self.photo, photoName: "lake.jpg", zone: "UTC")
  }

  @Test func aStartInThePastIsRefused() throws {
    let (past, later) = (try wish(start: -1), try wish(start: 60))
    #expect(
      ErrorCode.thrown { () throws(RenderError) in _ = try book(0).begin(past) }
        == .invalidParameter)
    #expect(try book(0).begin(later).challenge.start == LedgerTests.moment(60))
  }

  @Test func whatIsNoPhotoIsRefused() throws {
    var wish = try wish()
    // The last input is half of a photo, with a valid header.
    let half = Array(Self.photo.prefix(Self.photo.count / 2))
    for bytes in [[], Array("no photo".utf8), Array(Self.photo.prefix(40)), half] {
      wish.photo = bytes
      let wrong = wish
      #expect(ErrorCode.thrown { () throws(RenderError) in _ = try book(0).begin(wrong) } != nil)
    }
    #expect(try store.all().isEmpty)
    #expect(!FileManager.default.fileExists(atPath: folder.file("challenges")))
  }

  @Test func exportsThatCannotBeRightAreRefused() throws {
    _ = try book(0).begin(wish())
    #expect(refresh(100, Self.count(500, "a", made: 90)) == nil)
    #expect(refresh(200, Self.count(600, "b", made: 80)) == .healthOlder)
    #expect(refresh(200, Self.count(600, "c", made: 200 + 90_000)) == .healthFromFuture)
    #expect(refresh(200, Self.count(499, "d", made: 190)) == .stepsShrunk)
    #expect(refresh(200, Self.count(600, "e", made: 190, share: 0.2)) == .stepsImplausible)
    #expect(try store.active().challenge.steps == 500)
    // A repeated export changes nothing, and a small fraction of implausible steps is tolerated.
    #expect(refresh(200, Self.count(500, "a", made: 90)) == nil)
    #expect(refresh(200, Self.count(600, "f", made: nil, share: 0.05)) == nil)
    #expect(try store.active().challenge.steps == 600)
  }

  @Test func anExportOfBeforeTheStartIsRefused() throws {
    _ = try book(0).begin(wish())
    #expect(refresh(10, Self.count(0, "a", made: -5)) == .healthOlder)
  }

  /// Reading an export takes seconds, during which another challenge may start.
  @Test func stepsOfAnotherChallengeDoNotCount() throws {
    _ = try book(0).begin(wish())
    let other = try wish()
    let refused = ErrorCode.thrown { () throws(RenderError) in
      _ = try book(100).refresh(origin: .option("health")) { _ throws(RenderError) in
        _ = try book(50).cancel()
        _ = try book(51).begin(other)
        return Self.count(10_000, "a", made: 90)
      }
    }
    #expect(refused == .noChallenge)
    #expect(try store.active().challenge.steps == 0)
  }

  /// Shell completion appends a slash to the name of a folder.
  @Test func aSlashAtTheEndIsTheSameFolder() throws {
    let kept = try book(0).begin(wish())
    let other = ChallengeStore(folder.file("challenges") + "//", origin: .option("state"))
    #expect(other.folder == store.folder)
    #expect(try other.active().id == kept.id)
  }

  /// Each milestone is announced once and in order, regardless of the order of exports, clock
  /// changes and restarts.
  ///
  /// The goal is reached with the export that crosses it.
  @Test(arguments: 0..<20)
  func marksAreToldOnceEach(_ round: Int) throws {
    var random = SeededGenerator(seed: SeededGenerator.standardSeed &+ UInt64(round))
    print("seed: \(random.seed)")
    let goal = Int.random(in: 500...30_000, using: &random)
    _ = try book(0).begin(wish(goal))
    var (time, walked, told): (Int, Int, [Int]) = (0, 0, [])
    var made = 0
    while walked < goal + 100 {
      time += Int.random(in: -3000...20_000, using: &random)
      time = max(time, 1)
      made += Int.random(in: 0...3000, using: &random)
      walked += Int.random(in: 0...max(1, goal / 6), using: &random)
      let count = Self.count(walked, "\(walked) \(made)", made: min(made, time), goal: goal)
      let refused = refresh(time, count)
      let kept = try store.active()
      // Only an accepted export changes the steps.
      if refused == nil {
        #expect(kept.challenge.steps == walked)
        #expect((kept.challenge.percent == 100) == (walked >= goal))
      }
      let events = try book(time).owed(by: kept)
      if Bool.random(using: &random) {
        told += events.compactMap { if case .mark(let mark) = $0 { mark } else { nil } }
        try book(time).told(events)
        #expect(try book(time).owed(by: try store.active()).isEmpty)
      }
    }
    refresh(time + 100_000, Self.count(walked, "last", made: time + 99_000, goal: goal))
    told += try book(time + 100_000).owed(by: try store.active()).compactMap {
      if case .mark(let mark) = $0 { mark } else { nil }
    }
    #expect(told == Challenge.marks)
  }

  @Test func alertsAndRemindersAreSwitchedByThemselves() throws {
    _ = try book(0).begin(wish())
    _ = try book(1).tell(marks: false, reminders: true)
    refresh(100, Self.count(6000, "a", made: 90))
    #expect(try book(100).owed(by: store.active()).isEmpty)
    // A day later, there is a single reminder.
    let tomorrow = 100_000
    #expect(try book(tomorrow).owed(by: store.active()) == [.reminder])
    try book(tomorrow).told([.reminder])
    #expect(try book(tomorrow + 60).owed(by: store.active()).isEmpty)
    // Setting the clock back does not cause a second reminder.
    #expect(try book(200).owed(by: store.active()).isEmpty)
    // Milestones that were passed while notifications were off are not announced later.
    _ = try book(tomorrow + 120).tell(marks: true, reminders: nil)
    refresh(tomorrow + 200, Self.count(7600, "b", made: tomorrow + 190))
    #expect(try book(tomorrow + 200).owed(by: store.active()) == [.mark(75)])
  }

  // MARK: - Files

  @Test func filesAreForTheirOwnerAlone() throws {
    _ = try book(0).begin(wish())
    let root = folder.file("challenges")
    let names = try #require(FileManager.default.enumerator(atPath: root)).compactMap {
      $0 as? String
    }
    #expect(names.count >= 4)
    for name in names + [""] {
      let facts = try FileManager.default.attributesOfItem(atPath: root + "/" + name)
      let mode = try #require(facts[.posixPermissions] as? Int)
      #expect(
        mode == (facts[.type] as? FileAttributeType == .typeDirectory ? 0o700 : 0o600), "\(name)")
    }
  }

  @Test func whatWasChangedIsNamed() throws {
    let kept = try book(0).begin(wish())
    refresh(100, Self.count(500, "a", made: 90))
    let ledger = kept.folder + "/ledger.jsonl"
    let text = try String(contentsOfFile: ledger, encoding: .utf8)
    func place(_ body: () throws -> Void) throws -> String? {
      do {
        try body()
        _ = try store.active()
        return nil
      } catch let error as RenderError {
        #expect(error.code == .challengeChanged)
        guard case .file(let path, _, _) = error.origin else { return nil }
        return (path as NSString).lastPathComponent
      }
    }
    // Change the number of steps in the ledger.
    #expect(
      try place {
        try text.replacing(#""steps":500"#, with: #""steps":9999"#)
          .write(toFile: ledger, atomically: false, encoding: .utf8)
      } == "ledger.jsonl")
    // Delete all entries except the first.
    #expect(
      try place {
        try (text.split(separator: "\n")[0] + "\n")
          .write(toFile: ledger, atomically: false, encoding: .utf8)
      } == "ledger.jsonl")
    #expect(
      try place { try text.write(toFile: ledger, atomically: false, encoding: .utf8) } == nil)
    #expect(
      try place {
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: kept.photoPath))
      } == kept.challenge.photo.digest)
    #expect(try store.alone { () throws(RenderError) in try store.removeDamaged() })
    #expect(try store.all().isEmpty)
  }

  /// A crash between writing the ledger and writing the head loses no data.
  @Test func aHeadThatIsOneLineBehindIsFine() throws {
    let kept = try book(0).begin(wish())
    let head = try String(contentsOfFile: kept.folder + "/head", encoding: .utf8)
    refresh(100, Self.count(500, "a", made: 90))
    try head.write(toFile: kept.folder + "/head", atomically: true, encoding: .utf8)
    #expect(try store.active().challenge.steps == 500)
    // A crash before the ledger is first written leaves a folder, which does not count as a
    // challenge.
    _ = try book(200).cancel()
    try FileManager.default.createDirectory(
      atPath: folder.file("challenges") + "/1900000000", withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
    #expect(try store.all().count == 1)
    _ = try book(300).begin(wish())
    #expect(try store.all().count == 2)
    #expect(!FileManager.default.fileExists(atPath: folder.file("challenges") + "/1900000000"))
  }
}
