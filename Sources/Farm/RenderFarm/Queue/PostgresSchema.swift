import Postgres
import WallfarmPluginKit

/// The tables of a PostgreSQL queue, in their own schema.
///
/// Frequently updated columns are in a separate table from columns that are written once. The pages
/// of the frequently updated table have free space (fillfactor), so that an update writes few
/// pages.
enum PostgresSchema {
  /// The version of the tables, stored in the settings.
  ///
  /// 2: units have toolchains and the time at which they were added; supervisors report their
  /// status. 3: the dependent rows of a removed unit are deleted by a trigger instead of by foreign
  /// keys, which took 20% of the time for adding units. 4: leases record whether their unit was
  /// started. 5: a trigger records when a unit finished.
  static let version = 5
  /// The lowest table version that a program must support to use these tables.
  ///
  /// A program that supports at least this version ignores later additions. Programs that support
  /// only version 1 cannot use the tables, because they would lease units for any toolchain.
  static let oldest = 2
  /// Returns the statement that takes a schema's advisory lock, which protects migrations and the
  /// addition of units.
  ///
  /// The lock key is derived from the names of the database and the schema, so other schemas and
  /// programs are not blocked.
  static func lock(_ schema: String) -> String {
    """
    SELECT pg_advisory_xact_lock(
      hashtextextended('wallfarm queue ' || current_database() || '/\(schema)', 0))
    """
  }

