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

  /// Whether what only another toolchain changed is no failure.
  let toleratesToolchain: Bool

  init(
    suite: SnapshotSuite, results: [SnapshotResult], strays: [String], toleratesToolchain: Bool
  ) {
    (self.suite, self.results, self.strays) = (suite, results, strays)
    self.toleratesToolchain = toleratesToolchain
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

  /// Whether all troubles come from other libraries or fonts.
  public var isToolchainOnly: Bool { troubles.allSatisfy(\.isOfToolchain) }

  /// Whether everything is as recorded, or as the toolchain may make it.
  public var isSuccess: Bool {
    recorded == 0 && (troubles.isEmpty || (toleratesToolchain && isToolchainOnly))
  }
}

extension SnapshotResult {
  /// Whether only other libraries or fonts made it another picture.
  var isOfToolchain: Bool { verdict == .changed && cause?.label == .toolchain }
}
