import Glibc
import Service
import SourceJSON
import Storage
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Service files that are lost, damaged or in an unsuitable location.
@Suite struct StoredFilesTests {
  private static func person() throws -> Person {
    try Person(JSONNode(parsing: #"{"device": "iphone15", "notes": ["a"]}"#))
  }

  private static func open(_ folder: String) throws(RenderError) -> ServiceStore {
    try ServiceStore(folder: folder, mostBytes: 10 << 20, origin: .option("state"))
  }

  private static func code(_ body: () throws(RenderError) -> Void) -> String? {
    do throws(RenderError) {
      try body()
      return nil
    } catch {
      return error.code.rawValue
    }
  }

  /// Fills a store with people, closes it, and returns its folder, which also contains the keys.
  private static func filled(_ folder: TemporaryFolder) throws -> String {
    let state = folder.file("state")
    let store = try open(state)
    let keys = try AddressKeys(keptIn: state, origin: .option("state"))
    let ring = KeyRing(addresses: keys)
    let people = KeptPeople(
      store: store, uploads: store.uploadRecords(ring, memoryBytes: 1 << 20),
      sources: SourceRecords(store: store, ring: ring, clock: .machine))
    for _ in 0..<200 { _ = try people.add(person(), for: "one", now: Moment(seconds: 1)) }
    return state
  }

  /// If there are keys or photos but no store, the store is lost, so the service does not create an
  /// empty store.
  @Test(arguments: ["missing", "empty", "of no tables", "with photos alone"])
  func aLostStoreIsNotReplaced(_ loss: String) throws {
    let folder = try TemporaryFolder()
    let state = try Self.filled(folder)
    let file = state + "/wallfarm-serve.sqlite"
    for ending in ["-wal", "-shm"] { unlink(file + ending) }
    unlink(file)
    switch loss {
    case "empty": try folder.write("", to: "state/wallfarm-serve.sqlite")
    case "of no tables":
      #expect(
        Tool.run("python3", ["-c", "import sqlite3; sqlite3.connect('\(file)').execute('VACUUM')"])
          .status == 0)
    case "with photos alone":
      unlink(state + "/address-keys")
      try folder.write("x", to: "state/photos/a.sealed")
    default: break
    }
    let before = folder.names(in: "state")
    #expect(Self.code { () throws(RenderError) in _ = try Self.open(state) } == "store-failed")
    if loss != "of no tables" {
      let checked = Self.code { () throws(RenderError) in
        try ServiceStore.check(folder: state, origin: .option("state"))
      }
      #expect(checked == "store-failed")
      #expect(folder.names(in: "state") == before)
    }
  }

  /// A page of zeros anywhere in the store is detected before the service starts.
  @Test func aDamagedStoreIsNotServed() throws {
    let folder = try TemporaryFolder()
    let state = try Self.filled(folder)
    let bytes = try folder.bytes("state/wallfarm-serve.sqlite")
    #expect(bytes.count > 20 * 4096)
    for page in [2, 3, 5, 9, 15] {
      var damaged = bytes
      damaged.replaceSubrange(
        page * 4096..<(page + 1) * 4096, with: [UInt8](repeating: 0, count: 4096))
      try folder.write(damaged, to: "state/wallfarm-serve.sqlite")
      #expect(
        Self.code { () throws(RenderError) in _ = try Self.open(state) } == "store-failed",
        "page \(page)")
    }
    try folder.write(bytes, to: "state/wallfarm-serve.sqlite")
    #expect(try Self.open(state).people == 200)
  }

