internal import Digests
internal import Files
internal import Storage
internal import Synchronization
public import WallfarmPluginKit

/// What a service keeps: requests that have an address, and people.
///
/// It is one file of SQLite, or memory alone. Every name in it is a digest under a secret and every content is
/// sealed: who reads the file learns how much there is, and until when.
public final class ServiceStore: Sendable {
  /// Used by one at a time, who has `turn`.
  private nonisolated(unsafe) let database: Database
  /// With what went wrong the last time.
  private let turn = Mutex<RenderError?>(nil)
  private let damage: Damage
  private let mostBytes: Int
  /// Its file, or ``Database/inMemory``.
  private let path: String

  /// Its file in the folder that it is given.
  static let fileName = "wallfarm-serve.sqlite"
  /// Version of the tables.
  private static let version = 3

  /// Keeps everything in memory, until the process ends.
  ///
  /// - Throws: `store-failed`.
  public static func inMemory(mostBytes: Int) throws(RenderError) -> ServiceStore {
    try ServiceStore(path: Database.inMemory, mostBytes: mostBytes)
  }

  /// Keeps everything in a folder, which is made for its owner alone where it is missing.
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - mostBytes: most bytes of what is sealed in it.
  ///   - origin: what named it, for messages.
  /// - Throws: `store-failed`, also where another service uses it.
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
  }

  private init(path: String, mostBytes: Int) throws(RenderError) {
    let damage = Damage()
    (self.mostBytes, self.path, self.damage) = (mostBytes, path, damage)
    let opened = try Database(path: path, errors: ServiceStore.errors(noting: damage))
    // One service has it at a time. What is erased is overwritten.
    try opened.run("PRAGMA locking_mode = EXCLUSIVE; PRAGMA secure_delete = ON")
    if path != Database.inMemory {
      try opened.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
    }
    try opened.run("BEGIN EXCLUSIVE; COMMIT")
    let found = try opened.first("PRAGMA user_version") { $0.integer(0) } ?? 0
    guard found <= ServiceStore.version else {
      throw RenderError(
        .storeFailed, "'\(path)' was made by a newer wallfarm", origin: .file(path),
        hint: "use that one, or another folder")
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

  /// Statements that bring a store of a version to the present one; version 0 is an empty file.
  private static func steps(from found: Int) -> [String] {
    let first = found == 0 ? [tables] : found == 1 ? [fromFirstVersion] : []
    return first + [photos, "PRAGMA user_version = \(version)"]
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

  /// What each client has of it, kept up by the database itself.
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

  /// Photos with their clients, what shows them, and addresses that were revoked.
  ///
  /// Photos of before have no client until they are used. `issued` is how many addresses of a request were told; of
  /// those before it is not known, so that revoking one never takes the request from others.
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

  /// The first version knew what there was, and not whose; requests of then are nobody's.
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
          hint: hint ?? "see to room and permissions there, and whether another service uses it")
      },
      damaged: { path, reason in
        let error = RenderError.storeDamaged(path, reason)
        damage.note(error)
        return error
      })
  }

  /// Whether everything in it ends with the process.
  private var isInMemory: Bool { path == Database.inMemory }

  /// The records of the photos that are kept beside it, or in memory where it is.
  ///
  /// - Parameters:
  ///   - ring: keys that photos in a folder are named and sealed with.
  ///   - memoryBytes: most bytes of photos in memory.
  /// - Returns: the records.
  func photoRecords(_ ring: KeyRing, memoryBytes: Int) -> PhotoRecords {
    isInMemory
      ? PhotoRecords(store: self, mostBytes: memoryBytes)
      : PhotoRecords(store: self, mostBytes: mostBytes, ring: ring)
  }

  /// The folder of photos beside it; nil where everything is in memory.
  ///
  /// - Throws: `store-failed`.
  func photoFolder(
    _ records: PhotoRecords, _ ring: KeyRing, now: Moment
  ) throws(RenderError) -> PhotoFolder? {
    isInMemory
      ? nil
      : try PhotoFolder(in: Files.folder(of: path), records: records, ring: ring, now: now)
  }

  /// How much is sealed in it; nil where it cannot be read.
  var bytes: Int? {
    turn.withLock { _ in try? ServiceStore.bytes(in: database) }
  }

  /// How many people there are; nil where it cannot be read.
  var people: Int? {
    turn.withLock { _ in try? database.first("SELECT count(*) FROM people") { $0.integer(0) } }
  }

  /// Runs statements that belong together.
  func use<Value: Sendable>(
    _ body: (Database) throws(RenderError) -> Value
  ) throws(RenderError) -> Value {
    // The closure of a lock says nothing of its errors.
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

  /// Why it could not be used the last time, or that it is damaged; nil where all is well.
  ///
  /// A page that is damaged is damaged until somebody repairs it, also where others can still be read.
  var failure: RenderError? { damage.found ?? turn.withLock { $0 } }

  private static func bytes(in database: Database) throws(RenderError) -> Int {
    try database.first("SELECT coalesce(sum(bytes), 0) FROM shares") { $0.integer(0) } ?? 0
  }

  /// Makes sure that so many bytes more of a client have room.
  ///
  /// One of several clients has half of it at most: who keeps much leaves room for the others.
  ///
  /// - Throws: `store-full`.
  func makeRoom(
    for count: Int, of client: String, in database: Database, now: Moment
  ) throws(RenderError) {
    // Without keys there is one client, who has no name.
    let share = client.isEmpty ? mostBytes : mostBytes / 2
    func isFull() throws(RenderError) -> (all: Bool, share: Bool) {
      let own =
        try database.first("SELECT bytes FROM shares WHERE client = ?", SQLValue(client)) {
          $0.integer(0)
        } ?? 0
      return (try ServiceStore.bytes(in: database) + count > mostBytes, own + count > share)
    }
    guard try isFull() != (false, false) else { return }
    try database.run("DELETE FROM requests WHERE expires <= ?", SQLValue(now.seconds))
    let left = try isFull()
    guard left != (false, false) else { return }
    throw RenderError(
      .storeFull,
      left.share && !client.isEmpty
        ? "this key has half of what there is room for, and no key may have more"
        : "there is no room for what would be kept",
      hint: "ask for addresses that end earlier; the operator sets --max-store-bytes")
  }

  /// Forgets requests whose last address has ended.
  func tidy(now: Moment) {
    // A few at a time, so that others get their turn.
    var count = 1
    while count > 0 {
      let erased = try? use { (database) throws(RenderError) in
        try database.run(
          """
          DELETE FROM requests WHERE name IN
            (SELECT name FROM requests WHERE expires <= ? LIMIT 200)
          """, SQLValue(now.seconds))
      }
      count = erased ?? 0
    }
    _ = try? use { (database) throws(RenderError) in
      try database.run("DELETE FROM revoked WHERE expires <= ?", SQLValue(now.seconds))
    }
  }

  /// Leaves nothing of what was erased in files beside the database.
  func forgetErased() {
    turn.withLock { _ in _ = try? database.run("PRAGMA wal_checkpoint(TRUNCATE)") }
  }
}
