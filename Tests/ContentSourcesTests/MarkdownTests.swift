import ContentSources
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Markdown to-do lists, parsed as CommonMark; the expected texts come from markdown-it-py.
@Suite struct MarkdownTests {
  private static func read(_ text: String, file: String = "todo.md") throws -> [Note] {
    try NotesReader.parse(Array(text.utf8), file: file)
  }

  private static func words(_ text: String) throws -> [String] { try read(text).map(\.text) }

  @Test func itemsStandUnderTheirHeadings() throws {
    let notes = try Self.read(
      """
      Buy stamps
      # Home #
      - [ ] Water the plants due:2026-12-01
      * [x] Call Ana
      ---
      ## Work C#
      1. Send the invoice 📅 2026-12-03
      2) Read due:soon
      <!-- not
      - this -->
      #tagged is no heading
      - **Bold** has no marks
      #
      + last
      """)
    #expect(
      notes == [
        Note("Buy stamps"),
        Note("Water the plants", due: When("2026-12-01"), heading: "Home"),
        Note("Call Ana", done: true, heading: "Home"),
        Note("Send the invoice", due: When("2026-12-03"), heading: "Work C#"),
        Note("Read due:soon", heading: "Work C#"),
        Note("#tagged is no heading", heading: "Work C#"),
        Note("Bold has no marks", heading: "Work C#"), Note("last"),
      ])
  }

  /// Each list item, table row and separate paragraph becomes one note; code, comments and front
  /// matter are ignored.
  @Test(arguments: [
    ("---\ntitle: Today\ntags: [home, list]\n---\n\n- a", ["a"]),
    ("---\n# mine\ntitle: Today\n  more: x\nlist:\n- x\n...\n- a", ["a"]),
    ("+++\ntitle = \"Today\"\n[table]\n+++\n- a", ["a"]), ("---\r\ntitle: x\r\n---\r\n- a", ["a"]),
    // Thematic breaks around a list are not front matter, and an unterminated block is not front
    // matter either.
    ("---\n- a\n---\n- b", ["a", "b"]), ("---\nBuy milk\n\n- b", ["Buy milk", "b"]),
    ("\n---\ntitle: x\n\n---\n", ["title: x"]),
    ("```\n- code\n```\n- a", ["a"]), ("~~~ sh\n```\n~~~\n- a", ["a"]),
    ("- a\n\n  ```\n  x\n  ```\n- b", ["a", "b"]),
    ("```\nnever closed\n- b\n", []), ("    indented\n\n- a", ["a"]),
    ("- a\n\n      code\n", ["a"]),
    ("- a that is\n  wrapped\n- b that\nis too", ["a that is wrapped", "b that is too"]),
    ("A paragraph\nof two lines\n\nand another", ["A paragraph of two lines", "and another"]),
    ("- a\n\n  more of it\n- b", ["a\nmore of it", "b"]), ("- a  \n  break", ["a\nbreak"]),
    ("- a\n  - b\n    1. c\n- d", ["a", "b", "c", "d"]), ("-\n- a\n-   \n", ["a"]),
    ("> - a\n> b\n\n> c", ["a b", "c"]), ("\t- a", []), ("-\ta\n\n\tb", ["a\nb"]),
    (
      "| Task | Place |\n|---|:-:|\n| Pay *rent* | home |\n| a \\| b |\n",
      ["Pay rent · home", "a | b"]
    ),
    ("[ref]: https://example.com 'x'\n- [a][ref] and [ref]", ["a and ref"]),
    ("<!-- one\n\n- x -->\n- a", ["a"]),
    ("<div>\nBuy <b>milk</b> &amp; tea\n</div>\n\n- a", ["Buy milk & tea", "a"]),
    ("<script>\n- x\n\n</script>\n- a", ["a"]), ("***\n- - -\n___\n- a", ["a"]),
    ("[ ] one\n[x] two", ["one", "two"]), ("- [ ]\n- [x] \n- a", ["a"]),
    ("2026. A year\n- a", ["A year", "a"]), ("I have\n14. of them", ["I have 14. of them"]),
  ])
  func blocks(_ text: String, _ words: [String]) throws {
    guard !words.isEmpty else {
      #expect(throws: RenderError.self) { try Self.read(text) }
      return
    }
    #expect(try Self.words(text) == words)
  }

  @Test(arguments: [
    ("Home\n====\n- a", "Home"), ("Home\n  ---  \n- a", "Home"),
    ("## *My* `home` ##\n- a", "My home"),
    ("# Home\n#\n- a", nil), ("# A\n# B\n- a", "B"), ("Two\nlines\n===\n- a", "Two lines"),
    ("> # Home\n\n- a", "Home"), ("#no\n\n- a", nil),
  ])
  func headings(_ text: String, _ heading: String?) throws {
    #expect(try Self.read(text).last?.heading == heading)
  }

  /// Inline marks are removed as CommonMark defines them.
  @Test(arguments: [
    ("**Buy** oat milk", "Buy oat milk"),
    ("Read [the guide](https://example.com/a)", "Read the guide"),
    ("Ask `Ben`", "Ask Ben"), ("_Call_ Ana <!-- mobile -->", "Call Ana"),
    ("~~Old~~ plan", "Old plan"),
    ("2 \\* 3 &amp; more", "2 * 3 & more"), ("***both*** and **a *b* c**", "both and a b c"),
    ("snake_case_name and __init__", "snake_case_name and init"), ("2 * 3 * 4", "2 * 3 * 4"),
    ("**not closed", "**not closed"), ("*a **b* c**", "a b c"), ("a ~5 or ~6", "a ~5 or ~6"),
    ("`` a ` b ``", "a ` b"), ("`not closed", "`not closed"), ("`*a*`", "*a*"),
    ("![a *dog*](dog.jpg)", "a dog"), ("[a ![b](c) d](e \"f\")", "a b d"), ("[a](<b c>)", "a"),
    ("[a](b (c))", "a"), ("[a] (b)", "[a] (b)"), ("[not](a link", "[not](a link"),
    ("[a [b](c)](d)", "[a b](d)"), ("<https://example.com/a?b=c>", "https://example.com/a?b=c"),
    ("<ana@example.com>", "ana@example.com"), ("a < b > c", "a < b > c"),
    ("<b>Buy</b> milk<br>now", "Buy milk\nnow"),
    ("&copy; &#8212; &#x2014; &nosuch; &", "© — — &nosuch; &"), ("&lt;b&gt;", "<b>"),
    ("\\# \\[a\\](b) \\a", "# [a](b) \\a"), ("a   b", "a b"), ("日本**語**です", "日本語です"),
    ("**「買う」**牛乳", "**「買う」**牛乳"), ("[[Note]] stays", "[[Note]] stays"),
  ])
  func marks(_ text: String, _ words: String) throws {
    #expect(try Self.words("- " + text) == [words])
  }

  /// Due dates are found before and after tags, priorities and other fields.
  @Test(arguments: [
    ("Pay rent due:2025-03-12 #home", "Pay rent #home", "2025-03-12"),
    ("Call Ben 📅 2025-03-12 ⏫", "Call Ben ⏫", "2025-03-12"),
    ("Renew pass 📅 2025-03-12 [id:: 7]", "Renew pass", "2025-03-12"),
    ("📅 2025-03-12 Dentist", "Dentist", "2025-03-12"),
    ("Pay #home due:2025-03-12", "Pay #home", "2025-03-12"),
    ("(A) Pay due:2025-03-12T18:00 +home @desk", "(A) Pay +home @desk", "2025-03-12T18:00:00"),
    ("Pay [due:: 2025-03-12] [priority:: high]", "Pay", "2025-03-12"),
    ("Pay (due::2025-03-12)", "Pay", "2025-03-12"),
    ("Pay ➕ 2025-03-01 🛫 2025-03-02 ⏳ 2025-03-03 📅 2025-03-12 🔼 #a", "Pay 🔼 #a", "2025-03-12"),
    ("Pay 📅2025-03-12", "Pay", "2025-03-12"), ("Pay 🗓️ 2025-03-12 ^abc-1", "Pay", "2025-03-12"),
    ("Pay ✅ 2025-03-10", "Pay", nil), ("**Pay** 📅 2025-03-12", "Pay", "2025-03-12"),
    // Invalid dates, text that is not a field, and a date without other text.
    ("Read due:soon", "Read due:soon", nil), ("Pay 📅 tomorrow", "Pay 📅 tomorrow", nil),
    ("Pay 📅 2025-02-30", "Pay 📅 2025-02-30", nil), ("⛔ Closed today", "⛔ Closed today", nil),
    ("Party ✅ done", "Party ✅ done", nil), ("[due:: soon] Pay", "[due:: soon] Pay", nil),
    ("due:2025-03-12", "due:2025-03-12", nil), ("2^3", "2^3", nil),
  ])
  func dueDates(_ text: String, _ words: String, _ due: String?) throws {
    #expect(try Self.read("- [ ] " + text) == [Note(words, due: due.flatMap { When($0) })])
  }

  @Test func placesAreThoseOfTheFile() throws {
    let text = "---\ntitle: x\n---\n- a\n\n- b\n\n- " + String(repeating: "x", count: 20_001) + "\n"
    let error = try #require(throws: RenderError.self) { try Self.read(text) }
    #expect(error.code == .invalidNotes && error.origin?.description == "todo.md:8")
  }

  /// Too many notes are rejected, and pathological input is parsed in linear time.
  @Test func whatIsTooMuchIsRefused() throws {
    for text in [
      String(repeating: "- a\n", count: 501), String(repeating: "a\n\n", count: 21_000),
      String(repeating: "[", count: 100_000), String(repeating: "*a ", count: 40_000),
    ] {
      let error = try #require(throws: RenderError.self) { try Self.read(text) }
      #expect(error.code == .invalidNotes)
    }
    for text in [
      String(repeating: "> ", count: 5000) + "a", String(repeating: "- ", count: 5000) + "a",
      String(repeating: "[a](b", count: 3000), String(repeating: "<!--", count: 4000) + "a",
      String(repeating: "*a _b ", count: 3000),
    ] {
      #expect(try Self.read("b\n\n" + text).first == Note("b"))
    }
  }

  @Test func noiseIsNoCrash() throws {
    var random = SeededGenerator()
    let pieces = [
      "- ", "1. ", "> ", "# ", "\n", "\n\n", "  ", "    ", "\t", "*", "**", "_", "`", "```", "~~",
      "[", "]",
      "](", ")", "<", "<!--", "-->", "&", "&amp;", "\\", "|", "|-|\n", "===", "---", "a", "é", "日",
      "📅",
      " 2025-03-12", "[due:: ", "[ ] ", ":", "\"", "\r\n", "\u{FE0F}",
    ]
    for _ in 0..<2000 {
      let text = (0..<Int.random(in: 1...30, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      _ = try? Self.read(text)
    }
  }

  @Test func plainTextIsReadAsBefore() throws {
    let text = "# Home\n1. Buy milk due:2026-12-01\n"
    #expect(
      try Self.read(text, file: "todo.txt").map(\.text)
        == ["# Home", "1. Buy milk due:2026-12-01"])
  }

  @Test func aFileOfHeadingsAloneHasNoNote() throws {
    let error = try #require(throws: RenderError.self) { try Self.read("# Home\n\n---\n") }
    #expect(error.code == .noNotes)
  }

  @Test(arguments: ["a.md", "a.markdown", "A.MD"])
  func contentTakesTheSameFiles(_ file: String) throws {
    let (content, problems) = try ContentReader.parse(Array("- *a*\n".utf8), file: file)
    #expect(problems.isEmpty && content == Content(notes: [Note("a")]))
    // The file extension determines the format, even if the text looks like JSON.
    #expect(try Self.read("[\"a\"](b)", file: file) == [Note("\"a\"")])
    #expect(!ContentReader.isContent(Array("{{x}}".utf8), file: file))
  }
}
