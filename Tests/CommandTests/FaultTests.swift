import Foundation
import Testing
import WallfarmTesting

/// Makes each memory and disk call fail in turn, and checks that the picture is correct or absent.
///
/// A failed run must never report success. Swift and GLib abort when memory runs out, which is
/// allowed. fontconfig 2.14.1 instead waits forever for its own lock, so `--deadline` ends the
/// render. If WALLFARM_TORTURE is set, as in `make torture`, every file call and up to 10,000
/// allocations fail; otherwise, only a fixed sample of calls fails.
@Suite(.enabled(if: FaultLibrary.isAllowed, "needs gcc and no other LD_PRELOAD"), .tags(.torture))
struct FaultTests {
  /// A render that writes every kind of output.
  private static let plain = FaultyRender(
    words: [
      "-d", "iphone8", "-t", "lock", "--deadline", "20", "-n", "Buy milk", "-n", "Call Ana", "-o",
      "a.png",
    ],
    picture: "a.png")
  private static let photo = FaultyRender(
    words: [
      "-d", "iphone8", "-t", "lock", "--deadline", "20", "--notes", "notes.txt", "--photo",
      "photo.png", "--cache", "cache", "--report", "report.json", "-f", "jpeg", "-o", "a.jpg",
    ], picture: "a.jpg")

  /// The number of calls of each kind that fail in the sample.
  private static let spread: [(FaultKind, Int)] = [
    (.memory, 12), (.EIO, 12), (.ENOSPC, 6),
  ]

  @Test(arguments: [plain, photo])
  func aFaultNeverPassesForASuccess(_ render: FaultyRender) throws {
    let quiet = try render.quiet()
    for (kind, points) in Self.spread {
      let count = try render.run(kind, at: 0, quiet).calls.count
      try FaultPoints.each(of: count, spread: points, most: kind == .memory ? 10_000 : nil) { at in
        let (finished, calls, folder) = try render.run(kind, at: at, quiet)
        let place: Comment = "\(kind) at call \(at) of \(count): \(calls.call)"
        #expect(finished.status != 137, "hangs, \(place)")
        if finished.status == 0 {
          try render.expectDelivered(quiet, in: folder, place)
        } else {
          render.expectNothingHalf(quiet, finished, in: folder, place)
        }
      }
    }
  }

  /// Interrupted calls and partial reads and writes, which occur on network disks, do not make a
  /// render fail.
  @Test(arguments: [plain, photo], [FaultKind.EINTR, .short])
  func whatIsNoFaultChangesNothing(_ render: FaultyRender, _ kind: FaultKind) throws {
    let quiet = try render.quiet()
    let count = try render.run(kind, at: 0, quiet).calls.count
    try FaultPoints.each(of: count, spread: 5) { at in
      let (finished, calls, folder) = try render.run(kind, at: at, quiet)
      let place: Comment = "\(kind) at call \(at) of \(count): \(calls.call)"
      #expect(finished.status == 0, "\(finished.error), \(place)")
      try render.expectDelivered(quiet, in: folder, place)
    }
  }

  /// A failure to write, sync, close or rename a picture, or to sync its folder, is an error.
  @Test(arguments: [("write", 1), ("fsync", 2), ("close", 2), ("rename", 1)])
  func whatKeepsAPictureFromTheDiskIsAnError(_ call: String, least: Int) throws {
    let quiet = try Self.plain.quiet()
    func run(at: Int) throws -> (Finished, FaultCalls, TemporaryFolder) {
      try Self.plain.run(.EIO, at: at, quiet, call: call, below: "out")
    }
    let count = try run(at: 0).1.count
    #expect(count >= least)
    // The picture is the second to last file to be closed. The last one is its folder, which is
    // opened only for reading, so a failure to close it is not tested.
    for at in 1...(call == "close" ? count - 1 : count) {
      let (finished, calls, folder) = try run(at: at)
      if call == "close" && !calls.call.hasSuffix(".tmp") { continue }
      #expect(finished.hasFailedAsDocumented, "\(calls.call)")
      #expect(finished.problem.code == "output-failed")
      #expect(finished.problem.message.contains("input/output error"))
      Self.plain.expectNothingHalf(quiet, finished, in: folder, "\(calls.call)")
    }
  }

