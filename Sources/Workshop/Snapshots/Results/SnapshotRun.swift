/// The results of running a suite.
public struct SnapshotRun: Sendable {
  /// The suite.
  public let suite: SnapshotSuite
  /// The result of each picture, in the order of the suite.
  public let results: [SnapshotResult]
  /// The names of references that do not belong to any picture.
  public let strays: [String]
  /// The groups of similar changes.
  public let groups: [ChangeGroup]

  /// Whether changes are tolerated if only the toolchain caused them.
  let toleratesToolchain: Bool

  init(
    suite: SnapshotSuite, results: [SnapshotResult], strays: [String], toleratesToolchain: Bool
  ) {
    (self.suite, self.results, self.strays) = (suite, results, strays)
    self.toleratesToolchain = toleratesToolchain
    groups = ChangeGroup.groups(of: results)
  }

  /// Returns the number of results with the given verdict.
  public func count(_ verdict: Verdict) -> Int {
    results.count { $0.verdict == verdict }
  }

  /// The number of written references.
  public var recorded: Int { results.count { $0.isRecorded } }

  /// The failures whose references were not written in this run.
  public var troubles: [SnapshotResult] {
    results.filter { $0.verdict.isTrouble && !$0.isRecorded }
  }

  /// Whether all failures are caused by changed libraries or fonts.
  public var isToolchainOnly: Bool { troubles.allSatisfy(\.isOfToolchain) }

  /// Whether nothing was recorded, and all failures are tolerated.
  public var isSuccess: Bool {
    recorded == 0 && (troubles.isEmpty || (toleratesToolchain && isToolchainOnly))
  }

  /// The result of the run as a whole.
  public var outcome: SnapshotOutcome {
    if isSuccess { return .passed }
    return count(.failed) > 0 ? .failed : .differs
  }
}

extension SnapshotResult {
  /// Whether the picture changed only because libraries or fonts changed.
  var isOfToolchain: Bool { verdict == .changed && cause?.label == .toolchain }
}
