import Service
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// The service's storage and its quota per client.
@Suite struct ServiceStoreTests {
  private static let now = Moment(seconds: 1_800_000_000)

  private func person(_ letters: Int) throws -> Person {
    let note = String(repeating: "a", count: letters)
    return try Person(JSONNode(parsing: #"{"device": "iphone15", "notes": ["\#(note)"]}"#))
  }

  private func isFull(_ body: () throws(RenderError) -> Void) -> Bool {
    do throws(RenderError) {
      try body()
      return false
    } catch {
      return error.code == .storeFull
    }
  }

  /// One client can use at most half of the storage, and space becomes free when the client erases
  /// people.
  @Test func oneClientHasHalf() throws {
    let store = try ServiceStore.inMemory(mostBytes: 100_000)
    let people = KeptPeople(inStore: store)
    var ids: [String] = []
    let large = try person(4000)
    while !isFull({ () throws(RenderError) in
      ids.append(try people.add(large, for: "one", now: Self.now).id)
    }) {
      try #require(ids.count < 100)
    }
    let share = try #require(store.bytes)
    #expect(share <= 50_000 && share > 45_000)
    // Changed content also counts.
    let small = try people.add(try person(10), for: "one", now: Self.now)
    let kept = try #require(try people.open(small.write))
    let larger = try person(6000)
    #expect(
      isFull { () throws(RenderError) in
        _ = try people.change(kept, now: Self.now) { $0.replaceWords(with: larger) }
      })
    _ = try people.add(try person(4000), for: "two", now: Self.now)
    #expect(try people.erase(ids[0], of: "two") == nil)
    #expect(try people.erase(ids[0], of: "one") != nil)
    // Erasing a person frees its space.
    ids.append(try people.add(large, for: "one", now: Self.now).id)
    for id in ids.dropFirst() { #expect(try people.erase(id, of: "one") != nil) }
    #expect(try people.erase(small.id, of: "one") != nil)
    let left = try #require(store.bytes)
    #expect(left > 4000 && left < 4200)
  }

  /// Without keys, there is a single client, which can use all of the storage.
  @Test func theOnlyClientHasAllOfIt() throws {
    let store = try ServiceStore.inMemory(mostBytes: 100_000)
    let people = KeptPeople(inStore: store)
    let large = try person(4000)
    var count = 0
    while !isFull({ () throws(RenderError) in
      _ = try people.add(large, for: "", now: Self.now)
    }) {
      count += 1
      try #require(count < 100)
    }
    #expect(try #require(store.bytes) > 95_000)
  }

  /// Migrates a store of version 1 and keeps all its contents.
  @Test func theFirstVersionIsReadOn() throws {
    let folder = try TemporaryFolder()
    let script = """
      import os, sqlite3, sys
      os.mkdir(sys.argv[1], 0o700)
      file = sqlite3.connect(sys.argv[1] + "/wallfarm-serve.sqlite")
      file.executescript('''
        CREATE TABLE requests(
          name BLOB PRIMARY KEY, sealed BLOB NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID;
        CREATE INDEX requests_by_end ON requests(expires);
        CREATE TABLE people(
          id TEXT PRIMARY KEY, client TEXT NOT NULL, reader BLOB NOT NULL UNIQUE,
          writer BLOB NOT NULL UNIQUE, reader_key BLOB NOT NULL, writer_key BLOB NOT NULL,
          sealed BLOB NOT NULL) WITHOUT ROWID;
        CREATE TABLE size(bytes INTEGER NOT NULL);
        INSERT INTO size VALUES(0);
        CREATE TRIGGER requests_added AFTER INSERT ON requests BEGIN
          UPDATE size SET bytes = bytes + length(NEW.sealed); END;
        CREATE TRIGGER requests_erased AFTER DELETE ON requests BEGIN
          UPDATE size SET bytes = bytes - length(OLD.sealed); END;
        CREATE TRIGGER people_added AFTER INSERT ON people BEGIN
          UPDATE size SET bytes = bytes + length(NEW.sealed); END;
        CREATE TRIGGER people_changed AFTER UPDATE OF sealed ON people BEGIN
          UPDATE size SET bytes = bytes + length(NEW.sealed) - length(OLD.sealed); END;
        CREATE TRIGGER people_erased AFTER DELETE ON people BEGIN
          UPDATE size SET bytes = bytes - length(OLD.sealed); END;
        PRAGMA user_version = 1;
      ''')
      file.execute("INSERT INTO requests VALUES(?, ?, ?)", (b"a", bytes(1000), 1_900_000_000))
      file.execute("INSERT INTO requests VALUES(?, ?, ?)", (b"b", bytes(500), 1_700_000_000))
      file.execute("INSERT INTO people VALUES(?, ?, ?, ?, ?, ?, ?)",
                   ("id", "one", b"r", b"w", b"k", b"l", bytes(200)))
      file.commit()
      """
    let state = folder.file("state")
    try #require(Tool.output(of: "/usr/bin/python3", ["-c", script, state]) != nil)
    for _ in 0..<2 {
      let store = try ServiceStore(folder: state, mostBytes: 1 << 20, origin: .option("state"))
      #expect(store.people == 1)
      store.tidy(now: Self.now)
      #expect(store.bytes == 1200)
    }
    let store = try ServiceStore(folder: state, mostBytes: 1 << 20, origin: .option("state"))
    #expect(try KeptPeople(inStore: store).erase("id", of: "one") != nil)
    #expect(store.bytes == 1000)
  }
}

extension KeptPeople {
  /// Creates a store of people who have no photos.
  init(inStore store: ServiceStore) {
    let ring = KeyRing()
    self.init(
      store: store, uploads: store.uploadRecords(ring, memoryBytes: 1 << 20),
      sources: SourceRecords(store: store, ring: ring, clock: .machine))
  }
}
