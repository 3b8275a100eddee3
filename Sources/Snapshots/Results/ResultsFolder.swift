import WallfarmCore
import WallfarmPluginKit

/// The folder beside a suite that holds what the last run found, and the pictures of it.
struct ResultsFolder: Sendable {
  /// Where it is.
  let path: String
  /// The suite's folder, as it was named.
  private let suite: String

  /// Its presence tells that the folder may be emptied; version control leaves it out for it.
  private static let marker = ".gitignore"
  private static let mark = "# Made by wallfarm; may be removed at any time.\n*\n"

  init(_ suite: String) {
    self.suite = suite
    path = suite + "/results"
  }

  var record: String { path + "/results.json" }
  var report: String { path + "/report.html" }
  var junit: String { path + "/junit.xml" }

  func path(_ role: PictureRole, _ name: String) -> String {
    "\(path)/\(name).\(role.rawValue).png"
  }

  /// Empties the folder; one that others made is left alone.
  ///
  /// - Throws: `output-failed`.
  func begin() throws(RenderError) {
    let names = FolderList.names(in: path)
    if !names.isEmpty {
      let mark = try WrittenFile.bytes(of: "\(path)/\(Self.marker)", limit: 1 << 20)
      guard mark == Array(Self.mark.utf8) else {
        throw RenderError(
          .outputFailed, "'\(path)' holds files that wallfarm did not make", origin: path,
          hint: "move them elsewhere: results are put there")
      }
      // First what says how to read the rest: from here on there are no results.
      try WholeFile.remove(record)
      for name in names { try WholeFile.removeAll("\(path)/\(name)") }
    }
    try WholeFile.write([Array(Self.mark.utf8)], to: "\(path)/\(Self.marker)", isDurable: false)
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
