internal import Digests
internal import Files
package import Storage
internal import Synchronization
public import WallfarmPluginKit

/// The persistent data of a service: requests with addresses, and people.
///
/// The store is an SQLite database in a file or in memory. Entry names are keyed digests, and
/// contents are encrypted. The file therefore reveals only the names of clients, the IDs that they
/// use for people, the names of people's devices, the amount of data, and times.
public final class ServiceStore: Sendable {
  /// The database; access to it is serialized by `turn`.
  private nonisolated(unsafe) let database: Database
  /// The lock for the database, which holds the error from the last access, or `nil`.
  private let turn = Mutex<RenderError?>(nil)
  private let damage: Damage
  private let mostBytes: Int
  /// Returns the limits on a client.
  private let limiting = Mutex(Limiting())
  /// The path of the file, or ``Database/inMemory``.
  private let path: String

  private struct Limiting {
    var limits: @Sendable (String) -> ClientLimits = { _ in ClientLimits() }
    var counts: LimitCounts?
  }

  /// The name of the file in the store's folder.
  static let fileName = "wallfarm-serve.sqlite"
  /// The version of the tables.
  static let version = 8

  /// Creates a store in memory.
  ///
  /// - Throws: `store-failed`.
  public static func inMemory(mostBytes: Int) throws(RenderError) -> ServiceStore {
    try ServiceStore(path: Database.inMemory, mostBytes: mostBytes)
  }

  /// Opens the store in a folder; creates a missing folder with private permissions.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - mostBytes: Maximum size of the encrypted contents in bytes.
  ///   - origin: The source of the path, for messages.
  /// - Throws: `store-failed`, for example if another service uses the store.
  public convenience init(
    folder: String, mostBytes: Int, origin: Origin
  ) throws(RenderError) {
    do throws(PrivateFiles.Refusal) {
      try PrivateFiles.makeFolder(folder, isOurs: ServiceStore.isOwn)
    } catch {
      throw RenderError(
        .storeFailed, "'\(folder)' cannot be used: \(error.reason)", origin: origin,
        hint: error.hint)
    }
    try ServiceStore.checkContents(of: folder, origin)
    try self.init(path: Files.join(folder, ServiceStore.fileName), mostBytes: mostBytes)
    StateFolder.settle(folder)
  }

  private init(path: String, mostBytes: Int) throws(RenderError) {
    let damage = Damage()
    (self.mostBytes, self.path, self.damage) = (mostBytes, path, damage)
    let opened = try Database(path: path, errors: ServiceStore.errors(noting: damage))
    // The exclusive lock prevents use by two services; `secure_delete` overwrites erased data.
    try opened.run("PRAGMA locking_mode = EXCLUSIVE; PRAGMA secure_delete = ON")
    if path != Database.inMemory {
      try opened.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
    }
    try opened.run("BEGIN EXCLUSIVE; COMMIT")
    let found = try opened.first("PRAGMA user_version") { $0.integer(0) } ?? 0
    guard found <= ServiceStore.version else {
      throw RenderError(
        .storeFailed, "'\(path)' was created by a newer version of wallfarm", origin: .file(path),
        hint: "use the newer version, or another folder")
    }
    if path != Database.inMemory {
      try ServiceStore.checkPages(of: opened, path)
      if found == 0, Files.exists(Files.join(Files.folder(of: path), AddressKeys.fileName)) {
        throw .storeMissing(path, origin: .file(path))
      }
    }
    if found < ServiceStore.version {
      try opened.transaction { () throws(RenderError) in
        for step in ServiceStore.steps(from: found) { try opened.run(step) }
      }
    }
    database = opened
  }

  /// Returns the statements that migrate the tables from a version; version 0 is an empty file.
  private static func steps(from found: Int) -> [String] {
    let first = found == 0 ? [tables] : found == 1 ? [fromFirstVersion] : []
    let second = found < 3 ? [photos] : []
    let third = found < 4 ? [sharing] : []
    let fourth = found < 5 ? [replies] : []
    let fifth = found < 6 ? [sources] : []
    let sixth = found < 7 ? [inboxes, webhooks] : []
    return first + second + third + fourth + fifth + sixth
      + [links, "PRAGMA user_version = \(version)"]
  }

