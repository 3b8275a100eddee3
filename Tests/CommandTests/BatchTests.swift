import Foundation
import Testing
import WallfarmTesting

/// End-to-end tests of `wallfarm batch` and `wallfarm queue`.
@Suite struct BatchTests {
  /// Creates a folder with jobs that render quickly: one color on the smallest phone.
  private func folder(jobs count: Int, more: [String] = []) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let jobs = (0..<count).map { number in
      #"{"id": "j\#(number)", "devices": "iphonese3", "color": "navy", "notes": ["Note \#(number)", "Buy milk"]}"#
    }
    try folder.write((jobs + more).joined(separator: "\n"), to: "jobs.jsonl")
    return folder
  }

  private func batch(
    _ folder: TemporaryFolder, _ options: String...
  ) throws -> Finished {
    try Program.run(["batch", "jobs.jsonl", "--output", "out"] + options, in: folder)
  }

  private func status(
    _ folder: TemporaryFolder, _ queue: String = "out", _ more: String...
  ) throws -> [String: Any] {
    let finished = try Program.run(["queue", "status", queue, "--json"] + more, in: folder)
    let json = try JSONSerialization.jsonObject(with: Data(finished.bytes))
    return try #require(json as? [String: Any])
  }

  private func waiting(_ status: [String: Any]) throws -> Int {
    try #require(status["queued"] as? Int)
  }

  private func report(_ folder: TemporaryFolder, _ name: String) throws -> [[String: Any]] {
    let json = try #require(try folder.json(name) as? [String: Any])
    return try #require(json["units"] as? [[String: Any]])
  }

  @Test func rendersEveryJobAndThenNothing() throws {
    let folder = try folder(jobs: 6)
    let first = try batch(folder, "--report", "r.json")
    #expect(first.status == 0, "\(first.error)")
    #expect(first.lines.last?.numbers.prefix(3) == [6, 6, 6])
    let rows = try report(folder, "r.json")
    #expect(rows.count == 6 && rows.allSatisfy { $0["state"] as? String == "done" })
    for row in rows {
      let receipt = try #require(row["receipt"] as? [String: Any])
      let output = "out/" + (try #require(row["output"] as? String))
      let sum = Tool.run("sha256sum", [folder.file(output)]).text.prefix(64)
      #expect(receipt["sha256"] as? String == String(sum))
      #expect(row["attempts"] as? Int == 1)
    }
    let again = try batch(folder)
    #expect(again.status == 0 && again.output.numbers == [6, 6])
  }

  /// A unit whose inputs changed after it was planned is not rendered until they are restored.
  @Test func aFileThatIsExchangedAfterItWasPlannedIsNotDrawn() throws {
    let folder = try TemporaryFolder()
    var templates: [String] = []
    for (number, color) in ["#ffffff", "#ffee00"].enumerated() {
      try folder.write(#"["note \#(number)"]"#, to: "\(number)/notes.json")
      try folder.write(#"{"notes": ["note \#(number)"]}"#, to: "\(number)/content.json")
      try folder.write(
        #"{"format": 1, "summary": "x", "extends": "midnight", "colors": {"text": "\#(color)"}}"#,
        to: "\(number)/theme.json")
      templates.append(
        try String(
          contentsOfFile: Workspace.root + "/Templates/lock/template.json", encoding: .utf8
        )
        .replacing("sample-notes.json", with: "notes.json")
        .replacing(#""summary": "Numbered"#, with: #""summary": "\#(number) Numbered"#))
      try folder.write(templates[number], to: "\(number)/template.json")
      let made = Tool.run(
        "convert", ["-size", "400x900", "xc:\(color)", folder.file("\(number)/photo.png")])
      #expect(made.status == 0)
    }
    let names = ["notes.json", "content.json", "theme.json", "template.json", "photo.png"]
    func put(_ number: Int) throws {
      for name in names { try folder.write(try folder.bytes("\(number)/\(name)"), to: name) }
    }
    let words = [
      #""notes": "notes.json""#, #""content": "content.json""#,
      #""theme": "./theme.json", "notes": ["x"]"#,
      #""template": "./template.json", "notes": ["x"]"#,
      #""photo": "photo.png", "notes": ["x"]"#,
    ]
    try folder.write(
      words.enumerated().map { #"{"id": "j\#($0)", "devices": "iphonese3", \#($1)}"# }
        .joined(separator: "\n"), to: "jobs.jsonl")
    try put(0)
    #expect(try batch(folder, "-q").status == 0)
    let outputs = try report(folder).map { try #require($0["output"] as? String) }
    let first = try outputs.map { try folder.bytes("out/\($0)") }
    // Reset these units to queued, as if the batch had not reached them when the files changed.
    let ids = (0..<5).map { "j\($0)/iphonese3" }
    #expect(try Program.run(["queue", "retry", "out"] + ids, in: folder).status == 0)
    for output in outputs {
      try FileManager.default.removeItem(atPath: folder.file("out/" + output))
    }
    try put(1)
    let exchanged = try Program.run(["batch", "--output", "out", "-q"], in: folder)
    #expect(exchanged.status == 1)
    for (row, output) in zip(try report(folder), outputs) {
      #expect(row["reason"] as? String == "input-changed", "\(row)")
      #expect(access(folder.file("out/" + output), F_OK) != 0)
    }
    try put(0)
    #expect(try batch(folder, "-q").status == 0)
    #expect(try outputs.map { try folder.bytes("out/\($0)") } == first)
    // Changed inputs result in a new plan.
    try put(1)
    #expect(try batch(folder, "-q").status == 0)
    for (output, old) in zip(outputs, first) { #expect(try folder.bytes("out/\(output)") != old) }
  }

  /// The current report of a queue.
  private func report(_ folder: TemporaryFolder) throws -> [[String: Any]] {
    let listed = try Program.run(["queue", "list", "out", "--json"], in: folder)
    let json = try JSONSerialization.jsonObject(with: Data(listed.bytes))
    return try #require(json as? [[String: Any]])
  }

  /// An unknown device does not hide an unknown theme, template or invalid output, and an unknown
  /// theme does not hide an invalid output.
  @Test(arguments: [
    (#""devices": "nope", "theme": "nope", "template": "nope""#, 3),
    (#""devices": ["nope", "iphone15", "nada"], "theme": "nope""#, 3),
    (#""devices": "iphone15", "theme": "nope", "output": "../x.png""#, 2),
    (#""devices": "nope", "theme": "nope", "output": "../x.png", "set": {"nope": 1}"#, 4),
    (#""devices": "iphone15", "output": "../y.png", "priority": "x""#, 2),
  ])
  func everythingThatIsWrongWithAJobIsTold(_ words: String, _ count: Int) throws {
    let folder = try folder(jobs: 0, more: [#"{"id": "a", "notes": ["x"], \#(words)}"#])
    let checked = try batch(folder, "--check", "--errors", "json")
    let codes = checked.error.split(separator: "\n").filter { $0.contains(#""severity":"error""#) }
    #expect(codes.count == count, "\(checked.error)")
    #expect(!folder.names.contains("out"))
  }

  @Test func aBatchMakesTheFilesThatRenderMakes() throws {
    let folder = try folder(jobs: 1)
    #expect(try batch(folder, "-q").status == 0)
    let rendered = try Program.run(
      [
        "render", "-q", "-d", "iphonese3", "--color=navy", "-n", "Note 0", "-n", "Buy milk", "-o",
        "one.png",
      ], in: folder)
    #expect(rendered.status == 0)
    #expect(try folder.bytes("one.png") == folder.bytes("out/j0/lock-iphonese3.png"))
  }

  @Test func whatChangedIsMadeAgainAndNothingElse() throws {
    let folder = try folder(jobs: 3)
    #expect(try batch(folder, "-q").status == 0)
    let before = try folder.bytes("out/j1/lock-iphonese3.png")
    // Truncate one picture, delete one, and change the notes of one job.
    try folder.write(Array(before.prefix(500)), to: "out/j1/lock-iphonese3.png")
    try FileManager.default.removeItem(atPath: folder.file("out/j2/lock-iphonese3.png"))
    try folder.write(
      try folder.text("jobs.jsonl").replacingOccurrences(of: "Note 0", with: "Other"),
      to: "jobs.jsonl")
    let again = try batch(folder, "--report", "r.json")
    #expect(again.status == 0)
    #expect(again.error.numbers == [2, 1])
    #expect(again.lines.last?.numbers.prefix(3) == [3, 3, 3])
    #expect(try folder.bytes("out/j1/lock-iphonese3.png") == before)
  }

  /// A copy, a new modification time or new permissions do not count as a change.
  @Test func aCopyOfTheInputsRendersNothing() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "in/keep")
    let made = Tool.run("convert", ["-size", "90x90", "plasma:tan-navy", folder.file("in/p.png")])
    try #require(made.status == 0)
    try folder.write(
      """
      {"id": "photo", "devices": "iphonese3", "photo": "p.png", "notes": ["a"]}
      {"devices": "iphonese3", "color": "navy", "notes": ["no id"]}
      """, to: "in/jobs.jsonl")
    let finished = try Program.bash(
      """
      "$wallfarm" batch in/jobs.jsonl --output out
      cp -a in same; touch in/p.png in/jobs.jsonl; chmod 600 in/p.png
      "$wallfarm" batch in/jobs.jsonl --output out
      "$wallfarm" batch same/jobs.jsonl --output out
      convert -size 90x90 plasma:red-navy same/p.png
      "$wallfarm" batch same/jobs.jsonl --output out
      """, in: folder)
    #expect(finished.lines.count == 4, "\(finished.error)")
    #expect(finished.lines[0].numbers.prefix(3) == [2, 2, 2])
    #expect(finished.lines[1...2].map(\.numbers) == [[2, 2], [2, 2]])
    #expect(finished.lines[3].numbers.prefix(3) == [2, 2, 1])
  }

  /// Tampering with a payload in the queue file is detected.
  @Test func aUnitThatWasEditedInTheQueueIsNotRendered() throws {
    let folder = try folder(jobs: 3)
    #expect(try batch(folder, "-q").status == 0)
    let edit = #"""
      import sqlite3
      queue = sqlite3.connect("out/.wallfarm/queue.sqlite")
      done = queue.execute("UPDATE work SET payload = replace(payload, 'Note 1', 'Nope 1')")
      queue.commit()
      """#
    try folder.write(edit, to: "edit.py")
    let finished = try Program.bash(
      """
      "$wallfarm" queue retry out j0/iphonese3 j1/iphonese3 > /dev/null
      python3 edit.py
      "$wallfarm" batch --output out; echo $?
      "$wallfarm" queue list out --state dead | tail -1
      "$wallfarm" queue repro out j1/iphonese3 -o case 2>&1 | head -1
      "$wallfarm" batch jobs.jsonl --output out -q; "$wallfarm" queue retry out > /dev/null
      "$wallfarm" batch --output out; echo $?
      """, in: folder)
    #expect(finished.lines[0].numbers.prefix(3) == [2, 3, 1])
    #expect(finished.lines[1] == "1")
    #expect(finished.lines[2].hasPrefix("j1/iphonese3  dead"))
    #expect(finished.lines[2].hasSuffix("payload-damaged"))
    #expect(finished.lines[3].hasPrefix("error[payload-damaged]"))
    #expect(finished.lines.last == "0", "\(finished.lines) \(finished.error)")
  }

  @Test func aQueueGoesOnWithItsOwnKeyOnly() throws {
    let folder = try folder(jobs: 2)
    #expect(try batch(folder, "-q").status == 0)
    let finished = try Program.bash(
      """
      umask 077; head -c 32 /dev/urandom > k
      "$wallfarm" batch --output out --key k; echo $?
      "$wallfarm" queue show out j0/iphonese3 --key k 2> /dev/null; echo $?
      "$wallfarm" batch jobs.jsonl --output out --key k
      """, in: folder)
    #expect(finished.problem.code == "wrong-key")
    #expect(finished.lines.prefix(2) == ["65", "65"])
    #expect(finished.error.contains("the key has changed"))
    #expect(finished.lines.last?.numbers.prefix(3) == [2, 2, 2])
  }

  /// Without a home folder, the queue stores its own key, and the next run uses it.
  @Test func whereTheUserHasNoPlaceTheQueueHasAKey() throws {
    let folder = try folder(jobs: 2)
    let nowhere = ["WALLFARM_KEY_FILE": "", "HOME": "/proc/nowhere", "XDG_DATA_HOME": ""]
    let check = try Program.run(
      ["batch", "jobs.jsonl", "--output", "out", "--check"], in: folder, environment: nowhere)
    #expect(check.status == 0 && !folder.names.contains("out"))
    for _ in 1...2 {
      let finished = try Program.run(
        ["batch", "jobs.jsonl", "--output", "out"], in: folder, environment: nowhere)
      #expect(finished.status == 0, "\(finished.error)")
    }
    #expect(try folder.bytes("out/.wallfarm/key").count == 32)
    // The queue keeps its key even if a home folder is available later.
    let later = try batch(folder)
    #expect(later.status == 0)
    let other = try Program.run(
      ["batch", "jobs.jsonl", "--output", "out"], in: folder,
      environment: ["WALLFARM_KEY_FILE": "", "XDG_DATA_HOME": folder.file("data")])
    #expect(other.status == 0 && !folder.names.contains("data"))
  }

  @Test func aMistakeStopsEverythingUnlessToldToSkipIt() throws {
    let bad = #"{"id": "bad", "devices": "iphone51", "notes": ["a"]}"#
    let folder = try folder(jobs: 2, more: [bad])
    let refused = try batch(folder)
    #expect(refused.hasFailedAsDocumented)
    #expect(refused.problem.code == "unknown-device")
    #expect(refused.problem.origin == "jobs.jsonl:3:26")
    #expect(
      refused.error.split(separator: "\n").last.map { String($0).numbers }?.prefix(2) == [1, 3])
    #expect(!folder.names(in: "out").contains("j0"))

    let skipped = try batch(folder, "--skip-invalid", "--report", "r.json")
    #expect(skipped.status == 1)
    #expect(folder.names(in: "out").filter { !$0.hasPrefix(".") } == ["j0", "j1"])
    let json = try #require(try folder.json("r.json") as? [String: Any])
    #expect((json["invalid"] as? [[String: Any]])?.first?["code"] as? String == "unknown-device")
  }

  @Test func checkingRendersNothing() throws {
    let folder = try folder(jobs: 2)
    let checked = try batch(folder, "--check")
    #expect(checked.status == 0)
    #expect(checked.output.numbers == [2, 2])
    #expect(folder.names(in: "out") == [])
  }

  @Test func aPhotoThatVanishesIsOneRow() throws {
    let folder = try folder(
      jobs: 4,
      more: [
        #"{"id": "photo", "devices": "iphonese3", "photo": "p.png", "notes": ["a"], "priority": -1}"#
      ])
    let made = Tool.run("convert", ["-size", "90x90", "plasma:tan-navy", folder.file("p.png")])
    try #require(made.status == 0)
    let process = try startPaused(folder)
    // The photo disappears after its job is read and before its unit starts.
    #expect(try eventually { try status(folder)["queued"] as? Int == 5 })
    try FileManager.default.removeItem(atPath: folder.file("p.png"))
    #expect(try Program.run(["queue", "resume", "out"], in: folder).status == 0)
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    let rows = try Program.run(["queue", "list", "out", "--state", "dead"], in: folder)
    #expect(rows.lines.count == 2)
    #expect(rows.lines.last?.hasPrefix("photo/iphonese3  dead") == true)
    #expect(rows.lines.last?.hasSuffix("photo-unreadable") == true)
    #expect(try status(folder)["done"] as? Int == 4)
  }

  /// Starts a batch with a paused queue: it reads its jobs and fills the queue, but renders nothing
  /// until the queue is resumed.
  private func startPaused(_ folder: TemporaryFolder) throws -> Process {
    try folder.write(
      #"{"id": "first", "devices": "iphonese3", "color": "navy", "notes": ["a"]}"#,
      to: "first.jsonl")
    let first = try Program.run(["batch", "first.jsonl", "--output", "out", "-q"], in: folder)
    #expect(first.status == 0)
    #expect(try Program.run(["queue", "pause", "out"], in: folder).status == 0)
    let process = try Program.start(["batch", "jobs.jsonl", "--output", "out", "-q"], in: folder)
    // The batch acquires all its locks before it fills the queue, so wait for the first queued
    // unit.
    #expect(
      try eventually { try !process.isRunning || waiting(status(folder)) > 0 })
    return process
  }

  @Test func aPhotoBeyondTheMemoryOfAWorkerIsOneRow() throws {
    let folder = try folder(
      jobs: 3,
      more: [
        #"""
        {"id": "bomb", "devices": "iphonese3", "photo": "bomb.png", "notes": ["a"], "max-photo-pixels": 1000000000}
        """#
      ])
    let made = Tool.run(
      "/usr/bin/python3",
      [
        "-c",
        """
        import struct, sys, zlib
        side = 12000
        def chunk(name, data):
            body = name + data
            return struct.pack('>I', len(data)) + body + struct.pack('>I', zlib.crc32(body))
        packer = zlib.compressobj(1)
        rows = b''.join(packer.compress(bytes(1 + side * 3)) for _ in range(side)) + packer.flush()
        with open(sys.argv[1], 'wb') as file:
            file.write(b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', side, side, 8, 2, 0, 0, 0)) + chunk(b'IDAT', rows) + chunk(b'IEND', b''))
        """, folder.file("bomb.png"),
      ])
    try #require(made.status == 0, "\(made.text)")
    let finished = try batch(folder, "--worker-memory", "400", "--attempts", "1", "-q")
    #expect(finished.status == 1)
    let rows = try Program.run(["queue", "list", "out", "--state", "dead"], in: folder)
    #expect(rows.lines.count == 2)
    #expect(rows.lines.last?.hasPrefix("bomb/iphonese3  dead") == true)
    #expect(rows.lines.last?.hasSuffix("worker-memory") == true)
    #expect(try status(folder)["done"] as? Int == 3)
  }

  /// The slow unit uses a plugin that never answers, because a picture that is merely slow might
  /// finish in time.
  @Test func aUnitThatTakesTooLongIsOneRow() throws {
    let folder = try folder(
      jobs: 3,
      more: [
        #"{"id": "slow", "devices": "iphonese3", "template": "./silent", "notes": ["a"], "timeout": 0.2}"#
      ])
    try folder.write(
      """
      {"format": 1, "contract": 1, "id": "silent", "name": "Silent", "version": 1, "kind": "layout",
       "summary": "Never answers.", "carrier": {"program": "plugin.py", "runner": "python3"},
       "author": "wallfarm", "licence": "MIT", "parameters": []}
      """, to: "plugins/silent/plugin.json")
    try folder.write("import time\ntime.sleep(1000)\n", to: "plugins/silent/plugin.py")
    try folder.write(
      """
      {"format": 1, "summary": "For the tests.", "theme": "midnight", "background": "theme",
       "layouts": [{"plugin": "silent"}]}
      """, to: "silent/template.json")
    let finished = try batch(folder, "--attempts", "2", "--plugins", "plugins")
    #expect(finished.status == 1)
    #expect(finished.error.contains("worker-timeout"))
    #expect(finished.error.contains("0.2 s"))
    #expect(finished.error.contains("wallfarm queue retry out"))
    let shown = try Program.run(["queue", "show", "out", "slow/iphonese3"], in: folder)
    #expect(shown.output.contains("failures: 2"))
    #expect(try status(folder)["done"] as? Int == 3)
  }

  @Test(.enabled(if: SmallDisk.isAllowed, "a disk of one's own needs user namespaces or root"))
  func aFullDiskIsWaitedForAndCostsNoUnitAnything() throws {
    let folder = try folder(jobs: 24)
    // Gradients produce large files.
    try folder.write(
      try folder.text("jobs.jsonl").replacingOccurrences(
        of: #""color": "navy""#, with: #""theme": "dawn""#),
      to: "jobs.jsonl")
    try folder.write("", to: "disk/keep")
    let finished = try Program.bash(
      """
      unshare -rm bash -c '
      mount -t tmpfs -o size=2600k tmpfs disk
      "$wallfarm" batch jobs.jsonl --output disk --json --report report.json > events.jsonl &
      tries=0
      until grep -q machine-fails events.jsonl || [ $tries -gt 6000 ]; do
        sleep 0.02; tries=$((tries + 1))
      done
      "$wallfarm" queue status disk --json > status.json
      mount -o remount,size=64m disk
      wait $!; echo batch $?
      find disk -name "*.tmp" | wc -l
      find disk -name "*.png" | wc -l'
      """, in: folder)
    #expect(finished.lines == ["batch 0", "0", "24"], "\(finished.error)")
    let status = try #require(try folder.json("status.json") as? [String: Any])
    #expect(status["dead"] as? Int == 0, "\(status)")
    let events = try folder.text("events.jsonl")
    #expect(events.contains("no space left on device"))
    #expect(events.contains(#""machine-recovered""#) && !events.contains(#""event":"failed""#))
    let rows = try report(folder, "report.json")
    #expect(rows.count == 24 && rows.allSatisfy { $0["state"] as? String == "done" })
  }

  @Test func aDamagedQueueIsSetAsideAndBuiltAgainFromWhatIsThere() throws {
    let folder = try folder(jobs: 5)
    #expect(try batch(folder, "-q").status == 0)
    try FileManager.default.removeItem(atPath: folder.file("out/j3/lock-iphonese3.png"))
    try folder.write("this is no queue", to: "out/.wallfarm/queue.sqlite")
    let again = try batch(folder)
    #expect(again.status == 0)
    #expect(again.error.contains(".damaged-") && again.error.numbers.first == 4)
    #expect(again.lines.last?.numbers.prefix(3) == [5, 5, 1])
    #expect(folder.names(in: "out/.wallfarm").contains { $0.contains(".damaged-") })
  }

  @Test func aDamagedQueueWithoutAJobFileIsNoSuccessHoweverOftenItIsTried() throws {
    let folder = try folder(jobs: 2)
    #expect(try batch(folder, "-q").status == 0)
    try folder.write("this is no queue", to: "out/.wallfarm/queue.sqlite")
    for _ in 0..<2 {
      let finished = try Program.run(["batch", "--output", "out"], in: folder)
      #expect(finished.hasFailedAsDocumented)
      #expect(finished.problem.code == "queue-damaged")
    }
    #expect(try batch(folder).output.numbers == [2, 2])
  }

  @Test(arguments: [["--state", "done"], ["--older-than", "0s"]])
  func purgingWhatIsDoneDoesNotBringItBack(_ options: [String]) throws {
    let folder = try folder(jobs: 2)
    #expect(try batch(folder, "-q").status == 0)
    let purged = try Program.run(["queue", "purge", "out"] + options, in: folder)
    #expect(purged.status == 0 && purged.output.numbers.first == 2)
    #expect(try batch(folder).lines.last?.numbers.prefix(3) == [2, 2, 2])
  }

  @Test func aQueueThatIsGoneIsBuiltAgainToo() throws {
    let folder = try folder(jobs: 3)
    #expect(try batch(folder, "-q").status == 0)
    try FileManager.default.removeItem(atPath: folder.file("out/.wallfarm/queue.sqlite"))
    let again = try batch(folder)
    #expect(again.error.numbers == [3] && again.output.numbers == [3, 3])
  }

  @Test func anEmptyListForgetsNothing() throws {
    let folder = try folder(jobs: 2)
    #expect(try batch(folder, "-q").status == 0)
    for text in ["[]", #"{"jobs": []}"#] {
      try folder.write(text, to: "jobs.jsonl")
      try folder.write(text, to: "none.json")
      let finished = try Program.run(
        ["batch", "none.json", "--output", "out", "--skip-invalid"], in: folder)
      #expect(finished.hasFailedAsDocumented)
      #expect(finished.problem.code == "invalid-job")
    }
    #expect(try status(folder)["done"] as? Int == 2)
  }

  /// An input is never overwritten, even if the output path refers to it by another name or through
  /// a link.
  @Test(arguments: [
    ("a link to the photo", "photo", "alias.jpg", "photo.jpg"),
    ("the link itself", "photo", "alias.jpg", "alias.jpg"),
    ("a linked folder", "photo", "link/photo.jpg", "photo.jpg"),
    ("a linked folder for the output", "photo", "photo.jpg", "link/photo.jpg"),
    ("notes through a link", "notes", "link/notes.json", "notes.json"),
  ])
  func inputsAreNotWrittenOver(title: String, key: String, input: String, output: String) throws {
    let folder = try TemporaryFolder()
    let made = Tool.run("convert", ["-size", "90x90", "plasma:tan-navy", folder.file("photo.jpg")])
    try #require(made.status == 0)
    try folder.write(#"["a"]"#, to: "notes.json")
    let files = FileManager.default
    try files.createSymbolicLink(
      atPath: folder.file("alias.jpg"), withDestinationPath: folder.file("photo.jpg"))
    try files.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: folder.path)
    let notes = key == "notes" ? "" : #", "notes": ["a"]"#
    let format = output.hasSuffix(".jpg") ? #", "format": "jpeg""# : ""
    try folder.write(
      #"[{"id": "a", "devices": "iphonese3", "\#(key)": "\#(input)", "output": "\#(output)"\#(notes)\#(format)}]"#,
      to: "jobs.json")
    let before = try (folder.bytes("photo.jpg"), folder.bytes("notes.json"))
    let finished = try Program.run(["batch", "jobs.json", "--output", "."], in: folder)
    #expect(finished.hasFailedAsDocumented, "\(finished.error)")
    #expect(finished.problem.code == "output-pattern")
    #expect(
      ["would overwrite an input file", "'alias.jpg' is a link"].contains {
        finished.error.contains($0)
      }, "\(finished.error)")
    #expect(try folder.bytes("photo.jpg") == before.0 && folder.bytes("notes.json") == before.1)
  }

  @Test func reportsAndMetricsAreNotWrittenOverPhotosOrPictures() throws {
    let folder = try TemporaryFolder()
    let made = Tool.run("convert", ["-size", "90x90", "plasma:tan-navy", folder.file("p.jpg")])
    try #require(made.status == 0)
    try folder.write(
      #"[{"id": "a", "devices": "iphonese3", "photo": "p.jpg", "notes": ["a"], "output": "o.png"}]"#,
      to: "jobs.json")
    for option in ["--report", "--metrics"] {
      // A report can go to standard output, but metrics cannot, because they are rewritten
      // repeatedly.
      for file in ["p.jpg", "o.png", "jobs.json"] + (option == "--metrics" ? ["-"] : []) {
        let finished = try Program.run(
          ["batch", "jobs.json", "--output", ".", option, file], in: folder)
        #expect(finished.problem.code == "conflicting-options", "\(option) \(file)")
      }
    }
    let both = try Program.run(
      ["batch", "jobs.json", "--output", ".", "--report", "r", "--metrics", "./r"], in: folder)
    #expect(both.problem.code == "conflicting-options")
    #expect(!folder.names.contains("o.png"))
  }

  /// The batch creates its output folder, so reports can be in that folder even in the first run.
  @Test func reportsAndMetricsMayBeInTheOutputFolderBeforeItExists() throws {
    let folder = try folder(jobs: 1)
    let words = [
      "batch", "jobs.jsonl", "--output", "out/", "--metrics", "out/metrics.prom", "--report",
      "out/logs/day/report.json",
    ]
    let checked = try Program.run(words + ["--check"], in: folder)
    #expect(checked.status == 0, "\(checked.error)")
    #expect(!folder.names.contains("out"))
    let finished = try Program.run(words, in: folder)
    #expect(finished.status == 0, "\(finished.error)")
    #expect(try folder.text("out/metrics.prom").contains(#"wallfarm_units{state="done"} 1"#))
    #expect(folder.names(in: "out/logs/day") == ["report.json"])
    let same = try Program.run(
      ["batch", "jobs.jsonl", "--output", "out3", "--metrics", "out3/r", "--report", "./out3/r"],
      in: folder)
    #expect(same.problem.code == "conflicting-options", "\(same.error)")
    for other in ["elsewhere/m.prom", "out2/m.prom", "out/../gone/m.prom"] {
      let finished = try batch(folder, "--metrics", other)
      #expect(finished.problem.code == "output-failed", "\(other): \(finished.error)")
    }
    #expect(folder.names == ["jobs.jsonl", "out"])
  }

  @Test func twoNamesOfOneOutputAreOneFile() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "out/keep")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("out/self"), withDestinationPath: ".")
    try folder.write(
      """
      {"id": "a", "devices": "iphonese3", "notes": ["a"], "output": "self/x.png"}
      {"id": "b", "devices": "iphonese3", "notes": ["b"], "output": "x.png"}
      {"id": "c", "devices": ["iphonese3", "iphone8"], "notes": ["b"], "output": "c.png"}
      {"id": "d", "devices": "iphonese3", "notes": ["b"], "output": "d"}
      {"id": "e", "devices": "iphonese3", "notes": ["b"], "output": "d/e.png"}
      """, to: "jobs.jsonl")
    let finished = try batch(folder)
    #expect(finished.hasFailedAsDocumented)
    let errors = finished.error.split(separator: "\n").filter { $0.hasPrefix("error[") }
    #expect(errors.count == 3)
    for reason in [
      "'x.png' and the output 'self/x.png' of another job are the same file",
      "all devices of the job have the same output path: 'c.png'",
      "'d' is also the folder of another output",
    ] {
      #expect(finished.error.contains(reason), "\(finished.error)")
    }
  }

  /// If many jobs have the same mistake, only one error is reported.
  @Test func theSameMistakeInManyJobsIsSaidOnce() throws {
    let folder = try TemporaryFolder()
    let jobs = (1...60).map { number in
      #"{"id": "a\#(number)", "devices": "iphonese3", "notes": ["x"], "theme": "midnigt"}"#
    }
    let other = #"{"id": "b", "devices": "iphonese3", "notes": ["x"], "theme": "papre"}"#
    try folder.write((jobs + [other]).joined(separator: "\n"), to: "jobs.jsonl")
    let finished = try batch(folder)
    #expect(finished.hasFailedAsDocumented)
    #expect(
      finished.error == """
        error[unknown-theme]: job 'a1' and 59 more: no theme is named 'midnigt'
          in: jobs.jsonl:1:63
          also: the same error occurs at jobs.jsonl:2:63, jobs.jsonl:3:63 and 57 more places
          hint: did you mean 'midnight'?
        error[unknown-theme]: job 'b': no theme is named 'papre'
          in: jobs.jsonl:61:62
          hint: did you mean 'paper'?
        61 errors in 61 jobs; no jobs were rendered

        """)
    let json = try batch(folder, "--errors", "json")
    #expect(json.error.split(separator: "\n").count { $0.contains("unknown-theme") } == 2)
  }

  @Test func onlyTheirOwnerReadsAQueueAndAPackedUnit() throws {
    let folder = try folder(jobs: 1)
    try FileManager.default.createDirectory(
      atPath: folder.file("q"), withIntermediateDirectories: false)
    #expect(try batch(folder, "-q", "--queue", "q").status == 0)
    #expect(
      try Program.run(["queue", "repro", "q", "j0/iphonese3", "-o", "case"], in: folder).status == 0
    )
    for name in ["q/queue.sqlite", "q/receipts.jsonl", "case/repro.json"] {
      let mode = try FileManager.default.attributesOfItem(atPath: folder.file(name))
      #expect((mode[.posixPermissions] as? Int ?? 0) & 0o077 == 0, "\(name)")
    }
  }

  /// A packed unit may come from another person, so it must not read files outside its folder.
  @Test func aPackedUnitReadsOnlyItsOwnFolder() throws {
    let folder = try TemporaryFolder()
    for name in ["p.jpg", "mine.jpg"] {
      try #require(
        Tool.run("convert", ["-size", "90x90", "plasma:tan-navy", folder.file(name)]).status == 0)
    }
    try folder.write(
      #"{"id": "a", "devices": "iphonese3", "photo": "p.jpg", "notes": ["a"]}"#, to: "jobs.jsonl")
    #expect(try batch(folder, "-q").status == 0)
    #expect(
      try Program.run(["queue", "repro", "out", "a/iphonese3", "-o", "case"], in: folder).status
        == 0)
    let text = try folder.text("case/repro.json")
    for photo in ["../mine.jpg", folder.file("mine.jpg")] {
      try folder.write(
        text.replacingOccurrences(of: "inputs/p.jpg", with: photo), to: "case/repro.json")
      let finished = try Program.run(["render", "--repro", "case", "-o", "x.png"], in: folder)
      #expect(finished.problem.code == "path-outside", "\(finished.error)")
    }
    try folder.write(text, to: "case/repro.json")
    let inside = try Program.run(
      ["render", "--repro", "case", "-o", "case/repro.json", "-f", "png"], in: folder)
    #expect(inside.hasFailedAsDocumented)
    #expect(try folder.text("case/repro.json") == text)
  }

  @Test func aNoteInPlaceOfAPathIsNotRepeated() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"[{"id": "a", "devices": "iphonese3", "notes": "Xylophone lesson"}]"#, to: "jobs.json")
    let finished = try Program.run(["batch", "jobs.json", "--output", "out"], in: folder)
    #expect(finished.hasFailedAsDocumented)
    #expect(!finished.error.contains("Xylophone"))
    #expect(finished.problem.origin == "jobs.json:1:47")
    #expect(finished.problem.hint?.contains(#"["Buy milk"]"#) == true)
  }

  @Test func twoBatchesDoNotShareAQueue() throws {
    let folder = try folder(jobs: 3)
    // The batch is paused, so that it is still running when the second batch starts.
    let process = try startPaused(folder)
    let second = try batch(folder)
    #expect(second.status == 69 && second.problem.code == "queue-busy")
    #expect(process.isRunning)
    #expect(try Program.run(["queue", "resume", "out"], in: folder).status == 0)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(try status(folder)["done"] as? Int == 3)
  }

  /// Two batches with different queues would still write the same pictures, so they cannot use the
  /// same output.
  @Test func twoBatchesDoNotShareAnOutput() throws {
    let folder = try folder(jobs: 3)
    let process = try startPaused(folder)
    for more in [["--queue", "other"], ["--queue", "other", "--shard", "1/2"]] {
      let second = try Program.run(
        ["batch", "jobs.jsonl", "--output", "out"] + more, in: folder)
      #expect(second.status == 69 && second.problem.code == "queue-busy", "\(second.error)")
      // The queues are different, but the output is in use.
      #expect(second.problem.origin == "--output")
    }
    #expect(process.isRunning)
    #expect(try Program.run(["queue", "resume", "out"], in: folder).status == 0)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(try batch(folder, "--queue", "other").status == 0)
  }

  /// Batches of different shards can write to one output, but two batches of the same shard cannot.
  @Test func sharesHaveAnOutputTogether() throws {
    let folder = try folder(jobs: 4)
    func share(_ number: Int, _ queue: String) -> [String] {
      ["batch", "jobs.jsonl", "--output", "out", "-q", "--shard", "\(number)/2", "--queue", queue]
    }
    #expect(try Program.run(share(1, "one"), in: folder).status == 0)
    #expect(try Program.run(["queue", "pause", "one", "--shard", "1/2"], in: folder).status == 0)
    try folder.write(
      folder.text("jobs.jsonl").replacing("navy", with: "black").replacing("red", with: "black"),
      to: "jobs.jsonl")
    let first = try Program.start(share(1, "one"), in: folder)
    // The batch acquires all its locks before it fills the queue, so wait for the first queued
    // unit.
    #expect(
      try eventually {
        try !first.isRunning || waiting(status(folder, "one", "--shard", "1/2")) > 0
      })
    let again = try Program.run(share(1, "another"), in: folder)
    #expect(again.status == 69 && again.problem.code == "queue-busy", "\(again.error)")
    #expect(first.isRunning)
    #expect(try Program.run(share(2, "two"), in: folder).status == 0)
    #expect(
      try Program.run(["queue", "resume", "one", "--shard", "1/2"], in: folder).status == 0)
    first.waitUntilExit()
    #expect(first.terminationStatus == 0)
  }

  // MARK: - Stopping

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func theFirstSignalFinishesWhatRunsAndTheSameCommandGoesOn(
    _ signal: Int32, status ended: Int32
  ) throws {
    let folder = try folder(jobs: 80)
    // Use two workers, so that most jobs are unfinished when the signal arrives.
    let process = try Program.start(
      ["batch", "jobs.jsonl", "--output", "out", "--workers", "2"], in: folder)
    eventually { !process.isRunning || folder.names(in: "out").count >= 8 }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == ended)
    let state = try status(folder)
    let done = try #require(state["done"] as? Int)
    #expect(state["leased"] as? Int == 0 && state["dead"] as? Int == 0)
    #expect((5..<80).contains(done))
    #expect(temporaries(folder) == [])
    let again = try batch(folder)
    #expect(again.status == 0)
    #expect(again.lines.last?.numbers.prefix(3) == [80, 80, 80 - done])
  }

  private func temporaries(_ folder: TemporaryFolder) -> [String] {
    Tool.run("find", [folder.file("out"), "-name", "*.tmp"]).text
      .split(separator: "\n").map(String.init)
  }

  // MARK: - The queue

  @Test func theQueueIsSeenAndControlledByName() throws {
    let folder = try folder(jobs: 3)
    #expect(try batch(folder, "-q").status == 0)
    func queue(_ words: String...) throws -> Finished {
      try Program.run(["queue"] + words, in: folder)
    }
    #expect(try queue("status", "out").lines[0].numbers == [3])
    #expect(try queue("list", "out", "--limit", "2").lines.count == 3)
    #expect(try queue("show", "out", "j1/iphonese3").lines[0] == "j1/iphonese3  done")
    #expect(try queue("retry", "out", "j1/iphonese3").output.numbers.first == 1)
    #expect(try queue("cancel", "out").problem.code == "option-missing")
    #expect(try queue("cancel", "out", "j1/iphonese3").output.numbers == [1])
    #expect(
      try queue("list", "out", "--state", "dead").lines.last?.hasSuffix("unit-cancelled") == true)
    #expect(try queue("show", "out", "j9/x").problem.code == "unknown-unit")
    #expect(try queue("purge", "out").problem.code == "option-missing")
    #expect(try queue("purge", "out", "--state", "dead").output.numbers.first == 1)
    #expect(try queue("purge", "out", "--older-than", "1h").output.numbers.first == 0)
    #expect(
      try queue("purge", "out", "--older-than", "soon").problem.code == "invalid-parameter")
    #expect(try queue("status", "nowhere").problem.code == "queue-failed")
    #expect(try Program.run(["batch", "--output", "out"], in: folder).output.numbers == [2, 2])
    #expect(
      try Program.run(["batch", "--output", "none"], in: folder).problem.code == "queue-failed")
  }

  /// Notes are private: no queue listing, log, report or metric contains them.
  @Test func notesAreNowhereButInThePicture() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"""
      [{"id": "a", "devices": "iphonese3", "color": "navy", "notes": ["Xylophone lesson"]},
       {"id": "b", "devices": "iphonese3", "color": "navy", "overflow": "fail", "set": {"min-size": 60, "max-size": 64},
        "notes": ["Xylophone lesson at nine", "Xylophone, then the dentist, then home to cook and wash and call everyone back"]},
       {"id": "c", "devices": "iphonese3", "template": "banner",
        "set": {"message": "Xylophone", "lines": ["Xylophones"], "weight": 700}}]
      """#, to: "jobs.json")
    let finished = try Program.bash(
      """
      "$wallfarm" batch jobs.json --output out --json --report r.json --metrics m.prom > events.txt 2> log.txt
      for verb in status list "show out a/iphonese3" "show out b/iphonese3" \
        "show out c/iphonese3"; do
        "$wallfarm" queue ${verb/ / } $([ "$verb" = status -o "$verb" = list ] && echo out); done > listings.txt
      grep -il xylophone *.txt r.json m.prom out/.wallfarm/receipts.jsonl; true
      """, in: folder)
    #expect(finished.lines == [])
    let listings = try folder.text("listings.txt")
    #expect(listings.contains("notes: 1 with digest"))
    let settings = #""lines":["10 characters"],"message":"9 characters","weight":700"#
    #expect(listings.contains(settings), "\(listings)")
    #expect(try folder.text("events.txt").contains("notes-do-not-fit"))
  }

  /// A theme is packed together with its base themes and all photos that these themes use.
  @Test func aThemeIsPackedUpWhole() throws {
    let folder = try TemporaryFolder()
    let made = Tool.run(
      "convert", ["-size", "800x900", "plasma:tan-navy", folder.file("in/deep/p.jpg")])
    try folder.write("", to: "in/deep/x")
    _ = Tool.run("convert", ["-size", "800x1400", "plasma:tan-navy", folder.file("in/deep/p.jpg")])
    _ = made
    try folder.write(
      #"""
      {"format": 1, "summary": "", "background":
        {"plugin": "photo", "parameters": {"file": "p.jpg"}}, "fonts": {"weight": 500},
       "overrides": [{"when": {"kind": "iphone"}, "sizes": {"largest": 33}}]}
      """#, to: "in/deep/base.json")
    try folder.write(
      ##"{"format": 1, "summary": "", "extends": "./deep/base.json", "colors": {"text": "#fff0e0"}}"##,
      to: "in/mine.json")
    try folder.write(
      #"[{"id": "a", "devices": "iphonese3", "theme": "./mine.json", "notes": ["Buy milk"]}]"#,
      to: "in/jobs.json")
    let done = try Program.run(["batch", "in/jobs.json", "--output", "out", "-q"], in: folder)
    #expect(done.status == 0, "\(done.error)")
    let packed = try Program.run(
      ["queue", "repro", "out", "a/iphonese3", "-o", "case"], in: folder)
    #expect(packed.status == 0, "\(packed.error)")
    try FileManager.default.removeItem(atPath: folder.file("in"))
    let again = try Program.run(
      ["render", "--repro", "case", "-o", "again.png", "-q"], in: folder)
    #expect(again.status == 0, "\(again.error)")
    let found = Tool.run("find", [folder.file("out"), "-name", "*.png"])
    let first = try #require(found.text.split(separator: "\n").first.map(String.init))
    let judge = Tool.run(
      "compare",
      ["-metric", "AE", first, folder.file("again.png"), "null:"],
      withErrors: true)
    #expect(judge.text.hasPrefix("0"), "\(judge.text)")
  }

  @Test func aUnitIsPackedUpAndRenderedElsewhere() throws {
    let folder = try TemporaryFolder()
    let made = Tool.run("convert", ["-size", "800x900", "plasma:tan-navy", folder.file("p.jpg")])
    try #require(made.status == 0)
    try folder.write(#"["Buy milk", "Call Ana"]"#, to: "n.json")
    try folder.write(
      #"{"id": "a", "devices": "iphonese3", "photo": "p.jpg", "notes": "n.json"}"#, to: "jobs.jsonl"
    )
    #expect(try batch(folder, "-q").status == 0)
    let packed = try Program.run(
      ["queue", "repro", "out", "a/iphonese3", "--output", "case"], in: folder)
    #expect(packed.output.contains("wallfarm render --repro case\n"))
    // Delete the inputs, so that only the packed folder contains them.
    for name in ["p.jpg", "n.json", "jobs.jsonl"] {
      try FileManager.default.removeItem(atPath: folder.file(name))
    }
    let rendered = try Program.run(["render", "--repro", "case", "-o", "again.png"], in: folder)
    #expect(rendered.status == 0, "\(rendered.error)")
    #expect(try folder.bytes("again.png") == folder.bytes("out/a/lock-iphonese3.png"))
    let mixed = try Program.run(["render", "--repro", "case", "--theme", "fog"], in: folder)
    #expect(mixed.problem.code == "conflicting-options")
    let twice = try Program.run(["queue", "repro", "out", "a/iphonese3", "-o", "case"], in: folder)
    #expect(twice.problem.code == "output-failed")
  }

  @Test func everyShareTogetherIsTheWhole() throws {
    let folder = try folder(jobs: 12)
    for share in 1...3 {
      #expect(try batch(folder, "-q", "--shard", "\(share)/3").status == 0)
    }
    #expect(folder.names(in: "out").filter { $0.hasPrefix("j") }.count == 12)
    let counts = try (1...3).map { share -> Int in
      let finished = try Program.run(
        ["queue", "list", "out", "--shard", "\(share)/3"], in: folder)
      return finished.lines.count - 1
    }
    #expect(counts.reduce(0, +) == 12)
  }

  @Test func whatHappensIsToldToProgramsAndToPrometheus() throws {
    let folder = try folder(jobs: 3)
    let finished = try batch(folder, "--json", "--metrics", "m.prom")
    let events = try finished.lines.map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    let names = events.map { $0["event"] as? String ?? "" }
    #expect(names.first == "begin" && names.last == "end")
    #expect(names.count { $0 == "done" } == 3)
    #expect(events.last?["done"] as? Int == 3)
    let metrics = try folder.text("m.prom").split(separator: "\n")
    #expect(metrics.contains(#"wallfarm_units{state="done"} 3"#))
    #expect(metrics.contains("wallfarm_delivered_units_total 3"))
    #expect(metrics.contains { $0.hasPrefix(#"wallfarm_stage_seconds_total{stage="encode"} "#) })
    // Every sample line consists of a name, optional labels and a number.
    for line in metrics where !line.hasPrefix("#") {
      #expect(
        line.wholeMatch(of: /wallfarm_[a-z_]+(\{[a-z]+="[a-z-]+"\})? [0-9.e+-]+/) != nil, "\(line)")
    }
  }
}
