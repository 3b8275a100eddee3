import Postgres

/// The part of the tables that records when units finished, and removes finished units.
enum PostgresRetention {
  /// The privilege that allows a role to remove done units by their age.
  static let right = "EXECUTE ON FUNCTION purge_done(bigint, bigint)"

  /// Returns the statements that add the column `finished`.
  ///
  /// The trigger also records the time for programs from earlier versions. Units that finished
  /// earlier count as finished at the time of the migration, which is stored as the default of the
  /// new column, because rewriting a million rows would take too long. Supervisors may not delete
  /// units; the function `purge_done` deletes only done units on their behalf.
  static func tables(_ schema: String) -> String {
    """
    DO $$ BEGIN
      EXECUTE format(
        'ALTER TABLE units ADD COLUMN IF NOT EXISTS finished bigint NOT NULL DEFAULT %s',
        \(PostgresJobQueue.serverTime));
    END $$;
    ALTER TABLE units ALTER COLUMN finished SET DEFAULT 0;
    CREATE INDEX IF NOT EXISTS units_finished ON units(finished) WHERE state IN (2, 3);
    CREATE OR REPLACE FUNCTION note_end() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      NEW.finished := \(PostgresJobQueue.serverTime);
      RETURN NEW;
    END $$;
    DROP TRIGGER IF EXISTS units_ended ON units;
    CREATE TRIGGER units_ended BEFORE UPDATE ON units FOR EACH ROW
      WHEN (NEW.state IN (2, 3) AND OLD.state <> NEW.state) EXECUTE FUNCTION note_end();
    CREATE OR REPLACE FUNCTION purge_done(before bigint, most bigint) RETURNS bigint
      LANGUAGE sql SECURITY DEFINER SET search_path TO "\(schema)", pg_temp
      SET enable_seqscan = off AS $$
      WITH gone AS (DELETE FROM units WHERE seq IN (
        SELECT seq FROM units WHERE state IN (2, 3) AND finished <= before AND state = 2
        ORDER BY finished LIMIT most FOR UPDATE SKIP LOCKED)
        RETURNING token), \(PostgresJobQueue.keepingTokens)
      SELECT count(*) FROM gone;
    $$;
    REVOKE ALL ON FUNCTION purge_done(bigint, bigint) FROM PUBLIC;
    DO $$ DECLARE role record; BEGIN
      FOR role IN SELECT DISTINCT grantee FROM information_schema.column_privileges
        WHERE table_schema = '\(schema)' AND table_name = 'units' AND column_name = 'state'
          AND privilege_type = 'UPDATE' AND grantee NOT IN (current_user, 'PUBLIC')
      LOOP
        EXECUTE format('GRANT EXECUTE ON FUNCTION purge_done(bigint, bigint) TO %I', role.grantee);
      END LOOP;
    END $$;
    UPDATE settings SET value = 5 WHERE key = 'version';
    """
  }
}
