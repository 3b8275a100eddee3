internal import Files
import WallfarmCore
public import WallfarmPluginKit

/// Reads the reports from the last run of a suite.
public struct SnapshotReports {
  private let folder: SuiteFolder
  private let results: ResultsFolder

  /// Creates a reader for a suite.
  public init(_ folder: SuiteFolder) {
    self.folder = folder
    results = ResultsFolder(folder)
  }

  /// The path of the HTML report.
  public var page: String { results.report }

  /// Whether a path is the suite file or is inside the references folder or the results folder.
  public func isOwn(_ path: String) -> Bool {
    let store = ReferenceStore(folder)
    return PathComparison.isSame(path, folder.file)
      || [store.folder, results.path].contains { folder in
        FolderList.exists(folder) && FileScope(folder: folder).contains(path)
      }
  }

  /// Reads the JSON report.
  ///
  /// - Throws: `results-outdated` if there is no report.
  public func json() throws(RenderError) -> [UInt8] { try bytes(results.record) }

  /// Reads the JUnit XML report.
  ///
  /// - Throws: `results-outdated` if there is no report.
  public func junit() throws(RenderError) -> [UInt8] { try bytes(results.junit) }

  /// Reads the HTML report.
  ///
  /// - Throws: `results-outdated` if there is no report.
  public func pageBytes() throws(RenderError) -> [UInt8] { try bytes(results.report) }

  /// A summary for a pull request in Markdown.
  ///
  /// - Parameter address: the web address of the results folder, for links to its pictures.
  /// - Returns: the summary, with at most 65,536 characters, and the outcome of the run.
  /// - Throws: `results-outdated`.
  public func markdown(
    address: PictureAddress? = nil
  ) throws(RenderError) -> (text: String, outcome: SnapshotOutcome) {
    let record = try ResultsRecord(results)
    guard let outcome = record.outcome else {
      throw .resultsOutdated(results.record, "an earlier version of wallfarm wrote it")
    }
    let report = MarkdownReport(record, folder: folder, page: page, address: address)
    return (report.text, outcome)
  }

  /// A summary for a terminal: each group with the command that approves it.
  ///
  /// - Throws: `results-outdated`.
  public func lines() throws(RenderError) -> [String] {
    let record = try ResultsRecord(results)
    var lines: [String] = []
    for group in record.groups {
      lines.append("\(group.members.count) of \(group.outOf): \(group.headline)")
      if group.cause != group.headline { lines.append("  \(group.cause)") }
      if group.isAcceptable {
        lines.append("  accept: \(folder.approveCommand) --group \(group.number)")
      }
    }
    let (all, same) = (record.summary["all"] ?? 0, record.summary[Verdict.same.rawValue] ?? 0)
    let kinds = record.groups.count
    lines.append(
      "\(all) picture\(all == 1 ? "" : "s"), \(same) the same, "
        + "\(kinds) kind\(kinds == 1 ? "" : "s") of change")
    return lines
  }

  private func bytes(_ file: String) throws(RenderError) -> [UInt8] {
    // If the record is missing, the other files were left behind by an interrupted run.
    guard try WrittenFile.bytes(of: results.record, limit: 1 << 28) != nil,
      let bytes = try WrittenFile.bytes(of: file, limit: 1 << 30)
    else { throw .resultsMissing(results.path) }
    return bytes
  }
}
