/// The result of a run as a whole; it determines the exit status.
public enum SnapshotOutcome: String, Sendable, Hashable {
  /// Every picture matches its reference, or differs only in a tolerated way.
  case passed
  /// A picture changed, or its reference is missing or was recorded in this run.
  case differs
  /// A picture could not be rendered, or its reference could not be read.
  case failed
}

/// The number of pictures of a run by verdict; recorded pictures are counted separately.
public struct SnapshotCounts: Sendable, Hashable {
  let all: Int
  let changed: Int
  let missing: Int
  let failed: Int
  let recorded: Int
  let unseen: Int
  let same: Int

  /// Counts the results of a run.
  public init(_ run: SnapshotRun) {
    self.init(run.results.map { ($0.verdict, $0.isRecorded) })
  }

  init(_ verdicts: [(verdict: Verdict, isRecorded: Bool)]) {
    func open(_ verdict: Verdict) -> Int {
      verdicts.count { $0.verdict == verdict && !$0.isRecorded }
    }
    all = verdicts.count
    (changed, missing, failed) = (open(.changed), open(.missing), open(.failed))
    recorded = verdicts.count { $0.isRecorded }
    unseen = verdicts.count { $0.verdict == .unseen }
    same = verdicts.count { $0.verdict == .same }
  }

  /// Whether every picture was compared and none differs visibly.
  var isClean: Bool { changed + missing + failed + recorded == 0 }

  /// A sentence such as `180 pictures: 8 changed, 2 without a reference, 170 unchanged`.
  public var sentence: String {
    guard !isClean else {
      let others = unseen > 0 ? ", \(unseen) of them with invisible pixel differences" : ""
      return (all == 1 ? "the picture matches" : "all \(all) pictures match") + " the reference"
        + (all == 1 ? "" : "s") + others
    }
    let parts = [
      (changed, "changed"), (missing, "without a reference"), (failed, "failed"),
      (recorded, "recorded"), (unseen, "with invisible pixel differences"), (same, "unchanged"),
    ]
    return "\(all) picture\(all == 1 ? "" : "s"): "
      + parts.filter { $0.0 > 0 }.map { "\($0) \($1)" }.joined(separator: ", ")
  }
}
