import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// Tests the output for people and for programs: colors, source lines and JSON.
@Suite struct PresentationTests {
  /// Runs a command in a pseudo-terminal made by `script`.
  private func atTerminal(_ variables: String) throws -> String {
    let finished = try Program.bash(
      "\(variables) script -qec '\"$wallfarm\" render -d iphone51 -n a' /dev/null",
      in: TemporaryFolder())
    return finished.output
  }

  @Test func colorsAreForPeople() throws {
    let colored = try atTerminal("TERM=xterm-256color NO_COLOR=")
    #expect(colored.hasPrefix("\u{1B}[1;31merror[unknown-device]\u{1B}[0m: "), "\(colored)")
    #expect(colored.contains("\u{1B}[36m  hint:\u{1B}[0m did you mean 'iphone15'?"))
    for variables in ["TERM=xterm NO_COLOR=1", "TERM=dumb", "TERM="] {
      let plain = try atTerminal(variables)
      #expect(plain.hasPrefix("error[unknown-device]: ") && !plain.contains("\u{1B}"), "\(plain)")
    }
    let piped = try Program.run(["render", "-d", "iphone51", "-n", "a"], in: TemporaryFolder())
    #expect(!piped.error.contains("\u{1B}"))
  }

  /// An escape sequence in a device name cannot color the output.
  @Test func namesDoNotSteerTheTerminal() throws {
    let finished = try Program.bash(
      #"TERM=xterm script -qec "'$wallfarm' render -d $'a\e[31mb' -n a" /dev/null"#,
      in: TemporaryFolder())
    #expect(!finished.output.contains("\u{1B}[31m"), "\(finished.output)")
  }

  /// `render` shows the same source line as `check`.
  @Test func aMistakeInAThemeHasItsLine() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "{\n  \"format\": 1, \"summary\": \"\", \"extends\": \"fog\",\n  \"colrs\": 3\n}",
      to: "mine.json")
    let render = try Program.run(
      ["render", "-d", "iphone8", "-n", "a", "--theme", "./mine.json"], in: folder)
    let check = try Program.run(["check", "./mine.json"], in: folder)
    #expect(render.error == check.error)
    #expect(render.error.contains("  3 |   \"colrs\": 3\n    |   ^\n"), "\(render.error)")
  }

  /// Notes are private, so error messages show no line of a file that contains notes.
  @Test(arguments: [
    ["render", "-d", "iphone8", "--notes", "n.json"], ["render", "--request", "r.json"],
    ["render", "-d", "iphone8", "-n", "a", "--theme", "./n.json"],
    ["render", "-d", "iphone8", "-n", "a", "--theme", "./r.json"],
    ["snapshot", "verify", "suite"], ["batch", "r.json", "-o", "out"], ["check", "n.json"],
    ["check", "r.json"], ["theme", "check", "n.json"],
  ])
  func noLineWithNotesIsShown(_ words: [String]) throws {
    let folder = try TemporaryFolder()
    try folder.write(#"["my secret" 5]"#, to: "n.json")
    try folder.write(#"{"devices": "iphone8", "notes": ["my secret" 1]}"#, to: "r.json")
    try folder.write(
      #"{"snapshots": [{"devices": "iphone8", "notes": ["my secret" 1]}]}"#,
      to: "suite/snapshots.json")
    let finished = try Program.run(words, in: folder)
    #expect(finished.status != 0 && !(finished.error + finished.output).contains("secret"))
  }

  @Test(arguments: [
    ("--theme", "harbour", "harbour.json", "./harbour.json"),
    ("--template", "mine", "mine/template.json", "./mine"),
    ("--template", "flat", "flat.json", "./flat.json"),
  ])
  func aNameThatIsAFileHereIsRecognized(
    option: String, name: String, file: String, hint: String
  ) throws {
    let folder = try TemporaryFolder()
    try folder.write("{}", to: file)
    let finished = try Program.run(
      ["render", "-d", "iphone8", "-n", "a", option, name], in: folder)
    #expect(finished.problem.hint?.contains("'\(hint)'") == true, "\(finished.error)")
  }

  @Test(arguments: [
    (["render", "--widgets=no"], "option", "widgets", "--widgets=no"),
    (["render", "-f", "gif"], "option", "format", "-f"),
    (["render", "--xyz"], "option", "xyz", "--xyz"), (["check"], "argument", "file", "<file>"),
    (["rendr"], "argument", "subcommand", "rendr"),
    (["completions", "tcsh"], "argument", "shell", "<shell>"),
  ])
  func aWrongCommandLineIsToldToPrograms(
    words: [String], kind: String, name: String, text: String
  ) throws {
    let finished = try Program.run(words + ["--errors=json"], in: TemporaryFolder())
    let origin = try JSONNode(parsing: finished.error)["origin"]
    #expect(origin?["kind"]?.string == kind && origin?["name"]?.string == name, "\(finished.error)")
    #expect(origin?["text"]?.string == text)
  }

  @Test(arguments: [
    "numbered-notes", "lock", "fog", "iphone15", "themes", "request", "jobs", "snapshots", "errors",
  ])
  func everythingIsDescribedAsJSON(_ name: String) throws {
    let finished = try Program.run(["describe", name, "--json"], in: TemporaryFolder())
    let value = try JSONNode(parsing: finished.output)
    #expect(finished.status == 0 && (value.elements?.count ?? value.members?.count ?? 0) > 3)
  }

  /// The help does not list the helper commands that only the farm starts.
  @Test func plumbingIsNotListed() throws {
    let folder = try TemporaryFolder()
    for words in [["--help"], ["completions", "bash"], ["completions", "fish"], ["manual"]] {
      let text = try Program.run(words, in: folder).output
      #expect(!text.contains("plugin-server") && text.contains("snapshot"), "\(words)")
    }
    #expect(try Program.run(["worker", "--help"], in: folder).status == 0)
  }
}
