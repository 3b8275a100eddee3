/// What a run over a whole suite found.
public struct SnapshotRun: Sendable {
  /// What was rendered.
  public let suite: SnapshotSuite
  /// A result for each picture, in the order of the suite.
  public let results: [SnapshotResult]
  /// References that belong to no picture of the suite.
  public let strays: [String]
  /// What changed, the same kind of change over many devices together.
  public let groups: [ChangeGroup]

  init(suite: SnapshotSuite, results: [SnapshotResult], strays: [String]) {
    (self.suite, self.results, self.strays) = (suite, results, strays)
    groups = ChangeGroup.groups(of: results)
  }

  /// How many results have a verdict.
  public func count(_ verdict: Verdict) -> Int {
    results.count { $0.verdict == verdict }
  }

  /// How many references were written.
  public var recorded: Int { results.count { $0.isRecorded } }

  /// Results that are no success and were not recorded.
  public var troubles: [SnapshotResult] {
    results.filter { $0.verdict.isTrouble && !$0.isRecorded }
  }

  /// Whether all troubles come from other libraries, fonts or another version of the program.
  public var isToolchainOnly: Bool {
    troubles.allSatisfy { $0.cause?.label == .toolchain }
  }
}