  /// A font that cannot be examined is an error, because a fallback font would change the picture.
  @Test func aFontThatCannotBeLookedAtIsAnError() throws {
    let folder = try TemporaryFolder()
    let (finished, calls) = try FaultLibrary.run(
      ["render"] + Self.plain.words, in: folder, .EIO, at: 5, call: "stat",
      below: [Workspace.root + "/Fonts/files"])
    #expect(calls.isMet)
    #expect(finished.hasFailedAsDocumented)
    #expect(finished.problem.code == "fonts-missing")
    #expect(finished.problem.message.contains("input/output error"))
    #expect(folder.names == [])
  }

  /// A truncated key is an error, because it would produce a different digest of the same notes.
  @Test func halfOfAKeyIsNoKey() throws {
    let folder = try TemporaryFolder()
    try folder.write(String(repeating: "k", count: 64), to: "key")
    chmod(folder.file("key"), 0o600)
    let (finished, calls) = try FaultLibrary.run(
      ["render"] + Self.plain.words, in: folder, .short, at: 1, call: "pread",
      below: [folder.file("key")], environment: ["WALLFARM_KEY_FILE": folder.file("key")])
    #expect(calls.isMet)
    #expect(finished.hasFailedAsDocumented)
    #expect(finished.problem.code == "key-unusable")
    #expect(finished.problem.message.contains("it could not be read completely"))
  }

  /// A picture does not count as done while its name could still be lost in a power failure.
  @Test func aFolderThatCannotBeSyncedCostsItsUnitAnAttempt() throws {
    let batch = FaultyBatch()
    for name in ["out/a", "out/b"] {
      // The picture is synced first, and then its folder. The queue is synced at varying times, so
      // its syncs are not counted.
      var synced: [String] = []
      for at in 1...4 {
        let (finished, calls, folder) = try batch.run(
          .EIO, at: at, call: "fsync", below: name,
          words: ["--attempts", "1", "--report", "report.json"])
        guard calls.isMet else { break }
        synced.append(calls.call)
        #expect(finished.status == 1, "\(calls.call)")
        #expect(try folder.text("report.json").contains("input/output error"))
        #expect(try folder.text("report.json").contains("\"output-failed\""))
      }
      #expect(synced.last?.hasSuffix("/" + name) == true, "\(synced)")
    }
  }

  /// An installed plugin is complete or absent, and a failed sync is an error.
  @Test func aFolderIsSyncedBeforeItIsThere() throws {
    func run(at: Int) throws -> (finished: Finished, calls: FaultCalls, names: [String]) {
      let folder = try TemporaryFolder()
      try folder.write("", to: "plugins/keep")
      let (finished, calls) = try FaultLibrary.run(
        ["plugin", "new", "plugins/mine"], in: folder, .EIO, at: at,
        call: "fsync", below: [folder.file("plugins")])
      return (finished, calls, folder.names(in: "plugins").filter { $0 != "keep" })
    }
    let (_, all, files) = try run(at: 0)
    #expect(all.count >= 4 && files == ["mine"], "\(all.count) \(files)")
    for at in 1...all.count {
      let (finished, calls, names) = try run(at: at)
      #expect(calls.isMet && finished.hasFailedAsDocumented, "\(calls.call)")
      #expect(finished.problem.code == "output-failed", "\(finished.error)")
      #expect(names == [], "\(calls.call): \(names)")
    }
  }

  /// An old version is removed only after its replacement has been synced.
  @Test func nothingOldGoesBeforeTheNewIsSafe() throws {
    func words(_ note: String) -> [String] {
      ["bundle", "make", "-d", "iphone8", "-n", note, "--preset", "1", "--output", "mine", "-q"]
    }
    let start = try TemporaryFolder()
    let made = try Program.run(words("old"), in: start)
    #expect(made.status == 0, "\(made.error)")
    let old = try start.text("mine/bundle.json")
    func run(at: Int) throws -> (finished: Finished, calls: FaultCalls, folder: TemporaryFolder) {
      let folder = try TemporaryFolder()
      try FileManager.default.copyItem(atPath: start.file("mine"), toPath: folder.file("mine"))
      let (finished, calls) = try FaultLibrary.run(
        words("new"), in: folder, .EIO, at: at, call: "fsync", below: [folder.file("")])
      return (finished, calls, folder)
    }
    let count = try run(at: 0).calls.count
    // The calls that fail are the syncs of the folder that contains `bundle.json`, and of its
    // parent before and after the folders are exchanged.
    for at in [2, count - 2, count - 1] {
      let (finished, calls, folder) = try run(at: at)
      #expect(calls.isMet && finished.hasFailedAsDocumented, "\(at) of \(count): \(calls.call)")
      #expect(finished.problem.code == "output-failed", "\(finished.error)")
      #expect(try folder.text("mine/bundle.json") == old, "\(at) of \(count): \(calls.call)")
      #expect(folder.names == ["mine"])
      let judged = try Program.run(["bundle", "verify", "mine"], in: folder)
      #expect(judged.status == 0, "\(judged.error)")
    }
  }

