import Foundation
import Testing
import WallfarmPluginKit
import WallfarmTesting
import wallfarm

/// The exit status of each verb, for success and for failure.
@Suite struct ExitStatusTests {
  private static let notes = ["-d", "iphone8", "-n", "a"]

  /// Pairs of arguments and the expected exit status.
  static let table: [(words: [String], status: Int32)] = [
    (["render", "-q"] + notes, 0), (["render"] + notes + ["--theme", "papre"], 65),
    (["render", "-d", "iphone8", "--notes", "gone.json"], 74), (["render", "--clock", "big"], 64),
    (["render"] + notes + ["--color", "red", "--photo", "x.jpg"], 64),
    (["preview", "p.png", "-q", "-d", "iphone8"], 0),
    (["preview", "p.png", "-d", "iphone8,ipad10"], 65),
    (["preview", "p.png", "-d", "iphone8", "--time", "9\u{1B}[31m"], 65),
    (["preview", "gone.png", "-d", "iphone8"], 74),
    (["verify", "p.png"] + notes, 0), (["verify", "p.png", "-d", "iphone8", "-n", "b"], 2),
    (["verify", "p.png", "-d", "iphone51", "-n", "a"], 65),
    (["batch", "jobs.json", "-q", "-o", "out"], 0), (["batch", "jobs.json"], 64),
    (["batch", "wrong.json", "-q", "-o", "out2"], 65), (["batch", "jobs.json", "-o", "p.png"], 74),
    (["batch", "wrong.json", "-q", "-o", "out2", "--skip-invalid"], 1),
    (["farm", "prepare"], 64), (["farm", "submit", "jobs.json", "--out", "s3://b/x"], 64),
    (["farm", "submit", "jobs.json", "--out", "out3", "--check"], 0),
    (["farm", "submit", "wrong.json", "--out", "out3", "--check"], 65), (["farm", "work"], 64),
    (["farm", "status", "--queue", "postgres://127.0.0.1:1/x"], 74), (["farm", "report", "-"], 64),
    (["queue", "status", "done"], 0), (["queue", "list", "done"], 0),
    (["queue", "show", "done", "a/iphone8"], 0), (["queue", "show", "done", "b/iphone8"], 65),
    (["queue", "pause", "done"], 0), (["queue", "resume", "done"], 0),
    (["queue", "retry", "done"], 0), (["queue", "cancel", "done"], 64),
    (["queue", "purge", "done", "--state", "dead"], 0), (["queue", "purge", "done"], 64),
    (["queue", "purge", "done", "--older-than", "30d"], 0),
    (["queue", "purge", "done", "--older-than", "soon"], 65),
    (["queue", "purge", "done", "--older-than", "1h", "--state", "queued"], 65),
    (["farm", "work", "--keep-finished", "1 day"], 65),
    (["queue", "repro", "done", "a/iphone8", "-o", "packed"], 0),
    (["queue", "status", "gone"], 74), (["mcp", "-j1"], 0), (["mcp", "-o", "gone"], 74),
    (["snapshot", "record", "suite", "--mode", "all", "-q"], 0),
    (["snapshot", "verify", "suite", "--mode", "never", "-q"], 0),
    (["snapshot", "report", "suite"], 0), (["snapshot", "report", "suite2"], 65),
    (["snapshot", "report", "suite", "--markdown"], 0),
    (["snapshot", "verify", "suite2", "--mode", "never", "-q"], 2),
    (["snapshot", "report", "suite2", "--markdown"], 2),
    (["snapshot", "approve", "suite2", "--all"], 0), (["snapshot", "approve", "suite2"], 64),
    (["snapshot", "verify", "gone", "--mode", "never"], 74),
    (["bundle", "make", "-q", "-o", "mine.zip"] + notes, 0), (["bundle", "make"] + notes, 64),
    (["bundle", "verify", "gone"], 74), (["bundle", "verify", "mine.zip"], 74),
    (["bundle", "make", "-d", "all", "-n", "a", "-o", "x"], 65), (["preset", "link"], 0),
    (["preset", "link", "21"], 65),
    (["preset", "cards", "-d", "iphone51", "-o", "cards"], 65), (["theme", "list"], 0),
    (["theme", "new", "harbour"], 0), (["theme", "new", "p"], 0), (["theme", "new", ""], 65),
    (["theme", "new", "a\nb"], 65), (["template", "new", ""], 65), (["template", "new", " "], 65),
    (["theme", "check", "fog"], 0), (["theme", "check", "wrong.json"], 1),
    (["theme", "check", "papre"], 1), (["theme", "gallery", "papre"], 65),
    (["theme", "gallery", "fog", "-d", "iphone8", "--no-variants", "-q"], 0),
    (["theme", "gallery", "fog", "--watch", "-o", "-"], 64),
    (["theme", "show", "fog"], 0), (["theme", "show", "gone"], 65),
    (["theme", "add", "harbour.json"], 0), (["theme", "add", "harbour.json"], 65),
    (["theme", "add", "harbour.json", "--replace"], 0), (["theme", "add", "gone.json"], 74),
    (["theme", "add", "wrong.json"], 65), (["theme", "copy", "fog", "mine"], 0),
    (["theme", "copy", "fog", "fog"], 65), (["theme", "copy", "gone", "other"], 65),
    (["theme", "remove", "mine"], 0), (["theme", "remove", "fog"], 65), (["motion", "--json"], 0),
    (["motion", "hook", "--json"], 64),
    (["template", "show", "countdown"], 0), (["template", "show", "fog"], 65),
    (["template", "list"], 0), (["template", "new", "shout"], 0),
    (["flow", "list"], 0), (["flow", "check", "nevernote"], 0), (["flow", "check", "./gone"], 1),
    (["flow", "new", "first"], 0), (["flow", "new", "a b"], 65), (["flow", "play", "gone"], 65),
    (["flow", "play", "notewall", "--order", "gone", "--state", "s.json"], 65),
    (["flow", "play", "notewall", "--answers", "notes.txt", "--state", "s.json"], 0),
    (["flow", "play", "nevernote", "--answers", "notes.txt", "--state", "s.json"], 65),
    (["flow", "play", "nevernote", "--now", "soon", "--state", "s2.json"], 65),
    (["flow", "graph", "unwalk", "-q"], 0), (["flow", "graph", "unwalk", "-f", "pdf"], 64),
    (["flow", "page", "notewall", "-q", "-d", "iphone51"], 65),
    (["flow", "cards", "nevernote"], 65), (["flow", "funnel", "notewall", "gone.jsonl"], 74),
    (["setup"], 65), (["shortcut", "recipe"], 0), (["shortcut", "--preset", "21"], 65),
    (["setup", "-d", "iphone8", "--answers", "gone.txt", "--state", "s3.json"], 74),
    (["challenge", "status"], 65), (["challenge", "list"], 0), (["challenge", "new"], 64),
    (["challenge", "preview", "--photo", "p.png", "-d", "iphone8", "-q", "-o", "c.png"], 0),
    (["challenge", "new", "--goal", "easy", "--photo", "notes.txt"], 65),
    (["challenge", "new", "--photo", "p.png"], 64),
    (["challenge", "new", "--goal", "10000", "--photo", "p.png"], 0),
    (["challenge", "new", "--goal", "10000", "--photo", "p.png"], 65),
    (["challenge", "status"], 0),
    (["challenge", "refresh", "--health", "p.png"], 65),
    (["challenge", "refresh", "--health", "gone.zip"], 74), (["challenge", "refresh"], 0),
    (["challenge", "render", "-d", "iphone8", "-q", "-o", "c.png"], 0),
    (["challenge", "render", "-d", "iphone51", "-o", "c.png"], 65),
    (["challenge", "share", "-d", "iphone8"], 65), (["challenge", "tell"], 64),
    (["challenge", "tell", "--alerts", "off"], 0), (["challenge", "finish"], 65),
    (["challenge", "story", "-d", "iphone8", "--answers", "gone.txt"], 74),
    (["challenge", "cancel"], 64), (["challenge", "cancel", "-y"], 0),
    (["library", "status"], 65), (["library", "scan", "gone"], 74), (["library", "scan"], 64),
    (["library", "scan", ".", "-q"], 0), (["library", "status"], 0), (["library", "problems"], 0),
    (["library", "list", "trips"], 0), (["library", "list", "trip"], 64),
    (["library", "page", "--from", "3000-01-01"], 65), (["library", "page", "-o", "p.pdf"], 65),
    (["library", "content", "2025-01-01"], 65), (["library", "pause"], 0),
    (["library", "privacy"], 0), (["library", "privacy", "--erase"], 64),
    (["motion"], 0), (["motion", "hoook"], 65), (["motion", "hook", "--fps", "9"], 65),
    (["motion", "hook", "-d", "iphone8", "--still", "-q", "-o", "m.png"], 0),
    (["motion", "hook", "-d", "iphone8", "--still", "--strip"], 64),
    (["motion", "./gone.json"], 74),
    (["template", "check", "lock", "home"], 0), (["template", "check", "fog"], 1),
    (["plugin", "list"], 0), (["plugin", "describe", "banner"], 0),
    (["plugin", "describe", "bannr"], 65), (["plugin", "new", "my-notes"], 0),
    (["plugin", "run", "./gone"], 74), (["plugin", "check", "./gone"], 74),
    (["plugin", "add", "./gone"], 74), (["plugin", "remove", "gone"], 65),
    (["device", "list"], 0), (["font", "list"], 0), (["font"], 0), (["font", "lsit"], 64),
    (["font", "show", "Inter"], 0), (["font", "show", "Intr"], 65),
    (["font", "show", "./gone.ttf"], 74), (["font", "check", "gone.ttf"], 1),
    (["pack"], 0), (["pack", "list"], 0), (["pack", "remove", "gone"], 65),
    (["pack", "new"], 64), (["pack", "new", "harbour", "gone.json"], 65),
    (["pack", "make", "gone"], 1), (["pack", "check", "gone.zip"], 1),
    (["pack", "add", "gone.zip"], 1),
    (["device", "show", "pixel8"], 0), (["device", "show", "pixel88"], 65),
    (["device", "find", "1080x2400"], 0), (["device", "find", "1x1"], 65),
    (["device", "check", "gone.json"], 74), (["device", "new", "x"], 65),
    (["check", "notes.txt"], 0), (["check", "wrong.json"], 1), (["describe", "fog"], 0),
    (["content", "convert", "notes.txt"], 0), (["content", "convert", "gone.ics"], 74),
    (["describe", "papre"], 65), (["schema", "theme"], 0), (["schema", "thema"], 65),
    (["serve", "--check"], 0), (["serve", "--check", "--listen", "here"], 65),
    (["serve", "--check", "--listen", ":80"], 65), (["serve", "--check", "--keys", "gone"], 74),
    (["state", "backup", "gone", "--to", "b"], 74), (["state", "backup", "gone"], 64),
    (["state", "check", "gone"], 74), (["state", "check", "done"], 74), (["state"], 0),
    (["publish", "people.json", "-q", "--to", "site"], 0), (["publish", "people.json"], 64),
    (["publish", "gone.json", "--to", "site"], 74),
    (["publish", "wrong.json", "--to", "site"], 65),
    (["publish", "bad-people.json", "-q", "--to", "site"], 1),
    (["doctor"], 0), (["doctor", "now"], 64), (["completions", "bash"], 0),
    (["completions", "tcsh"], 64), (["manual"], 0), (["manual", "2"], 64), ([], 0),
    (["--version"], 0), (["rendr"], 64),
  ]

