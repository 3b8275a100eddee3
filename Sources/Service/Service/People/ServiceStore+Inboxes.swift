// The table of inboxes.

extension ServiceStore {
  /// The inboxes of people: for each person, the ID that the client uses, the public key, and the
  /// description that the client has stored by ID, encrypted to the public key.
  ///
  /// `sealed` is empty if no description is waiting to be merged into the person. `lock` is empty
  /// for people of earlier versions until a token opens them.
  static let inboxes = """
    CREATE TABLE inboxes(
      person TEXT PRIMARY KEY, client TEXT NOT NULL, name TEXT NOT NULL, lock BLOB NOT NULL,
      sealed BLOB NOT NULL) WITHOUT ROWID;
    CREATE UNIQUE INDEX inboxes_by_name ON inboxes(client, name);
    INSERT INTO inboxes SELECT id, client, id, x'', x'' FROM people;
    CREATE TRIGGER people_unnamed AFTER DELETE ON people BEGIN
      DELETE FROM inboxes WHERE person = OLD.id; END;
    CREATE TRIGGER inboxes_changed AFTER UPDATE OF sealed ON inboxes BEGIN
      UPDATE shares SET bytes = bytes + length(NEW.sealed) - length(OLD.sealed)
        WHERE client = NEW.client; END;
    CREATE TRIGGER inboxes_erased AFTER DELETE ON inboxes BEGIN
      UPDATE shares SET bytes = bytes - length(OLD.sealed) WHERE client = OLD.client;
      DELETE FROM pins WHERE holder = CAST(OLD.person || '/inbox' AS BLOB); END;
    """
}
