// The tables of content sources.

extension ServiceStore {
  /// The sources of clients and the subscriptions of people to them.
  ///
  /// A source belongs to one client, and its size counts for this client. `address` is equal for all
  /// sources with the same URL and credentials, which are fetched together. `document` is empty until
  /// the first fetch; it is the last column, because SQLite reads all columns before a large one.
  /// `version` changes with the document. `due` and `fetched` are times; `fetched`
  /// is 0 until the first successful fetch.
  static let sources = """
    CREATE TABLE sources(
      name BLOB PRIMARY KEY, address BLOB NOT NULL, client TEXT NOT NULL,
      version INTEGER NOT NULL, due INTEGER NOT NULL, fetched INTEGER NOT NULL,
      failures INTEGER NOT NULL, sealed BLOB NOT NULL, document BLOB NOT NULL);
    CREATE INDEX sources_by_time ON sources(due);
    CREATE INDEX sources_by_address ON sources(address);
    CREATE TABLE subscriptions(
      person TEXT NOT NULL, source BLOB NOT NULL, client TEXT NOT NULL, minutes INTEGER NOT NULL,
      PRIMARY KEY(person, source)) WITHOUT ROWID;
    CREATE INDEX subscriptions_by_source ON subscriptions(source, minutes);
    CREATE INDEX subscriptions_by_client ON subscriptions(client);
    CREATE TRIGGER people_unsubscribed AFTER DELETE ON people BEGIN
      DELETE FROM subscriptions WHERE person = OLD.id; END;
    CREATE TRIGGER subscriptions_erased AFTER DELETE ON subscriptions BEGIN
      DELETE FROM sources WHERE name = OLD.source AND NOT EXISTS(
        SELECT 1 FROM subscriptions WHERE source = OLD.source); END;
    CREATE TRIGGER sources_added AFTER INSERT ON sources BEGIN
      INSERT INTO shares VALUES(NEW.client, length(NEW.sealed) + length(NEW.document))
        ON CONFLICT(client) DO UPDATE SET bytes = bytes + excluded.bytes; END;
    CREATE TRIGGER sources_changed AFTER UPDATE OF sealed, document ON sources BEGIN
      UPDATE shares SET bytes = bytes + length(NEW.sealed) + length(NEW.document)
        - length(OLD.sealed) - length(OLD.document) WHERE client = NEW.client; END;
    CREATE TRIGGER sources_erased AFTER DELETE ON sources BEGIN
      UPDATE shares SET bytes = bytes - length(OLD.sealed) - length(OLD.document)
        WHERE client = OLD.client; END;
    """
}