  @Test func eachVerbEndsAsDocumented() throws {
    let folder = try TemporaryFolder()
    try folder.write("Buy milk", to: "notes.txt")
    try folder.write(#"[{"id": "a", "devices": "iphone8", "notes": ["a"]}]"#, to: "jobs.json")
    try folder.write(
      #"{"jobs": [{"id": "a", "devices": "iphone8", "notes": ["a"]}, {"id": "b"}]}"#,
      to: "wrong.json")
    let person = #"{"device": "iphone8", "lock": {}, "notes": ["a"]}"#
    try folder.write(
      #"{"format": 1, "people": {"ana": \#(person)}}"#, to: "people.json")
    try folder.write(
      #"{"format": 1, "people": {"ana": \#(person), "ben": {}}}"#, to: "bad-people.json")
    for suite in ["suite", "suite2"] {
      try folder.write(
        #"{"snapshots": [{"devices": "iphone8", "notes": ["a"]}]}"#, to: "\(suite)/snapshots.json")
    }
    for words in [
      ["render", "-q", "-o", "p.png"] + Self.notes, ["batch", "jobs.json", "-q", "-o", "done"],
    ] {
      #expect(try Program.run(words, in: folder).status == 0)
    }
    let home = ["XDG_DATA_HOME": folder.file(".data"), "CI": "", "WALLFARM_PLUGINS": ""]
    for (words, status) in Self.table {
      let finished = try Program.run(words, in: folder, environment: home)
      #expect(finished.status == status, "\(words): \(finished.error)")
      if finished.error.contains("error["), status > 1 {
        #expect(finished.hasFailedAsDocumented, "\(words): \(finished.error)")
      }
    }
  }

  /// A new verb must be added to the table.
  @Test func everyVerbIsInTheTable() throws {
    let verbs = try verbs(below: [])
    #expect(verbs.count > 30)
    for verb in verbs {
      #expect(Self.table.contains { $0.words.starts(with: verb) }, "\(verb)")
    }
  }

  private func verbs(below path: [String]) throws -> [[String]] {
    let help = try CommandTree.help(["help"] + path).split(separator: "\n").map(String.init)
    guard let start = help.firstIndex(of: "SUBCOMMANDS:") else { return [path] }
    let names = help[(start + 1)...].compactMap { line -> String? in
      line.prefixMatch(of: #/  ([a-z-]+)  /#).map { String($0.1) }
    }
    return try names.flatMap { try verbs(below: path + [$0]) }
  }

  @Test func whatIsMissingOnTheMachineIsUnavailable() throws {
    let finished = try Program.run(
      ["render"] + Self.notes, in: TemporaryFolder(), environment: ["WALLFARM_HOME": "/no/such"])
    #expect(finished.status == 69 && finished.hasFailedAsDocumented, "\(finished.error)")
  }

  @Test func aPluginThatFailsIsToldApart() throws {
    let plugin = try OutsideProgram()
    try plugin.before("os.abort()")
    let finished = try Program.run(
      ["render", "--template", "./flat"] + Self.notes + OutsideProgram.options, in: plugin.folder)
    #expect(finished.status == 77 && finished.hasFailedAsDocumented, "\(finished.error)")
  }

  /// Status 75 means that pictures are missing.
  ///
  /// With `--no-verify`, missing pictures are detected only at the end. A run with verification
  /// renders them again.
  @Test func workThatIsLeftIsToldApart() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"[{"id": "a", "devices": "iphone8", "notes": ["a"]}]"#, to: "jobs.json")
    let words = ["batch", "jobs.json", "-q", "-o", "out"]
    #expect(try Program.run(words, in: folder).status == 0)
    #expect(Tool.run("find", [folder.file("out"), "-name", "*.png", "-delete"]).status == 0)
    let left = try Program.run(words + ["--no-verify"], in: folder)
    #expect(left.status == 75, "\(left.error)")
    #expect(try Program.run(words, in: folder).status == 0)
  }
}
