import Snapshots
import WallfarmPluginKit

/// Prints the result of a snapshot suite run.
struct SnapshotSummary {
  private let run: SnapshotRun
  private let isQuiet: Bool

  /// The maximum number of pictures listed by name per group.
  private static let mostNamed = 4

  init(_ run: SnapshotRun, isQuiet: Bool) { (self.run, self.isQuiet) = (run, isQuiet) }

  func tellRecorded(pruned: Bool) {
    tellGroups()
    tellStrays(pruned: pruned)
    tellWarnings()
    guard !isQuiet else { return }
    let same = run.results.count - run.recorded - run.troubles.count
    Terminal.print(
      "\(counted(run.recorded, "reference")) recorded, \(same) unchanged, in "
        + "\(run.suite.folder.path)/references")
  }

  func tellVerified(page: String) {
    tellGroups()
    tellStrays(pruned: false)
    tellWritten()
    if !run.troubles.isEmpty { Terminal.report("page: \(page)") }
    guard !isQuiet else { return }
    Terminal.print(SnapshotCounts(run).sentence)
  }

  /// Prints the warnings about pictures that become references.
  private func tellWarnings() {
    let codes = Set(run.results.flatMap(\.warnings)).sorted()
    for code in codes {
      let names = run.results.filter { $0.warnings.contains(code) }.map(\.name)
      Terminal.report(
        "warning[\(code)]: in \(counted(names.count, "picture")), such as \(names.first ?? "")")
    }
  }

  /// Prints the references that verification recorded.
  ///
  /// Changed references are listed by name, because their previous versions were overwritten.
  private func tellWritten() {
    guard run.recorded > 0 else { return }
    let missing = run.results.count { $0.isRecorded && $0.verdict == .missing }
    for result in run.results where result.isRecorded && result.verdict != .missing {
      tell(result)
    }
    let (one, how) = (run.recorded == 1, missing == run.recorded ? "missing" : "missing or changed")
    Terminal.report(
      "\(counted(run.recorded, "reference")) \(one ? "was" : "were") \(how) and "
        + "\(one ? "has" : "have") been recorded: review \(one ? "it" : "them") and verify again")
  }

  private func tellGroups() {
    for group in run.groups {
      Terminal.report("\(group.members.count) of \(group.outOf): \(group.headline)")
      if group.isAcceptable, group.cause.sentence != group.headline {
        Terminal.report("  \(group.cause.sentence)")
      }
      for name in group.members.prefix(Self.mostNamed) {
        guard let result = run.results.first(where: { $0.name == name }) else { continue }
        tell(result)
      }
      let more = group.members.count - Self.mostNamed
      if more > 0 { Terminal.report("  … and \(more) more") }
      if group.isAcceptable {
        Terminal.report("  accept: \(run.suite.folder.approveCommand) --group \(group.number)")
      }
    }
  }

  private func tell(_ result: SnapshotResult) {
    if let error = result.error {
      if ErrorOutput.isJSON { return Terminal.report(error, of: ("picture", result.name)) }
      let text = error.description.split(separator: "\n").joined(separator: "\n    ")
      return Terminal.report("  \(result.name): \(text)")
    }
    let words = result.words.prefix(3).joined(separator: "; ")
    let more = result.words.count > 3 ? "; and \(result.words.count - 3) more" : ""
    Terminal.report("  \(result.name)" + (words.isEmpty ? "" : ": \(words)\(more)"))
    if result.words.isEmpty, let note = result.note { Terminal.report("    \(note)") }
  }

  private func tellStrays(pruned: Bool) {
    guard !run.strays.isEmpty else { return }
    let list = run.strays.prefix(5).joined(separator: ", ") + (run.strays.count > 5 ? " …" : "")
    let one = run.strays.count == 1
    Terminal.report(
      "\(counted(run.strays.count, "reference")) \(one ? "does" : "do") not belong to any picture"
        + (pruned ? " and \(one ? "was" : "were") removed" : "") + ": \(list)"
        + (pruned
          ? "" : "\n  hint: 'wallfarm snapshot record --prune' removes \(one ? "it" : "them")"))
  }
}