  /// A worker whose fence excludes the font folders could never render, so the worker is replaced.
  @Test(arguments: ["open", "fstat"], ["/usr", Workspace.root + "/Fonts"])
  func aWorkerThatCannotBuildItsFenceIsReplaced(call: String, below: String) throws {
    let batch = FaultyBatch()
    let quiet = try FaultyBatch.quiet.get()
    var met = 0
    for at in 1...10 where met < 2 || Torture.isOn {
      let (finished, calls, folder) = try batch.run(.EIO, at: at, call: call, below: below)
      // If the kernel does not support landlock, the fence opens no folders here, and every process
      // reads the font configuration.
      guard calls.isMet else { break }
      guard calls.call.hasSuffix(below) else { continue }
      met += 1
      #expect(finished.status == 0, "\(call) \(at): \(finished.error)")
      #expect(try batch.pictures(in: folder) == quiet)
    }
  }

  @Test(arguments: [FaultKind.memory, .EIO, .ENOSPC, .EINTR, .short])
  func aBatchIsFinishedByTheNextRun(_ kind: FaultKind) throws {
    let batch = FaultyBatch()
    let quiet = try FaultyBatch.quiet.get()
    let count = try batch.run(kind, at: 0).calls.count
    try FaultPoints.each(of: count, spread: 3, most: kind == .memory ? 400 : nil) { at in
      let (finished, calls, folder) = try batch.run(kind, at: at)
      let place: Comment = "\(kind) at call \(at) of \(count): \(calls.call)"
      #expect(finished.status != 137, "hangs, \(place)")
      if finished.status == 0 { #expect(try batch.pictures(in: folder) == quiet, place) }
      for (name, bytes) in try batch.pictures(in: folder) {
        #expect(quiet[name] == bytes, "\(name) is half or another one, \(place)")
      }
      try batch.expectFinished(by: "the next run", quiet, in: folder, place)
    }
  }
}

/// A render that can be repeated, each time in a new folder.
struct FaultyRender: Sendable, CustomTestStringConvertible {
  let words: [String]
  let picture: String
  var testDescription: String { picture }

  /// The picture from an undisturbed run.
  func quiet() throws -> [UInt8] {
    let folder = try folder()
    let finished = try Program.run(["render"] + words, in: folder, from: "out")
    #expect(finished.status == 0, "\(finished.error)")
    return try folder.bytes("out/" + picture)
  }

  /// The inputs, and the folder `out` with an older picture.
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "out/" + picture)
    try folder.write("Buy milk\nCall Ana\n", to: "out/notes.txt")
    if words.contains("--photo") { try folder.write(FaultyRender.photo.get(), to: "out/photo.png") }
    return folder
  }

  private static let photo = Result {
    let folder = try TemporaryFolder()
    _ = try Program.run(
      ["render", "-d", "iphone8", "-t", "home", "--set", "kind=radial", "-o", "a.png"], in: folder)
    return try folder.bytes("a.png")
  }

  /// Runs the render with one fault; if `at` is 0, only counts the calls.
  func run(
    _ kind: FaultKind, at: Int, _ quiet: [UInt8], call: String? = nil, below: String? = nil
  ) throws -> (finished: Finished, calls: FaultCalls, folder: TemporaryFolder) {
    let folder = try folder()
    // Interrupted and partial calls are limited to the folder `out` and the templates, because the
    // libraries that read fonts treat an interrupted call as an error. Calls on a real disk are
    // never interrupted.
    let isOurs = kind == .EINTR || kind == .short || below != nil
    let (finished, calls) = try FaultLibrary.run(
      ["render"] + words, in: folder, from: "out", kind, at: at, call: call,
      below: isOurs
        ? [folder.file("out")] + (below == nil ? [Workspace.root + "/Templates"] : []) : [])
    #expect(at == 0 || calls.isMet || kind == .memory)
    #expect(at > 0 || finished.status == 0, "\(finished.error)")
    return (finished, calls, folder)
  }

  /// Checks the outputs of a successful run.
  func expectDelivered(_ quiet: [UInt8], in folder: TemporaryFolder, _ place: Comment) throws {
    #expect(try folder.bytes("out/" + picture) == quiet, "another picture, \(place)")
    expectNoStrays(in: folder, place)
    guard words.contains("--report") else { return }
    let receipt = try #require(
      (try? folder.json("out/report.json") as? [[String: Any]])?.first, "no report, \(place)")
    #expect(receipt["bytes"] as? Int == quiet.count, place)
  }

  /// Checks that a failure left either the old or the new picture and, after a clean exit, nothing
  /// else.
  func expectNothingHalf(
    _ quiet: [UInt8], _ finished: Finished, in folder: TemporaryFolder, _ place: Comment
  ) {
    let bytes = try? folder.bytes("out/" + picture)
    #expect(bytes == quiet || bytes == Array("old".utf8), "half a picture, \(place)")
    if folder.names(in: "out").contains("report.json") {
      #expect((try? folder.json("out/report.json")) != nil, "half a report, \(place)")
    }
    // Swift and GLib abort when memory runs out.
    guard finished.status < 128 else { return }
    #expect(finished.error.contains("error["), "an end without an error, \(place)")
    expectNoStrays(in: folder, place)
  }

  private func expectNoStrays(in folder: TemporaryFolder, _ place: Comment) {
    for name in ["out", "out/cache"] {
      let strays = folder.names(in: name).filter { $0.hasSuffix(".tmp") }
      #expect(strays == [], place)
    }
  }
}

