import Foundation
import Testing
import WallfarmTesting

/// `theme new`, `theme gallery`, `theme check` and `render --watch` from the command line.
@Suite struct ThemeCommandTests {
  @Test func whatIsNewRendersAndIsGood() throws {
    let folder = try TemporaryFolder()
    for words in [
      ["theme", "new", "harbour"], ["theme", "new", "dusk", "--extends", "paper"],
      ["theme", "new", "journal", "--starter", "editorial"],
      ["theme", "new", "loud", "--starter", "bold"],
      ["theme", "new", "cloud", "--starter", "soft"],
      ["template", "new", "shout"],
    ] {
      let made = try Program.run(words, in: folder)
      #expect(made.status == 0, "\(made.error)")
    }
    let checked = try Program.run(
      [
        "check", "--strict", "harbour.json", "dusk.json", "journal.json", "loud.json", "cloud.json",
        "shout",
      ], in: folder)
    #expect(checked.status == 0, "\(checked.error)")
    for options in [
      ["--theme", "./harbour.json"], ["--theme", "dusk.json"], ["--template", "./shout"],
    ] {
      for variant in options[1].contains("harbour") ? [[], ["--variant", "light"]] : [[]] {
        let result = try Program.run(
          ["render", "--device", "iphonese3,ipad10", "--note", "Buy milk", "-q"] + options
            + variant,
          in: folder)
        #expect(result.status == 0, "\(options): \(result.error)")
      }
    }
    // An independent Python validator accepts the theme through the schema link that editors
    // follow.
    let script = """
      import json, re, sys, jsonschema
      for name, schema in (('harbour', 'theme'), ('dusk', 'theme'), ('shout/template', 'shout/template')):
          folder = schema.rsplit('/', 1)[0] + '/' if '/' in schema else ''
          text = open(f'{sys.argv[1]}/{name}.json').read()
          text = re.sub(r'^\\s*//.*$', '', text, flags=re.M)
          text = re.sub(r',(\\s*[\\]}])', r'\\1', text)
          value = json.loads(text)
          link = value['$schema']
          jsonschema.validate(value, json.load(open(f'{sys.argv[1]}/{folder}{link}')))
      """
    let judge = Tool.run("/usr/bin/python3", ["-c", script, folder.path], withErrors: true)
    #expect(judge.status == 0, "\(judge.text)")
  }

  @Test func whatIsThereIsNotReplaced() throws {
    let folder = try TemporaryFolder()
    try folder.write("mine", to: "harbour.json")
    let result = try Program.run(["theme", "new", "harbour"], in: folder)
    #expect(result.hasFailedAsDocumented && result.error.contains("'harbour.json'"))
    #expect(try folder.text("harbour.json") == "mine")
  }

  @Test(arguments: [
    (
      ["theme", "new", "x", "--starter", "soft", "--extends", "fog"], "conflicting-options",
      "--extends"
    ),
    (["theme", "new", "x", "--extends", "papr"], "unknown-theme", "'paper'"),
    (["theme", "new", "x", "--extends", "./nope.json"], "unknown-theme", "'./nope.json'"),
    (["theme", "new", ".hidden"], "invalid-parameter", "'.hidden'"),
    (["theme", "new", ""], "invalid-parameter", "''"),
    (["theme", "new", "a\u{7}b"], "invalid-parameter", #"'a\u{7}b'"#),
    (["font", "new", "x"], "unknown-subcommand", "'new'"),
  ])
  func newExplainsItself(words: [String], code: String, part: String) throws {
    let folder = try TemporaryFolder()
    let result = try Program.run(words, in: folder)
    #expect(result.hasFailedAsDocumented && result.problem.code == code, "\(result.error)")
    #expect(result.error.contains(part), "\(result.error)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func theGalleryIsAPageAndAPicture() throws {
    let folder = try TemporaryFolder()
    let result = try Program.run(["theme", "gallery", "fog", "--device", "iphone8"], in: folder)
    #expect(result.status == 0, "\(result.error)")
    #expect(try folder.bytes("gallery.png").starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(try folder.text("gallery.html").hasPrefix("<!DOCTYPE html>"))
  }

  @Test(arguments: [
    (["-o", "x.jpg"], "output-pattern", "'x.jpg'"), (["nope"], "unknown-theme", "'nope'"),
    (["fog", "--photo", "nope.jpg"], "photo-unreadable", "'nope.jpg'"),
    (["fog", "--device", "nokia"], "unknown-device", "'nokia'"),
    (["fog", "-o", "missing/x.png"], "output-failed", "'missing'"),
    (["fog", "-o", "x.png", "--note", "\u{10FFFD}"], "missing-glyph", "U+10FFFD"),
  ])
  func theGalleryExplainsItself(words: [String], code: String, part: String) throws {
    let folder = try TemporaryFolder()
    let result = try Program.run(["theme", "gallery"] + words, in: folder)
    #expect(result.hasFailedAsDocumented && result.problem.code == code, "\(result.error)")
    #expect(result.problem.message.contains(part), "\(result.error)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  /// An output never overwrites one of its inputs.
  @Test(arguments: [
    ["render", "--theme", "./mine.json", "-d", "iphone8", "-n", "a", "-o", "mine.json"],
    ["render", "--theme", "./mine.json", "-d", "iphone8", "-n", "a", "-o", "base.json"],
    [
      "render", "--theme", "./mine.json", "-d", "iphone8", "-n", "a", "-o", "x.png", "--report",
      "base.json",
    ],
    ["render", "--template", "./t", "-d", "iphone8", "-n", "a", "-o", "t/template.json"],
    ["theme", "gallery", "./mine.json", "-d", "iphone8", "--photo", "p.png", "-o", "p.png"],
    ["theme", "gallery", "./mine.json", "-d", "iphone8", "-o", "a.png", "-o", "./a.png"],
  ])
  func whatIsReadIsNotReplaced(words: [String]) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"{"format": 1, "summary": "", "background": {"plugin": "solid-color"}}"#, to: "base.json")
    try folder.write(
      #"{"format": 1, "summary": "", "extends": "./base.json"}"#, to: "mine.json")
    try folder.write(
      #"{"format": 1, "summary": "", "theme": "fog", "layouts": []}"#, to: "t/template.json")
    _ = Tool.run("convert", ["-size", "800x1400", "xc:navy", folder.file("p.png")])
    let before = try ["base.json", "mine.json", "t/template.json", "p.png"].map {
      try folder.bytes($0)
    }
    let result = try Program.run(words, in: folder)
    #expect(
      result.hasFailedAsDocumented && result.error.contains("conflicting-options"),
      "\(result.error)")
    let after = try ["base.json", "mine.json", "t/template.json", "p.png"].map {
      try folder.bytes($0)
    }
    #expect(before == after)
  }

  /// Warnings do not fail the command, except with `--strict`.
  @Test func warningsFailOnlyWhereTheyAreStrict() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      ##"{"format": 1, "summary": "", "background": {"plugin": "solid-color"}, "palette": {"a": "#fff"}}"##,
      to: "mine.json")
    let plain = try Program.run(["check", "mine.json"], in: folder)
    #expect(plain.status == 0 && plain.error.hasPrefix("warning[unused-value]: "))
    #expect(plain.output == "mine.json: 1 warning (theme)\n")
    #expect(try Program.run(["check", "--strict", "mine.json"], in: folder).status == 1)
    let json = try Program.run(["check", "--json", "mine.json"], in: folder)
    #expect(json.output.contains(#""severity": "warning""#), "\(json.output)")
  }

