// The tables of webhooks.

extension ServiceStore {
  /// The webhooks of clients, the events that are waiting for delivery, and the times at which the
  /// pictures of people were fetched and expire.
  ///
  /// Times that are 0 are unknown. `kinds` is a set of bits of event types. A webhook receives
  /// nothing until `paused`. `succeeded` is the time of the last success, or the time at
  /// which the webhook was enabled. `person` is empty for a test. `next` is the time at which an
  /// event about a picture is due, and `told` is a set of bits of sent events.
  static let webhooks = """
    CREATE TABLE webhooks(
      id INTEGER PRIMARY KEY AUTOINCREMENT, client TEXT NOT NULL, name TEXT NOT NULL,
      sealed BLOB NOT NULL, kinds INTEGER NOT NULL, failures INTEGER NOT NULL DEFAULT 0,
      attempted INTEGER NOT NULL DEFAULT 0, status INTEGER NOT NULL DEFAULT 0,
      error TEXT NOT NULL DEFAULT '', succeeded INTEGER NOT NULL,
      paused INTEGER NOT NULL DEFAULT 0, disabled INTEGER NOT NULL DEFAULT 0,
      dropped INTEGER NOT NULL DEFAULT 0, UNIQUE(client, name));
    CREATE TABLE deliveries(
      number INTEGER PRIMARY KEY AUTOINCREMENT, webhook INTEGER NOT NULL, client TEXT NOT NULL,
      person TEXT NOT NULL, id TEXT NOT NULL, due INTEGER NOT NULL, attempts INTEGER NOT NULL,
      sealed BLOB NOT NULL);
    CREATE INDEX deliveries_by_time ON deliveries(webhook, due);
    CREATE INDEX deliveries_by_client ON deliveries(client);
    CREATE INDEX deliveries_by_person ON deliveries(person);
    CREATE TABLE fetches(
      person TEXT NOT NULL, screen TEXT NOT NULL, since INTEGER NOT NULL,
      fetched INTEGER NOT NULL, expires INTEGER NOT NULL, seen INTEGER NOT NULL,
      pace INTEGER NOT NULL, told INTEGER NOT NULL, next INTEGER NOT NULL,
      PRIMARY KEY(person, screen)) WITHOUT ROWID;
    CREATE INDEX fetches_by_time ON fetches(next) WHERE next > 0;
    CREATE TRIGGER people_untold AFTER DELETE ON people BEGIN
      DELETE FROM deliveries WHERE person = OLD.id;
      DELETE FROM fetches WHERE person = OLD.id; END;
    CREATE TRIGGER webhooks_added AFTER INSERT ON webhooks BEGIN
      INSERT INTO shares VALUES(NEW.client, length(NEW.sealed))
        ON CONFLICT(client) DO UPDATE SET bytes = bytes + excluded.bytes; END;
    CREATE TRIGGER webhooks_changed AFTER UPDATE OF sealed ON webhooks BEGIN
      UPDATE shares SET bytes = bytes + length(NEW.sealed) - length(OLD.sealed)
        WHERE client = NEW.client; END;
    CREATE TRIGGER webhooks_erased AFTER DELETE ON webhooks BEGIN
      DELETE FROM deliveries WHERE webhook = OLD.id;
      UPDATE shares SET bytes = bytes - length(OLD.sealed) WHERE client = OLD.client; END;
    CREATE TRIGGER deliveries_added AFTER INSERT ON deliveries BEGIN
      UPDATE shares SET bytes = bytes + length(NEW.sealed) WHERE client = NEW.client; END;
    CREATE TRIGGER deliveries_erased AFTER DELETE ON deliveries BEGIN
      UPDATE shares SET bytes = bytes - length(OLD.sealed) WHERE client = OLD.client; END;
    """
}
