internal import Files
internal import SourceJSON
internal import Storage
package import WallfarmPluginKit

/// What is known of the photos of some folders: one file of SQLite, for its owner alone.
///
/// It holds paths, dates, places and sizes, and no picture: not even a small one.
package final class LibraryIndex {
  package let path: String
  private let database: Database

  /// Version of the tables.
  private static let version = 1
  private static let tables = """
    CREATE TABLE photos(
      id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, size INTEGER NOT NULL,
      modified INTEGER NOT NULL, inode INTEGER NOT NULL, facts TEXT, damage TEXT,
      content TEXT NOT NULL DEFAULT '', seen INTEGER NOT NULL);
    CREATE INDEX photos_by_content ON photos(content);
    CREATE TABLE settings(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
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
    guard makes || Files.exists(path) else {
      throw RenderError(
        .noLibrary, "no photos were looked at yet", origin: .option("index"),
        hint: "begin with: wallfarm library scan ~/Pictures")
    }
    if makes { try WholeFile.makeFolder(Files.folder(of: path), mode: 0o700) }
    database = try Database(path: path, errors: Self.errors)
    try database.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
    // What is erased is overwritten.
    try database.run("PRAGMA secure_delete = ON")
    let found = try database.first("PRAGMA user_version") { $0.integer(0) } ?? 0
    guard found <= Self.version else {
      throw RenderError(
        .libraryDamaged, "'\(path)' was made by a newer wallfarm", origin: .option("index"),
        hint: "use that one, or name another file with --index")
    }
    if found == 0 {
      try database.transaction { () throws(RenderError) in try database.run(Self.tables) }
    }
  }

  private static let errors = DatabaseErrors(
    failed: { path, reason, hint in
      RenderError(
        .libraryFailed, "'\(path)' cannot be used: \(reason)", origin: .option("index"),
        hint: hint ?? "make room and permissions there, or name another file with --index")
    },
    damaged: { path, reason in
      RenderError(
        .libraryDamaged, "'\(path)' is no index of photos: \(reason)", origin: .option("index"),
        hint:
          "photos are not touched: erase it with 'wallfarm library privacy --erase', and scan again"
      )
    })

  // MARK: - Settings

  /// A setting that outlives a scan.
  package func setting(_ name: String) throws(RenderError) -> String? {
    try database.first("SELECT value FROM settings WHERE name = ?", SQLValue(name)) { $0.text(0) }
  }

  package func set(_ name: String, _ value: String?) throws(RenderError) {
    guard let value else {
      try database.run("DELETE FROM settings WHERE name = ?", SQLValue(name))
      return
    }
    try database.run(
      "INSERT OR REPLACE INTO settings VALUES(?, ?)", SQLValue(name), SQLValue(value))
  }

  // MARK: - Writing

  /// Does everything in `body` or nothing of it.
  package func transaction<Value>(
    _ body: () throws(RenderError) -> Value
  ) throws(RenderError) -> Value {
    try database.transaction(body)
  }

  /// What is known of a file that is as it was.
  package enum Known {
    /// It is as it was, and was read well, or not.
    case same(isDamaged: Bool)
    case changed
    case new
  }

  /// Notes that a file is still there.
  ///
  /// - Parameters:
  ///   - file: as a folder shows it.
  ///   - scan: the number of the scan.
  /// - Returns: whether it has to be read.
  /// - Throws: `library-failed`.
  package func see(_ file: WalkedFile, in scan: Int) throws(RenderError) -> Known {
    let known = try database.first(
      "SELECT id, size, modified, damage IS NOT NULL, facts IS NOT NULL FROM photos WHERE path = ?",
      SQLValue(file.path)
    ) {
      (
        id: $0.integer(0), size: $0.integer(1), modified: $0.integer(2), damaged: $0.integer(3),
        read: $0.integer(4)
      )
    }
    guard let known else { return .new }
    try database.run(
      "UPDATE photos SET seen = ? WHERE id = ?", SQLValue(scan), SQLValue(known.id))
    guard Int64(known.size) == file.size, Int64(known.modified) == file.modified, known.read == 1
    else { return .changed }
    return .same(isDamaged: known.damaged == 1)
  }

  /// Keeps what a file says.
  package func keep(_ file: WalkedFile, _ facts: HeadFacts, in scan: Int) throws(RenderError) {
    try database.run(
      """
      INSERT INTO photos(path, size, modified, inode, facts, damage, content, seen)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(path) DO UPDATE SET size = excluded.size,
      modified = excluded.modified, inode = excluded.inode, facts = excluded.facts,
      damage = excluded.damage, content = excluded.content, seen = excluded.seen
      """, SQLValue(file.path), .integer(file.size), .integer(file.modified),
      .integer(Int64(bitPattern: file.inode)), SQLValue(facts.words.text(pretty: false)),
      SQLValue(facts.damage.map { "\($0.kind): \($0.reason)" }), SQLValue(facts.content),
      SQLValue(scan))
  }

  /// Has everything read again: what was to be read has changed.
  package func forgetFacts() throws(RenderError) {
    try database.run("UPDATE photos SET facts = NULL, damage = NULL")
  }

  /// Forgets what was below a folder and is not there any more.
  ///
  /// - Returns: how many photos that were.
  package func forgetGone(below folder: String, since scan: Int) throws(RenderError) -> Int {
    try database.run(
      "DELETE FROM photos WHERE seen < ? AND (path = ? OR substr(path, 1, ?) = ?)", SQLValue(scan),
      SQLValue(folder), SQLValue(folder.unicodeScalars.count + 1), SQLValue(folder + "/"))
  }

  // MARK: - Reading

  /// A photo as the index has it.
  package struct Row: Sendable {
    package let id: Int64
    package let path: String
    package let size: Int64
    package let content: String
    package let facts: HeadFacts
  }

  /// All photos that can be used, in the order of their paths.
  package func photos() throws(RenderError) -> [Row] {
    let rows = try database.rows(
      "SELECT id, path, size, content, facts FROM photos WHERE damage IS NULL AND facts IS NOT NULL "
        + "ORDER BY path"
    ) { (row) throws(RenderError) -> Row? in
      guard let node = try? JSONNode(parsing: row.text(4)), let facts = HeadFacts(node) else {
        return nil
      }
      return Row(
        id: Int64(row.integer(0)), path: row.text(1), size: Int64(row.integer(2)),
        content: row.text(3), facts: facts)
    }
    return rows.compactMap { $0 }
  }

  /// Photos that cannot be used, and why.
  package func problems() throws(RenderError) -> [(path: String, reason: String)] {
    try database.rows(
      "SELECT path, damage FROM photos WHERE damage IS NOT NULL ORDER BY path"
    ) { (row) throws(RenderError) in (row.text(0), row.text(1)) }
  }

  /// How many there are.
  package func counts() throws(RenderError) -> (photos: Int, problems: Int, places: Int) {
    let found = try database.first(
      """
      SELECT count(*), total(damage IS NOT NULL),
      total(damage IS NULL AND json_extract(facts, '$.place') IS NOT NULL) FROM photos
      """
    ) { ($0.integer(0), $0.integer(1), $0.integer(2)) }
    return found ?? (0, 0, 0)
  }
}
