import ContentSources
import Foundation
import SourceJSON
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Tests RSS and Atom feeds.
@Suite struct FeedTests {
  private static func content(_ bytes: some Sequence<UInt8>) throws -> Content {
    try SourceReader.content(
      in: SourceDocument(Array(bytes), mediaType: "text/xml"),
      of: ContentSource("https://a.example/feed"), at: .init())
  }

  private static func notes(_ text: String) throws -> [String] {
    try content(text.utf8).notes?.map(\.text) ?? []
  }

  @Test(arguments: [
    """
    <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>News</title>
    <image><title>Logo</title></image><item><media:title>no</media:title><title>One</title></item>
    <item><title> Two
    lines </title><description>x</description></item></channel></rss>
    """,
    """
    <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
    <channel rdf:about="a"><title>News</title></channel>
    <item rdf:about="1"><title>One</title></item><item rdf:about="2"><title>Two lines</title></item>
    </rdf:RDF>
    """,
    """
    <?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>News</title>
    <entry><title>One</title><source><title>Other</title></source></entry>
    <entry><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><b>Two</b> lines</div></title></entry>
    </feed>
    """,
    """
    <a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:entry><title>no</title><a:title>One</a:title>
    </a:entry><a:entry><a:title type="html">&lt;b>Two&lt;/b> lines</a:title></a:entry></a:feed>
    """,
  ])
  func everyVersionGivesItsTitlesInOrder(_ feed: String) throws {
    #expect(try Self.notes(feed) == ["One", "Two lines"])
  }

  @Test(arguments: [
    ("AT&amp;amp;T &amp;lt;3", "AT&T <3"), ("<![CDATA[<i>A</i> &mdash; B]]>", "A — B"),
    ("a &lt; b", "a < b"), ("1&lt;!-- x -->2", "12"), ("&#x41;&#66;", "AB"),
    ("&lt;b>W&lt;/b>orld", "World"), ("H&lt;sub>2&lt;/sub>O", "H2O"),
    ("&lt;p>One&lt;/p>&lt;p>two&lt;/p>", "One two"), ("a&lt;br/>b", "a b"),
    ("x&lt;script>alert(1)&lt;/script>y", "x y"), ("a<b>c</b>d<p>e</p>f", "acd e f"),
  ])
  func markupInTitlesIsRemoved(_ title: String, _ expected: String) throws {
    let feed = "<rss><channel><item><title>\(title)</title></item></channel></rss>"
    #expect(try Self.notes(feed) == [expected])
  }

  /// A title that cannot be drawn is skipped, and the other titles remain.
  @Test func aTitleThatCannotBeDrawnIsSkipped() throws {
    let marks = String(repeating: "\u{301}", count: 200)
    let feed = """
      <rss><channel><item><title>One</title></item><item><title>e\(marks)</title></item></channel></rss>
      """
    let content = try Self.content(feed.utf8)
    #expect(content.notes?.map(\.text) == ["One"])
    #expect(content.warnings.map(\.code) == [.entrySkipped])
  }

  /// A long name of a namespace is refused, because it is joined with the name of each element.
  @Test func aLongNamespaceIsRefused() throws {
    for (count, isValid) in [(200, true), (300, false), (4_000_000, false)] {
      let feed = """
        <rss xmlns:x="\(String(repeating: "u", count: count))"><channel>
        \(String(repeating: "<x:b x:a=''/>", count: 20_000))<item><title>One</title></item>
        </channel></rss>
        """
      do {
        #expect(try Self.notes(feed) == ["One"] && isValid)
      } catch let error as RenderError {
        #expect(error.code.rawValue == "invalid-content" && !isValid, "\(error)")
      }
    }
  }

  /// The encoding that the server states has precedence.
  @Test func theServerStatesTheEncoding() throws {
    let feed = "<rss><channel><item><title>Caf\u{E9}</title></item></channel></rss>"
    let latin = feed.unicodeScalars.map { UInt8($0.value) }
    let source = ContentSource("https://a.example/feed")
    func read(_ type: String) throws -> [String]? {
      try SourceReader.content(in: SourceDocument(latin, mediaType: type), of: source, at: .init())
        .notes?.map(\.text)
    }
    #expect(try read("text/xml; charset=\"ISO-8859-1\"") == ["Café"])
    #expect(throws: RenderError.self) { try read("text/xml") }
  }

  @Test func plainTitlesOfAtomKeepTheirText() throws {
    let feed = """
      <feed xmlns="http://www.w3.org/2005/Atom"><entry><title>Use &lt;b> and &amp;amp;</title></entry></feed>
      """
    #expect(try Self.notes(feed) == ["Use <b> and &amp;"])
  }

  @Test func anEmptyTitleGivesWayToTheFirstWords() throws {
    let words = Array(repeating: "word", count: 60).joined(separator: " ")
    let feed = """
      <rss xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
      <item><title/><description>&lt;p>Short&lt;/p></description></item>
      <item><content:encoded>\(words)</content:encoded></item>
      <item><title> </title></item></channel></rss>
      """
    let content = try Self.content(feed.utf8)
    let notes = content.notes?.map(\.text) ?? []
    #expect(notes.first == "Short" && notes.count == 2)
    #expect(notes.last?.hasSuffix("word…") == true && (notes.last?.count ?? 0) <= 100)
    #expect(content.warnings.map(\.code) == [.entrySkipped])
    #expect(content.warnings.first?.origin?.line == 4)
  }

