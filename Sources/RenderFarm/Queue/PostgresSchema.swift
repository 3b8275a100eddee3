import Postgres
import WallfarmPluginKit

/// The tables of a queue in PostgreSQL, in a schema of their own.
///
/// What changes with every state is kept apart from what is written once, and rows that change have room on their
/// page (fillfactor), so that a new version of one touches no index.
enum PostgresSchema {
  /// Version of the tables, among the settings.
  static let version = 1
  /// What those who change the schema or add units wait for; a number nobody else uses.
  static let lock = 7_238_911_042

  /// Makes the tables where there are none.
  ///
  /// - Throws: `queue-failed`, also for tables of a later version.
  static func prepare(_ database: PostgresConnection, schema: String) throws(RenderError) {
    try database.transaction { () throws(RenderError) in
      try database.run("SELECT pg_advisory_xact_lock(\(lock))")
      let found = try database.run(
        "SELECT to_regclass($1) IS NOT NULL", [.text("\"\(schema)\".settings")])
      if found.text(0, 0) != "t" { try database.run(tables(schema)) }
    }
    let found = try database.run("SELECT value FROM settings WHERE key = 'version'").integer(0, 0)
    guard found == version else {
      throw .queueFailed(
        database.name, "its tables are of version \(found); this wallfarm knows \(version)",
        hint: found > version
          ? "a newer wallfarm made them: go on with that one, or take another schema"
          : "another program made them: take another schema")
    }
  }

  /// States are numbered as in ``QueueSchema/states``.
  private static func tables(_ schema: String) -> String {
    """
    CREATE SCHEMA IF NOT EXISTS "\(schema)";
    CREATE TABLE settings(key text PRIMARY KEY, value bigint NOT NULL);
    INSERT INTO settings VALUES('version', \(version));
    CREATE TABLE units(
      seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id text NOT NULL UNIQUE,
      digest text NOT NULL, priority bigint NOT NULL, generation bigint NOT NULL,
      state smallint NOT NULL DEFAULT 0, token bigint NOT NULL DEFAULT 0,
      failures bigint NOT NULL DEFAULT 0, due bigint NOT NULL DEFAULT 0,
      expires bigint NOT NULL DEFAULT 0, milliseconds bigint, holder text NOT NULL DEFAULT '',
      -- The call that leased it: where its answer was lost, it is given back.
      call text NOT NULL DEFAULT '') WITH (fillfactor = 70);
    CREATE INDEX units_queued ON units(priority DESC, seq) WHERE state = 0;
    CREATE INDEX units_leased ON units(expires) WHERE state = 1;
    CREATE INDEX units_dead ON units(seq) WHERE state = 3;
    CREATE TABLE work(
      seq bigint PRIMARY KEY REFERENCES units ON DELETE CASCADE, affinity text NOT NULL,
      output text NOT NULL, payload text NOT NULL, seal text);
    CREATE TABLE outcomes(
      seq bigint PRIMARY KEY REFERENCES units ON DELETE CASCADE, error text, receipt text);
    -- Changes of the number of units in each state. One row for each state would be waited for by everybody.
    CREATE TABLE counts(state smallint NOT NULL, number bigint NOT NULL);
    CREATE FUNCTION count_units() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF TG_OP = 'INSERT' THEN
        INSERT INTO "\(schema)".counts SELECT state, count(*) FROM added GROUP BY state;
      ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO "\(schema)".counts SELECT state, -count(*) FROM removed GROUP BY state;
      ELSE
        INSERT INTO "\(schema)".counts SELECT state, sum(number) FROM (
          SELECT state, 1 AS number FROM added UNION ALL SELECT state, -1 FROM removed
        ) AS changes GROUP BY state HAVING sum(number) <> 0;
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER units_added AFTER INSERT ON units REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION count_units();
    CREATE TRIGGER units_removed AFTER DELETE ON units REFERENCING OLD TABLE AS removed
      FOR EACH STATEMENT EXECUTE FUNCTION count_units();
    CREATE TRIGGER units_changed AFTER UPDATE ON units
      REFERENCING OLD TABLE AS removed NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION count_units();
    """
  }
}
