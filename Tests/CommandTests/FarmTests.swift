import Foundation
import RenderFarm
import Stores
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// End-to-end tests of `wallfarm farm` with a real PostgreSQL server and a real object store.
@Suite(.tags(.farm)) struct FarmTests {
  /// An isolated farm with its own database schema, bucket prefix and folder.
  struct Farm {
    let folder: TemporaryFolder
    let schema = "f\(UInt64.random(in: .min ... .max))"
    let store: S3Store
    private let variables: [String: String]

    init() throws {
      folder = try TemporaryFolder()
      let address = try #require(PostgresServer.uri)
      let store = try #require(ObjectStoreServer.variables)
      variables = store.merging([
        "WALLFARM_QUEUE": address, "XDG_CACHE_HOME": folder.file("cache"),
      ]) { $1 }
      self.store = try S3Store(
        "s3://\(ObjectStoreServer.bucket)/\(schema)", try S3Environment(store))
    }

    /// The address of the store that receives the pictures.
    var out: String { store.address }

    func run(
      _ words: String..., from name: String = "", environment added: [String: String] = [:]
    ) throws -> Finished {
      try Program.run(
        words + ["--schema", schema], in: folder, from: name,
        environment: variables.merging(added) { $1 }, timeout: .seconds(120))
    }

    func run(words: [String]) throws -> Finished {
      try Program.run(words, in: folder, environment: variables, timeout: .seconds(60))
    }

    func start(
      _ words: String..., log: String, environment added: [String: String] = [:],
      by launcher: [String] = []
    ) throws -> Process {
      try folder.write("", to: log)
      return try Program.start(
        words + ["--schema", schema], in: folder, log: folder.file(log),
        environment: variables.merging(added) { $1 }, by: launcher)
    }

    /// Writes jobs that render quickly: one color on the smallest phone.
    func writeJobs(_ count: Int, to name: String = "jobs.jsonl", word: String = "Note") throws {
      let jobs = (0..<count).map { number in
        #"{"id": "j\#(number)", "devices": "iphonese3", "color": "navy", "notes": ["\#(word) \#(number)"]}"#
      }
      try folder.write(jobs.joined(separator: "\n"), to: name)
    }

    func status() throws -> [String: Any] {
      let json = try run("farm", "status", "--json")
      #expect(json.status == 0, "\(json.error)")
      return try #require(
        try JSONSerialization.jsonObject(with: Data(json.bytes)) as? [String: Any])
    }

    func rows() throws -> [[String: Any]] {
      let json = try run("farm", "report", "-")
      #expect(json.status == 0, "\(json.error)")
      let report = try JSONSerialization.jsonObject(with: Data(json.bytes)) as? [String: Any]
      return try #require(report?["units"] as? [[String: Any]])
    }

    /// Checks that every object matches its receipt.
    func checkObjects(_ count: Int) throws {
      let rows = try rows()
      #expect(rows.count == count)
      for row in rows {
        #expect(row["state"] as? String == "done", "\(row)")
        let receipt = try #require(row["receipt"] as? [String: Any])
        let bytes = try store.read(try #require(row["output"] as? String), limit: 1 << 26)
        try folder.write(bytes, to: "object")
        let sum = Tool.run("sha256sum", [folder.file("object")]).text.prefix(64)
        #expect(receipt["sha256"] as? String == String(sum))
      }
    }
  }

  @Test func whatIsSubmittedIsRenderedAndOnlyChangesAgain() throws {
    let farm = try Farm()
    try farm.writeJobs(6)
    let prepared = try farm.run("farm", "prepare")
    #expect(prepared.status == 0, "\(prepared.error)")
    let first = try farm.run("farm", "submit", "jobs.jsonl", "--out", farm.out)
    #expect(first.status == 0 && first.output.numbers == [6], "\(first.error)")
    let waiting = try farm.status()
    #expect(waiting["queued"] as? Int == 6)
    #expect((waiting["toolchainsWithoutMachine"] as? [String])?.count == 1)
    let work = try farm.run("farm", "work", "--until-empty")
    #expect(work.status == 0 && work.error.contains("6 pictures rendered"), "\(work.error)")
    try farm.checkObjects(6)
    #expect(try farm.status()["machines"] as? [[String: Any]] != nil)
    // Change the text of one job and add another job.
    try farm.folder.write(
      try farm.folder.text("jobs.jsonl").replacing("Note 3", with: "Other")
        + "\n"
        + #"{"id": "new", "devices": "iphonese3", "color": "navy", "notes": ["a"]}"#,
      to: "jobs.jsonl")
    let again = try farm.run("farm", "submit", "jobs.jsonl", "--out", farm.out)
    #expect(
      again.output.numbers == [1, 1, 5],
      "\(again.output)\(again.error)")
    #expect(try farm.run("farm", "work", "--until-empty").error.contains("2 pictures rendered"))
    try farm.checkObjects(7)
    // Units that are no longer in a job file are removed on request.
    try farm.writeJobs(2)
    let less = try farm.run(
      "farm", "submit", "jobs.jsonl", "--out", farm.out, "--replace", "--json")
    #expect(less.output.contains(#""known":2"#), "\(less.output)\(less.error)")
    #expect(try farm.status()["units"] as? Int == 2)
  }

  /// A machine removes done units that are older than `--keep-finished`, and keeps their pictures.
  @Test func aMachineForgetsOldUnits() throws {
    let farm = try Farm()
    try farm.writeJobs(3)
    #expect(try farm.run("farm", "prepare").status == 0)
    #expect(try farm.run("farm", "submit", "jobs.jsonl", "--out", farm.out).status == 0)
    let first = try farm.run("farm", "work", "--until-empty", "--keep-finished", "1d")
    #expect(first.status == 0 && first.error.contains("3 pictures rendered"), "\(first.error)")
    try farm.checkObjects(3)
    let outputs = try farm.rows().compactMap { $0["output"] as? String }
    let second = try farm.run("farm", "work", "--until-empty", "--keep-finished", "0s")
    #expect(second.status == 0, "\(second.error)")
    #expect(try farm.status()["units"] as? Int == 0 && outputs.count == 3)
    for output in outputs { #expect(try !farm.store.read(output, limit: 1 << 26).isEmpty) }
  }

  /// A machine that has neither the motion nor the photo renders the same film.
  @Test func anotherMachineMakesTheSameFilm() throws {
    let farm = try Farm()
    let folder = farm.folder
    try folder.write("", to: "a/beach.jpg")
    let made = Tool.run(
      "convert", ["-size", "300x500", "plasma:tan-navy", folder.file("a/beach.jpg")])
    #expect(made.status == 0)
    try folder.write("Call Ana\n", to: "a/notes.txt")
    try folder.write(
      """
      {"format": 1, "summary": "x", "says": ["x"], "still": 0, "reduced": [{"at": 0, "seconds": 1}],
       "shots": [{"seconds": 2.2, "picture": {"template": "lock", "photo": "beach.jpg", "notes": "notes.txt"},
        "tracks": [{"of": "note.1", "keys": [{"at": 0, "opacity": 0}, {"at": 0.8, "opacity": 1}]}]}]}
      """, to: "a/mine.json")
    try folder.write(
      #"{"id": "a", "motion": "mine.json", "devices": "iphone8", "output": "a.mp4"}"#,
      to: "a/jobs.jsonl")
    let alone = try Program.run(
      ["motion", "a/mine.json", "--device", "iphone8", "-o", "own.mp4"], in: folder)
    #expect(alone.status == 0, "\(alone.error)")
    #expect(try farm.run("farm", "prepare").status == 0)
    let submitted = try farm.run("farm", "submit", "a/jobs.jsonl", "--out", farm.out)
    // The three inputs are the motion, its photo and its notes.
    #expect(
      submitted.output.numbers == [1, 3, 3], "\(submitted.error)")
    try FileManager.default.removeItem(atPath: folder.file("a"))
    let work = try farm.run(
      "farm", "work", "--until-empty", environment: ["TMPDIR": folder.file("cache")])
    #expect(work.status == 0, "\(work.error)")
    try farm.checkObjects(1)
    #expect(try farm.store.read("a.mp4", limit: 1 << 26) == folder.bytes("own.mp4"))
    // The rendered segments of the film, one per second, are deleted when the machine stops.
    #expect(!folder.names(in: "cache").contains { $0.hasPrefix("wallfarm-") })
  }

  /// Rendered segments of films, one per second, are stored below `TMPDIR`.
  ///
  /// If that disk is full, the machine waits and no film fails.
  @Test(.enabled(if: SmallDisk.isAllowed, "a disk of one's own needs user namespaces or root"))
  func aMachineWithoutRoomForSecondsWaits() throws {
    let farm = try Farm()
    let folder = farm.folder
    try folder.write(
      #"{"id": "a", "motion": "hook", "devices": "iphonese3", "frames": "0…59", "output": "a.mp4"}"#,
      to: "jobs.jsonl")
    #expect(try farm.run("farm", "prepare").status == 0)
    #expect(try farm.run("farm", "submit", "jobs.jsonl", "--out", farm.out).status == 0)
    try folder.write("", to: "disk/here")
    let script = """
      mount -t tmpfs -o size=16k tmpfs disk && {
        (for _ in {1..12000}; do [ -e grow ] && break; sleep 0.05; done; mount -o remount,size=64m disk) &
        TMPDIR=$PWD/disk "$@"
      }
      """
    let machine = try farm.start(
      "farm", "work", "--until-empty", "--json", log: "log",
      // Root does not use a user namespace, because the server's socket would reject the mapped
      // user.
      by: ["unshare", getuid() == 0 ? "-m" : "-rm", "bash", "-c", script, "bash"])
    eventually {
      !machine.isRunning || (try? folder.text("log").contains(#""event":"machine-fails""#)) == true
    }
    let said = try folder.text("log")
    #expect(
      machine.isRunning && said.contains("/disk' is not writable: no space left on device"),
      "\(said)")
    try folder.write("", to: "grow")
    machine.waitUntilExit()
    #expect(machine.terminationStatus == 0)
    try farm.checkObjects(1)
    #expect(try farm.rows().first?["attempts"] as? Int == 1)
  }

  /// A machine without the input files renders the same pictures as a local batch.
  @Test func anotherMachineMakesTheSamePictures() throws {
    let farm = try Farm()
    let folder = farm.folder
    for name in ["a/beach.jpg", "a/event.jpg", "a/backdrop.jpg"] {
      try folder.write("", to: name)
      let made = Tool.run("convert", ["-size", "700x1100", "plasma:tan-navy", folder.file(name)])
      #expect(made.status == 0)
    }
    let template = try String(
      contentsOfFile: Workspace.root + "/Templates/lock/template.json", encoding: .utf8)
    try folder.write(
      template.replacing(#""sample": "sample-notes.json","#, with: ""), to: "a/own/template.json")
    try folder.write(
      #"{"format": 1, "summary": "s", "extends": "midnight", "background": {"plugin": "photo", "parameters": {"file": "../backdrop.jpg"}}}"#,
      to: "a/themes/base.json")
    try folder.write(
      ##"{"format": 1, "summary": "s", "extends": "./base.json", "colors": {"text": "#ffee00"}}"##,
      to: "a/themes/mine.json")
    try folder.write("one\ntwo\nthree\n", to: "a/notes.txt")
    try folder.write(#"{"notes": ["From a file", "And another"]}"#, to: "a/content.json")
    try folder.write(
      """
      {"defaults": {"effort": "fast"}, "jobs": [
      {"id": "photo", "devices": "iphonese3", "photo": "beach.jpg", "notes": ["Buy milk"]},
      {"id": "themed", "devices": "iphonese3", "theme": "themes/mine.json", "notes": "notes.txt"},
      {"id": "own", "devices": "iphonese3", "template": "./own", "content": "content.json"},
      {"id": "set", "devices": "iphonese3", "background": "photo", "set": {"photo.file": "event.jpg"}, "notes": ["x"]},
      {"id": "day", "devices": "iphonese3", "template": "countdown", "now": "2026-12-01T08:00", "zone": "Asia/Tokyo",
        "content": {"dates": [{"title": "Christmas Eve", "date": "2026-12-24"}]}}
      ]}
      """, to: "a/jobs.json")
    let batch = try farm.run("farm", "submit", "jobs.json", "--out", farm.out, from: "a")
    #expect(
      batch.output.numbers == [5, 6, 6], "\(batch.error)")
    let reference = try Program.run(
      ["batch", "jobs.json", "--output", "../reference", "-q"], in: folder, from: "a",
      environment: ["XDG_CACHE_HOME": folder.file("cache")])
    #expect(reference.status == 0, "\(reference.error)")
    try FileManager.default.removeItem(atPath: folder.file("a"))
    let work = try farm.run(
      "farm", "work", "--until-empty", environment: ["XDG_CACHE_HOME": folder.file("elsewhere")])
    #expect(work.error.contains("5 pictures rendered"), "\(work.error)")
    for row in try farm.rows() {
      let output = try #require(row["output"] as? String)
      let object = try farm.store.read(output, limit: 1 << 26)
      #expect(try object == folder.bytes("reference/" + output), "\(output)")
      let found = try #require(try farm.store.look(at: output))
      #expect(found.owner?.unit == row["unit"] as? String && found.owner?.token == 1)
      let receipt = try #require(row["receipt"] as? [String: Any])
      let print = (receipt["fingerprint"] as? [String: Any])?["digest"] as? String
      #expect(print != nil && found.owner?.fingerprint == print)
    }
    // The inputs of a unit can be exported.
    let place = try #require(PostgresServer.uri)
    let repro = try farm.run("queue", "repro", place, "photo/iphonese3", "--output", "case")
    #expect(repro.status == 0, "\(repro.error)")
    #expect(folder.names(in: "case/inputs").contains("beach.jpg"))
    let rendered = try Program.run(
      ["render", "--repro", "case", "-o", "one.png", "-q"], in: folder)
    #expect(rendered.status == 0, "\(rendered.error)")
    #expect(try folder.bytes("one.png") == folder.bytes("reference/photo/lock-iphonese3.png"))
  }

  /// Neither notes nor secrets appear in the queue or in any output.
  @Test func whatIsPrivateStaysSo() throws {
    let farm = try Farm()
    try farm.writeJobs(2, word: "Xylophone")
    #expect(try farm.run("farm", "submit", "jobs.jsonl", "--out", farm.out).status == 0)
    let address = try #require(PostgresServer.address)
    let dump = Tool.run(
      "psql", [address, "-XAtq", "-c", "SELECT * FROM \(farm.schema).work, \(farm.schema).units"],
      withErrors: true)
    #expect(dump.text.contains("sealed:") && !dump.text.contains("Xylophone"))
    #expect(!dump.text.contains("a secret/of"))
    let place = try #require(PostgresServer.uri)
    let listed = try farm.run("queue", "show", place, "j0/iphonese3")
    #expect(listed.output.contains("notes: 1 with digest") && !listed.output.contains("Xylophone"))
    let shown = try farm.run(
      "queue", "show", place.replacing("wallfarm@", with: "wallfarm:pass-word@"), "none")
    #expect(shown.problem.code == "unknown-unit" && !shown.error.contains("pass-word"))
    // A worker with a different key cannot open the payloads, and causes no damage.
    try farm.folder.write(String(repeating: "k", count: 32), to: "other.key")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: farm.folder.file("other.key"))
    for verb in [["work", "--until-empty"], ["submit", "jobs.jsonl", "--out", farm.out]] {
      let other = try Program.run(
        ["farm"] + verb + ["--schema", farm.schema, "--key", "other.key", "--queue", place],
        in: farm.folder, environment: try #require(ObjectStoreServer.variables))
      #expect(other.problem.code == "wrong-key" && other.hasFailedAsDocumented, "\(other.error)")
    }
    #expect(try farm.status()["queued"] as? Int == 2)
  }

  /// An installation with a different toolchain does not claim the units, and the status reports
  /// that no machine can render them.
  @Test func anotherToolchainTakesNothing() throws {
    let farm = try Farm()
    let home = farm.folder.file("home")
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    for name in ["Templates", "Devices", "Fonts"] {
      let copied = Tool.run("cp", ["-a", Workspace.root + "/" + name, home + "/" + name])
      #expect(copied.status == 0)
    }
    let theme = home + "/Templates/themes/dawn.json"
    let text = try String(contentsOfFile: theme, encoding: .utf8)
    try text.replacing("#ffb866bf", with: "#ffb866be").write(
      toFile: theme, atomically: true, encoding: .utf8)
    try farm.writeJobs(2)
    #expect(try farm.run("farm", "submit", "jobs.jsonl", "--out", farm.out).status == 0)
    // If no machine is connected, the status does not mention toolchains.
    #expect(try !farm.run("farm", "status").output.contains("toolchain "))
    let other = try farm.start(
      "farm", "work", log: "log", environment: ["WALLFARM_HOME": home])
    eventually { (try? farm.status()["machines"] as? [Any])?.count == 1 }
    let status = try farm.run("farm", "status")
    #expect(status.output.contains("units are waiting for the toolchain"), "\(status.output)")
    #expect((try farm.status()["toolchainsWithoutMachine"] as? [Any])?.count == 1)
    other.terminate()
    other.waitUntilExit()
    #expect(try farm.folder.text("log").contains("0 pictures rendered"))
    #expect(try farm.run("farm", "work", "--until-empty").error.contains("2 pictures rendered"))
  }

  /// A worker reports its health over HTTP and to systemd, takes new units, and shuts down cleanly.
  @Test func aMachineWaitsAndLeavesInGoodOrder() throws {
    let farm = try Farm()
    let socket = farm.folder.file("notify")
    let listener = try #require(DatagramListener(socket))
    #expect(try farm.run("farm", "prepare").status == 0)
    let process = try Program.start(
      [
        "farm", "work", "--schema", farm.schema, "--queue", try #require(PostgresServer.uri),
        "--listen", "unix:health.sock",
      ], in: farm.folder,
      environment: try #require(ObjectStoreServer.variables).merging(["NOTIFY_SOCKET": socket]) {
        $1
      })
    defer { process.terminate() }
    func ask(_ path: String) -> String {
      Tool.run(
        "curl", ["-s", "--unix-socket", farm.folder.file("health.sock"), "http://x\(path)"]
      ).text
    }
    // No worker process has started yet, because there are no units.
    try #require(eventually { ask("/readyz") == "ready\n" })
    #expect(ask("/metrics").contains("wallfarm_delivered_units_total 0"))
    #expect(ask("/healthz") == "alive\n")
    eventually { (try? farm.status()["machines"] as? [[String: Any]])?.count == 1 }
    try farm.writeJobs(3)
    #expect(try farm.run("farm", "submit", "jobs.jsonl", "--out", farm.out).status == 0)
    eventually { (try? farm.status()["done"] as? Int) == 3 }
    eventually { ask("/metrics").contains("wallfarm_delivered_units_total 3") }
    #expect(ask("/nothing").contains("/readyz"))
    // A paused queue starts no units.
    let place = try #require(PostgresServer.uri)
    #expect(try farm.run("queue", "pause", place).status == 0)
    try farm.writeJobs(2, word: "Other")
    #expect(try farm.run("farm", "submit", "jobs.jsonl", "--out", farm.out).status == 0)
    #expect(try farm.status()["paused"] as? Bool == true)
    #expect(try farm.status()["queued"] as? Int == 2)
    #expect(try farm.run("queue", "resume", place).status == 0)
    eventually { (try? farm.status()["done"] as? Int) == 3 }
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0 && process.terminationReason == .exit)
    #expect((try farm.status()["machines"] as? [[String: Any]])?.isEmpty == true)
    for word in ["READY=1", "STOPPING=1", "WATCHDOG=1"] {
      #expect(eventually { listener.text.contains(word) }, "\(word)")
    }
    try farm.checkObjects(3)
  }

  /// A machine whose clock is an hour ahead does not take leased units, and the store accepts its
  /// requests.
  @Test(.enabled(if: FaultLibrary.isAllowed, "gcc is not installed"))
  func aClockThatIsWrongDoesNoHarm() throws {
    let farm = try Farm()
    let later = try FaultLibrary.later.get()
    try farm.writeJobs(4)
    #expect(try farm.run("farm", "submit", "jobs.jsonl", "--out", farm.out).status == 0)
    // A machine with a correct clock holds a lease on one unit.
    let other = try PostgresJobQueue(
      address: try #require(PostgresServer.address), schema: farm.schema)
    let now = try other.now()
    let held = try other.lease(1, by: "other", until: now.adding(.seconds(600)), now: now)
    #expect(held.count == 1)
    let work = try farm.start(
      "farm", "work", "--lease", "2", log: "log", environment: ["LD_PRELOAD": later.path])
    defer { work.terminate() }
    eventually { (try? farm.status()["done"] as? Int) == 3 }
    #expect(try farm.status()["leased"] as? Int == 1)
    #expect(try other.record(held.map { .givenBack($0.lease) }) == [])
    eventually { (try? farm.status()["done"] as? Int) == 4 }
    try farm.checkObjects(4)
  }

  /// While the bucket is not writable, no unit is abandoned; once it is writable, all units are
  /// completed.
  @Test func aBucketThatIsGoneIsWaitedFor() throws {
    let farm = try Farm()
    try farm.writeJobs(5)
    #expect(try farm.run("farm", "submit", "jobs.jsonl", "--out", farm.out).status == 0)
    // A machine with read-only credentials treats the bucket as unavailable.
    let work = try farm.start(
      "farm", "work", "--json", log: "log", environment: ObjectStoreServer.reader)
    eventually { (try? farm.folder.text("log").contains("machine-fails")) == true }
    eventually {
      let machines = try? farm.status()["machines"] as? [[String: Any]]
      return machines?.first?["state"] as? String == "failing"
    }
    work.terminate()
    work.waitUntilExit()
    let rows = try farm.rows()
    #expect(rows.count == 5 && rows.allSatisfy { $0["state"] as? String == "queued" })
    #expect(rows.allSatisfy { $0["attempts"] as? Int == 0 })
    #expect(try farm.run("farm", "work", "--until-empty").error.contains("5 pictures rendered"))
    try farm.checkObjects(5)
  }

  /// A read-only user cannot change anything, and the error gives the reason.
  @Test func aReaderOnlyReads() throws {
    let farm = try Farm()
    try farm.writeJobs(2)
    let prepared = try farm.run("farm", "prepare", "--roles", "r\(farm.schema)")
    #expect(prepared.status == 0 && prepared.output.contains("_reader"), "\(prepared.error)")
    #expect(try farm.run("farm", "submit", "jobs.jsonl", "--out", farm.out).status == 0)
    let made = Tool.run(
      "psql",
      [
        try #require(PostgresServer.address), "-XAtq", "-c",
        "CREATE ROLE u\(farm.schema) LOGIN IN ROLE r\(farm.schema)_reader",
      ], withErrors: true)
    #expect(made.status == 0, "\(made.text)")
    let address = try #require(PostgresServer.uri)
      .replacing("wallfarm@", with: "u\(farm.schema)@")
    let reader = ["WALLFARM_QUEUE": address]
    #expect(try farm.run("farm", "status", environment: reader).status == 0)
    #expect(try farm.run("farm", "report", "-", environment: reader).status == 0)
    for words in [["queue", "pause", address], ["queue", "cancel", address, "--all"]] {
      let refused = try Program.run(words + ["--schema", farm.schema], in: farm.folder)
      #expect(refused.problem.code == "queue-failed" && refused.hasFailedAsDocumented)
      #expect(refused.error.contains("permission denied"), "\(refused.error)")
    }
    let work = try farm.run("farm", "work", "--until-empty", environment: reader)
    #expect(work.problem.code == "queue-failed", "\(work.error)")
    #expect(try farm.status()["queued"] as? Int == 2)
  }

  /// The users in docs/farm.md, one for submitting and one for machines, need only one role each.
  @Test func theRolesOfTheGuideAreEnough() throws {
    let farm = try Farm()
    try farm.writeJobs(2)
    let guide = try String(contentsOfFile: Workspace.root + "/docs/farm.md", encoding: .utf8)
    // The guide also creates the owner of the database, which exists on the server of the tests.
    let made = guide.split(separator: "\n").filter {
      $0.contains("CREATE ROLE") && $0.contains("IN ROLE")
    }
    #expect(made.count == 2)
    #expect(
      try farm.run("farm", "prepare", "--roles", "r\(farm.schema)", "--out", farm.out).status == 0)
    let place = try #require(PostgresServer.uri)
    for line in made {
      let sql = String(line.split(separator: "\"").first { $0.hasPrefix("CREATE") } ?? "")
        .replacing("wallfarm_", with: "r\(farm.schema)_")
        .replacing("CREATE ROLE ", with: "CREATE ROLE \(farm.schema)")
      let done = Tool.run(
        "psql", [try #require(PostgresServer.address), "-XAtqc", sql], withErrors: true)
      #expect(done.status == 0, "\(sql): \(done.text)")
    }
    func user(_ name: String) -> [String: String] {
      ["WALLFARM_QUEUE": place.replacing("wallfarm@", with: "\(farm.schema)\(name)@")]
    }
    let submitted = try farm.run(
      "farm", "submit", "jobs.jsonl", "--out", farm.out, environment: user("press1"))
    #expect(submitted.output.numbers == [2], "\(submitted.error)")
    let worked = try farm.run("farm", "work", "--until-empty", environment: user("render1"))
    #expect(worked.error.contains("2 pictures rendered"), "\(worked.error)")
    // The hint names the role that the rendering user lacks.
    let refused = try farm.run(
      "farm", "submit", "jobs.jsonl", "--out", farm.out, environment: user("render1"))
    #expect(refused.problem.hint?.contains("_submitter") == true, "\(refused.error)")
    #expect(
      try farm.run("farm", "submit", "jobs.jsonl", "--out", farm.out, environment: user("press1"))
        .status == 0)
  }

  /// The output counts the units that `--replace` removes, and how many of them were not done.
  @Test func whatIsForgottenIsCounted() throws {
    let farm = try Farm()
    try farm.writeJobs(5)
    #expect(try farm.run("farm", "submit", "jobs.jsonl", "--out", "shared").status == 0)
    #expect(try farm.run("farm", "work", "--until-empty").error.contains("5 pictures rendered"))
    try farm.folder.write(
      try farm.folder.text("jobs.jsonl").split(separator: "\n").prefix(2).joined(separator: "\n")
        + "\n" + #"{"id": "new", "devices": "iphonese3", "color": "navy", "notes": ["x"]}"#,
      to: "jobs.jsonl")
    let text = try farm.run("farm", "submit", "jobs.jsonl", "--out", "shared", "--replace")
    #expect(
      text.output.numbers == [1, 2, 3], "\(text.error)")
    try farm.writeJobs(1)
    let json = try farm.run(
      "farm", "submit", "jobs.jsonl", "--out", "shared", "--replace", "--json")
    #expect(json.output.contains(#""dropped":2"#) && json.output.contains(#""droppedUndone":1"#))
  }

  /// The password in an address never appears in an error message or in the process list.
  @Test func aPasswordIsNeitherToldNorShown() throws {
    let farm = try Farm()
    for words in [
      ["farm", "status", "--queue", "postgres://a:sec/ret@127.0.0.1:1/x"],
      ["farm", "status", "--queue=postgres:/a:secret@127.0.0.1:1/x"],
      ["farm", "status", "--queue", "host=127.0.0.1 password=secret"],
      ["farm", "status", "postgres://a:secret@127.0.0.1:1/x"],
      ["farm", "status", "--quue", "postgres://a:secret@127.0.0.1:1/x"],
      ["queue", "list", "postgres:/a:secret@127.0.0.1:1/x"],
      ["queue", "list", "host=127.0.0.1 password=secret"],
      [
        "farm", "submit", "jobs.jsonl", "--queue", try #require(PostgresServer.uri), "--out",
        "https://key:sec/ret@host/x",
      ],
      [
        "farm", "submit", "jobs.jsonl", "--queue", try #require(PostgresServer.uri), "--out",
        "s3://key:sec/ret@bucket/x",
      ],
    ] {
      for more in [[], ["--errors", "json"]] {
        let said = try farm.run(words: words + more)
        #expect(said.status != 0)
        let all = (said.output + said.error).replacing("secretly", with: "")
        #expect(!all.contains("secret") && !all.contains("sec/") && !all.contains("ret@"), "\(all)")
      }
    }
    #expect(try farm.run("farm", "prepare").status == 0)
    let place = try #require(PostgresServer.uri).replacing("wallfarm@", with: "wallfarm:secret@")
    let process = try farm.start("farm", "work", "--queue", place, log: "log")
    defer { process.terminate() }
    eventually { (try? farm.folder.text("log").contains("works on")) == true }
    let shown = try String(
      contentsOfFile: "/proc/\(process.processIdentifier)/cmdline", encoding: .utf8)
    #expect(shown.contains("farm\0work\0--queue\0postgres://*") && !shown.contains("secret"))
    #expect(try !farm.folder.text("log").contains("secret"))
  }

  /// A folder that machines share can be used as a store.
  @Test func aSharedFolderIsAStore() throws {
    let farm = try Farm()
    try farm.writeJobs(3)
    let submitted = try farm.run("farm", "submit", "jobs.jsonl", "--out", "shared")
    #expect(submitted.output.numbers == [3], "\(submitted.error)")
    #expect(try farm.run("farm", "work", "--until-empty").error.contains("3 pictures rendered"))
    #expect(
      try farm.folder.bytes("shared/j1/lock-iphonese3.png").starts(with: [0x89, 0x50, 0x4E, 0x47]))
    let leftovers = farm.folder.names(in: "shared").filter { $0.hasSuffix(".tmp") }
    #expect(leftovers.isEmpty)
  }

  /// The job file, the photo and the report can be in the bucket; relative names are resolved
  /// relative to the job file.
  @Test func everythingMayBeInTheBucket() throws {
    let farm = try Farm()
    try farm.folder.write("", to: "beach.jpg")
    let made = Tool.run(
      "convert", ["-size", "700x1100", "plasma:tan-navy", farm.folder.file("beach.jpg")])
    #expect(made.status == 0)
    func put(_ bytes: [UInt8], _ name: String) throws {
      try farm.folder.write(bytes, to: "sum")
      let sum = Tool.run("sha256sum", [farm.folder.file("sum")]).text.prefix(64)
      try farm.store.put(
        bytes, ObjectFacts(sha256: String(sum), type: "image/jpeg"), as: name, .replacing)
    }
    try put(try farm.folder.bytes("beach.jpg"), "in/a = b+c@d/ü.jpg")
    try put(
      Array(
        """
        {"id": "a", "devices": "iphonese3", "photo": "a = b+c@d/ü.jpg", "notes": ["x"]}
        {"id": "b", "devices": "iphonese3", "photo": "\(farm.out)/in/a = b+c@d/ü.jpg", "notes": ["y"]}
        """.utf8), "in/jobs.jsonl")
    let submitted = try farm.run(
      "farm", "submit", "\(farm.out)/in/jobs.jsonl", "--out", farm.out + "/out")
    #expect(
      submitted.output.numbers == [2, 1, 1],
      "\(submitted.error)")
    #expect(try farm.run("farm", "work", "--until-empty").error.contains("2 pictures rendered"))
    let report = try farm.run("farm", "report", "\(farm.out)/report.json")
    #expect(report.status == 0, "\(report.error)")
    let text = String(decoding: try farm.store.read("report.json", limit: 1 << 20), as: UTF8.self)
    #expect(text.contains(#""done":2"#))
    // A missing photo is an error in its job, with its position.
    try farm.folder.write(
      #"{"id": "z", "devices": "iphonese3", "photo": "\#(farm.out)/none.jpg", "notes": ["x"]}"#,
      to: "bad.jsonl")
    let bad = try farm.run("farm", "submit", "bad.jsonl", "--out", farm.out)
    #expect(bad.problem.code == "input-missing" && bad.problem.origin == "bad.jsonl:1:1")
    #expect(bad.hasFailedAsDocumented && bad.error.contains("no jobs were submitted"))
  }

  /// A command that cannot succeed explains the reason, gives a hint, and changes nothing.
  @Test func whatCannotWorkSaysWhy() throws {
    let farm = try Farm()
    try farm.writeJobs(1)
    func problem(_ words: String..., environment: [String: String] = [:]) throws -> String {
      let finished = try Program.run(
        words, in: farm.folder,
        environment: try #require(ObjectStoreServer.variables).merging(environment) { $1 },
        timeout: .seconds(60))
      #expect(finished.hasFailedAsDocumented, "\(finished.error)")
      #expect(finished.problem.hint != nil, "\(finished.error)")
      return finished.problem.code
    }
    let place = try #require(PostgresServer.uri)
    let queue = ["--queue", place]
    #expect(try problem("farm", "status", environment: ["WALLFARM_QUEUE": ""]) == "option-missing")
    #expect(try problem("farm", "status", "--queue", "out") == "invalid-parameter")
    #expect(
      try problem("farm", "status", "--queue", "postgres://127.0.0.1:1/x") == "queue-failed")
    #expect(
      try problem("farm", "status", "--queue", place, "--schema", "a\"; DROP") == "queue-failed")
    #expect(
      try problem("farm", "submit", "jobs.jsonl", "--queue", place, "--schema", farm.schema)
        == "option-missing")
    #expect(
      try problem(
        "farm", "submit", "jobs.jsonl", "--queue", place, "--schema", farm.schema, "--out",
        "s3://no-such-bucket/x") == "store-refused")
    #expect(
      try problem(
        "farm", "submit", "jobs.jsonl", "--queue", place, "--schema", farm.schema, "--out",
        "s3://X/y") == "invalid-parameter")
    #expect(
      try problem(
        "farm", "submit", "jobs.jsonl", "--queue", place, "--schema", farm.schema, "--out",
        "https://pictures.example.com/june") == "invalid-parameter")
    // A misspelled schema name is not treated as an empty queue.
    for words in ["farm status", "farm work", "farm report -", "queue list"].map({
      $0.split(separator: " ").map(String.init)
    }) {
      let at = words[0] == "queue" ? [place] : queue
      let finished = try Program.run(
        words + at + ["--schema", "no_such_schema"], in: farm.folder,
        environment: try #require(ObjectStoreServer.variables), timeout: .seconds(60))
      #expect(finished.problem.code == "queue-failed", "\(words): \(finished.error)")
      #expect(finished.error.contains("no queue tables"), "\(words): \(finished.error)")
    }
    // Read-only credentials cannot write pictures to the bucket.
    let reader = try Program.run(
      ["farm", "submit", "jobs.jsonl", "--schema", farm.schema, "--out", farm.out] + queue,
      in: farm.folder,
      environment: try #require(ObjectStoreServer.variables).merging(ObjectStoreServer.reader) {
        $1
      })
    #expect(reader.problem.code == "store-refused", "\(reader.error)")
    #expect(try farm.status()["units"] as? Int == 0)
  }
}
