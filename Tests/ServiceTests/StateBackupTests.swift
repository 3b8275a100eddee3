import Foundation
import Service
import SourceJSON
import Synchronization
import Testing
import WallfarmTesting

/// Tests `wallfarm state backup`: a backup under edits, the restored service, and failures.
@Suite struct StateBackupTests {
  private struct Made {
    let read: String
    let write: String
    let photo: String
  }

  /// Draws a photo in a color, uploads it, and returns its name.
  private static func upload(_ service: RunningService, hue: Int) throws -> String {
    let file = service.folder.file("photo.jpg")
    let drawn = Tool.run(
      "convert", ["-size", "60x90", "xc:hsl(\(hue % 360),60%,40%)", "-strip", file])
    try #require(drawn.status == 0)
    return try #require(try service.ask("/v1/photos", ["-T", file]).json?["photo"]?.string)
  }

  private static func body(_ number: Int, photo: String) -> String {
    #"""
    {"device": "iphonese3", "lock": {"photo": "\#(photo)"}, "notes": ["Edit \#(number)"]}
    """#
  }

  private static func add(_ service: RunningService, _ number: Int) throws -> Made {
    let photo = try upload(service, hue: 30 * number)
    let answer = try service.ask("/v1/people", ["-d", body(number, photo: photo)])
    try #require(answer.status == 201, "\(answer.text)")
    func text(_ key: String) throws -> String { try #require(answer.json?[key]?.string) }
    return Made(read: try text("read"), write: try text("write"), photo: photo)
  }

  /// Returns the number in the notes of a person.
  private static func number(_ service: RunningService, _ made: Made) throws -> Int {
    let note = try service.ask(made.write).json?["person"]?["notes"]?.elements?.first?.string
    return try #require(note?.split(separator: " ").last.flatMap { Int($0) })
  }

  /// The folder of a stopped service with people, photos, an upload that nobody uses, and the
  /// service's own keys.
  private static func stopped(_ folder: TemporaryFolder) throws -> (state: String, made: [Made]) {
    let state = folder.file("state")
    let service = try RunningService(["--state", state], in: folder)
    let made = try (0..<3).map { try add(service, $0) }
    _ = try upload(service, hue: 200)
    service.tellToEnd()
    #expect(service.status() == 0)
    // A service that ends leaves the log of its database, which the first reader writes back.
    let script = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('VACUUM')"
    try #require(
      Tool.run("python3", ["-c", script, state + "/wallfarm-serve.sqlite"]).status == 0)
    try #require(folder.names(in: "state").count == 3)
    return (state, made)
  }

  private static func backup(
    _ folder: TemporaryFolder, _ state: String = "state", to target: String = "copy",
    _ options: [String] = []
  ) throws -> Finished {
    try Program.run(["state", "backup", state, "--to", target] + options, in: folder)
  }

  private static func check(
    _ folder: TemporaryFolder, _ name: String, _ options: [String] = []
  ) throws -> Finished {
    try Program.run(["state", "check", name] + options, in: folder)
  }

  private final class Editing: Sendable {
    let isOver = Mutex(false)
    let last = Mutex(0)
    /// The responses to edits that failed.
    let failures = Mutex<[String]>([])
  }

  /// A backup is created while people are edited, and the service is killed.
  ///
  /// Another service answers from the backup with every person, address and photo, as of one moment of the backup.
  @Test func aBackupUnderEditsIsRestored() throws {
    let folder = try TemporaryFolder()
    let state = folder.file("state")
    let service = try RunningService(["--state", state], in: folder)
    let count = 6
    let made = try (0..<count).map { try Self.add(service, $0) }
    let addressed = try service.render(
      #"{"devices": "iphonese3", "notes": ["Kept"], "photo": "\#(made[0].photo)"}"#,
      ["-H", "Prefer: return=representation; lifetime=86400"])
    let address = try #require(addressed.header("location"), "\(addressed.head)")
    let picture = try service.ask(address).body
    try #require(!picture.isEmpty)
    let editing = Editing()
    // A request only starts curl, so two threads can send requests.
    nonisolated(unsafe) let editor = service
    let thread = Thread {
      var number = count
      while !editing.isOver.withLock({ $0 }) {
        let person = made[number % count]
        let answer = try? editor.ask(
          person.write, ["-X", "PUT", "-d", Self.body(number, photo: person.photo)])
        // The status is 200 if there are warnings, such as for a small photo.
        if answer.map({ [200, 204].contains($0.status) }) != true {
          editing.failures.withLock { $0.append(answer?.text ?? "no answer") }
        }
        editing.last.withLock { $0 = number }
        number += 1
      }
    }
    thread.start()
    eventually { editing.last.withLock { $0 } > count }
    let first = editing.last.withLock { $0 }
    let run = try Self.backup(folder, "state", to: "copy", ["--json"])
    #expect(run.status == 0, "\(run.error)")
    let last = editing.last.withLock { $0 } + 1
    #expect(editing.failures.withLock { $0 } == [])
    let outcome = try JSONNode(parsing: run.output)
    #expect(outcome["online"]?.bool == true && outcome["addressKeys"]?.bool == true)
    // The database, the keys, and a photo for each person.
    #expect(outcome["files"]?.number == Double(2 + count))
    kill(service.processID, SIGKILL)
    editing.isOver.withLock { $0 = true }
    eventually { thread.isFinished }
    #expect(folder.names(in: "state").filter { $0.hasPrefix("backup") } == [])

    let checked = try Self.check(folder, "copy", ["--json", "--strict"])
    #expect(checked.status == 0, "\(checked.output)")
    let report = try JSONNode(parsing: checked.output)
    #expect(report["kind"]?.string == "backup" && report["people"]?.number == Double(count))
    #expect(report["requests"]?.number == 1 && report["uploads"]?.number == Double(count))

    try #require(Tool.run("cp", ["-a", folder.file("copy"), folder.file("restored")]).status == 0)
    let other = try TemporaryFolder()
    let restored = try RunningService(["--state", folder.file("restored")], in: other)
    #expect(!folder.names(in: "restored").contains("backup.json"))
    let numbers = try made.map { try Self.number(restored, $0) }
    let newest = try #require(numbers.max())
    #expect((first...last).contains(newest), "\(first) \(newest) \(last)")
    for (index, number) in numbers.enumerated() {
      #expect(number == newest - (newest - index) % count, "\(numbers)")
    }
    for person in made {
      #expect(try restored.ask(person.read + "/lock.png").status == 200)
    }
    #expect(try restored.ask(address).body == picture)
  }

  /// The command creates a backup of a stopped service's folder itself, and changes no data in it.
  @Test func aStoppedFolderIsBackedUp() throws {
    let folder = try TemporaryFolder()
    let (_, made) = try Self.stopped(folder)
    let before = folder.names(in: "state")
    let run = try Self.backup(folder)
    #expect(run.status == 0 && run.lines.count == 1, "\(run.error)")
    #expect(folder.names(in: "state") == before)
    #expect(
      folder.names(in: "copy")
        == ["address-keys", "backup.json", "photos", "wallfarm-serve.sqlite"])
    let manifest = try #require(try folder.json("copy/backup.json") as? [String: Any])
    let files = try #require(manifest["files"] as? [[String: Any]])
    #expect(files.count == 2 + made.count + 1)
    for file in files {
      let path = "copy/" + (try #require(file["path"] as? String))
      let sum = Tool.run("sha256sum", [folder.file(path)]).text.prefix(64)
      #expect(file["sha256"] as? String == String(sum))
      #expect(file["bytes"] as? Int == (try folder.bytes(path)).count)
    }
    let modes = Tool.run("find", [folder.file("copy"), "-perm", "/077"]).text
    #expect(modes.isEmpty)
    #expect(try Self.check(folder, "copy", ["--strict"]).status == 0)
    #expect(try Self.check(folder, "state", ["--strict"]).status == 0)
    // Without the service's own keys, the command says so.
    unlink(folder.file("state/address-keys"))
    let other = try Self.backup(folder, "state", to: "other")
    #expect(other.status == 0 && other.error.contains("--address-keys"))
  }

  /// A backup that cannot be created leaves nothing behind.
  @Test(
    arguments: [
      ("copy", "touch copy"), ("copy", "mkdir copy"), ("copy", "ln -s nowhere copy"),
      ("gone/copy", "true"), ("state/copy", "true"), ("file/copy", "touch file"),
      ("copy", "printf garbage | dd of=state/wallfarm-serve.sqlite seek=8192 bs=1 conv=notrunc"),
      ("copy", "rm state/wallfarm-serve.sqlite"),
    ])
  func whatCannotBeBackedUpIsRefused(_ target: String, _ preparation: String) throws {
    let folder = try TemporaryFolder()
    _ = try Self.stopped(folder)
    try #require(
      Tool.run("bash", ["-c", "cd '\(folder.path)' && \(preparation) 2>/dev/null"]).status == 0)
    let names = (folder.names, folder.names(in: "state"), folder.names(in: "copy"))
    let run = try Self.backup(folder, to: target)
    #expect(run.hasFailedAsDocumented, "\(run.error)")
    #expect(["backup-failed", "store-failed", "state-damaged"].contains(run.problem.code))
    #expect((folder.names, folder.names(in: "state"), folder.names(in: "copy")) == names)
  }

  /// A backup without an upload that people use is not created; one without an unused upload is.
  @Test func aMissingUploadIsNoSuccess() throws {
    let folder = try TemporaryFolder()
    _ = try Self.stopped(folder)
    let uploads = folder.names(in: "state/photos")
    try #require(uploads.count == 4)
    var codes: [String: Int] = [:]
    for name in uploads {
      rename(folder.file("state/photos/" + name), folder.file(name))
      let run = try Self.backup(folder, "state", to: "copy-" + name)
      codes[run.status == 0 ? "" : run.problem.code, default: 0] += 1
      rename(folder.file(name), folder.file("state/photos/" + name))
    }
    #expect(codes == ["": 1, "backup-failed": 3])
    // Without the right to list the folder, it does not pass for an empty one.
    try #require(Tool.run("chmod", ["0300", folder.file("state/photos")]).status == 0)
    if geteuid() != 0 {
      #expect(try Self.backup(folder).problem.code == "file-unreadable")
    }
    chmod(folder.file("state/photos"), 0o700)
    // A backup from which a file and its line in the manifest are missing is damaged.
    #expect(try Self.backup(folder).status == 0)
    let script = """
      import json, os, sys
      os.chdir(sys.argv[1])
      manifest = json.load(open('backup.json'))
      for file in [file for file in manifest['files'] if file['path'].startswith('photos/')]:
          manifest['files'].remove(file)
          os.remove(file['path'])
      json.dump(manifest, open('backup.json', 'w'))
      """
    try #require(Tool.run("python3", ["-c", script, folder.file("copy")]).status == 0)
    #expect(try Self.check(folder, "copy").status == 1)
  }

  /// Whether this user can act as another one, who can reach temporary folders.
  private static let canActAsOthers =
    geteuid() == 0
    && Tool.run(
      "setpriv",
      [
        "--reuid=65534", "--clear-groups", "test", "-x",
        FileManager.default.temporaryDirectory.path,
      ]
    ).status == 0

  /// The administrator reads the state with the rights of its owner, so a link that the owner has
  /// planted leads nowhere, and the backup belongs to the administrator.
  @Test(.enabled(if: canActAsOthers, "only root can change its rights"))
  func theAdministratorHasTheRightsOfTheOwner() throws {
    let folder = try TemporaryFolder()
    let (state, _) = try Self.stopped(folder)
    try #require(Tool.run("chmod", ["711", folder.path]).status == 0)
    try #require(Tool.run("chown", ["-R", "65534:65534", state]).status == 0)
    let run = try Self.backup(folder)
    #expect(run.status == 0, "\(run.error)")
    #expect(Tool.run("find", [folder.file("copy"), "!", "-uid", "0"]).text.isEmpty)
    #expect(try Self.check(folder, "state").status == 0)
    #expect(try Self.check(folder, "copy", ["--strict"]).status == 0)
    #expect(Tool.run("find", [state, "!", "-uid", "65534"]).text.isEmpty)
    try folder.write("secret of the administrator", to: "secret")
    try #require(Tool.run("chmod", ["600", folder.file("secret")]).status == 0)
    let name = try #require(folder.names(in: "state/photos").first)
    try #require(
      Tool.run("ln", ["-sf", folder.file("secret"), "\(state)/photos/\(name)"]).status == 0)
    #expect(try Self.backup(folder, "state", to: "other").problem.code == "backup-failed")
    #expect(!folder.names.contains("other"))
  }

  /// A backup removes the incomplete backups of commands that were killed, whatever their names.
  @Test func anAbandonedBackupIsRemoved() throws {
    let folder = try TemporaryFolder()
    _ = try Self.stopped(folder)
    try folder.write("personal data", to: ".monday.wallfarm-backup/wallfarm-serve.sqlite")
    try folder.write("new", to: ".tuesday.wallfarm-backup/wallfarm-serve.sqlite")
    #expect(try Self.backup(folder, "state", to: "first").status == 0)
    // A new folder may belong to a command that has not locked it yet.
    #expect(folder.names.filter { $0.hasPrefix(".") }.count == 2)
    let backup = StateBackup(
      of: folder.file("state"), to: folder.file("second"), abandonedAfter: 0)
    #expect(try backup.run().isOnline == false)
    #expect(folder.names.filter { $0.hasPrefix(".") } == [])
  }

  /// If files may not grow, which a full disk also causes, there is neither a backup nor a leftover.
  @Test func aFullDiskLeavesNothing() throws {
    let folder = try TemporaryFolder()
    _ = try Self.stopped(folder)
    let names = (folder.names, folder.names(in: "state"))
    for limit in [4, 40] {
      let run = try Program.bash(
        #"trap '' XFSZ; ulimit -f \#(limit); "$wallfarm" state backup state --to copy"#, in: folder)
      #expect(run.hasFailedAsDocumented && run.problem.code == "backup-failed", "\(run.error)")
      #expect((folder.names, folder.names(in: "state")) == names)
    }
    #expect(try Self.backup(folder).status == 0)
  }

  private static let hasSmallDisks =
    (try? Program.bash("unshare -rm true", in: TemporaryFolder()))?.status == 0

  /// If the disk of the backup is full, there is neither a backup nor a leftover on it.
  @Test(.enabled(if: hasSmallDisks, "a disk of one's own needs user namespaces or root"))
  func aFullTargetLeavesNothing() throws {
    let folder = try TemporaryFolder()
    _ = try Self.stopped(folder)
    try folder.write("", to: "disk/here")
    let names = folder.names(in: "state")
    for size in ["16k", "80k"] {
      let script = """
        mount -t tmpfs -o size=\(size) tmpfs disk && {
          "$wallfarm" state backup state --to disk/copy; echo $?; ls -A disk; }
        """
      let run = try Program.bash("unshare -rm bash -c '\(script)'", in: folder)
      #expect(run.lines == ["74"] && run.problem.code == "backup-failed", "\(run.error)")
      #expect(folder.names(in: "state") == names)
    }
  }

  /// If a command is killed at any moment, the next one succeeds and removes what was left.
  @Test func aKilledCommandDoesNotBlockTheNext() throws {
    let folder = try TemporaryFolder()
    let state = folder.file("state")
    let service = try RunningService(["--state", state], in: folder)
    for number in 0..<3 { _ = try Self.add(service, number) }
    for milliseconds in stride(from: 5, through: 85, by: 16) {
      let process = try Program.start(["state", "backup", "state", "--to", "copy"], in: folder)
      usleep(useconds_t(milliseconds * 1000))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      if folder.names.contains("copy") {
        // The backup was already complete.
        #expect(try Self.check(folder, "copy").status == 0)
        try FileManager.default.removeItem(atPath: folder.file("copy"))
      }
    }
    let run = try Self.backup(folder)
    #expect(run.status == 0, "\(run.error)")
    #expect(try Self.check(folder, "copy", ["--strict"]).status == 0)
    #expect(folder.names.filter { $0.hasPrefix(".") } == [])
    service.tellToEnd()
    #expect(service.status() == 0)
    // The next service removes the leftovers of the killed commands.
    let next = try RunningService(["--state", state], in: folder)
    #expect(folder.names(in: "state").filter { $0.hasPrefix("backup") } == [])
    _ = next
  }

  /// The check refuses a folder that a service uses, and changes nothing.
  @Test func aFolderInUseIsNotChecked() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(["--state", folder.file("state")], in: folder)
    _ = try Self.add(service, 1)
    let run = try Self.check(folder, "state")
    #expect(run.hasFailedAsDocumented && run.problem.code == "store-failed")
    #expect(try service.ask("/readyz").status == 200)
    _ = try Self.add(service, 2)
  }
}