  private static let tables = """
    CREATE TABLE requests(
      name BLOB PRIMARY KEY, sealed BLOB NOT NULL, expires INTEGER NOT NULL,
      client TEXT NOT NULL DEFAULT '') WITHOUT ROWID;
    CREATE INDEX requests_by_end ON requests(expires);
    CREATE TABLE people(
      id TEXT PRIMARY KEY, client TEXT NOT NULL, reader BLOB NOT NULL UNIQUE,
      writer BLOB NOT NULL UNIQUE, reader_key BLOB NOT NULL, writer_key BLOB NOT NULL,
      sealed BLOB NOT NULL) WITHOUT ROWID;
    \(shares)
    """

  /// The space used by each client, maintained by triggers.
  private static let shares = """
    CREATE TABLE shares(client TEXT PRIMARY KEY, bytes INTEGER NOT NULL) WITHOUT ROWID;
    INSERT INTO shares SELECT client, sum(length(sealed)) FROM (
      SELECT client, sealed FROM requests UNION ALL SELECT client, sealed FROM people
    ) GROUP BY client;
    CREATE TRIGGER requests_added AFTER INSERT ON requests BEGIN
      INSERT INTO shares VALUES(NEW.client, length(NEW.sealed))
        ON CONFLICT(client) DO UPDATE SET bytes = bytes + excluded.bytes; END;
    CREATE TRIGGER requests_erased AFTER DELETE ON requests BEGIN
      UPDATE shares SET bytes = bytes - length(OLD.sealed) WHERE client = OLD.client; END;
    CREATE TRIGGER people_added AFTER INSERT ON people BEGIN
      INSERT INTO shares VALUES(NEW.client, length(NEW.sealed))
        ON CONFLICT(client) DO UPDATE SET bytes = bytes + excluded.bytes; END;
    CREATE TRIGGER people_changed AFTER UPDATE OF sealed ON people BEGIN
      UPDATE shares SET bytes = bytes + length(NEW.sealed) - length(OLD.sealed)
        WHERE client = NEW.client; END;
    CREATE TRIGGER people_erased AFTER DELETE ON people BEGIN
      UPDATE shares SET bytes = bytes - length(OLD.sealed) WHERE client = OLD.client; END;
    """

  /// The tables for photos with their clients and pins, and for revoked addresses.
  ///
  /// Photos from older versions have no client until they are used. `issued` counts the addresses
  /// of a request. For requests from older versions, the count is unknown. They get a large value,
  /// so that a request is kept for its other addresses when one address is revoked.
  private static let photos = """
    ALTER TABLE requests ADD COLUMN issued INTEGER NOT NULL DEFAULT 1000000;
    CREATE TABLE photos(
      name TEXT PRIMARY KEY, client TEXT, bytes INTEGER NOT NULL, holders INTEGER NOT NULL,
      since INTEGER NOT NULL) WITHOUT ROWID;
    CREATE INDEX photos_by_client ON photos(client, holders, bytes);
    CREATE TABLE pins(
      holder BLOB NOT NULL, photo TEXT NOT NULL, PRIMARY KEY(holder, photo)) WITHOUT ROWID;
    CREATE INDEX pins_by_photo ON pins(photo);
    CREATE TRIGGER pins_added AFTER INSERT ON pins BEGIN
      UPDATE photos SET holders = holders + 1 WHERE name = NEW.photo; END;
    CREATE TRIGGER pins_erased AFTER DELETE ON pins BEGIN
      UPDATE photos SET holders = holders - 1 WHERE name = OLD.photo; END;
    CREATE TRIGGER people_let_go AFTER DELETE ON people BEGIN
      DELETE FROM pins WHERE holder = CAST(OLD.id AS BLOB); END;
    CREATE TRIGGER requests_let_go AFTER DELETE ON requests BEGIN
      DELETE FROM pins WHERE holder = OLD.name; END;
    CREATE TABLE revoked(address BLOB PRIMARY KEY, expires INTEGER NOT NULL) WITHOUT ROWID;
    """

  /// The table of uploads that all clients can use, and the rule that an erased theme no longer pins
  /// the files that it names.
  private static let sharing = """
    CREATE TABLE shared(
      name BLOB NOT NULL, client TEXT NOT NULL, PRIMARY KEY(name, client)) WITHOUT ROWID;
    CREATE TRIGGER photos_let_go AFTER DELETE ON photos BEGIN
      DELETE FROM pins WHERE holder = CAST(OLD.name AS BLOB); END;
    """

