import Foundation
import Testing
import WallfarmTesting

/// End-to-end tests of `preset`, `bundle` and `preview`.
@Suite struct ShortcutCommandTests {
  @Test func aPresetIsTold() throws {
    let folder = try TemporaryFolder()
    let result = try Program.run(["preset", "link"], in: folder)
    #expect(result.status == 0 && result.output.hasPrefix("preset 3\n  link: https://www.icloud"))
    #expect(result.output.contains("\n  run:  shortcuts://run-shortcut?name=Wallfarm\n"))
    #expect(result.output.contains("\n  note: preset 3 does not have its own shortcut yet"))
    // Output to a pipe has no QR code of block characters.
    #expect(!result.output.contains("█"))
    let all = try Program.run(["preset", "link", "--all", "--json"], in: folder)
    let list = try JSONSerialization.jsonObject(with: Data(all.output.utf8)) as? [[String: Any]]
    #expect(list?.count == 20 && list?.first?["source"] as? String == "general")
    let table = try Program.run(["preset", "link", "--all"], in: folder)
    #expect(table.lines.count == 21)
  }

  @Test func aMapOfOnesOwnIsUsed() throws {
    let folder = try TemporaryFolder()
    let digits = String(repeating: "c", count: 32)
    let shipped = try String(
      contentsOfFile: Workspace.root + "/Templates/shortcuts.json", encoding: .utf8)
    try folder.write(
      shipped.replacing(
        "\"7\": null", with: "\"7\": \"https://www.icloud.com/shortcuts/\(digits)\""
      ).utf8,
      to: "mine.json")
    let result = try Program.run(
      ["preset", "link", "7", "--shortcuts", "mine.json", "--qr", "q.png", "--input", "a b"],
      in: folder)
    #expect(result.output.contains(digits) && !result.output.contains("note:"))
    #expect(result.output.contains("name=Wallfarm%207&input=text&text=a%20b"))
    let read = Tool.run(
      "sh", ["-c", "zbarimg -q --raw '\(folder.file("q.png"))' 2>/dev/null"])
    #expect(read.text == "https://www.icloud.com/shortcuts/\(digits)\n")
    let shown = try Program.run(["preset", "link", "--qr", "-"], in: folder)
    #expect(shown.output.contains("█"))
  }

  /// Invalid command lines, each with the error code, the value that the message must name, and the
  /// origin.
  private static let wrong: [(words: String, code: String, value: String?, origin: String)] = [
    ("preset link 0", "invalid-preset", "'0'", "preset"),
    ("preset link 21", "invalid-preset", "'21'", "preset"),
    ("preset link -- -1", "invalid-preset", "'-1'", "preset"),
    ("shortcut --preset 21", "invalid-preset", "'21'", "--preset"),
    ("shortcut recipe --preset 21", "invalid-preset", "'21'", "--preset"),
    ("shortcut recipe --preset x", "invalid-preset", "'x'", "--preset"),
    ("shortcut recipe -o x.pdf", "output-pattern", "'x.pdf'", "--output"),
    ("preset link three", "invalid-preset", "'three'", "preset"),
    ("preset link 3 --all", "conflicting-options", "--all", "preset"),
    ("preset link --all --qr x.png", "conflicting-options", "--all", "--qr"),
    ("preset link --qr x.gif", "output-pattern", "'x.gif'", "--qr"),
    ("preset link --shortcuts nope.json", "file-unreadable", "'nope.json'", "nope.json"),
    ("bundle make --device iphone8 --note a", "option-missing", nil, "--output"),
    ("bundle make --note a --output b", "unknown-device", nil, "--device"),
    ("bundle make -d iphone8 -n a -o b --home blue", "invalid-parameter", "'blue'", "--home"),
    (
      "bundle make -d iphone8 -n a -o b --home photo:x.jpg", "photo-unreadable", "'x.jpg'", "--home"
    ),
    ("bundle make -d iphone8 --output b", "no-notes", nil, "--note"),
    ("bundle make -d iphone8 -n a -o b --preset x", "invalid-preset", "'x'", "--preset"),
    (
      "bundle verify nothing", "file-unreadable", "'nothing/bundle.json'", "nothing/bundle.json"
    ),
    ("bundle verify", "missing-argument", "'<folder>'", "<folder>"),
    ("preset cards --device iphone8", "option-missing", nil, "--output"),
    ("preset cards --output x", "unknown-device", nil, "--device"),
    ("preview nope.png --device iphone8", "file-unreadable", "'nope.png'", "nope.png"),
    ("preview nope.png", "unknown-device", nil, "--device"),
    ("preview x.png --device iphone8 -o x.png", "conflicting-options", "--output", "--output"),
    ("preview x.png --device iphone8 -o x.jpg", "output-pattern", "'x.jpg'", "--output"),
    ("preview x.png --device iphone8 --width 9", "invalid-parameter", "'9'", "--width"),
  ]

