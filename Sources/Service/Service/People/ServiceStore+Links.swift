// The table of links.

extension ServiceStore {
  /// The links to people: additional tokens, each with the person's key encrypted by the token.
  ///
  /// `sealed` is the description of the link, encrypted with the person's key.
  static let links = """
    CREATE TABLE links(
      name BLOB PRIMARY KEY, person TEXT NOT NULL, client TEXT NOT NULL, kind TEXT NOT NULL,
      number INTEGER NOT NULL, token_key BLOB NOT NULL, sealed BLOB NOT NULL) WITHOUT ROWID;
    CREATE INDEX links_by_person ON links(person, number);
    CREATE TRIGGER people_unlinked AFTER DELETE ON people BEGIN
      DELETE FROM links WHERE person = OLD.id; END;
    CREATE TRIGGER links_added AFTER INSERT ON links BEGIN
      INSERT INTO shares VALUES(NEW.client, length(NEW.sealed))
        ON CONFLICT(client) DO UPDATE SET bytes = bytes + excluded.bytes; END;
    CREATE TRIGGER links_erased AFTER DELETE ON links BEGIN
      UPDATE shares SET bytes = bytes - length(OLD.sealed) WHERE client = OLD.client; END;
    """
}
