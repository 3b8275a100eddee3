import Foundation
import Testing
import WallfarmTesting

/// Films in job files: `wallfarm batch` makes the same files as `wallfarm motion`, on any number of
/// workers, and resumes an interrupted film.
@Suite struct FilmBatchTests {
  /// A film of six segments.
  private static let long =
    #"{"id": "hook", "motion": "hook", "devices": "iphonese3", "frames": "0…179", "output": "hook.mp4"}"#
  private static let longWords = ["motion", "hook", "--device", "iphonese3", "--frames", "0…179"]

  private static let own = """
    {"format": 1, "summary": "x", "says": ["x"], "still": 0, "reduced": [{"at": 0, "seconds": 1}],
     "texts": {"en": {"hello": "Hello"}, "de": {"hello": "Hallo"}},
     "shots": [
      {"seconds": 1.2, "picture": {"template": "lock", "photo": "beach.png", "notes": ["$hello", "Call Ana"]},
       "things": [{"name": "phone", "place": [0.5, 0.8], "width": 0.3, "phone": {"picture": {"template": "lock", "notes": ["$hello"]}}}],
       "tracks": [{"of": "note.*", "stagger": 0.2, "keys": [{"at": 0, "opacity": 0}, {"at": 0.8, "opacity": 1}]}]}]}
    """

