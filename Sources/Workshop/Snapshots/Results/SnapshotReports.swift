internal import Files
import WallfarmCore
public import WallfarmPluginKit

/// What the last run over a suite left behind, for those who want it elsewhere.
public struct SnapshotReports {
  private let folder: SuiteFolder
  private let results: ResultsFolder

  /// The reports of the suite in a folder.
  public init(_ folder: SuiteFolder) {
    self.folder = folder
    results = ResultsFolder(folder)
  }

  /// The page that shows everything.
  public var page: String { results.report }

  /// Whether a path is that of the suite's file, or in the folders of references and results.
  public func isOwn(_ path: String) -> Bool {
    let store = ReferenceStore(folder)
    return PathComparison.isSame(path, folder.file)
      || [store.folder, results.path].contains { folder in
        FolderList.exists(folder) && FileScope(folder: folder).contains(path)
      }
  }

  /// The results as JSON.
  ///
  /// - Throws: `results-outdated` where there are none.
  public func json() throws(RenderError) -> [UInt8] { try bytes(results.record) }

  /// The results as JUnit XML.
  ///
  /// - Throws: `results-outdated` where there are none.
  public func junit() throws(RenderError) -> [UInt8] { try bytes(results.junit) }

  /// The page.
  ///
  /// - Throws: `results-outdated` where there is none.
  public func pageBytes() throws(RenderError) -> [UInt8] { try bytes(results.report) }

  /// What was found, in lines for a terminal: a line for each group and the command that accepts it.
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
    // Without the record the others are what a run that was broken off has written.
    guard try WrittenFile.bytes(of: results.record, limit: 1 << 28) != nil,
      let bytes = try WrittenFile.bytes(of: file, limit: 1 << 30)
    else { throw .resultsMissing(results.path) }
    return bytes
  }
}
