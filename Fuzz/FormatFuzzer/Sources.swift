import ContentSources
import SourceJSON
import WallfarmPluginKit

/// Fuzzes a feed; its notes must be valid content within the limits.
func fuzzFeed(_ bytes: [UInt8]) {
  let source = ContentSource("https://a.example", format: .feed)
  guard
    let content = try? SourceReader.content(
      in: SourceDocument(bytes, mediaType: nil), of: source, at: CalendarNow())
  else { return }
  guard content.notes?.count ?? .max <= TextLimits.notes else { fatalError("too many notes") }
  expectValid(content)
}

/// Fuzzes a mapping and the document that it maps: `{"source": …, "document": …}`.
func fuzzMap(_ bytes: [UInt8]) {
  guard let node = try? JSONNode(parsing: bytes), let written = node["source"],
    let source = ContentSource.read(written, file: "f").source
  else { return }
  guard let again = try? JSONNode(parsing: source.json.text(pretty: false)),
    ContentSource.read(again, file: "f").source == source
  else { fatalError("a source cannot be decoded after encoding") }
  let document = Array((node["document"]?.plain ?? .null).text(pretty: false).utf8)
  guard
    let content = try? SourceReader.content(
      in: SourceDocument(document, mediaType: nil), of: source, at: CalendarNow())
  else { return }
  expectValid(content)
}

/// Traps unless the content is valid as a file, apart from its total length.
private func expectValid(_ found: Content) {
  var content = found
  content.warnings = []
  let json = Array(content.json.text(pretty: false).utf8)
  guard let read = try? ContentReader.parse(json, file: "fuzz.json"), read.content == content else {
    // The limit on the total length applies only when the content is added to a request.
    guard content.json.text(pretty: false).utf8.count > TextLimits.allNotes else {
      fatalError("a document produced invalid content")
    }
    return
  }
}

/// Seeds for feeds and mappings.
enum SourceSeeds {
  static let feeds = [
    """
    <?xml version="1.0" encoding="windows-1252"?><rss version="2.0"><channel><title>a</title><item>
    <title>b &amp;amp; <![CDATA[<i>c</i>]]></title><description>d</description></item></channel></rss>
    """,
    """
    <feed xmlns="http://www.w3.org/2005/Atom"><entry><title type="xhtml"><div>a <b>b</b></div></title>
    <summary type="html">&lt;p>c</summary></entry><entry><content>d</content></entry></feed>
    """,
    """
    <r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
    <item><title>a</title></item></r:RDF>
    """,
    "<!DOCTYPE rss [<!ENTITY a 'b'>]><rss><channel><item><title>&a;</title></item></channel></rss>",
  ]

  static let maps = ContentMap.kinds.map { kind in
    let keys = kind.fields.filter { $0.type != .photo }.map { "\"\($0.key)\": \"/\($0.key)\"" }
    let fields = "{" + keys.joined(separator: ", ") + "}"
    return #"""
      {"source": {"url": "https://a.example", "map": {"kind": "\#(kind.rawValue)", "list": "/l", "fields": \#(fields)}},
       "document": {"l": [{"text": 1, "title": "a", "date": 1735689600, "start": "2026-01-01T10:00:00.5Z",
         "label": ["a", 2], "value": "1,5", "goal": 3, "message": true, "name": "n", "days": ["2026-01-01"]}]}}
      """#
  }
}
