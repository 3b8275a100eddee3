import FlowHosts
import Foundation
import SourceJSON
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Plays stories in a terminal: to the end, interrupted at each line, from a file, and with real
/// wallpapers.
@Suite(.tags(.torture)) struct TerminalTests {
  /// Plays the stories in a pseudo-terminal and from a file with the same lines.
  ///
  /// In the pseudo-terminal, a story is also interrupted by Ctrl-C or SIGKILL before each line.
  @Test func theStoriesArePlayedToTheirEnd() throws {
    let folder = try TemporaryFolder()
    let script = Workspace.root + "/Tests/FlowHostsTests/play-terminal.py"
    let judge = Tool.run(
      "/usr/bin/env",
      [
        "WALLFARM_HOME=" + Workspace.root, "/usr/bin/python3", script, Program.path, folder.path,
      ], withErrors: true)
    #expect(judge.status == 0, "\(judge.text.suffix(2000))")
    #expect(judge.text.split(separator: "\n").filter { $0.hasPrefix("ok:") }.count > 100)
  }

  /// Answers as a person types them: each note and number is typed directly when it is requested.
  private static let answers = [
    "start", "next", "next", "have", "Buy milk", "Call Ana", "next", "next", "home", "black",
    "next", "next",
    "2", "next", "open", "ok", "stuck", "save", "done", "came-back", "yes", "run", "ok", "granted",
    "next", "", "start",
  ]
  /// Equivalent answers for `--order first`, as a program sends them: the name of a fact precedes
  /// its value.
  private static let otherAnswers = [
    "start", "next", "next", "have", "preset", "2", "next", "open", "ok", "yes", "notes",
    "Buy milk",
    "notes", "Call Ana", "next", "next", "home", "black", "next", "granted", "next", "", "start",
  ]

  /// The folder of a complete setup with its events, created once for the tests that only read it.
  private static let complete = Result {
    let folder = try TemporaryFolder()
    let done = try setUp(answers, in: folder, ["--events", "events.jsonl"])
    try #require(done.status == 0, "\(done.error)")
    return folder
  }

  private static func setUp(
    _ lines: [String], in folder: TemporaryFolder, _ options: [String] = []
  ) throws -> Finished {
    try folder.write(lines.map { $0 + "\n" }.joined(), to: "answers.txt")
    return try Program.run(
      ["setup", "-d", "iphonese3", "--state", "state.json", "--answers", "answers.txt", "-q"]
        + options, in: folder)
  }

  @Test func setupEndsWithAllThatAPhoneNeeds() throws {
    let folder = try TemporaryFolder()
    let done = try Self.setUp(Self.answers, in: folder)
    #expect(done.status == 0 && done.error.isEmpty, "\(done.error)")
    let checked = try Program.run(["bundle", "verify", "wallfarm-setup"], in: folder)
    #expect(checked.status == 0, "\(checked.error)")
    let names = folder.names(in: "wallfarm-setup")
    #expect(
      Set(names).isSuperset(of: ["LockScreen", "HomeScreen", "setup.html", "qr-install.png"]))
    #expect(try folder.bytes("wallfarm-setup-red.png").count > 1000)
    #expect(
      String(decoding: done.bytes, as: UTF8.self).contains("https://www.icloud.com/shortcuts/"))
    // The daily flow starts with the facts that it shares with the setup flow.
    let daily = try JSONNode(parsing: try folder.text("notewall-daily.json"))
    #expect(daily["facts"]?["notes"]?.elements?.compactMap(\.string) == ["Buy milk", "Call Ana"])
    #expect(daily["facts"]?["preset"]?.number == 2 && daily["facts"]?["home"]?.string == "black")
    #expect(daily["step"] == nil && daily["facts"]?["granted"] == nil)
    // After the end, the flow does not restart automatically.
    let again = try Self.setUp([], in: folder)
    #expect(again.status == 0)
    #expect(try folder.text("state.json").contains(#""finished": 3"#))
    // The files that setup announces exist at the printed paths.
    let said = String(decoding: done.bytes, as: UTF8.self)
    for name in ["LockScreen/lock.png", "HomeScreen/home.png", "instruction.png", "setup.html"] {
      let path = folder.file("wallfarm-setup/\(name)")
      let line = said.split(separator: "\n").last { $0.hasPrefix("  ") && $0.hasSuffix(name) }
      let shown = try #require(line.map { String($0.drop { $0 != "/" }) }, "\(name)")
      #expect(
        try Data(contentsOf: URL(fileURLWithPath: shown))
          == FileManager.default.contents(atPath: path))
    }
  }

  /// Setup with `--order first` creates the same lock screen picture as setup in the default order.
  @Test func theOrderOfTheFlowIsThereToo() throws {
    let (first, other) = (try Self.complete.get(), try TemporaryFolder())
    let done = try Self.setUp(Self.otherAnswers, in: other, ["--order", "first"])
    #expect(done.status == 0 && done.error.isEmpty, "\(done.error)")
    #expect(
      try first.bytes("wallfarm-setup/LockScreen/lock.png")
        == other.bytes("wallfarm-setup/LockScreen/lock.png"))
  }

  /// After setup is complete, the same command changes notes and renders a new picture.
  @Test func setupAgainMakesANewPicture() throws {
    let folder = try TemporaryFolder()
    _ = try Self.setUp(Self.answers, in: folder)
    let lock = "wallfarm-setup/LockScreen/lock.png"
    let before = try folder.bytes(lock)
    let again = try Self.setUp(
      ["notes", "Water the plants", "picture", "make", "run", "ok", "q"], in: folder)
    #expect(again.status == 0 && again.error.isEmpty, "\(again.error)")
    #expect(try folder.bytes(lock) != before)
    let daily = try JSONNode(parsing: try folder.text("notewall-daily.json"))
    #expect(
      daily["facts"]?["notes"]?.elements?.compactMap(\.string)
        == ["Buy milk", "Call Ana", "Water the plants"])
    let checked = try Program.run(["bundle", "verify", "wallfarm-setup"], in: folder)
    #expect(checked.status == 0, "\(checked.error)")
    // The next run starts the flow at its first step with all known facts.
    let next = try Self.setUp(["notes", "notes-remove", "1", "picture", "make"], in: folder)
    #expect(next.status == 0)
    let kept = try JSONNode(parsing: try folder.text("notewall-daily.json"))
    #expect(
      kept["facts"]?["notes"]?.elements?.compactMap(\.string) == ["Call Ana", "Water the plants"])
  }

  /// If a language has no texts, this is reported; a regional variant such as `en-GB` uses the
  /// texts of its language.
  @Test(arguments: [
    ("de", true), ("zh-Hans", true), ("en-GB", false), ("ja-JP", false), ("ar", false),
  ])
  func aLanguageThatIsNotThereIsSaid(_ language: String, _ expected: Bool) throws {
    for words in [
      ["setup", "-d", "iphonese3", "--answers", "none"],
      ["flow", "play", "nevernote", "--answers", "none"],
    ] {
      let folder = try TemporaryFolder()
      try folder.write("", to: "none")
      let done = try Program.run(
        words + ["--state", "s.json", "--language", language], in: folder)
      #expect(done.status == 0)
      #expect(done.error.contains("'\(language)'") == expected, "\(done.error)")
    }
  }

  /// After an interruption at any line, the next run of setup resumes, and the result is the same.
  @Test func setupGoesOnWhereItWasLeft() throws {
    let whole = try Self.complete.get()
    for count in stride(from: 1, to: Self.answers.count, by: Torture.isOn ? 1 : 5) {
      // Do not interrupt within a question that takes several lines, because such a question starts
      // again from the beginning.
      let line = Self.answers[count]
      guard !["ok", "black"].contains(line) else { continue }
      let folder = try TemporaryFolder()
      _ = try Self.setUp(Array(Self.answers[..<count]), in: folder)
      let rest = try Self.setUp(Array(Self.answers[count...]), in: folder)
      #expect(rest.status == 0, "\(rest.error)")
      #expect(try facts(folder) == facts(whole), "left before '\(line)'")
    }
  }

  private func facts(_ folder: TemporaryFolder) throws -> JSONValue? {
    try JSONNode(parsing: try folder.text("state.json"))["facts"]?.plain
  }

  /// A missing photo does not block the flow.
  @Test func whatCannotBeMadeIsToldAndCanBeChanged() throws {
    let folder = try TemporaryFolder()
    var lines = Self.answers
    let place = try #require(lines.firstIndex(of: "black"))
    lines[place] = "photo"
    lines.insert(contentsOf: ["change", "home", "black", "next"], at: place + 2)
    let done = try Self.setUp(lines, in: folder)
    #expect(done.status == 0, "\(done.error)")
    let text = String(decoding: done.bytes, as: UTF8.self)
    #expect(text.contains("error[option-missing]: no photo was given"))
    #expect(try folder.text("state.json").contains(#""finished": 3"#))
  }

  @Test func eventsSayWhichStepsAndNothingElse() throws {
    let folder = try Self.complete.get()
    let text = try folder.text("events.jsonl")
    #expect(text.split(separator: "\n").count >= 14)
    for line in text.split(separator: "\n") {
      let members = try JSONNode(parsing: String(line)).members ?? []
      #expect(Set(members.map(\.key)) == ["flow", "version", "variant", "run", "step"])
    }
    #expect(!text.contains("milk") && !text.contains("Ana"))
    let funnel = try Program.run(
      ["flow", "funnel", "notewall", "events.jsonl", "--json"], in: folder)
    let order = try JSONNode(parsing: String(decoding: funnel.bytes, as: UTF8.self)).elements?.first
    #expect(order?["runs"]?.number == 1)
    let finish = order?["reached"]?.elements?.first { $0["step"]?.string == "finish" }
    #expect(finish?["runs"]?.number == 1)
  }

  /// Answers can be piped in, and the printed command for resuming is complete.
  @Test func answersComeThroughAPipe() throws {
    let folder = try TemporaryFolder()
    let done = try Program.bash(
      #""$wallfarm" flow play nevernote --state s.json --answers <(printf 'next\nnext\n')"#,
      in: folder)
    #expect(done.status == 0, "\(done.error)")
    let text = String(decoding: done.bytes, as: UTF8.self)
    #expect(text.contains("wallfarm flow play nevernote --state s.json"))
    #expect(try folder.text("s.json").contains(#""step": "gestures""#))
  }

  /// The file extension of the output must match its format.
  @Test(arguments: [
    ["flow", "page", "nevernote", "-o", "x.pdf"], ["flow", "graph", "nevernote", "-o", "x.png"],
    ["flow", "graph", "nevernote", "-f", "mermaid", "-o", "x.svg"],
  ])
  func anotherEndingIsRefused(_ words: [String]) throws {
    let folder = try TemporaryFolder()
    let done = try Program.run(words, in: folder)
    #expect(done.status == 65 && done.error.contains("error[output-pattern]"), "\(done.error)")
    #expect(folder.names(in: "").isEmpty)
  }

  /// A truncated state, or a state of another flow, is rejected and left unchanged.
  @Test(arguments: ["", "{", "[]", #"{"format": 1, "flow": "unwalk", "version": 1}"#, "\u{0}"])
  func aStateThatCannotBeReadIsLeftAlone(_ text: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "state.json")
    let done = try Self.setUp(Self.answers, in: folder)
    #expect(done.status == 65, "\(done.error)")
    #expect(try folder.text("state.json") == text)
  }
}
