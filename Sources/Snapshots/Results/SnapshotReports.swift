import WallfarmCore
public import WallfarmPluginKit

/// What the last run over a suite left behind, for those who want it elsewhere.
public struct SnapshotReports {
  private let suite: SnapshotSuite
  private let results: ResultsFolder

  /// The reports of a suite.
  public init(_ suite: SnapshotSuite) {
    self.suite = suite
    results = ResultsFolder(suite.folder)
  }

  /// The page that shows everything.
  public var page: String { results.report }

  /// The results as JSON.
  ///
  /// - Throws: `results-outdated` where there are none.
  public func json() throws(RenderError) -> [UInt8] { try bytes(results.record) }

  /// Copies the results as JSON.
  ///
  /// - Throws: `results-outdated`, `output-failed`.
  public func copyJSON(to path: String) throws(RenderError) { try copy(results.record, to: path) }

  /// Copies the results as JUnit XML.
  ///
  /// - Throws: `results-outdated`, `output-failed`.
  public func copyJUnit(to path: String) throws(RenderError) { try copy(results.junit, to: path) }

  /// Copies the page.
  ///
  /// - Throws: `results-outdated`, `output-failed`.
  public func copyPage(to path: String) throws(RenderError) { try copy(results.report, to: path) }

  /// What was found, in lines for a terminal: a line for each group and the command that accepts it.
  ///
  /// - Throws: `results-outdated`.
  public func lines() throws(RenderError) -> [String] {
    let record = try ResultsRecord(results)
    var lines: [String] = []
    for group in record.groups {
      lines.append("\(group.members.count) of \(group.outOf): \(group.headline)")
      if group.cause != group.headline { lines.append("  \(group.cause)") }
      lines.append("  accept: \(suite.approveCommand) --group \(group.number)")
    }
    let (all, same) = (record.summary["all"] ?? 0, record.summary[Verdict.same.rawValue] ?? 0)
    lines.append("\(all) pictures, \(same) the same, in \(record.groups.count) groups of changes")
    return lines
  }

  private func copy(_ file: String, to path: String) throws(RenderError) {
    try WholeFile.write([try bytes(file)], to: path)
  }

  private func bytes(_ file: String) throws(RenderError) -> [UInt8] {
    // Without the record the others are what a run that was broken off has written.
    guard try WrittenFile.bytes(of: results.record, limit: 1 << 28) != nil,
      let bytes = try WrittenFile.bytes(of: file, limit: 1 << 30)
    else { throw .resultsMissing(results.path) }
    return bytes
  }
}

extension SnapshotSuite {
  /// The command that accepts, without what it is to accept.
  public var approveCommand: String { "wallfarm snapshot approve \(ShellWord.quoted(folder))" }
}

extension ChangeGroup {
  /// Whether there is a picture to accept.
  public var isAcceptable: Bool { cause.label != .failed }
}
