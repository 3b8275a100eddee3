internal import Files
internal import Storage
import WallfarmPluginKit

/// The database of a state folder that is read without changing the folder.
final class StateDatabase {
  private let path: String
  private let database: Database
  /// A private copy of a database whose log is not empty, because reading such a database changes
  /// it.
  private let scratch: ScratchFolder?

  /// Opens a database that no process uses.
  ///
  /// - Throws: `state-damaged`, `output-failed` if there is no space for a copy.
  init(_ path: String) throws(RenderError) {
    self.path = path
    let log = path + "-wal"
    guard EntryKind(at: log) == .file, let size = FileSize.bytes(of: log), size > 0 else {
      scratch = nil
      database = try Database(unchanging: path, errors: .ofChecks(path))
      return
    }
    let folder = try ScratchFolder()
    let copy = Files.join(folder.path, ServiceStore.fileName)
    _ = try FileCopy.copy(path, to: copy)
    _ = try FileCopy.copy(log, to: copy + "-wal")
    scratch = folder
    database = try Database(path: copy, errors: .ofChecks(path))
    try database.run("PRAGMA locking_mode = EXCLUSIVE")
  }

  /// Returns the version of the tables, and checks that they belong to a service.
  ///
  /// - Throws: `state-damaged`.
  func version() throws(RenderError) -> Int {
    let version = try database.first("PRAGMA user_version") { $0.integer(0) } ?? 0
    guard version > 0, try database.has("people") else {
      throw .stateDamaged(path, "is not the database of a service")
    }
    return version
  }

  /// Returns the problems that SQLite finds in the whole file; at most 20.
  ///
  /// - Throws: `state-damaged` if the file cannot be read at all.
  func damage() throws(RenderError) -> [RenderError] {
    let found = try database.rows("PRAGMA integrity_check(20)") { (row) throws(RenderError) in
      row.text(0)
    }
    return found == ["ok"] ? [] : found.map { .stateDamaged(path, "is damaged: \($0)") }
  }

  /// A recorded upload.
  struct Upload: Sendable {
    let name: String
    let bytes: Int
    /// Whether a person, an address, a theme or a permission uses the upload.
    let isUsed: Bool
  }

  /// Returns the recorded uploads, or `nil` for an early version, which did not record them.
  ///
  /// - Throws: `state-damaged`.
  func uploads() throws(RenderError) -> [Upload]? {
    guard try database.has("photos") else { return nil }
    return try database.rows("SELECT name, bytes, holders FROM photos ORDER BY name") {
      (row) throws(RenderError) in
      Upload(name: row.text(0), bytes: row.integer(1), isUsed: row.integer(2) > 0)
    }
  }

  /// Returns the number of rows of a table, or 0 if the version does not have it.
  ///
  /// - Throws: `state-damaged`.
  func count(_ table: String) throws(RenderError) -> Int {
    guard try database.has(table) else { return 0 }
    return try database.first("SELECT count(*) FROM \(table)") { $0.integer(0) } ?? 0
  }
}

extension DatabaseErrors {
  /// The errors of a database at a path, of which another file may be a copy.
  fileprivate static func ofChecks(_ path: String) -> DatabaseErrors {
    DatabaseErrors(
      failed: { _, reason, hint in .stateDamaged(path, "cannot be read: \(reason)", hint: hint) },
      damaged: { _, reason in .stateDamaged(path, "is damaged: \(reason)") })
  }
}