  /// Damage that occurs at run time remains an error, even if other pages are readable.
  @Test func damageIsRemembered() throws {
    let folder = try TemporaryFolder()
    let state = try Self.filled(folder)
    let store = try Self.open(state)
    // These people need more space than SQLite's page cache has.
    let note = String(repeating: "a", count: 200_000)
    let large = try Person(JSONNode(parsing: #"{"device": "iphone15", "notes": ["\#(note)"]}"#))
    let keys = try AddressKeys(keptIn: state, origin: .option("state"))
    let ring = KeyRing(addresses: keys)
    let people = KeptPeople(
      store: store, uploads: store.uploadRecords(ring, memoryBytes: 1 << 20),
      sources: SourceRecords(store: store, ring: ring, clock: .machine))
    for _ in 0..<20 { _ = try people.add(large, for: "two", now: Moment(seconds: 1)) }
    store.forgetErased()
    #expect(store.failure == nil)
    let size = try folder.bytes("state/wallfarm-serve.sqlite").count
    let zeros = [UInt8](repeating: 0, count: 4096)
    let file = Glibc.open(state + "/wallfarm-serve.sqlite", O_WRONLY)
    for page in 2..<size / 4096 { pwrite(file, zeros, zeros.count, off_t(page * 4096)) }
    close(file)
    let code = Self.code { () throws(RenderError) in
      _ = try store.use { (database) throws(RenderError) in
        try database.first("SELECT sum(length(hex(sealed))) FROM people") { $0.integer(0) }
      }
    }
    #expect(code == "store-failed")
    _ = try? store.use { (database) throws(RenderError) in
      try database.first("SELECT 1") { $0.integer(0) }
    }
    #expect(store.failure?.code.rawValue == "store-failed")
  }

  @Test(arguments: ["file", "link", "below a file", "below nothing", "others"])
  func aPlaceThatCannotBeUsedIsTold(_ place: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("a", to: "file")
    symlink(folder.path, folder.file("link"))
    try folder.write("a", to: "others/a")
    let path = ["below a file": "file/x", "below nothing": "x/y"][place] ?? place
    let before = folder.names
    for check in [true, false] {
      let code = Self.code { () throws(RenderError) in
        if check {
          try ServiceStore.check(folder: folder.file(path), origin: .option("state"))
        } else {
          _ = try Self.open(folder.file(path))
        }
      }
      #expect(code == "store-failed", "\(place) \(check)")
    }
    #expect(folder.names == before)
  }

  /// `--check` reports every configuration that the service cannot start with, and leaves no files
  /// behind.
  @Test(
    arguments: [
      (["--state", "file"], "store-failed"), (["--state", "gone/state"], "store-failed"),
      (["--log", "gone/log"], "output-failed"), (["--log", "folder"], "output-failed"),
      (["--listen", "unix:gone/s"], "cannot-listen"), (["--listen", "unix:file"], "cannot-listen"),
      (["--listen", "unix:file/s"], "cannot-listen"),
      (["--metrics", "unix:gone/s"], "cannot-listen"),
      (["--metrics", "192.0.2.1:9"], "cannot-listen"),
      (["--metrics", "unix:folder"], "cannot-listen"),
      (["--listen", "unix:s", "--metrics", "unix:s"], "cannot-listen"),
      (["--listen", "unix:s", "--metrics", "unix:m", "--log", "log", "--state", "state"], nil),
    ] as [([String], String?)])
  func whatCannotStartIsChecked(_ options: [String], _ code: String?) throws {
    let folder = try TemporaryFolder()
    try folder.write("a", to: "file")
    try folder.write("a", to: "folder/a")
    let before = folder.names
    let run = try Program.run(["serve", "--check"] + options, in: folder)
    #expect(run.status == 0 ? code == nil : run.problem.code == code, "\(run.error)")
    #expect(folder.names == before)
  }

  @Test(
    arguments: [
      ("WALLFARM_SERVE_MAX_WAITNG", "50", "unknown-key"),
      ("WALLFARM_SERVE_CHECK", "true", "unknown-key"),
      ("WALLFARM_SERVE_MAX_WAITING", "50", nil), ("WALLFARM_SERVE_", "", "unknown-key"),
      ("WALLFARM_SERVER", "a", nil),
    ] as [(String, String, String?)])
  func aVariableThatIsNoOptionIsTold(_ name: String, _ value: String, _ code: String?) throws {
    let folder = try TemporaryFolder()
    let run = try Program.run(
      ["serve", "--check", "--listen", "unix:s"], in: folder, environment: [name: value])
    #expect(run.status == 0 ? code == nil : run.problem.code == code, "\(run.error)")
  }
}
