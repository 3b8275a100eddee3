import Foundation
import Snapshots
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Tests the Markdown comment for a pull request: groups, limits, and names that contain markup.
@Suite struct MarkdownReportTests {
  private static let twoGroups = WrittenRun(
    groups: [
      .init(
        headline: "note 2 is set in Inter, was Manrope", cause: "the theme changed",
        members: [
          ("lock/iphone15", ["note 2 is set in Inter, was Manrope", "note 1 is 2 pt lower"]),
          ("lock/iphonese3", ["note 2 is set in Inter, was Manrope", "note 1 is 1 pt lower"]),
          ("lock/iphone16", ["note 2 is set in Inter, was Manrope", "note 1 is 2 pt lower"]),
          ("home/iphone15", ["note 2 is set in Inter, was Manrope", "note 1 is 1 pt lower"]),
        ],
        pixels: ["lock/iphone15": 12, "lock/iphonese3": 3_456, "lock/iphone16": 23_456]),
      .init(
        headline: "'a.png' cannot be read", cause: "it could not be rendered: file-unreadable",
        members: [("fog/ipad10", [])], error: "'a.png' cannot be read"),
    ], same: ["home/ipad10"], strays: ["old/iphone8"], outcome: "failed")

  @Test func eachGroupHasItsCauseItsWordsAndItsLargestDifferences() throws {
    let (text, outcome) = try Self.twoGroups.markdown(address: "https://example.org/7/results/")
    #expect(outcome == .failed)
    #expect(text.hasPrefix("<!-- wallfarm-snapshots: "))
    let expected = """
      **6 pictures: 4 changed, 1 failed, 1 unchanged.**

      1 reference does not belong to any picture: `old/iphone8`

      #### Group 1: note 2 is set in Inter, was Manrope

      4 of 4 pictures. Cause: the theme changed.

      Largest differences:

      - `lock/iphone16`: 23456 of 100000 pixels look different, in an area of 30 × 40 pixels at 1, 2 \
      (23%, FLIP up to 0.58): [expected](BASE/lock/iphone16.expected.png), \
      [actual](BASE/lock/iphone16.actual.png), [difference](BASE/lock/iphone16.difference.png)
      - `lock/iphonese3`: 3456 of 100000 pixels look different, in an area of 30 × 40 pixels at 1, 2 \
      (3.5%, FLIP up to 0.58): [expected](BASE/lock/iphonese3.expected.png), \
      [actual](BASE/lock/iphonese3.actual.png), [difference](BASE/lock/iphonese3.difference.png)
      - `lock/iphone15`: 12 of 100000 pixels look different, in an area of 30 × 40 pixels at 1, 2 \
      (less than 0.1%, FLIP up to 0.58): [expected](BASE/lock/iphone15.expected.png), \
      [actual](BASE/lock/iphone15.actual.png), [difference](BASE/lock/iphone15.difference.png)

      <details>
      <summary>4 pictures</summary>

      - note 1 is 2 pt lower
        - `lock`: [iphone15](BASE/lock/iphone15.difference.png), \
      [iphone16](BASE/lock/iphone16.difference.png)
      - note 1 is 1 pt lower
        - `lock`: [iphonese3](BASE/lock/iphonese3.difference.png)
        - `home`: [iphone15](BASE/home/iphone15.actual.png)

      </details>

      To accept: `wallfarm snapshot approve FOLDER --group 1`

      #### Group 2: 'a.png' cannot be read

      1 of 1 picture. Cause: it could not be rendered: file-unreadable.

      error&#91;file-unreadable&#93;: 'a.png' cannot be read.

      - `fog`: [ipad10](BASE/fog/ipad10.actual.png)

      [All pictures side by side](BASE/report.html)

      """.replacing("BASE", with: "https://example.org/7/results")
    let body = text.components(separatedBy: "\n").dropFirst(3).joined(separator: "\n")
    #expect(body.replacing(#/approve \S+/#, with: "approve FOLDER") == expected, "\(body)")
  }

  @Test func withoutAnAddressThereAreNoLinksAndACleanRunIsOneSentence() throws {
    let text = try Self.twoGroups.markdown().text
    #expect(!text.contains("](") && text.contains("/results/report.html`.\n"), "\(text)")
    let clean = try WrittenRun(same: ["lock/iphone15", "lock/ipad10"], outcome: "passed").markdown()
    #expect(clean.outcome == .passed)
    #expect(clean.text.hasSuffix("`\n\n**All 2 pictures match the references.**\n\n"))
    let tolerated = try WrittenRun(
      groups: [.init(headline: "pixels", cause: "tools", members: [("a/b", ["pixels"])])],
      outcome: "passed"
    ).markdown()
    #expect(tolerated.text.contains("\nOnly the toolchain changed, which is not a failure in this"))
  }

