import Foundation
import Testing
import WallfarmTesting

/// No command replaces an existing file, writes through a link, or blocks on a pipe; it reports the
/// conflict before it does any work.
@Suite(.tags(.torture)) struct InTheWayTests {
  /// Commands, each with a file that it writes and the expected error code; an empty code accepts
  /// any error.
  static let commands: [(file: String, words: [String], code: String)] = [
    ("x.png", ["render", "-q", "-d", "iphone8", "-n", "a", "-o", "x.png"], "output-failed"),
    (
      "x-iphone8.png", ["render", "-d", "iphonexr,iphone8", "-n", "a", "-o", "x-{device}.png"],
      "output-failed"
    ),
    (
      "x.json", ["render", "-q", "-d", "iphone8", "-n", "a", "-o", "y.png", "--report", "x.json"],
      "output-failed"
    ),
    ("x.png", ["preview", "p.png", "-d", "iphone8", "-o", "x.png"], "output-failed"),
    ("x.html", ["theme", "gallery", "fog", "-d", "iphone8", "-o", "x.html"], "output-failed"),
    ("x.svg", ["preset", "link", "--qr", "x.svg"], "output-failed"),
    ("x.html", ["shortcut", "recipe", "-o", "x.html"], "output-failed"),
    ("x.svg", ["flow", "graph", "nevernote", "-o", "x.svg"], "output-failed"),
    ("x.html", ["flow", "page", "nevernote", "-o", "x.html"], "output-failed"),
    ("x/flow.json", ["flow", "new", "x"], "output-failed"),
    ("x", ["bundle", "make", "-d", "iphone8", "-n", "a", "--output", "x"], "output-failed"),
    ("x", ["bundle", "make", "-d", "iphone8", "-n", "a", "--output", "x/"], "output-failed"),
    (
      "x.zip", ["bundle", "make", "-d", "iphone8", "-n", "a", "--output", "x.zip"], "output-failed"
    ),
    (
      "x/preset-07.png", ["preset", "cards", "-d", "iphone8", "--output", "x"], "output-failed"
    ),
    ("out/x.png", ["batch", "jobs.json", "--output", "out"], "output-pattern"),
    ("x.json", ["batch", "jobs.json", "--output", "out", "--report", "x.json"], "output-failed"),
    ("x.prom", ["batch", "jobs.json", "--output", "out", "--metrics", "x.prom"], "output-failed"),
    ("x.json", ["theme", "new", "x"], "output-failed"),
    ("x/template.json", ["template", "new", "x"], "output-failed"),
    ("x", ["plugin", "new", "x"], "output-failed"),
    ("x.xml", ["snapshot", "verify", "suite", "--junit", "x.xml"], "output-failed"),
    ("suite/results", ["snapshot", "verify", "suite"], "output-failed"),
    ("suite/results/.gitignore", ["snapshot", "verify", "suite"], ""),
  ]

  static let obstacles: [(name: String, make: String)] = [
    ("a link", "ln -s \"$PWD/precious\" '%'"), ("a link", "ln -s nowhere '%'"),
    ("a named pipe", "mkfifo '%'"),
  ]

  /// The combinations of command and obstacle to test.
  ///
  /// The first command is tested with every obstacle, and each other command with one of the
  /// obstacles in turn. `make torture` tests all combinations.
  static let cases: [(command: Int, obstacle: Int)] = commands.indices.flatMap { command in
    obstacles.indices.filter {
      Torture.isOn || command == 0 || $0 == command % obstacles.count
    }.map { (command, $0) }
  }

  @Test(arguments: cases)
  func isRefusedBeforeAnyWork(_ command: Int, _ obstacle: Int) throws {
    let (file, words, code) = Self.commands[command]
    let folder = try folder(file, Self.obstacles[obstacle].make)
    let before = try listing(folder)
    let finished = try Program.run(words, in: folder)
    #expect(finished.hasFailedAsDocumented, "\(words) \(finished.error)")
    if !code.isEmpty { #expect(finished.problem.code == code, "\(words) \(finished.error)") }
    let reasons = [
      Self.obstacles[obstacle].name, "already exists", "cannot be read", "did not create",
    ]
    #expect(reasons.contains { finished.problem.message.contains($0) }, "\(finished.error)")
    #expect(finished.problem.hint?.isEmpty == false)
    #expect(try listing(folder) == before, "\(words)")
    #expect(try folder.text("precious") == "mine")
  }

  private static let picture = Result {
    let folder = try TemporaryFolder()
    let made = Tool.run("convert", ["-size", "9x9", "xc:navy", folder.file("p.png")])
    try #require(made.status == 0)
    return try folder.bytes("p.png")
  }

  private func folder(_ file: String, _ obstacle: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("mine", to: "precious")
    try folder.write(Self.picture.get(), to: "p.png")
    try folder.write(
      #"[{"id": "a", "devices": "iphone8", "notes": ["a"], "output": "x.png"}]"#, to: "jobs.json")
    try folder.write(
      #"{"snapshots": [{"template": "lock", "devices": "iphone8", "notes": ["a"]}]}"#,
      to: "suite/snapshots.json")
    let line = obstacle.replacing("%", with: file)
    let made = Tool.run(
      "sh", ["-c", "cd '\(folder.path)' && mkdir -p \"$(dirname '\(file)')\" && \(line)"],
      withErrors: true)
    try #require(made.status == 0, "\(made.text)")
    return folder
  }

  /// Returns all entries below the folder except subfolders, with their types, link targets and
  /// sizes.
  private func listing(_ folder: TemporaryFolder) throws -> [String] {
    Tool.run("sh", ["-c", "cd '\(folder.path)' && find . -printf '%y %p %l %s\\n' | sort"]).text
      .split(separator: "\n").map(String.init).filter { !$0.hasPrefix("d ") }
  }

  // MARK: - Reading

  /// A named pipe is rejected as an input at once, because opening a pipe that has no writer would
  /// block forever.
  @Test(arguments: [
    ["render", "-q", "-d", "iphone8", "--notes", "pipe", "-o", "a.png"],
    ["render", "-q", "-d", "iphone8", "-n", "a", "--photo", "pipe", "-o", "a.png"],
    ["render", "-q", "-d", "iphone8", "-n", "a", "--theme", "./pipe", "-o", "a.png"],
    ["render", "-q", "--repro", "packed", "-o", "a.png"],
    ["verify", "pipe", "-d", "iphone8", "-n", "a"],
    ["preview", "pipe", "-d", "iphone8", "-o", "a.png"],
    ["batch", "pipe", "--output", "out"], ["batch", "jobs.json", "--output", "out2"],
    ["batch", "jobs.json", "--output", "out3"], ["batch", "jobs.json", "--output", "out4"],
    ["queue", "status", "out2"], ["check", "pipe"], ["bundle", "verify", "bundle"],
    ["snapshot", "verify", "suite"], ["snapshot", "verify", "suite2"],
    ["preset", "link", "--shortcuts", "pipe"], ["plugin", "check", "./plug"],
  ])
  func aPipeIsRefusedAtOnce(_ words: [String]) throws {
    let folder = try TemporaryFolder()
    let pipes = [
      "pipe", "packed/repro.json", "out2/.wallfarm/queue.sqlite", "out3/.wallfarm/receipts.jsonl",
      "out4/.wallfarm/lock", "bundle/bundle.json", "suite/snapshots.json",
      "suite2/references/lock/iphone8.txt", "plug/plugin.json",
    ]
    for pipe in pipes {
      let made = Tool.run(
        "sh",
        ["-c", "cd '\(folder.path)' && mkdir -p \"$(dirname \(pipe))\" && mkfifo '\(pipe)'"],
        withErrors: true)
      try #require(made.status == 0, "\(made.text)")
    }
    try folder.write(
      #"[{"id": "a", "devices": "iphone8", "notes": ["a"], "output": "x.png"}]"#, to: "jobs.json")
    try folder.write(
      #"{"snapshots": [{"template": "lock", "devices": "iphone8", "notes": ["a"]}]}"#,
      to: "suite2/snapshots.json")
    let finished = try Program.run(words, in: folder)
    // Status 137 means that the program blocked and was killed. Commands that report several
    // problems list the error and fail with status 1.
    let isListed =
      ["check", "snapshot"].contains(words[0]) && finished.status == 1
      && finished.error.contains("error[")
    #expect(finished.hasFailedAsDocumented || isListed, "\(words) \(finished.error)")
  }
}
