package import Files
import WallfarmCore
package import WallfarmPluginKit

/// The folder with the results and pictures of the last run, next to the suite file.
package struct ResultsFolder: Sendable {
  /// The path of the folder.
  package let path: String

  /// The marker file, which permits the program to empty the folder and excludes the folder from
  /// version control.
  ///
  /// It is never replaced, because runs lock it.
  private static let marker = ".gitignore"
  private static let mark = "# Made by wallfarm; may be removed at any time.\n*\n"

  package init(_ suite: SuiteFolder) { path = suite.path + "/results" }

  package var record: String { path + "/results.json" }
  var report: String { path + "/report.html" }
  var junit: String { path + "/junit.xml" }
  private var markerPath: String { path + "/" + Self.marker }

  func path(_ role: PictureRole, _ name: String) -> String {
    path + "/" + Self.file(role, name)
  }

  /// The path of a picture relative to the folder.
  static func file(_ role: PictureRole, _ name: String) -> String {
    "\(name).\(role.rawValue).png"
  }

  /// Creates the folder if it is missing, and checks that this program created it.
  ///
  /// - Returns: the exclusive lock of the folder.
  /// - Throws: `output-failed`, `snapshots-busy`.
  func open() throws(RenderError) -> FileLock {
    let mark = try WrittenFile.bytes(of: markerPath, limit: 1 << 20) ?? []
    // Hidden files, such as the marker, are often missing in a copied results folder.
    let isOurs = FolderList.allNames(in: path).isEmpty || FolderList.exists(record)
    if mark.isEmpty, isOurs {
      try WholeFile.write([Array(Self.mark.utf8)], to: markerPath, isDurable: false)
    } else if mark != Array(Self.mark.utf8) {
      throw .resultsNotOurs(path, FolderList.allNames(in: path).first)
    }
    let lock = try lock()
    // Detect unknown files before anything is rendered.
    _ = try own()
    return lock
  }

  /// Acquires the exclusive lock of the folder.
  ///
  /// - Throws: `snapshots-busy`, `output-failed`.
  package func lock() throws(RenderError) -> FileLock {
    do throws(FileLock.Failure) {
      return try FileLock(markerPath)
    } catch {
      switch error {
      case .busy: throw .suiteBusy(path)
      case .impossible(let reason): throw .resultsUnwritable(markerPath, reason)
      }
    }
  }

  /// Removes the results of an earlier run.
  ///
  /// - Throws: `output-failed`, including if there are unknown files.
  func empty() throws(RenderError) {
    // Removing the record first invalidates the remaining results.
    try WholeFile.remove(record)
    for (folder, names) in try own() {
      for name in names { try folder.remove(name) }
    }
    let root = try OpenFolder(path)
    for entry in try root.entries() where entry.kind == .folder {
      try root.removeFolder(entry.name)
    }
  }

  /// Returns the open folders, each with the names of the files in it that runs have written.
  ///
  /// - Throws: `output-failed` with the name of the first unknown file, if there is one.
  private func own() throws(RenderError) -> [(folder: OpenFolder, names: [String])] {
    let root = try OpenFolder(path)
    var own = [(folder: root, names: [String]())]
    for entry in try root.entries() where entry.name != Self.marker {
      switch entry.kind {
      case .folder where SnapshotName.isTitle(entry.name):
        let folder = try root.folder(entry.name)
        let entries = try folder.entries()
        if let other = entries.first(where: { $0.kind != .file || !Self.isPictureFile($0.name) }) {
          throw .resultsNotOurs(path, "\(entry.name)/\(other.name)")
        }
        own.append((folder, entries.map(\.name)))
      case .file where Self.reports.contains(entry.name) || Self.isTemporary(entry.name):
        own[0].names.append(entry.name)
      default: throw .resultsNotOurs(path, entry.name)
      }
    }
    return own
  }

  private static let reports: Set<String> = ["results.json", "report.html", "junit.xml"]

  /// Whether a run may have written a file with this name for a picture.
  private static func isPictureFile(_ name: String) -> Bool {
    if isTemporary(name) { return true }
    let endings = PictureRole.allCases.map { ".\($0.rawValue).png" } + [".actual.txt"]
    return endings.contains { name.hasSuffix($0) && SnapshotName.isTitle(name.dropLast($0.count)) }
  }

  private static func isTemporary(_ name: String) -> Bool {
    name.hasPrefix(".wallfarm-") && name.hasSuffix(".tmp")
  }

  func write(_ pieces: [[UInt8]], _ role: PictureRole, _ name: String) throws(RenderError) {
    try write(pieces, Self.file(role, name))
  }

  func write(_ pieces: [[UInt8]], _ file: String) throws(RenderError) {
    try WholeFile.write(pieces, to: "\(path)/\(file)", isDurable: false)
  }

  /// Writes the reports of a run, with `results.json` last, because its presence shows that the
  /// other reports are valid.
  ///
  /// - Throws: `output-failed`.
  func finish(_ run: SnapshotRun) throws(RenderError) {
    try write(try HTMLReport(run, results: self).pieces(), "report.html")
    try write([Array(JUnitReport(run).text.utf8)], "junit.xml")
    try write([Array(ResultsRecord.text(of: run).utf8)], "results.json")
  }
}