  @Test func encodingsAreRead() throws {
    func feed(_ encoding: String, _ bytes: [UInt8]) -> [UInt8] {
      Array("<?xml version='1.0' encoding='\(encoding)'?><rss><channel><item><title>".utf8) + bytes
        + Array("</title></item></channel></rss>".utf8)
    }
    for (encoding, bytes, text) in [
      ("utf-8", Array("é".utf8), "é"), ("iso-8859-1", [0xE9], "é"),
      ("windows-1252", [0x80, 0xE9], "€é"), ("Windows-1251", [0xCF], "П"), ("koi8-r", [0xF0], "П"),
      ("iso-8859-15", [0xA4], "€"),
    ] as [(String, [UInt8], String)] {
      #expect(
        try Self.content(feed(encoding, bytes)).notes == [Note(text)], "\(encoding)")
    }
    let wide = "<rss><channel><item><title>é</title></item></channel></rss>"
    let utf16: [UInt8] =
      [0xFE, 0xFF]
      + wide.utf16.flatMap { (unit) -> [UInt8] in [UInt8(unit >> 8), UInt8(unit & 0xFF)] }
    #expect(try Self.content(utf16).notes == [Note("é")])
    for encoding in ["shift_jis", "utf-7", "../../etc/passwd", "iso-2022-cn-ext", "nothing"] {
      let error = #expect(throws: RenderError.self) {
        try Self.content(feed(encoding, [0x41]))
      }
      #expect(error?.code == .invalidContent, "\(encoding)")
    }
  }

  private static let laughs: String = {
    let entities = (1...9).map { number in
      "<!ENTITY l\(number) '" + String(repeating: "&l\(number - 1);", count: 10) + "'>"
    }.joined()
    return "<?xml version='1.0'?><!DOCTYPE rss [<!ENTITY l0 'ha'>\(entities)]>"
      + "<rss><channel><item><title>&l9;</title></item></channel></rss>"
  }()

  @Test(arguments: [
    (laughs, "document type declaration: 'rss'"),
    (
      "<!DOCTYPE feed SYSTEM 'file:///etc/passwd'><rss><channel/></rss>",
      "document type declaration: 'feed'"
    ),
    ("<rss><channel><item><title>&nbsp;</title></item></channel></rss>", "not valid XML"),
    ("<rss>" + String(repeating: "<a>", count: 100_000), "nested"),
    ("<html><body/></html>", "'html'"), ("<feed/>", "'feed'"), ("", "not valid XML"),
    ("<rss><channel>", "not valid XML"), ("{}", "not valid XML"),
    ("<rss><channel><item><title>\u{1}</title></item></channel></rss>", "not valid XML"),
    ("<rss><channel><item/></channel></rss>", "no entry"),
  ])
  func hostileOrInvalidFeedsAreErrors(_ feed: String, _ words: String) throws {
    let error = #expect(throws: RenderError.self) { try Self.content(feed.utf8) }
    #expect(error?.code == .invalidContent)
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }

  /// Eight MiB of entries, or of one title, are read within the limits.
  @Test func longFeedsAreCut() throws {
    let item = "<item><title>a</title></item>"
    let many = "<rss><channel>" + String(repeating: item, count: 280_000) + "</channel></rss>"
    let content = try Self.content(many.utf8)
    #expect(content.notes?.count == TextLimits.notes)
    #expect(content.warnings.first?.message.hasPrefix("279500 ") == true)
    let long = String(repeating: "x &lt;a b=&quot;", count: 500_000)
    let one = "<rss><channel><item><title>\(long)</title></item></channel></rss>"
    #expect(try Self.content(one.utf8).notes?.first?.text.count == 400)
  }

  @Test func anEmptyFeedIsAnEmptyList() throws {
    #expect(try Self.content("<rss><channel/></rss>".utf8).notes == [])
  }

  /// Python's XML parser reads the same titles from generated feeds.
  @Test func anotherParserReadsTheSameTitles() throws {
    let seed = SeededGenerator.standardSeed
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "a", "Ωmega", "&amp;", "&#8212;", "<![CDATA[& c]]>", " ", "\n", "<!-- no -->", "漢字", "&gt;",
    ]
    let folder = try TemporaryFolder()
    for number in 0..<40 {
      let items = (0..<Int.random(in: 1...20, using: &random)).map { index in
        let title = (0..<Int.random(in: 0...12, using: &random)).map { _ in
          pieces[Int.random(in: 0..<pieces.count, using: &random)]
        }.joined()
        return "<entry><id>\(index)</id><title>n\(index) \(title)</title></entry>"
      }
      let feed =
        "<feed xmlns='http://www.w3.org/2005/Atom'>" + items.joined(separator: "\n") + "</feed>"
      try folder.write(feed, to: "\(number).xml")
    }
    let script = """
      import json, sys, xml.etree.ElementTree as tree
      atom = "{http://www.w3.org/2005/Atom}"
      for name in range(40):
          root = tree.parse(f"{sys.argv[1]}/{name}.xml").getroot()
          print(json.dumps([" ".join(e.find(atom + "title").text.split()) for e in root.findall(atom + "entry")]))
      """
    let judged = Tool.run("/usr/bin/python3", ["-c", script, folder.path], withErrors: true)
    try #require(judged.status == 0, "\(judged.text)")
    let lines = judged.text.split(separator: "\n")
    try #require(lines.count == 40)
    for (number, line) in lines.enumerated() {
      let theirs = try JSONNode(parsing: String(line)).elements?.compactMap(\.string)
      let ours = try Self.content(folder.bytes("\(number).xml")).notes?.map(\.text)
      #expect(ours == theirs, "seed \(seed), feed \(number)")
    }
  }
}
