import Storage
import WallfarmPluginKit

/// The tables of a queue file.
///
/// Frequently updated columns are in a separate table from columns that are written once, so that a
/// commit writes few pages.
enum QueueSchema {
  /// The version of the tables, in SQLite's `user_version`.
  ///
  /// 2: units have seals. 3: leases have holders, and triggers count the units in each state. 4:
  /// units have toolchains. 5: leases record whether their unit was started. 6: a trigger records
  /// when a unit finished.
  static let version = 6

  /// The states in the order of their stored numbers.
  static let states: [UnitState] = [.queued, .leased, .done, .dead]

  private static let tables = """
    CREATE TABLE settings(key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE units(
      seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, digest TEXT NOT NULL,
      priority INTEGER NOT NULL, generation INTEGER NOT NULL, state INTEGER NOT NULL DEFAULT 0,
      token INTEGER NOT NULL DEFAULT 0, failures INTEGER NOT NULL DEFAULT 0,
      due INTEGER NOT NULL DEFAULT 0, expires INTEGER NOT NULL DEFAULT 0, milliseconds INTEGER,
      holder TEXT NOT NULL DEFAULT '', begun INTEGER NOT NULL DEFAULT 1,
      finished INTEGER NOT NULL DEFAULT 0);
    CREATE INDEX units_by_state ON units(state, priority DESC, seq);
    CREATE TABLE work(
      seq INTEGER PRIMARY KEY, affinity TEXT NOT NULL, output TEXT NOT NULL, payload TEXT NOT NULL,
      seal TEXT, toolchain TEXT NOT NULL DEFAULT '');
    CREATE TABLE outcomes(seq INTEGER PRIMARY KEY, error TEXT, receipt TEXT);
    CREATE TABLE reserve(room BLOB NOT NULL);
    \(counting)
    \(ends)
    PRAGMA user_version = 6;
    """

  /// The current time in milliseconds since 1970.
  static let now = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"

  /// The trigger that records the time at which a unit is done or dead, unless the statement does,
  /// and an index to find the units that finished first.
  private static let ends = """
    CREATE TRIGGER units_finished AFTER UPDATE OF state ON units
      WHEN NEW.state IN (2, 3) AND OLD.state <> NEW.state AND OLD.finished = NEW.finished BEGIN
      UPDATE units SET finished = \(now) WHERE seq = NEW.seq; END;
    CREATE INDEX units_by_end ON units(finished) WHERE state IN (2, 3);
    """

  /// The table and triggers that maintain the number of units in each state.
  private static let counting = """
    CREATE TABLE counts(state INTEGER PRIMARY KEY, number INTEGER NOT NULL);
    INSERT INTO counts VALUES
      (0, (SELECT count(*) FROM units WHERE state = 0)),
      (1, (SELECT count(*) FROM units WHERE state = 1)),
      (2, (SELECT count(*) FROM units WHERE state = 2)),
      (3, (SELECT count(*) FROM units WHERE state = 3));
    CREATE TRIGGER units_added AFTER INSERT ON units BEGIN
      UPDATE counts SET number = number + 1 WHERE state = NEW.state; END;
    CREATE TRIGGER units_forgotten AFTER DELETE ON units BEGIN
      UPDATE counts SET number = number - 1 WHERE state = OLD.state; END;
    CREATE TRIGGER units_changed AFTER UPDATE OF state ON units WHEN OLD.state <> NEW.state BEGIN
      UPDATE counts SET number = number - 1 WHERE state = OLD.state;
      UPDATE counts SET number = number + 1 WHERE state = NEW.state; END;
    """