/// A batch of two pictures with one worker; the fault affects the process that reaches the call
/// first.
struct FaultyBatch {
  private static let jobs =
    #"{"id":"a","devices":"iphone8","notes":["Buy milk"]}"# + "\n"
    + #"{"id":"b","devices":"iphonese3","template":"home","color":"navy"}"#
  private let words = ["batch", "jobs.jsonl", "--output", "out", "-j", "1", "-q"]

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(Self.jobs, to: "jobs.jsonl")
    return folder
  }

  /// The pictures from an undisturbed run.
  static let quiet = Result {
    let batch = FaultyBatch()
    let folder = try batch.folder()
    let finished = try Program.run(batch.words, in: folder)
    #expect(finished.status == 0, "\(finished.error)")
    let pictures = try batch.pictures(in: folder)
    #expect(pictures.count == 2)
    return pictures
  }

  func run(
    _ kind: FaultKind, at: Int, call: String? = nil, below: String = "out",
    words more: [String] = []
  ) throws -> (finished: Finished, calls: FaultCalls, folder: TemporaryFolder) {
    let folder = try folder()
    let isNone = kind == .EINTR || kind == .short
    let (finished, calls) = try FaultLibrary.run(
      words + more, in: folder, kind, at: at, call: call,
      below: call != nil
        ? [below.hasPrefix("/") ? below : folder.file(below)]
        // SQLite treats an interrupted sync as an error, but syncs are never interrupted on a real
        // disk.
        : isNone ? ["out/a", "out/b", "jobs.jsonl"].map(folder.file) : [])
    #expect(at > 0 || finished.status == 0, "\(finished.error)")
    if isNone { #expect(finished.status == 0, "\(kind): \(calls.call): \(finished.error)") }
    return (finished, calls, folder)
  }

  /// Every picture, keyed by name.
  func pictures(in folder: TemporaryFolder) throws -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    for job in ["a", "b"] {
      for name in folder.names(in: "out/" + job) where !name.hasPrefix(".") {
        found[name] = try folder.bytes("out/\(job)/\(name)")
      }
    }
    return found
  }

  func expectFinished(
    by what: String, _ quiet: [String: [UInt8]], in folder: TemporaryFolder, _ place: Comment
  ) throws {
    let next = try Program.run(words + ["--report", "report.json"], in: folder)
    #expect(next.status == 0, "\(what): \(next.error), \(place)")
    #expect(try pictures(in: folder) == quiet, place)
    let report = try folder.json("report.json") as? [String: Any]
    let rows = report?["units"] as? [[String: Any]] ?? []
    #expect(rows.compactMap { $0["unit"] as? String }.sorted() == ["a/iphone8", "b/iphonese3"])
    #expect(rows.allSatisfy { $0["state"] as? String == "done" }, place)
    for job in ["a", "b"] {
      #expect(folder.names(in: "out/" + job).count == 1, "\(place)")
    }
  }
}