  /// The table of responses to requests with an `Idempotency-Key`, and an index to count and list
  /// the people of a client.
  ///
  /// `person` is empty if the request created no person.
  private static let replies = """
    CREATE TABLE replies(
      name BLOB PRIMARY KEY, client TEXT NOT NULL, digest BLOB NOT NULL, sealed BLOB NOT NULL,
      expires INTEGER NOT NULL, person TEXT NOT NULL) WITHOUT ROWID;
    CREATE INDEX replies_by_end ON replies(expires);
    CREATE INDEX replies_by_person ON replies(person);
    CREATE INDEX people_by_client ON people(client, id);
    CREATE TRIGGER people_forgotten AFTER DELETE ON people BEGIN
      DELETE FROM replies WHERE person = OLD.id; END;
    CREATE TRIGGER replies_added AFTER INSERT ON replies BEGIN
      INSERT INTO shares VALUES(NEW.client, length(NEW.sealed))
        ON CONFLICT(client) DO UPDATE SET bytes = bytes + excluded.bytes; END;
    CREATE TRIGGER replies_erased AFTER DELETE ON replies BEGIN
      UPDATE shares SET bytes = bytes - length(OLD.sealed) WHERE client = OLD.client; END;
    """

  /// The migration from version 1, which recorded only the total size and did not record the
  /// clients of requests.
  private static let fromFirstVersion = """
    DROP TRIGGER requests_added; DROP TRIGGER requests_erased; DROP TRIGGER people_added;
    DROP TRIGGER people_changed; DROP TRIGGER people_erased; DROP TABLE size;
    ALTER TABLE requests ADD COLUMN client TEXT NOT NULL DEFAULT '';
    \(shares)
    """

  private static func errors(noting damage: Damage) -> DatabaseErrors {
    DatabaseErrors(
      failed: { path, reason, hint in
        RenderError(
          .storeFailed, "the service cannot use '\(path)': \(reason)", origin: .file(path),
          hint: hint
            ?? "check the free space and permissions, and whether another service uses the store")
      },
      damaged: { path, reason in
        let error = RenderError.storeDamaged(path, reason)
        damage.note(error)
        return error
      })
  }

  /// Sets the function that returns the limits on a client.
  func limit(by limits: @escaping @Sendable (String) -> ClientLimits) {
    limiting.withLock { $0.limits = limits }
  }

  /// Sets the counts of requests that are refused because of a quota.
  func count(refused counts: LimitCounts) { limiting.withLock { $0.counts = counts } }

  /// Counts a request that is refused because of a quota.
  func refused(_ kind: LimitCounts.Kind) { limiting.withLock(\.counts)?.add(kind) }

  /// Returns the limits on a client.
  func limits(of client: String) -> ClientLimits { limiting.withLock(\.limits)(client) }

  /// Whether the data is lost when the process ends.
  private var isInMemory: Bool { path == Database.inMemory }

  /// Returns the records of the uploads, which are in the store's folder or in memory.
  ///
  /// - Parameters:
  ///   - ring: The keys that name and encrypt uploads in a folder.
  ///   - memoryBytes: Maximum size in bytes of uploads in memory.
  /// - Returns: The records.
  package func uploadRecords(_ ring: KeyRing, memoryBytes: Int) -> UploadRecords {
    isInMemory
      ? UploadRecords(store: self, mostBytes: memoryBytes)
      : UploadRecords(store: self, mostBytes: mostBytes, ring: ring)
  }

  /// Opens the folder of the uploads next to the database; returns `nil` for a store in memory.
  ///
  /// - Throws: `store-failed`.
  package func uploadFolder(
    _ records: UploadRecords, _ ring: KeyRing, now: Moment
  ) throws(RenderError) -> UploadFolder? {
    isInMemory
      ? nil
      : try UploadFolder(in: Files.folder(of: path), records: records, ring: ring, now: now)
  }

  /// Size of the encrypted contents in bytes, or `nil` if the store is unreadable.
  package var bytes: Int? {
    turn.withLock { _ in try? ServiceStore.bytes(in: database) }
  }

