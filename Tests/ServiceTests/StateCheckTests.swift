import Foundation
import Service
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Tests `wallfarm state check`: every kind of damage is found, and nothing is changed.
@Suite struct StateCheckTests {
  /// Creates a closed state folder with 150 people, three used photos and address keys.
  private static func fill(_ folder: TemporaryFolder) throws {
    let state = folder.file("state")
    let store = try ServiceStore(folder: state, mostBytes: 8 << 20, origin: .option("state"))
    let ring = KeyRing(addresses: try AddressKeys(keptIn: state, origin: .option("state")))
    let clock = TimeSource.standing(at: Moment(seconds: 1_800_000_000))
    let records = store.uploadRecords(ring, memoryBytes: 1 << 20)
    let uploads = Uploads(
      mostBytes: 1 << 20, records: records,
      folder: try store.uploadFolder(records, ring, now: clock.read()), clock: clock)
    let people = KeptPeople(
      store: store, uploads: records,
      sources: SourceRecords(store: store, ring: ring, clock: clock))
    for number in 0..<150 {
      var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
      bytes += [UInt8](repeating: UInt8(number % 3), count: 1886) + [0xFF, 0xD9]
      let photo = try uploads.keep(bytes, for: "a")
      let fill = String(repeating: "x", count: 200)
      _ = try people.add(
        Person(
          JSONNode(
            parsing: #"""
              {"device": "iphone15", "lock": {"photo": "\#(photo)"}, "notes": ["\#(fill)"]}
              """#)),
        for: "a", now: clock.read())
    }
  }

  private static func check(
    _ folder: TemporaryFolder, _ name: String, _ options: [String] = []
  ) throws -> (run: Finished, codes: [String], report: JSONNode) {
    let run = try Program.run(["state", "check", name, "--json"] + options, in: folder)
    let report = try JSONNode(parsing: run.output.isEmpty ? "{}" : run.output)
    let found = report["problems"]?.elements ?? []
    return (run, found.compactMap { $0["code"]?.string }, report)
  }

  /// The names, contents and times of all files in a folder.
  private static func fingerprint(_ folder: TemporaryFolder, _ name: String) -> String {
    Tool.run(
      "bash",
      ["-c", "cd '\(folder.file(name))' && find . -printf '%p %m %s %T@\\n' -type f | sort"]
    ).text
      + Tool.run(
        "bash", ["-c", "cd '\(folder.file(name))' && find . -type f | sort | xargs sha256sum"]
      ).text
  }

  /// Commands that damage a folder, and the codes of the findings for a backup and for a state
  /// folder, which has no manifest.
  static let damages: [(command: String, backup: [String], state: [String])] = [
    ("true", [], []),
    ("truncate -s -1 $(ls photos/* | head -1)", ["state-damaged"], ["state-damaged"]),
    ("truncate -s 0 $(ls photos/* | head -1)", ["state-damaged"], ["state-damaged"]),
    ("rm $(ls photos/* | head -1)", ["state-damaged"], ["state-damaged"]),
    (
      "f=$(ls photos/* | head -1); rm $f; mkdir $f", ["state-damaged", "state-damaged"],
      ["state-damaged", "state-damaged"]
    ),
    // Without the manifest, a changed byte in an encrypted file is found only when it is used.
    ("flip $(ls photos/* | tail -1) 500", ["state-damaged"], []),
    ("flip wallfarm-serve.sqlite 96", ["state-damaged"], []),
    ("rm wallfarm-serve.sqlite", ["state-damaged"], ["store-failed"]),
    (
      "truncate -s 20000 wallfarm-serve.sqlite", ["state-damaged", "state-damaged"],
      ["state-damaged"]
    ),
    ("page 3", ["state-damaged", "state-damaged"], ["state-damaged"]),
    ("page 9", ["state-damaged", "state-damaged"], ["state-damaged"]),
    ("page 0", ["state-damaged", "state-damaged"], ["state-damaged"]),
    ("sql 'PRAGMA user_version = 99'", ["state-damaged", "store-failed"], ["store-failed"]),
    ("sql 'DROP TABLE people'", ["state-damaged", "state-damaged"], ["state-damaged"]),
    ("rm address-keys", ["state-damaged", "state-unusual"], ["state-unusual"]),
    ("echo broken > address-keys", ["state-damaged", "key-unusable"], ["key-unusable"]),
    ("chmod 755 .", ["state-damaged"], ["state-damaged"]),
    ("chmod 644 wallfarm-serve.sqlite", ["state-unusual"], ["state-unusual"]),
    ("echo a > note.txt", ["state-unusual"], ["state-unusual"]),
    ("echo a > photos/more.sealed", ["state-unusual"], ["state-unusual"]),
    ("echo a > backup.wanted", ["state-unusual"], ["state-unusual"]),
  ]

  private static let functions = """
    flip() { python3 - "$1" "$2" <<'E'
    import sys
    file = open(sys.argv[1], "r+b"); file.seek(int(sys.argv[2])); byte = file.read(1)[0]
    file.seek(int(sys.argv[2])); file.write(bytes([byte ^ 1]))
    E
    }
    page() { dd if=/dev/zero of=wallfarm-serve.sqlite bs=4096 count=1 seek=$1 conv=notrunc 2>/dev/null; }
    sql() { python3 -c 'import sqlite3, sys
    file = sqlite3.connect("wallfarm-serve.sqlite", isolation_level=None); file.execute(sys.argv[1])
    file.close()' "$1"; }
    umask 077

    """

  @Test func everyDamageIsFound() throws {
    let folder = try TemporaryFolder()
    try Self.fill(folder)
    let run = try Program.run(["state", "backup", "state", "--to", "backup"], in: folder)
    try #require(run.status == 0, "\(run.error)")
    for (number, damage) in Self.damages.enumerated() {
      for (kind, expected) in [("backup", damage.backup), ("state", damage.state)] {
        let name = "\(kind)\(number)"
        try #require(Tool.run("cp", ["-a", folder.file(kind), folder.file(name)]).status == 0)
        let damaged = Tool.run(
          "bash", ["-c", "set -e; cd '\(folder.file(name))'; \(Self.functions)\(damage.command)"],
          withErrors: true)
        try #require(damaged.status == 0, "\(damage.command): \(damaged.text)")
        let before = Self.fingerprint(folder, name)
        let found = try Self.check(folder, name)
        #expect(Self.fingerprint(folder, name) == before, "\(damage.command)")
        if expected == ["store-failed"], kind == "state", found.codes.isEmpty {
          #expect(found.run.problem.code == "store-failed", "\(damage.command)")
          continue
        }
        #expect(Set(found.codes) == Set(expected), "\(kind): \(damage.command)\n\(found.report)")
        #expect(found.codes.count >= expected.count, "\(kind): \(damage.command)")
        let isGood = expected.allSatisfy { $0 == "state-unusual" }
        #expect(found.run.status == (isGood ? 0 : 1), "\(kind): \(damage.command)")
        let strict = try Self.check(folder, name, ["--strict"]).run.status
        #expect(strict == (expected.isEmpty ? 0 : 1), "\(kind): \(damage.command)")
      }
    }
  }

  /// A file that is not a manifest is an error and not a crash.
  @Test(
    arguments: [
      "", "[]", "{}", #"{"format": 2}"#, #"{"format": 1, "store": 1e300}"#,
      #"{"format": 1, "store": 6, "time": "2026-11-30T08:00:00Z", "files": [{"path": "a"}]}"#,
      #"{"format": 1, "store": 6, "time": "2026-11-30T08:00:00Z", "files": [{"path": "a", "bytes": 1e99, "sha256": ""}]}"#,
      #"{"format": 1, "store": 6, "time": "2026-11-30T08:00:00Z", "files": [{"path": "../a", "bytes": 1, "sha256": "a"}]}"#,
    ])
  func aBrokenManifestIsAnError(_ text: String) throws {
    let folder = try TemporaryFolder()
    try Self.fill(folder)
    try folder.write("a", to: "a")
    try folder.write(text, to: "state/backup.json")
    let found = try Self.check(folder, "state")
    #expect(found.run.status == 1 && found.run.error.isEmpty, "\(found.run.error)")
    #expect(found.codes.contains { $0 == "state-damaged" || $0 == "invalid-json" })
  }

  /// The state of a service that was killed has a log, which is checked in a private copy.
  @Test func theLogOfAKilledServiceIsRead() throws {
    let folder = try TemporaryFolder()
    let state = folder.file("state")
    let service = try RunningService(["--state", state], in: folder)
    let body = #"{"device": "iphonese3", "notes": ["a"]}"#
    for _ in 0..<3 { #expect(try service.ask("/v1/people", ["-d", body]).status == 201) }
    kill(service.processID, SIGKILL)
    _ = service.status()
    try #require(try folder.bytes("state/wallfarm-serve.sqlite-wal").count > 0)
    let before = Self.fingerprint(folder, "state")
    let found = try Self.check(folder, "state", ["--strict"])
    #expect(found.run.status == 0 && found.report["people"]?.number == 3, "\(found.run.error)")
    #expect(Self.fingerprint(folder, "state") == before)
    // A backup contains the people from the log.
    let run = try Program.run(["state", "backup", "state", "--to", "backup"], in: folder)
    #expect(run.status == 0, "\(run.error)")
    #expect(try Self.check(folder, "backup").report["people"]?.number == 3)
  }

  /// The state of the first version, whose database recorded no uploads, is valid, and so is a
  /// backup of it.
  @Test func theFirstVersionIsValid() throws {
    let folder = try TemporaryFolder()
    let script = """
      import os, sqlite3, sys
      os.umask(0o077)
      os.mkdir(sys.argv[1])
      file = sqlite3.connect(sys.argv[1] + "/wallfarm-serve.sqlite")
      file.executescript('''
        CREATE TABLE requests(
          name BLOB PRIMARY KEY, sealed BLOB NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE people(
          id TEXT PRIMARY KEY, client TEXT NOT NULL, reader BLOB NOT NULL UNIQUE,
          writer BLOB NOT NULL UNIQUE, reader_key BLOB NOT NULL, writer_key BLOB NOT NULL,
          sealed BLOB NOT NULL) WITHOUT ROWID;
        CREATE TABLE size(bytes INTEGER NOT NULL);
        PRAGMA user_version = 1;
      ''')
      file.execute("INSERT INTO people VALUES(?, ?, ?, ?, ?, ?, ?)",
                   ("id", "one", b"r", b"w", b"k", b"l", bytes(200)))
      file.commit()
      """
    try #require(
      Tool.output(of: "/usr/bin/python3", ["-c", script, folder.file("state")]) != nil)
    try folder.write([UInt8](repeating: 1, count: 100), to: "state/photos/a.sealed")
    chmod(folder.file("state/photos"), 0o700)
    chmod(folder.file("state/photos/a.sealed"), 0o600)
    let found = try Self.check(folder, "state")
    #expect(found.codes == ["state-unusual"] && found.run.status == 0, "\(found.report)")
    #expect(found.report["version"]?.number == 1 && found.report["people"]?.number == 1)
    let run = try Program.run(["state", "backup", "state", "--to", "backup"], in: folder)
    #expect(run.status == 0, "\(run.error)")
    let copy = try Self.check(folder, "backup")
    #expect(copy.codes == ["state-unusual"] && copy.report["uploads"]?.number == 1)
  }
}
