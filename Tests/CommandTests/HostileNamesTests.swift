import Testing
import WallfarmTesting

/// Names and values that try to control the terminal or to imitate other text.
@Suite struct HostileNamesTests {
  /// A name that contains a line break with a fake error, a bidirectional override, an escape
  /// sequence and an invisible character.
  private static let hostile = "x\nerror[no]: \u{202E}gnp\u{1B}[2J\u{2028}\u{200F}\u{FEFF}\u{85}"
  private static let shown =
    "x\\nerror[no]: \\u{202e}gnp\\u{1b}[2J\\u{2028}\\u{200f}\\u{feff}\\u{85}"

  /// Checks that the output contains only visible characters, and that no line starts with the fake
  /// error.
  private func check(_ finished: Finished, status: Int32..., showing text: String? = nil) {
    for said in [finished.error, finished.output] {
      #expect(!said.contains("\nerror[no]"), "\(said)")
      #expect(
        said.unicodeScalars.allSatisfy { scalar in
          scalar == "\n"
            || ![.control, .format].contains(scalar.properties.generalCategory)
              && scalar != "\u{2028}"
        }, "\(said)")
    }
    #expect(status.contains(finished.status), "\(finished.error)")
    #expect(
      text == "" || (finished.error + finished.output).contains(text ?? Self.shown),
      "\(finished.error)")
  }

  @Test func inOptionValues() throws {
    let folder = try TemporaryFolder()
    let (name, note) = (Self.hostile, ["-n", "a", "-o", "a.png"])
    check(
      try Program.run(["render", "-d", name] + note, in: folder), status: 65,
      showing: "\\u{202e}gnp\\u{1b}")
    // A photo whose name contains control characters is rejected, and the name is not printed.
    for (option, text) in [
      ("-t", nil), ("--theme", nil), ("--photo", ""), ("--color", nil), ("--language", nil),
      ("--background", nil), ("--clock", nil),
    ] as [(String, String?)] {
      let words = ["render", "-d", "iphone8", option, name] + note
      check(try Program.run(words, in: folder), status: 65, 64, showing: text)
    }
    let setting = ["render", "-d", "iphone8", "-s", "\(name)=1"] + note
    check(try Program.run(setting, in: folder), status: 65)
    check(try Program.run(["render", "--\(name)"], in: folder), status: 64)
    check(try Program.run([name], in: folder), status: 64)
    check(try Program.run(["describe", "plugin", name], in: folder), status: 64)
    check(try Program.run(["describe", name], in: folder), status: 65)
  }

  @Test func inFileNames() throws {
    let folder = try TemporaryFolder()
    let name = Self.hostile.replacing("/", with: "")
    try folder.write(#"{"colors": {}, "nmae": 1}"#, to: name + ".json")
    try folder.write("no photo", to: name + ".jpg")
    let rest = ["-d", "iphone8", "-n", "a", "-o", "a.png"]
    check(
      try Program.run(["render", "--theme", name + ".json"] + rest, in: folder), status: 65)
    check(
      try Program.run(["render", "--photo", name + ".jpg"] + rest, in: folder), status: 65,
      showing: "")
    check(try Program.run(["check", name + ".json"], in: folder), status: 1)
    check(
      try Program.run(["check", "--json", name + ".json"], in: folder), status: 1, showing: "x\\n")
    let made = ["render", "-d", "iphone8", "-n", "a", "--color", "navy", "-o", name + ".png"]
    check(try Program.run(made, in: folder), status: 0)
  }

  @Test func inKeysOfJSONFiles() throws {
    let folder = try TemporaryFolder()
    let key = #"x\nerror[no]: \u202egnp\u001b[2J\u2028\u200f\ufeff\u0085"#
    try folder.write("{\"\(key)\": 1}", to: "theme.json")
    try folder.write("[{\"\(key)\": 1}]", to: "notes.json")
    try folder.write("{\"jobs\": [{\"\(key)\": 1, \"device\": \"\(key)\"}]}", to: "jobs.json")
    let rest = ["-d", "iphone8", "-o", "a.png"]
    check(
      try Program.run(["render", "--theme", "theme.json", "-n", "a"] + rest, in: folder), status: 65
    )
    // Keys in notes and jobs may be private text, so a message states their length instead of
    // quoting them.
    check(
      try Program.run(["render", "--notes", "notes.json"] + rest, in: folder), status: 65,
      showing: "25 characters")
    check(
      try Program.run(["batch", "jobs.json", "--output", "out"], in: folder), status: 65,
      showing: "25 characters")
  }

  @Test func inWhatPluginsAreAndSay() throws {
    let folder = try TemporaryFolder()
    let manifest = """
      {"format": 1, "id": "x\\n\\u202ey", "name": "\\u202e", "version": "1", "kind": "layout"}
      """
    try folder.write(manifest, to: "plugins/own/plugin.json")
    check(
      try Program.run(
        ["plugin", "list", "--plugins", "plugins"], in: folder), status: 0, 1,
      showing: "\\u202ey")
    let error = try Program.run(
      [
        "render", "--plugins", "plugins", "-d", "iphone8", "-n", "a", "-o", "a.png",
        "--background", "x\n\u{202E}y",
      ], in: folder)
    check(error, status: 65, showing: "\\u{202e}")
  }
}