  /// The statements that migrate the tables from each version to the next.
  private static let migrations = [
    2: """
    ALTER TABLE work ADD COLUMN seal TEXT;
    INSERT OR REPLACE INTO settings VALUES('unsealed', 1);
    PRAGMA user_version = 2;
    """,
    3: """
    ALTER TABLE units ADD COLUMN holder TEXT NOT NULL DEFAULT '';
    \(counting)
    PRAGMA user_version = 3;
    """,
    4: """
    ALTER TABLE work ADD COLUMN toolchain TEXT NOT NULL DEFAULT '';
    PRAGMA user_version = 4;
    """,
    5: """
    ALTER TABLE units ADD COLUMN begun INTEGER NOT NULL DEFAULT 1;
    PRAGMA user_version = 5;
    """,
    // Units that finished earlier count as finished at the time of the migration.
    6: """
    ALTER TABLE units ADD COLUMN finished INTEGER NOT NULL DEFAULT 0;
    UPDATE units SET finished = \(now) WHERE state IN (2, 3);
    \(ends)
    PRAGMA user_version = 6;
    """,
  ]

  /// Configures a connection, creates missing tables, and migrates tables from an earlier version.
  ///
  /// - Throws: `queue-failed`, including if the file is from a later version or another program.
  static func prepare(_ database: Database) throws(RenderError) {
    // Use the write-ahead log, so that other processes can read concurrently
    // (https://sqlite.org/wal.html). Sync the log on every commit, so that no reported result is
    // lost. A checkpoint every 200 pages keeps the log no larger than the reserve.
    let mode = try database.first("PRAGMA journal_mode = WAL") { $0.text(0) }
    guard mode == "wal" else {
      throw .queueFailed(
        database.path, "SQLite does not support write-ahead logging in this folder",
        hint: "use --queue with a folder on a local disk")
    }
    try database.run("PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 200")
    let found = try database.first("PRAGMA user_version") { $0.integer(0) } ?? 0
    if found == 0 {
      try database.transaction { () throws(RenderError) in
        // Another process may have created the tables in the meantime.
        let made = try database.first("PRAGMA user_version") { $0.integer(0) } ?? 0
        if made == 0 { try database.run(tables) }
      }
    } else if found < version, found > 0 {
      try migrate(database)
    } else if found != version {
      throw .queueFailed(
        database.path,
        "the queue has version \(found), but this program supports version \(version)",
        hint: found > version
          ? "use the newer version of wallfarm that created it, or another --queue"
          : "another program created it; use another --queue")
    }
  }

  /// Migrates the tables in one transaction, because another process may migrate them at the same
  /// time, and this process may be killed.
  private static func migrate(_ database: Database) throws(RenderError) {
    try database.transaction { () throws(RenderError) in
      let found = try database.first("PRAGMA user_version") { $0.integer(0) } ?? 0
      for step in migrations.keys.sorted() where step > found {
        if let sql = migrations[step] { try database.run(sql) }
      }
    }
  }

  /// Size in bytes of the space that is reserved in case the disk is full; enough to record the
  /// errors of several thousand units.
  private static let reserve = 1 << 20

  /// Allocates the reserve in the database file and its log.
  ///
  /// Pictures may fill the disk completely, but the results of their units must still be recorded.
  /// The log keeps its size while the file is open.
  static func makeReserve(in database: Database) throws(RenderError) {
    try database.transaction { () throws(RenderError) in
      try database.run("DELETE FROM reserve")
      try database.run("INSERT INTO reserve VALUES(zeroblob(?))", SQLValue(reserve))
    }
    _ = try database.first("PRAGMA wal_checkpoint(RESTART)") { $0.integer(0) }
  }

  /// Releases the reserved space so that the queue can use it.
  ///
  /// - Returns: `false` if the reserve was already released.
  static func releaseReserve(of database: Database) throws(RenderError) -> Bool {
    try database.transaction { () throws(RenderError) in
      try database.run("DELETE FROM reserve") > 0
    }
  }

  /// Checks the whole file for corruption.
  ///
  /// - Throws: `queue-damaged` if the file is corrupted; `queue-failed`.
  static func checkIntegrity(of database: Database) throws(RenderError) {
    let found = try database.first("PRAGMA integrity_check(1)") { $0.text(0) }
    if let found, found != "ok" {
      throw .queueDamaged(database.path, found)
    }
  }
}
