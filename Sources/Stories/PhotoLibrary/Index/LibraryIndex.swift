internal import Files
internal import SourceJSON
package import Storage
package import WallfarmPluginKit

/// The index of a photo library, an SQLite file that only its owner can read.
///
/// It contains paths, dates, locations, sizes and measurements, but no pictures or thumbnails.
package final class LibraryIndex {
  package let path: String
  package let database: Database

  /// The schema version.
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
  ///   - path: The file path.
  ///   - makes: Whether to create a missing index.
  /// - Throws: `no-library`, `library-failed`, `library-damaged`.
  package init(_ path: String, makes: Bool) throws(RenderError) {
    self.path = path
    // Identify the file before changing it.
    switch try IndexFile(path).kind() {
    case .ours: break
    case .foreign: throw .notAnIndex(path)
    case .missing, .empty:
      guard makes else { throw Self.none("no photos have been scanned yet") }
      try WholeFile.makeFolder(Files.folder(of: path), mode: 0o700)
    }
    database = try Database(path: path, errors: Self.errors)
    let found = try database.first("PRAGMA user_version") { $0.integer(0) } ?? 0
    guard found <= Self.version else {
      throw RenderError(
        .libraryDamaged,
        "'\(path)' was created by a newer version of wallfarm", origin: .option("index"),
        hint: "use the newer version, or another file with --index")
    }
    // Overwrite deleted data.
    try database.run("PRAGMA secure_delete = ON")
    switch found {
    case 0: try makeTables()
    case ..<Self.version:
      guard makes else { throw Self.none("the index was created by an older version of wallfarm") }
      // Discard the photos, which are read again, but keep the settings, such as whether to read
      // locations.
      try database.transaction { () throws(RenderError) in
        try database.run("DROP TABLE photos")
        try database.run(Self.tables)
      }
    default: break
    }
    try database.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
    // Digests arrive in random order, so with the default cache of 2 MB, a scan of 100,000 photos
    // became a third slower toward the end. When the library is only read, each page is visited
    // once, so the default is sufficient.
    if makes { try database.run("PRAGMA cache_size = -24576") }
  }

  private func makeTables() throws(RenderError) {
    let others = try database.first("SELECT count(*) FROM sqlite_master") { $0.integer(0) }
    guard others == 0 else { throw .notAnIndex(path, "it contains other tables") }
    try database.transaction { () throws(RenderError) in try database.run(Self.tables) }
  }

  private static func none(_ why: String) -> RenderError {
    RenderError(
      .noLibrary, why, origin: .option("index"),
      hint: "scan your photos: wallfarm library scan ~/Pictures")
  }

  private static let errors = DatabaseErrors(
    failed: { path, reason, hint in .libraryFailed(path, reason, hint: hint) },
    damaged: { path, reason in .notAnIndex(path, reason) })

  /// Runs `body` in a transaction.
  package func transaction<Value>(
    _ body: () throws(RenderError) -> Value
  ) throws(RenderError) -> Value {
    try database.transaction(body)
  }

  /// Runs `body` on a consistent snapshot, even if a scan writes to the index in the meantime.
  package func reading<Value>(
    _ body: () throws(RenderError) -> Value
  ) throws(RenderError) -> Value {
    try database.reading(body)
  }

  // MARK: - Settings

  /// Persistent settings.
  package enum Setting: String {
    /// Whether to read locations, `yes` or `no`; the default is `yes`.
    case places
    /// The scanned folders as JSON.
    case roots
    /// Present if a running scan has been asked to stop.
    case pause
    /// Present if there may be photos to decode or digest; if it is absent, a scan does not search
    /// for them.
    case bodies
  }

  /// The value of a setting; `nil` if it is not set.
  package func value(of setting: Setting) throws(RenderError) -> String? {
    try database.first(
      "SELECT value FROM settings WHERE name = ?", SQLValue(setting.rawValue)
    ) { $0.text(0) }
  }

  /// Sets or deletes a setting.
  package func set(_ setting: Setting, _ value: String?) throws(RenderError) {
    guard let value else {
      try database.run("DELETE FROM settings WHERE name = ?", SQLValue(setting.rawValue))
      return
    }
    try database.run(
      "INSERT OR REPLACE INTO settings VALUES(?, ?)", SQLValue(setting.rawValue), SQLValue(value))
  }

  /// Whether locations are read.
  package func readsPlaces() throws(RenderError) -> Bool { try value(of: .places) != "no" }

  /// The scanned folders, in the order in which they were first scanned.
  package func roots() throws(RenderError) -> [String] {
    let text = try value(of: .roots) ?? "[]"
    return (try? JSONNode(parsing: text))?.elements?.compactMap(\.string) ?? []
  }

  /// Adds folders to the scanned folders.
  package func add(roots: [String]) throws(RenderError) {
    var known = try self.roots()
    for root in roots where !known.contains(root) { known.append(root) }
    try set(.roots, JSONValue.array(known.map { .string($0) }).text(pretty: false))
  }
}
