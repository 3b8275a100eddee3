import WallfarmCore
import WallfarmPluginKit

/// The folder beside a suite that holds what the last run found, and the pictures of it.
struct ResultsFolder: Sendable {
  /// Where it is.
  let path: String

  /// Its presence tells that the folder may be emptied; version control leaves it out for it.
  ///
  /// It is never replaced, because it is what runs lock.
  private static let marker = ".gitignore"
  private static let mark = "# Made by wallfarm; may be removed at any time.\n*\n"

  init(_ suite: SuiteFolder) { path = suite.path + "/results" }

  var record: String { path + "/results.json" }
  var report: String { path + "/report.html" }
  var junit: String { path + "/junit.xml" }
  private var markerPath: String { path + "/" + Self.marker }

  func path(_ role: PictureRole, _ name: String) -> String {
    "\(path)/\(name).\(role.rawValue).png"
  }

  /// Makes the folder where it is missing; one that others made is left alone.
  ///
  /// - Returns: the right to use it alone.
  /// - Throws: `output-failed`, `snapshots-busy`.
  func open() throws(RenderError) -> FileLock {
    let mark = try WrittenFile.bytes(of: markerPath, limit: 1 << 20) ?? []
    // Whoever carries results elsewhere leaves hidden files behind.
    let isOurs = FolderList.allNames(in: path).isEmpty || FolderList.exists(record)
    if mark.isEmpty, isOurs {
      try WholeFile.write([Array(Self.mark.utf8)], to: markerPath, isDurable: false)
    } else if mark != Array(Self.mark.utf8) {
      throw .resultsNotOurs(path)
    }
    return try lock()
  }

  /// The right to use the folder alone.
  ///
  /// - Throws: `snapshots-busy`, `output-failed`.
  func lock() throws(RenderError) -> FileLock {
    do throws(FileLock.Failure) {
      return try FileLock(markerPath)
    } catch {
      switch error {
      case .busy: throw .suiteBusy(path)
      case .impossible(let reason): throw .resultsUnwritable(markerPath, reason)
      }
    }
  }

  /// Takes away what an earlier run found.
  ///
  /// - Throws: `output-failed`.
  func empty() throws(RenderError) {
    // First what says how to read the rest: from here on there are no results.
    try WholeFile.remove(record)
    for name in FolderList.allNames(in: path) where name != Self.marker {
      try WholeFile.removeAll("\(path)/\(name)")
    }
  }

  func write(_ pieces: [[UInt8]], _ role: PictureRole, _ name: String) throws(RenderError) {
    try write(pieces, "\(name).\(role.rawValue).png")
  }

  func write(_ pieces: [[UInt8]], _ file: String) throws(RenderError) {
    try WholeFile.write(pieces, to: "\(path)/\(file)", isDurable: false)
  }

  /// Writes the reports of a run; `results.json` is the last, because it makes the others count.
  ///
  /// - Throws: `output-failed`.
  func finish(_ run: SnapshotRun) throws(RenderError) {
    try write(try HTMLReport(run, results: self).pieces(), "report.html")
    try write([Array(JUnitReport(run).text.utf8)], "junit.xml")
    try write([Array(ResultsRecord.text(of: run).utf8)], "results.json")
  }
}