  @Test func resultsOfAnEarlierProgramAreOutdated() throws {
    let error = #expect(throws: RenderError.self) { try WrittenRun(outcome: "").markdown() }
    #expect(error?.code == .resultsOutdated)
  }

  @Test(arguments: [
    "ftp://example.org", "https://", "https:///a", "https://me:secret@example.org/a",
    "https://example.org/a?b=c", "https://example.org/a#b", "https://example.org/a b",
    "https://example.org/a)", "https://example.org/<b>", "https://example.org/a\\", "results", "",
    "https://example.org/ä", "https://example.org/" + String(repeating: "a", count: 500),
  ])
  func anAddressIsChecked(_ text: String) throws {
    let error = #expect(throws: RenderError.self) { try PictureAddress(text) }
    #expect(error?.code == .invalidParameter && error?.origin == .option("base-url"))
  }

  // MARK: - Limits

  /// Characters for random texts; many of them become several times longer when they are escaped.
  private static let alphabet: [Character] = [
    "a", " ", "@", "#", "<", "&", "`", "|", "\\", "*", "\u{202E}", "\n", "🗓", "é", "ก็", "-", ":",
  ]

  private static func run(_ random: inout SeededGenerator) -> WrittenRun {
    func text(_ most: Int) -> String {
      // Half of the texts repeat one character.
      let sign = Bool.random(using: &random) ? alphabet.randomElement(using: &random) : nil
      return String(
        (0..<Int.random(in: 1...most, using: &random)).map { _ in
          sign ?? alphabet.randomElement(using: &random) ?? "a"
        })
    }
    let isLong = Bool.random(using: &random)
    let count = Int.random(in: 1...(isLong ? 100 : 10), using: &random)
    let title = String(repeating: "t", count: isLong ? 95 : 4)
    let groups = (0..<count).map { group in
      let members = (0..<Int.random(in: 1...(540 / count + 1), using: &random)).map { place in
        (name: "\(title)\(group)/d\(place)", words: (0..<3).map { _ in text(isLong ? 900 : 20) })
      }
      return WrittenRun.Group(
        headline: text(900), cause: text(900), members: members,
        pixels: Dictionary(uniqueKeysWithValues: members.prefix(4).map { ($0.name, 7) }))
    }
    return WrittenRun(groups: groups, strays: (0..<9).map { _ in text(400) })
  }

  @Test(.tags(.torture, .seeded))
  func noCommentIsTooLongAndGroupsAreLeftOutAsAWhole() throws {
    var random = SeededGenerator()
    let folder = try TemporaryFolder()
    let long = "https://example.org/" + String(repeating: "a", count: 480)
    var cuts = 0
    for round in 0..<(Torture.isOn ? 500 : 40) {
      let run = Self.run(&random)
      let address = [nil, "https://example.org/r", long][round % 3]
      let (text, _) = try run.markdown(address: address, in: folder)
      let place = "seed \(random.seed), round \(round)"
      try #require(text.utf16.count <= 65_536, "\(text.utf16.count) characters, \(place)")
      let shown = text.matches(of: #/(?m)^#### Group ([0-9]+): /#).compactMap { Int($0.1) }
      let left = text.firstMatch(
        of: #/(?m)^\*\*Left out here: ([0-9]+) more groups? with ([0-9]+) pictures?\.\*\*$/#)
      #expect(shown == Array(1...max(1, shown.count)), "\(place)")
      #expect(shown.count + (left.flatMap { Int($0.1) } ?? 0) == run.groups.count, "\(place)")
      let rest = run.groups.dropFirst(shown.count).reduce(0) { $0 + $1.members.count }
      #expect(left.flatMap { Int($0.2) } ?? 0 == rest, "\(place)")
      #expect(
        text.components(separatedBy: "<details>").count
          == text.components(separatedBy: "</details>").count, "\(place)")
      #expect(try run.markdown(address: address, in: folder).text == text, "\(place)")
      if left != nil { cuts += 1 }
    }
    #expect(cuts > 3)
  }

  @Test func namesThatDoNotFitAreCounted() throws {
    let members = (0..<5_000).map { (name: "\("t\($0 / 40)")/device-\($0 % 40)", words: ["a"]) }
    let run = WrittenRun(groups: [.init(headline: "a", cause: "b", members: members)])
    let text = try run.markdown(address: "https://example.org/r").text
    let more = try #require(text.firstMatch(of: #/\n- … and ([0-9]+) more\n/#))
    let shown = text.matches(of: #/\.actual\.png\)/#).count
    #expect(shown > 100 && shown + (Int(more.1) ?? 0) == 5_000)
    #expect(text.contains("5000 of 5000 pictures."))
  }

  // MARK: - Hostile texts

  private static let hostile = [
    "<script>alert(1)</script>", "</details></summary><img src=x onerror=y>", "<!-- --><b>",
    "`code` ``more``", "*bold* _it_ ~~gone~~ **b**", "[link](https://evil.example)",
    "![image](https://evil.example/a.png)", "https://evil.example/?a=b www.evil.example",
    "someone@evil.example @someone @org/team", "#12 org/repo#12 GH-12 gh-7", "| a | b |\n|---|---|",
    "a\n\n# heading\n\n- item", "- item", "1. item", "+ item", "> quote", "    code", "# heading",
    "[ ] task", "&lt;b&gt; &copy;", "\\*a\\* \\", ":tada: $x^2$ [^1]", "<https://evil.example>",
    "```\ncode", "---", "===", "\u{202E}gnp.exe", "mailto:a@b.c xmpp:a@b.c ftp://evil.example",
    "<details open>", "]]> --> <a href='javascript:x'>", "WWW.evil.example HTTPS://evil.example",
  ]

  /// Returns a run in which `text` supplies every text that a suite, a file or an error can
  /// influence.
  private static func run(_ text: (Int) -> String) -> WrittenRun {
    WrittenRun(
      groups: [
        .init(
          headline: text(1), cause: text(2),
          members: (0..<4).map { ("a/d\($0)", [text(3), text(10 + $0), text(20 + $0)]) },
          pixels: ["a/d1": 5]),
        .init(headline: text(4), cause: text(5), members: [("b/d", [text(6)])]),
        .init(headline: text(7), cause: text(8), members: [("c/d", [])], error: text(9)),
      ], strays: [text(30), text(31)], outcome: "failed")
  }

  /// Converts Markdown to HTML with the reference implementation of GitHub Flavored Markdown and
  /// its extensions.
  private static func html(_ text: String) throws -> String {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "a.md")
    let extensions = ["table", "strikethrough", "autolink", "tasklist"].flatMap { ["-e", $0] }
    return try #require(
      Tool.output(of: "cmark-gfm", ["--unsafe"] + extensions + [folder.file("a.md")]))
  }