  @Test(arguments: wrong)
  func whatIsWrongIsExplained(
    _ words: String, _ code: String, _ value: String?, _ origin: String
  ) throws {
    let folder = try TemporaryFolder()
    let result = try Program.run(words.split(separator: " ").map(String.init), in: folder)
    #expect(result.hasFailedAsDocumented && result.problem.code == code, "\(result.error)")
    if let value { #expect(result.problem.message.contains(value)) }
    #expect(result.problem.origin == origin && result.problem.hint != nil)
    if words.hasSuffix("--preset 21") {
      #expect(result.problem.hint?.contains("the first twenty") == true, "\(result.error)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func aBundleIsMadeAndGood() throws {
    let folder = try TemporaryFolder()
    let made = try Program.run(
      [
        "bundle", "make", "--device", "iphonese3", "--note", "Buy milk", "--home", "gray",
        "--guide", "ar", "--preset", "2", "--theme", "noor", "--output", "mine",
      ], in: folder)
    #expect(made.status == 0 && made.error.contains("note: neither preset 2 nor preset 3"))
    #expect(made.error.contains("the guide shows how to choose the wallpaper in it\n"))
    let good = try Program.run(["bundle", "verify", "mine"], in: folder)
    #expect(good.status == 0 && good.output == "mine: valid\n")
    try folder.write("x", to: "mine/setup.html")
    let bad = try Program.run(["bundle", "verify", "mine"], in: folder)
    #expect(bad.status == 1 && bad.output == "mine: 1 error\n")
    let zip = try Program.run(
      ["bundle", "make", "-d", "iphone8", "-n", "a", "--output", "b.zip", "-q"], in: folder)
    #expect(zip.status == 0 && zip.output.isEmpty)
    #expect(try folder.bytes("b.zip").starts(with: [0x50, 0x4B, 3, 4]))
  }

  @Test func aGuideToAnAddressIsMadeAndGood() throws {
    let folder = try TemporaryFolder()
    let url = "https://wallpapers.example/p/rEaDtOkEn"
    let made = try Program.run(
      ["bundle", "make", "-d", "iphone8", "--address", url + "/", "--guide", "ja", "-o", "ana"],
      in: folder)
    #expect(made.status == 0, "\(made.error)")
    #expect(made.error.contains("note: the guide contains the person's secret address"))
    #expect(!(made.error + made.output).contains("rEaDtOkEn"))
    let names = [
      "bundle.json", "qr-address.png", "qr-address.svg", "qr-run.png", "qr-run.svg", "setup.html",
    ]
    #expect(folder.names(in: "ana") == names)
    let good = try Program.run(["bundle", "verify", "ana"], in: folder)
    #expect(good.status == 0 && good.output == "ana: valid\n")
    #expect(try folder.text("ana/setup.html").contains("\(url)/lock.png"))
  }

  /// If the operator specifies shortcuts, they are used instead of the installation's shortcuts.
  @Test func anAddressMayHaveAShortcutOfTheOperators() throws {
    let folder = try TemporaryFolder()
    let digits = String(repeating: "c", count: 32)
    try folder.write(
      """
      {"format": 1, "name": "Daily {preset}",
       "presets": {"2": "https://www.icloud.com/shortcuts/\(digits)"},
       "general": {"link": "https://www.icloud.com/shortcuts/\(digits.replacing("c", with: "d"))",
                   "name": "Daily"}}
      """, to: "daily.json")
    let made = try Program.run(
      [
        "bundle", "make", "-d", "iphone8", "--address", "https://w.example/p/x", "--preset", "2",
        "--home", "address", "--shortcuts", "daily.json", "-o", "ana", "-q",
      ], in: folder)
    #expect(made.status == 0 && made.error.isEmpty, "\(made.error)")
    let page = try folder.text("ana/setup.html")
    #expect(page.contains(digits) && page.contains("https://w.example/p/x/home.png"))
    #expect(try Program.run(["bundle", "verify", "ana"], in: folder).status == 0)
  }

  /// Reading the URL from standard input keeps it out of the shell history and the process list.
  @Test func anAddressMayComeThroughAPipe() throws {
    let folder = try TemporaryFolder()
    let words = ["bundle", "make", "-q", "-d", "iphone8", "--address", "-", "-o", "b.zip"]
    let made = try Program.run(words, in: folder, input: "https://w.example/p/x\n")
    #expect(made.status == 0, "\(made.error)")
    #expect(try folder.bytes("b.zip").starts(with: [0x50, 0x4B, 3, 4]))
    let twice = try Program.run(words + ["--notes", "-"], in: folder, input: "x\n")
    #expect(twice.problem.code == "conflicting-options", "\(twice.error)")
    #expect(twice.problem.origin == "--address")
  }

  @Test func cardsAndPreviewsAreMade() throws {
    let folder = try TemporaryFolder()
    let cards = try Program.run(
      ["preset", "cards", "-d", "iphone8", "--output", "cards"], in: folder)
    #expect(cards.output == "20 cards of 750 × 1334 in cards\n", "\(cards.error)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("cards")).sorted()
    #expect(names.count == 20 && names.first == "preset-01.png")
    let preview = try Program.run(
      ["preview", "cards/preset-07.png", "-d", "iphone8", "--width", "300"], in: folder)
    #expect(preview.output.hasPrefix("preview.png  300 × "), "\(preview.error)")
    #expect(preview.error.isEmpty)
    let other = try Program.run(
      ["preview", "cards/preset-07.png", "-d", "iphone15", "-o", "x.png"], in: folder)
    #expect(other.error.contains("750 × 1334") && other.error.contains("1179 × 2556"))
  }
}
