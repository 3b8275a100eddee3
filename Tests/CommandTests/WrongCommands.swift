import Testing
import WallfarmTesting

// The table of WrongCommandTests.

/// A command line that fails, and the expected error.
struct WrongCommand: Sendable, CustomTestStringConvertible {
  let arguments: [String]
  /// The exit status, or `nil` for the status that `docs/errors.md` lists for the code.
  var status: Int32?
  let code: String
  /// Text that the message must contain.
  let value: String
  let origin: String?
  /// Text that the hint must contain, or `nil` to accept any hint or none.
  var hint: String?
  /// Whether the command may write to standard output.
  var prints = false

  var testDescription: String { "wallfarm " + arguments.joined(separator: " ") }

  /// Returns a command line with a usage error.
  private static func usage(
    _ words: String, _ code: String, _ value: String, in origin: String, hint: String? = nil
  ) -> WrongCommand {
    WrongCommand(
      arguments: words.split(separator: " ").map(String.init), code: code,
      value: value, origin: origin, hint: hint)
  }

  static let all = usage + devicesAndNotes + namesAndFiles + pictures + outputs + others

  /// Creates the files to which the commands below refer.
  static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(#"["Buy milk"]"#, to: "notes.json")
    try folder.write("[\"Buy milk\",\n 5]", to: "wrong.json")
    try folder.write("[\"Buy milk\"", to: "open.json")
    try folder.write(#"[{"text": "a", "dnoe": true}]"#, to: "key.json")
    try folder.write(#"{"format": 1, "summary": "", "colours": {}}"#, to: "theme.json")
    try folder.write("no photo", to: "photo.png")
    try folder.write([0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10, 0x4A, 0x46], to: "beach.jpg")
    try folder.write("", to: "empty.jpg")
    try folder.write("", to: "folder/file")
    return folder
  }

  private static let usage = [
    usage(
      "bundle make -d iphone8 -n a --home nope.jpg -o b", "photo-unreadable", "'nope.jpg'",
      in: "--home"),
    usage(
      "bundle make -d iphone8 -n a --guide-link guide -o b", "invalid-parameter", "'guide'",
      in: "--guide-link", hint: "https://"),
    usage(
      "bundle make -d iphone8 -n a --guide-link https:// -o b", "invalid-parameter", "'https://'",
      in: "--guide-link", hint: "https://"),
    usage(
      "bundle make -d iphone8 --address http://w.example/p/x -o b", "invalid-parameter",
      "http to 'w.example'", in: "--address", hint: "https://"),
    usage(
      "bundle make -d iphone8 --address https://w.example/p/x/lock.png -o b", "invalid-parameter",
      "belongs to a picture", in: "--address", hint: "remove '/lock.png'"),
    usage(
      "bundle make -d iphone8 --address https://w.example/p/x --home black -o b",
      "conflicting-options", "--home black and --address", in: "--home", hint: "--home address"),
    usage(
      "bundle make -d iphone8 --address https://w.example/p/x --guide-link https://g.example -o b",
      "conflicting-options", "--guide-link and --address", in: "--guide-link",
      hint: "only a bundle with pictures"),
    usage(
      "bundle make -d iphone8 --address https://w.example/p/x --preset 2 -o b",
      "conflicting-options", "--preset and --address without --shortcuts", in: "--preset",
      hint: "from a list"),
    usage(
      "bundle make --address https://w.example/p/x -o b", "unknown-device", "no device",
      in: "--device", hint: "--device iphone15"),
    usage(
      "bundle make -d iphone8 -n a --home address -o b", "invalid-parameter", "'address'",
      in: "--home"),
    usage(
      "render -d iphone8 --notes= -o a.png", "file-unreadable", "file name is empty", in: "--notes"),
    usage(
      "render -d iphone8 -n a --photo= -o a.png", "photo-unreadable", "no photo was given",
      in: "--photo"),
    usage("plugin list --plugin-timeout 0", "invalid-parameter", "'0'", in: "--plugin-timeout"),
    usage(
      "render iphone15", "unexpected-argument", "'iphone15'", in: "iphone15",
      hint: "write --device iphone15"),
    usage(
      "render -d iphone8 iphones", "unexpected-argument", "'iphones'", in: "iphones",
      hint: "write --device iphones"),
    usage(
      "render -d iphone8 photo.png", "unexpected-argument", "'photo.png'", in: "photo.png",
      hint: "write --photo photo.png"),
    usage(
      "render -d iphone8 notes.json", "unexpected-argument", "'notes.json'", in: "notes.json",
      hint: "write --notes notes.json"),
    usage(
      "render -d iphone8 Buy", "unexpected-argument", "'Buy'", in: "Buy", hint: "write --note Buy"),
    usage(
      "bundle make iphone15 -o b", "unexpected-argument", "'iphone15'", in: "iphone15",
      hint: "write --device iphone15"),
    usage(
      "setup iphone15", "unexpected-argument", "'iphone15'", in: "iphone15",
      hint: "write --device iphone15"),
    usage(
      "render -d iphone8 -n a --color", "missing-value", "'--color", in: "--color",
      hint: "'#1c1c1e'"),
    usage(
      "render -d iphone8 -n a --color #12345", "invalid-parameter", "'#12345'", in: "--color",
      hint: "write 3, 6 or 8 digits after the '#'; this has 5"),
    usage(
      "render -d iphone8 -n a --color #12345z", "invalid-parameter", "'#12345z'", in: "--color",
      hint: "use only the digits 0 to 9 and the letters a to f after the '#'"),
    usage(
      "render -d iphone8 -n a --color 1c1c1e", "invalid-parameter", "'1c1c1e'", in: "--color",
      hint: "did you mean '#1c1c1e'?"),
    usage(
      "render -d iphone8 -n a --color navi", "invalid-parameter", "'navi'", in: "--color",
      hint: "did you mean 'navy'?"),
    usage(
      "render -d iphone8 -n a --color=", "invalid-parameter", "''", in: "--color",
      hint: "quote a '#' in the shell"),
    usage(
      "render -d iphone8 --notes beach.jpg", "invalid-notes", "a picture", in: "beach.jpg",
      hint: "--photo"),
    usage(
      "challenge new --photo photo.png --state c", "option-missing", "no goal", in: "--goal",
      hint: "--goal 10000"),
    usage("rendr", "unknown-subcommand", "'rendr'", in: "rendr", hint: "'render'"),
    usage("--verbose", "unknown-option", "'--verbose'", in: "--verbose"),
    usage("help rendr", "unknown-subcommand", "'rendr'", in: "rendr", hint: "'render'"),
    usage("render -d", "missing-value", "'-d <id,…>'", in: "-d"),
    usage(
      "render --device --note a", "missing-value", "'--device <id,…>'", in: "--device",
      hint: "'--device=--note'"),
    usage(
      "render -d iphone8 --device ipad10", "repeated-option", "'--device'", in: "--device",
      hint: "use the option only once"),
    usage("render iphone8", "unexpected-argument", "'iphone8'", in: "iphone8"),
    usage("render -d iphone8 -- -n", "unexpected-argument", "'-n'", in: "-n"),
    usage(
      "render device iphone8", "unexpected-argument", "'device'", in: "device", hint: "'--device'"),
    usage("render --no-quiet", "unknown-option", "'--no-quiet'", in: "--no-quiet"),
    usage("render -x", "unknown-option", "'-x'", in: "-x"),
    usage(
      "render --widgets=no", "unexpected-value", "'--widgets'", in: "--widgets=no",
      hint: "'--no-widgets'"),
    usage(
      "render --clock big", "value-not-allowed", "'big'", in: "--clock",
      hint: "standard, large, compact"),
    usage("render --format jpg", "value-not-allowed", "'jpg'", in: "--format", hint: "'jpeg'"),
    usage("render -f gif", "value-not-allowed", "'gif'", in: "-f", hint: "png, jpeg"),
    usage(
      "render --overflow=hide", "value-not-allowed", "'hide'", in: "--overflow", hint: "shorten"),
    usage("render --direction left", "value-not-allowed", "'left'", in: "--direction", hint: "rtl"),
    usage("list", "unknown-subcommand", "'list'", in: "list", hint: "'theme list'"),
    usage("gallery fog", "unknown-subcommand", "'gallery'", in: "gallery", hint: "'theme gallery'"),
    usage("device lsit", "unknown-subcommand", "'lsit'", in: "lsit", hint: "'list'"),
    usage("device list fonts", "unexpected-argument", "'fonts'", in: "fonts"),
    usage("describe", "missing-argument", "'<name>'", in: "<name>"),
    usage("check", "missing-argument", "'<file>'", in: "<file>"),
    usage("completions tcsh", "value-not-allowed", "'tcsh'", in: "<shell>", hint: "bash, zsh"),
    usage("doctor now", "unexpected-argument", "'now'", in: "now"),
  ]

  /// A render that fails.
  static func render(
    _ arguments: [String], _ code: String, _ value: String, in origin: String?, hint: String? = nil
  ) -> WrongCommand {
    WrongCommand(
      arguments: ["render"] + arguments, code: code, value: value, origin: origin, hint: hint)
  }

  private static let devicesAndNotes = [
    render(["-n", "a"], "unknown-device", "no device was given", in: "--device", hint: "--device"),
    render(
      ["-n", "a", "-d", "iphone51"], "unknown-device", "'iphone51'", in: "--device",
      hint: "'iphone15'"),
    render(
      ["-n", "a", "-d", "iphone8,ipad99"], "unknown-device", "'ipad99'", in: "--device"),
    render(["-n", "a", "-d", ""], "unknown-device", "''", in: "--device", hint: "device list"),
    render(["-n", "a", "-d", "iphone8,"], "unknown-device", "''", in: "--device"),
    render(
      ["-d", "iphone8", "-t", "banner"], "no-notes", "no note", in: "--note",
      hint: "--note 'Buy milk'"),
    render(["-d", "iphone8", "-n", ""], "invalid-notes", "note 1", in: "--note"),
    render(["-d", "iphone8", "-n", "a", "-n", " "], "invalid-notes", "note 2", in: "--note"),
    render(
      ["-d", "iphone8", "-n", "a", "--notes", "notes.json"], "conflicting-options", "--notes",
      in: "--note", hint: "into the file"),
    render(
      ["-d", "iphone8", "--notes", "no.json"], "file-unreadable", "'no.json'", in: "no.json",
      hint: "path"),
    render(
      ["-d", "iphone8", "--notes", "folder"], "file-unreadable", "it is a folder", in: "folder"),
    render(
      ["-d", "iphone8", "--notes", "wrong.json"], "invalid-notes", "note 2 is a number",
      in: "wrong.json:2:2", hint: "Buy milk"),
    render(
      ["-d", "iphone8", "--notes", "open.json"], "invalid-json", "never closed",
      in: "open.json:1:12", hint: "']'"),
    render(
      ["-d", "iphone8", "--notes", "key.json"], "unknown-key", "'dnoe'", in: "key.json:1:16",
      hint: "'done'"),
    render(
      ["-d", "iphone8", "-n", "\u{10FFFD}", "--strict"], "missing-glyph", "U+10FFFD", in: "note 1",
      hint: "--missing box"),
    render(
      ["-d", "iphone8", "--overflow", "fail", "--set", "min-size=46"]
        + (0..<20).flatMap { ["-n", "note \($0)"] }, "notes-do-not-fit", "20 notes",
      in: "notes", hint: "'--overflow more'"),
  ]
}