  /// Number of people, or `nil` if the store is unreadable.
  package var people: Int? {
    turn.withLock { _ in try? database.first("SELECT count(*) FROM people") { $0.integer(0) } }
  }

  /// Runs a closure in a transaction.
  package func use<Value: Sendable>(
    _ body: (Database) throws(RenderError) -> Value
  ) throws(RenderError) -> Value {
    // The closure returns a `Result` instead of throwing, so that the error can be recorded in the
    // state of the lock.
    let result = turn.withLock { last in
      let result = Result { () throws(RenderError) in
        try database.transaction { () throws(RenderError) in try body(database) }
      }
      switch result {
      case .failure(let error) where error.code == .storeFailed: last = error
      case .failure, .success: last = nil
      }
      return result
    }
    return try result.get()
  }

  /// Runs a closure while no other thread uses the database, outside a transaction.
  func alone<Value: Sendable>(
    _ body: (Database) throws(RenderError) -> Value
  ) throws(RenderError) -> Value {
    try turn.withLock { _ in Result { () throws(RenderError) in try body(database) } }.get()
  }

  /// The folder of the database, or `nil` for a store in memory.
  var folder: String? { isInMemory ? nil : Files.folder(of: path) }

  /// The error for a damaged database, or else the error from the last access; `nil` if there is
  /// neither.
  ///
  /// Damage is reported until it is repaired, even if other pages of the database are readable.
  package var failure: RenderError? { damage.found ?? turn.withLock { $0 } }

  private static func bytes(in database: Database) throws(RenderError) -> Int {
    try database.first("SELECT coalesce(sum(bytes), 0) FROM shares") { $0.integer(0) } ?? 0
  }

  /// Checks that a client has space for more bytes; removes expired requests if necessary.
  ///
  /// If the service has keys, each client may use at most half of the store.
  ///
  /// - Throws: `store-full`, `quota-exceeded`.
  func makeRoom(
    for count: Int, of client: String, in database: Database, now: Moment
  ) throws(RenderError) {
    try checkBytes(count, of: client, in: database, now: now)
    // Without keys, there is one unnamed client.
    let share = client.isEmpty ? mostBytes : mostBytes / 2
    func isFull() throws(RenderError) -> (all: Bool, share: Bool) {
      let own =
        try database.first("SELECT bytes FROM shares WHERE client = ?", SQLValue(client)) {
          $0.integer(0)
        } ?? 0
      return (try ServiceStore.bytes(in: database) + count > mostBytes, own + count > share)
    }
    guard try isFull() != (false, false) else { return }
    try ServiceStore.eraseExpired(in: database, now: now)
    let left = try isFull()
    guard left != (false, false) else { return }
    throw RenderError(
      .storeFull,
      left.share && !client.isEmpty
        ? "this key has used its maximum share, which is half of the store"
        : "the store is full",
      hint: "request addresses with a shorter lifetime; the operator can raise --max-store-bytes")
  }

  /// Removes expired requests and responses.
  static func eraseExpired(in database: Database, now: Moment) throws(RenderError) {
    try database.run("DELETE FROM requests WHERE expires <= ?", SQLValue(now.seconds))
    try database.run("DELETE FROM replies WHERE expires <= ?", SQLValue(now.seconds))
  }

  /// Removes requests whose last address has expired, expired responses, and revocations of
  /// addresses that have expired.
  package func tidy(now: Moment) {
    // Delete in small transactions, so that other threads are not blocked.
    for table in ["requests", "replies"] {
      var count = 1
      while count > 0 {
        let erased = try? use { (database) throws(RenderError) in
          try database.run(
            """
            DELETE FROM \(table) WHERE name IN
              (SELECT name FROM \(table) WHERE expires <= ? LIMIT 200)
            """, SQLValue(now.seconds))
        }
        count = erased ?? 0
      }
    }
    _ = try? use { (database) throws(RenderError) in
      try database.run("DELETE FROM revoked WHERE expires <= ?", SQLValue(now.seconds))
    }
  }

  /// Truncates the write-ahead log, so that it does not keep erased data.
  package func forgetErased() {
    turn.withLock { _ in _ = try? database.run("PRAGMA wal_checkpoint(TRUNCATE)") }
  }
}
