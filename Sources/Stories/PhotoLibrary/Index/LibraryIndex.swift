internal import Files
internal import SourceJSON
internal import Storage
package import WallfarmPluginKit

/// What is known of the photos of some folders: one file of SQLite, for its owner alone.
///
/// It holds paths, dates, places, sizes and what a look at some has told, and no picture: not even a small one.
package final class LibraryIndex {
  package let path: String
  let database: Database

  /// Version of the tables.
  private static let version = 4
  private static let tables = """
    CREATE TABLE photos(
      id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, size INTEGER NOT NULL,
      modified INTEGER NOT NULL, inode INTEGER NOT NULL, facts TEXT, damage TEXT, reason TEXT,
      content TEXT NOT NULL DEFAULT '', look TEXT, whole TEXT);
    CREATE INDEX photos_by_content ON photos(content);
    CREATE TABLE IF NOT EXISTS settings(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    PRAGMA application_id = \(IndexFile.application);
    PRAGMA user_version = \(version);
    """

  /// Opens an index.
  ///
  /// - Parameters:
  ///   - path: its file.
  ///   - makes: whether it is made where it is missing.
  /// - Throws: `no-library`, `library-failed`, `library-damaged`.
  package init(_ path: String, makes: Bool) throws(RenderError) {
    self.path = path
    // Nothing of a file is touched before it is known to be one of ours.
    switch try IndexFile(path).kind() {
    case .ours: break
    case .foreign: throw .notAnIndex(path)
    case .missing, .empty:
      guard makes else { throw Self.none("no photos were looked at yet") }
      try WholeFile.makeFolder(Files.folder(of: path), mode: 0o700)
    }
    database = try Database(path: path, errors: Self.errors)
    let found = try database.first("PRAGMA user_version") { $0.integer(0) } ?? 0
    guard found <= Self.version else {
      throw RenderError(
        .libraryDamaged, "'\(path)' was made by a newer wallfarm", origin: .option("index"),
        hint: "use that one, or name another file with --index")
    }
    // What is erased is overwritten.
    try database.run("PRAGMA secure_delete = ON")
    switch found {
    case 0: try makeTables()
    case ..<Self.version:
      guard makes else { throw Self.none("an older wallfarm looked at your photos") }
      // Photos are read again; what somebody has decided, such as to read no places, stays.
      try database.transaction { () throws(RenderError) in
        try database.run("DROP TABLE photos")
        try database.run(Self.tables)
      }
    default: break
    }
    try database.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
    // Digests come in no order: with SQLite's 2 MB a scan of 100,000 photos grew slower to its end by a third.
    // Looking photos through reads each page once, and needs no more than these.
    if makes { try database.run("PRAGMA cache_size = -24576") }
  }

  private func makeTables() throws(RenderError) {
    let others = try database.first("SELECT count(*) FROM sqlite_master") { $0.integer(0) }
    guard others == 0 else { throw .notAnIndex(path, "it holds other tables") }
    try database.transaction { () throws(RenderError) in try database.run(Self.tables) }
  }

  private static func none(_ why: String) -> RenderError {
    RenderError(
      .noLibrary, why, origin: .option("index"),
      hint: "begin with: wallfarm library scan ~/Pictures")
  }

  private static let errors = DatabaseErrors(
    failed: { path, reason, hint in .libraryFailed(path, reason, hint: hint) },
    damaged: { path, reason in .notAnIndex(path, reason) })

  /// Does everything in `body` or nothing of it.
  package func transaction<Value>(
    _ body: () throws(RenderError) -> Value
  ) throws(RenderError) -> Value {
    try database.transaction(body)
  }

  /// What `body` reads is of one moment, whatever a scan writes meanwhile.
  package func reading<Value>(
    _ body: () throws(RenderError) -> Value
  ) throws(RenderError) -> Value {
    try database.reading(body)
  }

  // MARK: - Settings

  /// What outlives a scan.
  package enum Setting: String {
    /// Whether places are read: `yes` or `no`; yes where nobody has said so.
    case places
    /// The folders that were looked at, as JSON.
    case roots
    /// There while the scan that is under way is to end.
    case pause
    /// There while bodies are to be looked for: a scan of what has not changed need not.
    case bodies
  }

  /// What a setting is; nil where it is not there.
  package func value(of setting: Setting) throws(RenderError) -> String? {
    try database.first(
      "SELECT value FROM settings WHERE name = ?", SQLValue(setting.rawValue)
    ) { $0.text(0) }
  }

  /// Gives a setting a value, or takes it away.
  package func set(_ setting: Setting, _ value: String?) throws(RenderError) {
    guard let value else {
      try database.run("DELETE FROM settings WHERE name = ?", SQLValue(setting.rawValue))
      return
    }
    try database.run(
      "INSERT OR REPLACE INTO settings VALUES(?, ?)", SQLValue(setting.rawValue), SQLValue(value))
  }

  /// Whether places are read.
  package func readsPlaces() throws(RenderError) -> Bool { try value(of: .places) != "no" }

  /// The folders that were looked at, those of the first scan first.
  package func roots() throws(RenderError) -> [String] {
    let text = try value(of: .roots) ?? "[]"
    return (try? JSONNode(parsing: text))?.elements?.compactMap(\.string) ?? []
  }

  /// Adds folders to those that were looked at.
  package func add(roots: [String]) throws(RenderError) {
    var known = try self.roots()
    for root in roots where !known.contains(root) { known.append(root) }
    try set(.roots, JSONValue.array(known.map { .string($0) }).text(pretty: false))
  }
}