  private static func tags(_ html: String) -> [String] {
    html.matches(of: #/<[^>]*>/#).map { String($0.0) }
  }

  /// Returns the text that a reader sees, including zero-width spaces.
  private static func seen(_ html: String) -> String {
    html.replacing(#/<[^>]*>/#, with: "").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
  }

  @Test(arguments: hostile)
  func aTextIsShownAndDoesNothing(_ text: String) throws {
    let address = "https://example.org/r"
    let folderName = #/snapshots: [^ ]*|<code>[^<]*</code>/#
    let tame = try Self.html(Self.run { "text \($0)" }.markdown(address: address).text)
    let html = try Self.html(Self.run { "\(text) \($0)" }.markdown(address: address).text)
    #expect(
      Self.tags(html.replacing(folderName, with: ""))
        == Self.tags(tame.replacing(folderName, with: "")),
      "\(html)")
    let seen = Self.seen(html)
    let shown = text.replacing("\n", with: "\\n").replacing("\u{202E}", with: "\\u{202e}")
    #expect(seen.replacing("\u{200B}", with: "").contains("Group 1: \(shown) 1"), "\(seen)")
    // Outside code, nothing remains that GitHub would replace after it parses the Markdown, such as
    // a mention.
    let prose = Self.seen(html.replacing(#/<code>[^<]*</code>/#, with: ""))
    let references = prose.matches(
      of: #/[@#][A-Za-z0-9]|[Gg][Hh]-[0-9]|:[A-Za-z0-9\/]|[Ww]{3}\.[A-Za-z0-9]/#)
    #expect(references.isEmpty, "\(references.map { String($0.0) }): \(prose)")
  }

  /// A folder name is shown as code, and cannot end the hidden HTML comment that marks the text.
  @Test func theFolderIsShownAndTheMarkerIsStable() throws {
    let folder = try TemporaryFolder()
    let name = "a --> <b> `c` @d"
    try folder.write(
      #"{"format":1,"outcome":"passed","groups":[],"snapshots":[]}"#,
      to: "\(name)/results/results.json")
    let text = try SnapshotReports(SuiteFolder(folder.file(name))).markdown().text
    let marker = try #require(
      text.firstMatch(of: #/^<!-- wallfarm-snapshots: ([A-Za-z0-9._%\/]+) -->\n/#))
    #expect(String(marker.1).removingPercentEncoding == folder.file(name))
    #expect(text.contains("### Snapshots of `` \(folder.file(name)) ``\n"))
    let html = try Self.html(text)
    #expect(Self.tags(html).count == 9, "\(html)")
  }
}