  private func folder(_ jobs: String...) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(jobs.joined(separator: "\n"), to: "jobs.jsonl")
    return folder
  }

  /// Creates a folder with a custom motion and its photos.
  private func ownFolder(_ jobs: String...) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(jobs.joined(separator: "\n"), to: "jobs.jsonl")
    try folder.write(Self.own, to: "mine.json")
    for (name, colors) in [("beach", "tan-navy"), ("forest", "green-black")] {
      let made = Tool.run(
        "convert",
        ["-seed", "7", "-size", "200x400", "plasma:\(colors)", folder.file("\(name).png")])
      try #require(made.status == 0)
    }
    return folder
  }

  private func batch(_ folder: TemporaryFolder, _ options: String...) throws -> Finished {
    try Program.run(["batch", "jobs.jsonl", "--output", "out"] + options, in: folder)
  }

  /// Runs a batch, and returns the number of units that it renders, excluding units that were
  /// already done.
  private func made(_ folder: TemporaryFolder) throws -> Int {
    let run = try batch(folder, "--json")
    #expect(run.status == 0, "\(run.error)")
    return run.lines.count(where: { $0.contains(#""event":"done""#) })
  }

  /// Returns the film that `wallfarm motion` makes.
  private func film(_ words: [String], in folder: TemporaryFolder) throws -> [UInt8] {
    let name = "own." + (words.contains("webp") ? "webp" : "mp4")
    let run = try Program.run(
      words.filter { $0 != "webp" } + ["--quiet", "-o", name], in: folder)
    #expect(run.status == 0, "\(run.error)")
    return try folder.bytes(name)
  }

  /// The film of six segments, made once by `wallfarm motion` for all tests.
  private static let longFilm = Result {
    let folder = try TemporaryFolder()
    let run = try Program.run(longWords + ["--quiet", "-o", "hook.mp4"], in: folder)
    try #require(run.status == 0, "\(run.error)")
    return try folder.bytes("hook.mp4")
  }

  private func kept(_ folder: TemporaryFolder) -> [String] {
    let segments = "out/.wallfarm/segments"
    return folder.names(in: segments).flatMap { film in
      folder.names(in: "\(segments)/\(film)").filter { $0.hasPrefix("segment-") }
        .map { "\(segments)/\(film)/\($0)" }
    }
  }

  private func visible(_ folder: TemporaryFolder) -> [String] {
    folder.names(in: "out").filter { $0 != ".wallfarm" }
  }

  private func rows(_ folder: TemporaryFolder) throws -> [[String: Any]] {
    let json = try #require(try folder.json("r.json") as? [String: Any])
    return try #require(json["units"] as? [[String: Any]])
  }

  // MARK: - The same film

  @Test(arguments: ["1", "3"])
  func theFileIsThatOfTheVerbForAnyNumberOfWorkers(_ workers: String) throws {
    let folder = try folder(
      Self.long, #"{"id": "p", "devices": "iphonese3", "color": "navy", "notes": ["a"]}"#)
    let run = try batch(folder, "--workers", workers, "--report", "r.json")
    #expect(run.status == 0, "\(run.error)")
    #expect(run.lines.last?.hasPrefix("2 of 2 files in out") == true, "\(run.output)")
    #expect(try folder.bytes("out/hook.mp4") == Self.longFilm.get())
    #expect(!folder.names(in: "out/.wallfarm").contains("segments"))
    let row = try #require(try rows(folder).first { $0["unit"] as? String == "hook/iphonese3" })
    let receipt = try #require(row["receipt"] as? [String: Any])
    let sum = Tool.run("sha256sum", [folder.file("out/hook.mp4")]).text.prefix(64)
    #expect(receipt["sha256"] as? String == String(sum))
    #expect(receipt["frames"] as? Int == 180 && receipt["segments"] as? Int == 6)
    #expect(receipt["seconds"] as? Double == 6 && receipt["motion"] as? String == "hook")
  }

  /// A film job accepts the same options as `wallfarm motion`.
  @Test(arguments: [
    (
      #""motion": "all-set", "devices": "9x16", "fps": 24, "frames": "40…63", "output": "a.webp""#,
      "a.webp", ["all-set", "webp", "--device", "9x16", "--fps", "24", "--frames", "40…63"]
    ),
    (
      #""motion": "./mine.json", "devices": "iphone8", "language": "de", "photo": "forest.png""#,
      "a/mine-iphone8.mp4",
      ["./mine.json", "--device", "iphone8", "--language", "de", "--photo", "forest.png"]
    ),
    (
      #""motion": "mine.json", "devices": "iphonexr", "reduced": true"#, "a/mine-iphonexr.mp4",
      ["./mine.json", "--device", "iphonexr", "--reduced"]
    ),
  ])
  func aJobHasTheWordsOfTheVerb(_ job: String, _ file: String, _ words: [String]) throws {
    let folder = try ownFolder(#"{"id": "a", \#(job)}"#)
    let made = try batch(folder, "--workers", "2")
    #expect(made.status == 0, "\(made.error)")
    #expect(try folder.bytes("out/" + file) == film(["motion"] + words, in: folder))
  }

  @Test func whatHasNotChangedIsNotMadeAgain() throws {
    let folder = try ownFolder(#"{"id": "a", "motion": "mine.json", "devices": "iphone8"}"#)
    #expect(try made(folder) == 1)
    #expect(try made(folder) == 0)
    // Whitespace and comments do not change the digest.
    try folder.write("// mine\n" + Self.own, to: "mine.json")
    #expect(try made(folder) == 0)
    try folder.write(Self.own.replacing("Call Ana", with: "Call Ben"), to: "mine.json")
    #expect(try made(folder) == 1)
    // Changing a photo changes the digest.
    try folder.write(try folder.bytes("forest.png"), to: "beach.png")
    #expect(try made(folder) == 1)
    try folder.write(
      Array(try folder.bytes("out/a/mine-iphone8.mp4").dropLast()), to: "out/a/mine-iphone8.mp4")
    #expect(try made(folder) == 1)
    #expect(
      try folder.bytes("out/a/mine-iphone8.mp4")
        == film(["motion", "./mine.json", "--device", "iphone8"], in: folder))
  }

  // MARK: - Ended in the middle

  /// Waits until a film is partly finished, and then runs the closure.
  private func inTheMiddle(
    _ folder: TemporaryFolder, _ body: (Process) throws -> Void
  ) throws -> Process {
    let log = try TemporaryFolder()
    let process = try Program.start(
      ["batch", "jobs.jsonl", "--output", "out", "--workers", "1", "--report", "r.json"],
      in: folder,
      log: try log.write("", to: "log"))
    let isAtWork = eventually { !process.isRunning || !kept(folder).isEmpty }
    let said = try log.text("log")
    #expect(isAtWork && process.isRunning, "\(said)")
    try body(process)
    process.waitUntilExit()
    return process
  }

  @Test(arguments: [(SIGKILL, 9), (SIGINT, 130)] as [(Int32, Int32)])
  func aBatchGoesOnWithTheSegmentsThatAreThere(_ signal: Int32, _ status: Int32) throws {
    let folder = try folder(Self.long)
    let process = try inTheMiddle(folder) { kill($0.processIdentifier, signal) }
    #expect(process.terminationStatus == status)
    #expect(visible(folder) == [])
    let before = kept(folder)
    #expect((1..<6).contains(before.count))
    let again = try batch(folder, "--json")
    #expect(again.status == 0, "\(again.error)")
    let segments = again.lines.filter { $0.contains(#""event":"segment""#) }
    #expect(segments.count == 6 - before.count)
    #expect(segments.last?.contains(#""done":6"#) == true)
    #expect(try folder.bytes("out/hook.mp4") == Self.longFilm.get())
    #expect(!folder.names(in: "out/.wallfarm").contains("segments"))
  }

  /// A segment damaged on disk is rendered again.
  @Test func aSegmentThatWasDamagedIsMadeAgain() throws {
    let folder = try folder(Self.long)
    _ = try inTheMiddle(folder) { kill($0.processIdentifier, SIGKILL) }
    let segment = try #require(kept(folder).first)
    var bytes = try folder.bytes(segment)
    bytes[bytes.count / 2] ^= 1
    try folder.write(bytes, to: segment)
    let again = try batch(folder, "--report", "r.json")
    #expect(again.status == 0, "\(again.error)")
    #expect(try rows(folder).first?["attempts"] as? Int == 2)
    #expect(try folder.bytes("out/hook.mp4") == Self.longFilm.get())
  }

  /// A segment that is waiting for the rest of its film may be removed by a cleaner of temporary
  /// files; it is rendered again.
  @Test func aSegmentThatVanishesIsMadeAgain() throws {
    let folder = try folder(Self.long)
    let process = try inTheMiddle(folder) { _ in
      let segment = try #require(kept(folder).first)
      try FileManager.default.removeItem(atPath: folder.file(segment))
    }
    #expect(process.terminationStatus == 0)
    #expect(try folder.bytes("out/hook.mp4") == Self.longFilm.get())
    #expect(try rows(folder).first?["attempts"] as? Int == 2)
  }

  /// If a photo is replaced while a film is rendered, the film fails instead of mixing two
  /// versions, and the next batch renders a complete film.
  @Test func aPhotoThatIsReplacedMeanwhileMakesNoFilm() throws {
    let folder = try ownFolder(
      #"{"id": "a", "motion": "mine.json", "devices": "iphone8", "output": "a.mp4"}"#)
    try folder.write(
      Self.own.replacing(#""seconds": 1.2, "picture""#, with: #""seconds": 90, "picture""#),
      to: "mine.json")
    let process = try inTheMiddle(folder) { _ in
      try FileManager.default.moveItem(
        atPath: folder.file("forest.png"), toPath: folder.file("next.png"))
      #expect(rename(folder.file("next.png"), folder.file("beach.png")) == 0)
    }
    #expect(process.terminationStatus == 1 && visible(folder) == [])
    let row = try #require(try rows(folder).first)
    #expect(row["attempts"] as? Int == 1)
    let error = try #require(row["error"] as? [String: Any])
    #expect(error["code"] as? String == "input-changed")
    try folder.write(Self.own, to: "mine.json")
    #expect(try made(folder) == 1)
    #expect(
      try folder.bytes("out/a.mp4")
        == film(["motion", "./mine.json", "--device", "iphone8"], in: folder))
  }

  /// Canceling a film removes its segments.
  @Test func aFilmThatIsCancelledLeavesNothing() throws {
    let folder = try folder(
      #"{"id": "a", "motion": "how-to-fix", "devices": "iphone15", "fps": 60, "output": "a.mp4"}"#)
    let process = try inTheMiddle(folder) { _ in
      let cancelled = try Program.run(["queue", "cancel", "out", "a/iphone15"], in: folder)
      #expect(cancelled.output == "1 unit canceled\n")
    }
    #expect(process.terminationStatus == 1)
    #expect(visible(folder) == [] && !folder.names(in: "out/.wallfarm").contains("segments"))
  }

  /// An error that occurs only during rendering makes the unit fail and leaves no segments.
  @Test func aFilmThatCannotBeDrawnIsOneRow() throws {
    let folder = try ownFolder(#"{"id": "a", "motion": "mine.json", "devices": "iphone8"}"#)
    try folder.write(Self.own.replacing("note.*", with: "nope.*"), to: "mine.json")
    let run = try batch(folder)
    #expect(run.status == 1 && run.error.contains("nope.*"), "\(run.error)")
    #expect(visible(folder) == [] && !folder.names(in: "out/.wallfarm").contains("segments"))
  }

  /// If a later job file omits a film, the film's segments are removed.
  @Test func segmentsOfAFilmThatIsNotWantedAreRemoved() throws {
    let folder = try folder(Self.long)
    _ = try inTheMiddle(folder) { kill($0.processIdentifier, SIGKILL) }
    #expect(!kept(folder).isEmpty)
    try folder.write(
      #"{"id": "p", "devices": "iphonese3", "color": "navy", "notes": ["a"]}"#, to: "jobs.jsonl")
    #expect(try batch(folder).status == 0)
    #expect(!folder.names(in: "out/.wallfarm").contains("segments"))
  }

  // MARK: - Mistakes

  @Test(
    arguments: [
      (
        #"{"motion": "hoook", "devices": "iphonese3"}"#, "unknown-motion", "jobs.jsonl:1:12",
        "'hook'"
      ),
      (
        #"{"motion": "../x.json", "devices": "iphonese3"}"#, "path-outside", "jobs.jsonl:1:12", nil
      ),
      (
        #"{"motion": "gone.json", "devices": "iphonese3"}"#, "file-unreadable", "jobs.jsonl:1:12",
        nil
      ),
      (
        #"{"motion": "hook", "devices": "iphonese3", "fps": 10}"#, "invalid-value",
        "jobs.jsonl:1:51", nil
      ),
      (
        #"{"motion": "hook", "devices": "iphonese3", "frames": "9…3"}"#, "invalid-parameter",
        "jobs.jsonl:1:54", "30-59"
      ),
      (
        #"{"motion": "hook", "devices": "iphonese3", "theme": "fog"}"#, "conflicting-options",
        "jobs.jsonl:1:44", nil
      ),
      (
        #"{"devices": "iphonese3", "notes": ["a"], "fps": 30}"#, "conflicting-options",
        "jobs.jsonl:1:49", #""motion": "hook""#
      ),
      (
        #"{"motion": "hook", "devices": "iphonese3", "photo": "a.png"}"#, "conflicting-options",
        "jobs.jsonl:1:53", "'reveal'"
      ),
      (
        #"{"motion": "hook", "devices": "iphonese3", "output": "a.png"}"#, "output-pattern",
        "jobs.jsonl:1:54", nil
      ),
      (
        #"{"motion": "hook", "devices": "iphonese3", "output": "{theme}.mp4"}"#, "output-pattern",
        "jobs.jsonl:1:54", "{template}"
      ),
      (
        #"{"motion": "hook", "devices": "iphone51"}"#, "unknown-device", "jobs.jsonl:1:31",
        "'iphone15'"
      ),
      (#"{"motion": "hook"}"#, "unknown-device", "jobs.jsonl:1:1", nil),
      (
        #"{"motion": "hook", "devices": "9x16"}"# + "\n" + #"{"devices": "9x16", "notes": ["a"]}"#,
        "invalid-value", "jobs.jsonl:2:13", nil
      ),
    ] as [(String, String, String, String?)])
  func aMistakeHasItsPlace(
    _ jobs: String, _ code: String, _ origin: String, _ hint: String?
  ) throws {
    let folder = try folder(jobs)
    let run = try batch(folder)
    let problem = run.problem
    #expect(problem.code == code && problem.origin?.hasPrefix(origin) == true, "\(run.error)")
    if let hint { #expect(problem.hint?.contains(hint) == true, "\(run.error)") }
    #expect(run.hasFailedAsDocumented && visible(folder) == [])
  }

  /// All errors in a motion file are reported with their positions and the job that names the file.
  @Test func mistakesInAMotionHaveTheirPlaces() throws {
    let folder = try ownFolder(#"{"id": "a", "motion": "mine.json", "devices": "iphone8"}"#)
    try folder.write(
      Self.own.replacing(#""says""#, with: #""sayss""#).replacing(
        "0.8, \"opac", with: "0.8, \"opc"),
      to: "mine.json")
    let run = try batch(folder)
    #expect(
      run.error.contains("mine.json:1:31") && run.error.contains("mine.json:6:"), "\(run.error)")
    #expect(run.error.contains("'a'"))
  }

  @Test func checkingCountsFilms() throws {
    let folder = try folder(
      #"{"motion": "hook", "devices": ["iphonese3", "9x16"]}"#,
      #"{"devices": "iphonese3", "color": "navy", "notes": ["a"]}"#)
    let run = try batch(folder, "--check")
    #expect(
      run.output.numbers == [2, 1, 2], "\(run.error)")
    #expect(folder.names(in: "out") == [])
  }

  /// Defaults in a job file that apply only to pictures do not affect the films in the same file.
  @Test func defaultsOfPicturesAreNoneOfFilms() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      {"defaults": {"devices": "iphonese3", "theme": "fog", "fps": 24, "output": "{id}-{template}.{format}"},
       "jobs": [{"id": "a", "motion": "hook", "frames": "0…1"}, {"id": "b", "notes": ["x"]}]}
      """, to: "jobs.jsonl")
    try FileManager.default.moveItem(
      atPath: folder.file("jobs.jsonl"), toPath: folder.file("jobs.json"))
    let run = try Program.run(["batch", "jobs.json", "--output", "out"], in: folder)
    #expect(run.status == 0, "\(run.error)")
    #expect(visible(folder) == ["a-hook.mp4", "b-lock.png"])
  }

  /// `queue show` shows a film in the same way as a picture, and `queue repro` rejects a film.
  @Test func aFilmInAQueueIsShown() throws {
    let folder = try folder(
      #"{"id": "a", "motion": "hook", "devices": "iphonese3", "frames": "0…1"}"#)
    #expect(try batch(folder).status == 0)
    let shown = try Program.run(["queue", "show", "out", "a/iphonese3"], in: folder)
    #expect(shown.output.contains("motion: hook") && shown.output.contains("frames: 0…1"))
    let packed = try Program.run(["queue", "repro", "out", "a/iphonese3"], in: folder)
    #expect(packed.problem.code == "invalid-job" && packed.hasFailedAsDocumented)
  }
}