  /// Returns whether a schema name or role prefix is safe to insert into a statement without
  /// escaping.
  static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 63
      && name.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F
      }
  }

  /// Migrates tables from an earlier version, and creates missing tables.
  ///
  /// - Parameters:
  ///   - database: An open connection.
  ///   - schema: The schema of the tables.
  ///   - making: Whether to create missing tables; if false, missing tables are an error, so that a
  ///     misspelled schema is reported.
  /// - Throws: `queue-failed`, including if the tables have an incompatible later version.
  static func prepare(
    _ database: PostgresConnection, schema: String, making: Bool
  ) throws(RenderError) {
    // Check without the lock first, because adding a million units holds the lock for a minute.
    let before = try found(database, schema)
    guard before != nil || making else {
      throw .queueFailed(
        database.name, "the schema '\(schema)' has no queue tables",
        hint:
          "check --queue and --schema; 'wallfarm farm prepare' or 'farm submit' creates the tables")
    }
    if before.map({ $0.version >= version }) != true {
      try database.transaction { () throws(RenderError) in
        try database.run(lock(schema))
        try change(database, schema)
      }
    }
    guard let found = try found(database, schema), found.version >= version,
      found.oldest <= version
    else {
      let found = try found(database, schema)?.version ?? 0
      throw .queueFailed(
        database.name,
        "its tables have version \(found), but this program supports version \(version)",
        hint: found > version
          ? "use the newer version of wallfarm that created them, or another schema"
          : "another program created them; use another schema")
    }
  }

  private static func found(
    _ database: PostgresConnection, _ schema: String
  ) throws(RenderError) -> (version: Int, oldest: Int)? {
    // Reading the catalog needs no privileges in the schema.
    let isThere = try database.run(
      "SELECT 1 FROM pg_tables WHERE schemaname = $1 AND tablename = 'settings'", [.text(schema)])
    guard isThere.count > 0 else { return nil }
    let rows = try database.run(
      "SELECT key, value FROM settings WHERE key IN ('version', 'oldest')", [])
    let values = Dictionary(
      rows.map { (rows.text($0, 0) ?? "", rows.integer($0, 1)) }, uniquingKeysWith: { $1 })
    let version = values["version"] ?? 0
    return (version, values["oldest"] ?? version)
  }

  /// Returns whether a newer version has made the tables incompatible with this program.
  static func isOutdated(
    _ database: PostgresConnection, _ schema: String
  ) throws(RenderError) -> Bool {
    // If the tables are missing, the next statement reports the error.
    try found(database, schema).map { $0.oldest > version } ?? false
  }

  static func outdated(_ database: PostgresConnection) -> RenderError {
    .queueFailed(
      database.name,
      "a newer wallfarm has migrated its tables; this program supports version \(version)",
      hint: "install the newer version on this machine")
  }

  private static func change(
    _ database: PostgresConnection, _ schema: String
  ) throws(RenderError) {
    let found = try found(database, schema)?.version ?? 0
    let steps = [
      1: tables(schema), 2: machines(schema), 3: triggers(schema), 4: beginnings(schema),
      5: PostgresRetention.tables(schema),
    ]
    do throws(RenderError) {
      for step in steps.keys.sorted() where step > found {
        if let sql = steps[step] { try database.run(sql) }
      }
    } catch {
      guard database.lastState == "42501" else { throw error }
      throw .queueFailed(
        database.name, "its tables are missing, and this role has no privilege to create them",
        hint: "run 'wallfarm farm prepare' once as the owner of the database")
    }
  }

  /// Returns the statements that create the first version of the tables.
  ///
  /// The states are numbered in the order of ``QueueSchema/states``.
  private static func tables(_ schema: String) -> String {
    """
    CREATE SCHEMA IF NOT EXISTS "\(schema)";
    CREATE TABLE settings(key text PRIMARY KEY, value bigint NOT NULL);
    INSERT INTO settings VALUES('version', 1);
    CREATE TABLE units(
      seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id text NOT NULL UNIQUE,
      digest text NOT NULL, priority bigint NOT NULL, generation bigint NOT NULL,
      state smallint NOT NULL DEFAULT 0, token bigint NOT NULL DEFAULT 0,
      failures bigint NOT NULL DEFAULT 0, due bigint NOT NULL DEFAULT 0,
      expires bigint NOT NULL DEFAULT 0, milliseconds bigint, holder text NOT NULL DEFAULT '',
      -- The call that leased the unit: if its response is lost, the unit is returned.
      call text NOT NULL DEFAULT '') WITH (fillfactor = 70);
    CREATE INDEX units_queued ON units(priority DESC, seq) WHERE state = 0;
    CREATE INDEX units_leased ON units(expires) WHERE state = 1;
    CREATE INDEX units_dead ON units(seq) WHERE state = 3;
    CREATE TABLE work(
      seq bigint PRIMARY KEY REFERENCES units ON DELETE CASCADE, affinity text NOT NULL,
      output text NOT NULL, payload text NOT NULL, seal text);
    CREATE TABLE outcomes(
      seq bigint PRIMARY KEY REFERENCES units ON DELETE CASCADE, error text, receipt text);
    -- Changes in the number of units in each state: one row per state would cause lock contention.
    CREATE TABLE counts(state smallint NOT NULL, number bigint NOT NULL);
    \(counting(schema))
    CREATE TRIGGER units_added AFTER INSERT ON units REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION count_units();
    CREATE TRIGGER units_removed AFTER DELETE ON units REFERENCING OLD TABLE AS removed
      FOR EACH STATEMENT EXECUTE FUNCTION count_units();
    CREATE TRIGGER units_changed AFTER UPDATE ON units
      REFERENCING OLD TABLE AS removed NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION count_units();
    """
  }

  private static func machines(_ schema: String) -> String {
    """
    ALTER TABLE units ADD COLUMN toolchain text NOT NULL DEFAULT '',
      ADD COLUMN added bigint NOT NULL DEFAULT 0;
    DROP INDEX units_queued;
    CREATE INDEX units_queued ON units(toolchain, priority DESC, seq) WHERE state = 0;
    -- Supervisors that render from the queue, and the time of each supervisor's last report.
    CREATE TABLE machines(
      holder text PRIMARY KEY, host text NOT NULL, version text NOT NULL, toolchain text NOT NULL,
      workers bigint NOT NULL, started bigint NOT NULL, seen bigint NOT NULL,
      done bigint NOT NULL, failed bigint NOT NULL, rate double precision NOT NULL,
      state text NOT NULL);
    INSERT INTO settings VALUES('identity', ('x' || substr(md5(random()::text || clock_timestamp()), 1, 15))::bit(60)::bigint);
    INSERT INTO settings VALUES('oldest', 2);
    UPDATE settings SET value = 2 WHERE key = 'version';
    -- A queue changes all the time, so limit obsolete row versions to 2% of the table.
    ALTER TABLE units SET (autovacuum_vacuum_scale_factor = 0.02);
    ALTER TABLE counts SET (autovacuum_vacuum_threshold = 5000);
    """
  }

  /// Returns the trigger function that updates the counters and deletes the dependent rows of
  /// removed units.
  ///
  /// The function runs with the privileges of its owner, so that roles do not need write privileges
  /// on the tables for the counters and the dependent rows.
  private static func counting(_ schema: String) -> String {
    """
    CREATE OR REPLACE FUNCTION count_units() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
      SET search_path TO "\(schema)", pg_temp AS $$ BEGIN
      IF TG_OP = 'INSERT' THEN
        INSERT INTO counts SELECT state, count(*) FROM added GROUP BY state;
      ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO counts SELECT state, -count(*) FROM removed GROUP BY state;
        DELETE FROM work USING removed WHERE work.seq = removed.seq;
        DELETE FROM outcomes USING removed WHERE outcomes.seq = removed.seq;
      ELSE
        INSERT INTO counts SELECT state, sum(number) FROM (
          SELECT state, 1 AS number FROM added UNION ALL SELECT state, -1 FROM removed
        ) AS changes GROUP BY state HAVING sum(number) <> 0;
      END IF;
      RETURN NULL;
    END $$;
    """
  }

  private static func triggers(_ schema: String) -> String {
    """
    ALTER TABLE work DROP CONSTRAINT IF EXISTS work_seq_fkey;
    ALTER TABLE outcomes DROP CONSTRAINT IF EXISTS outcomes_seq_fkey;
    \(counting(schema))
    UPDATE settings SET value = 3 WHERE key = 'version';
    """
  }

  /// Returns the statements that add the column `begun`, which records whether a leased unit was
  /// started.
  ///
  /// Programs from earlier versions do not write the column, so their units count as started. Roles
  /// that could already lease units receive the privilege for the new column.
  private static func beginnings(_ schema: String) -> String {
    """
    ALTER TABLE units ADD COLUMN begun boolean NOT NULL DEFAULT true;
    DO $$ DECLARE role record; BEGIN
      FOR role IN SELECT DISTINCT grantee FROM information_schema.column_privileges
        WHERE table_schema = '\(schema)' AND table_name = 'units' AND column_name = 'call'
          AND privilege_type = 'UPDATE' AND grantee <> current_user
      LOOP
        IF role.grantee = 'PUBLIC' THEN
          GRANT UPDATE(begun) ON units TO PUBLIC;
        ELSE
          EXECUTE format('GRANT UPDATE(begun) ON units TO %I', role.grantee);
        END IF;
      END LOOP;
    END $$;
    UPDATE settings SET value = 4 WHERE key = 'version';
    """
  }

  /// The database roles and their privileges.
  enum Role: String, CaseIterable {
    case reader, submitter, worker, admin

    fileprivate var rights: [String] {
      switch self {
      case .reader:
        [
          "SELECT ON units, outcomes, counts, settings, machines",
          // Payloads contain notes, so readers cannot read payloads, not even encrypted ones.
          "SELECT(seq, affinity, output) ON work",
        ]
      case .submitter:
        [
          "SELECT, INSERT, UPDATE, DELETE ON units, work",
          "SELECT, DELETE ON outcomes", "SELECT, INSERT, UPDATE ON settings",
          "SELECT ON counts, machines", PostgresRetention.right,
        ]
      case .worker:
        [
          "SELECT ON units, work, settings",
          "UPDATE(state, token, failures, due, expires, milliseconds, holder, call, begun) ON "
            + "units",
          "SELECT, INSERT, UPDATE ON outcomes", "SELECT, INSERT, DELETE ON counts",
          "SELECT, INSERT, UPDATE, DELETE ON machines", PostgresRetention.right,
        ]
      case .admin:
        [
          "SELECT, INSERT, UPDATE, DELETE ON units, work, outcomes, counts, settings, machines",
          PostgresRetention.right,
        ]
      }
    }
  }

  /// Creates the roles, which cannot log in; users get the privileges by becoming members of the
  /// roles.
  static func makeRoles(
    _ database: PostgresConnection, schema: String, prefix: String
  ) throws(RenderError) {
    guard isName(prefix) else {
      throw .queueFailed(
        database.name, "'\(prefix.prefix(80))' is not a valid prefix for role names",
        hint: "use lowercase letters, digits and underscores")
    }
    for role in Role.allCases {
      let name = "\"\(prefix)_\(role.rawValue)\""
      let isThere = try database.run(
        "SELECT 1 FROM pg_roles WHERE rolname = $1", [.text("\(prefix)_\(role.rawValue)")])
      if isThere.count == 0 { try makeRole(database, name) }
      try database.run("GRANT USAGE ON SCHEMA \"\(schema)\" TO \(name)")
      for right in role.rights { try database.run("GRANT \(right) TO \(name)") }
    }
  }

  private static func makeRole(
    _ database: PostgresConnection, _ name: String
  ) throws(RenderError) {
    do throws(RenderError) {
      try database.run("CREATE ROLE \(name) NOLOGIN")
    } catch {
      guard database.lastState == "42501" else { throw error }
      var refusal = error
      refusal.hint =
        "grant CREATEROLE to this user, or ask an administrator to run 'farm prepare --roles'"
      throw refusal
    }
  }
}