  /// For each color with too little contrast, `check` suggests a sufficient color, with which the
  /// theme passes.
  @Test(arguments: [
    ("#8c9aa2", "#ffffff"), ("#f0a090", "#ffffff"), ("#ffffff", "#e0e0e0"),
    ("#20333b66", "#ffffff"), ("#ffffff80", "#dfe4ea"),
  ])
  func checkNamesASufficientColor(late: String, on ground: String) throws {
    let folder = try TemporaryFolder()
    func check(late: String) throws -> Finished {
      let text = """
        {"format": 1, "summary": "Slate on paper.",
         "background": {"plugin": "solid-color", "parameters": {"color": "\(ground)"}},
         "colors": {"text": "#20333b", "late": "\(late)"}}
        """
      try folder.write(text.utf8, to: "slate.json")
      return try Program.run(["theme", "check", "--strict", "slate.json"], in: folder)
    }
    let pale = try check(late: late)
    #expect(pale.status == 1)
    #expect(pale.error.contains("'colors.late' \(late) has"), "\(pale.error)")
    let hint = try #require(pale.error.range(of: "use #"))
    let color = String(pale.error[hint.lowerBound...].dropFirst(4).prefix(7))
    let repaired = try check(late: color)
    #expect(repaired.status == 0, "\(color): \(repaired.error)")
  }

  /// The built-in themes in this list pass the check in every look.
  @Test(
    .tags(.torture),
    arguments: Torture.all(of: ["amber", "noor", "folio", "fog", "midnight", "gelato"], orOnly: 2))
  func shippedThemesPass(_ theme: String) throws {
    let folder = try TemporaryFolder()
    let result = try Program.run(["theme", "check", "--strict", theme], in: folder)
    #expect(result.status == 0, "\(result.error)")
  }

  /// Notes are private: an error in them shows no excerpt.
  @Test func noNoteIsShownInAnExcerpt() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"["secret words", 3]"#, to: "notes.json")
    let result = try Program.run(["check", "notes.json"], in: folder)
    #expect(result.status == 1 && !result.error.contains("secret"), "\(result.error)")
  }

  @Test func describeTellsWhereAValueComesFrom() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      ##"{"format": 1, "summary": "", "extends": "./base.json", "colors": {"text": "#111111"}}"##,
      to: "mine.json")
    try folder.write(
      ##"{"format": 1, "summary": "", "background": {"plugin": "solid-color"}, "fonts": {"text": "Inter"}}"##,
      to: "base.json")
    let result = try Program.run(["describe", "./mine.json", "--variant", "light"], in: folder)
    #expect(result.output.contains(#/colors\.text +"#111111" +mine\.json:1 /#), "\(result.output)")
    #expect(result.output.contains(#/fonts\.text +"[A-Za-z ]+" +base\.json:1 /#))
    #expect(result.output.contains(#/colors\.shadow +"none" +default /#))
    #expect(result.output.contains("extends: "))
    let missing = try Program.run(["describe", "./mine.json", "--variant", "dark"], in: folder)
    #expect(missing.hasFailedAsDocumented && missing.error.contains("unknown-variant"))
  }
}
