internal import CExpat
internal import Glibc

/// Parses the XML of a feed with Expat.
///
/// The parser refuses document type declarations, so no entity can be declared or expanded, and it
/// limits the depth, the number of entries and the length of each text.
final class FeedParser {
  /// The parsed entries.
  struct Feed {
    var entries: [FeedEntry] = []
    /// The number of entries beyond the limit.
    var extraCount = 0
  }

  /// The reason why a document is not a valid feed.
  struct Failure: Error {
    let message: String
    let hint: String
    var line: Int?
    var column: Int?
  }

  private static let mostEntries = 1000
  private static let mostDepth = 64
  /// The maximum length of a title or description in bytes; the rest is ignored.
  private static let mostTextBytes = 16 << 10

  /// The maximum length of the name of a namespace in bytes.
  ///
  /// Expat copies the namespace into the name of each element, so a long namespace is slow.
  private static let mostSpaceBytes = 256

  private static let atom: Set<Substring> = [
    "http://www.w3.org/2005/Atom", "http://purl.org/atom/ns#",
  ]
  private static let rdf: Substring = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  private static let rss: Set<Substring> = [
    "", "http://purl.org/rss/1.0/", "http://my.netscape.com/rdf/simple/0.9/",
    "http://backend.userland.com/rss2",
  ]
  private static let encoded: Substring = "http://purl.org/rss/1.0/modules/content/"

  private enum Field { case title, summary, content }

  private let parser: OpaquePointer
  private var feed = Feed()
  private var failure: Failure?
  private var depth = 0
  private var entry: (value: FeedEntry, depth: Int)?
  private var field: (Field, FeedText.Markup)?
  private var text: [UInt8] = []

  /// Parses a whole document.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - encoding: The encoding that the server states, which has precedence over the document
  ///     (RFC 7303, 3); nil if it states none.
  /// - Returns: The entries.
  /// - Throws: The reason why the document is not a valid feed.
  static func parse(_ bytes: [UInt8], encoding: String?) throws(Failure) -> Feed {
    // The separator cannot occur in XML.
    guard let parser = XML_ParserCreateNS(encoding, separator) else {
      throw Failure(message: "there is not enough memory to read the feed", hint: "try again later")
    }
    let own = FeedParser(parser)
    let status = bytes.withUnsafeBytes { bytes in
      XML_Parse(parser, bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count), 1)
    }
    if let failure = own.failure { throw failure }
    guard status == XML_STATUS_OK else { throw own.syntaxFailure }
    return own.feed
  }

  private static let separator: CChar = 0x1F

  private init(_ parser: OpaquePointer) {
    self.parser = parser
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      { context, name, attributes in
        guard let name, let parser = FeedParser.of(context), parser.failure == nil else { return }
        parser.begin(String(cString: name), attributes)
      },
      { context, name in
        FeedParser.of(context)?.end(name.map { String(cString: $0) } ?? "")
      })
    XML_SetCharacterDataHandler(parser) { context, bytes, count in
      guard let bytes else { return }
      FeedParser.of(context)?.add(
        UnsafeRawBufferPointer(start: bytes, count: Int(count)))
    }
    XML_SetStartDoctypeDeclHandler(parser) { context, name, _, _, _ in
      let name = name.map { String(cString: $0) } ?? ""
      FeedParser.of(context)?.fail(
        "the feed has a document type declaration: '\(name.prefix(40))'",
        "remove <!DOCTYPE …>; entities of a document type are not supported")
    }
    XML_SetStartNamespaceDeclHandler(parser) { context, _, space in
      guard let space, strnlen(space, FeedParser.mostSpaceBytes + 1) > FeedParser.mostSpaceBytes
      else { return }
      FeedParser.of(context)?.fail(
        "the name of a namespace is longer than \(FeedParser.mostSpaceBytes) bytes",
        "open the feed in a browser")
    }
    XML_SetUnknownEncodingHandler(
      parser,
      { _, name, encoding in
        guard let name, let encoding else { return 0 }
        return FeedEncoding.fill(&encoding.pointee, for: String(cString: name)) ? 1 : 0
      }, nil)
  }

  deinit { XML_ParserFree(parser) }

  private static func of(_ context: UnsafeMutableRawPointer?) -> FeedParser? {
    context.map { Unmanaged<FeedParser>.fromOpaque($0).takeUnretainedValue() }
  }

  private func begin(
    _ name: String, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    guard failure == nil else { return }
    depth += 1
    guard depth <= FeedParser.mostDepth else {
      return fail(
        "the elements of the feed are nested more than \(FeedParser.mostDepth) levels deep",
        "open the feed in a browser")
    }
    let local = FeedParser.local(name)
    let hasSpace = local.utf8.count < name.utf8.count
    let space = hasSpace ? name[..<name.utf8.index(before: local.startIndex)] : ""
    if depth == 1 { return checkRoot(space, local) }
    guard let entry else {
      let isEntry =
        local == "item" && FeedParser.rss.contains(space)
        || local == "entry" && FeedParser.atom.contains(space)
      if isEntry { self.entry = (FeedEntry(line: line), depth) }
      return
    }
    if field != nil {
      // Separate the texts of nested blocks, such as paragraphs.
      if !InlineHTML.isInline(String(local)) { add(space: ()) }
    } else if depth == entry.depth + 1, let field = FeedParser.field(space, local) {
      self.field = (field, FeedParser.markup(of: field, space, attributes))
      text = []
    }
  }

  /// The name without its namespace.
  private static func local(_ name: String) -> Substring {
    let end = name.utf8.lastIndex(of: UInt8(bitPattern: separator))
    return end.map { name[name.utf8.index(after: $0)...] } ?? name[...]
  }

  private func end(_ name: String) {
    guard failure == nil else { return }
    defer { depth -= 1 }
    guard let entry else { return }
    if depth == entry.depth {
      if feed.entries.count < FeedParser.mostEntries {
        feed.entries.append(entry.value)
      } else {
        feed.extraCount += 1
      }
      self.entry = nil
    } else if let (field, markup) = field {
      guard depth == entry.depth + 1 else {
        if !InlineHTML.isInline(String(FeedParser.local(name))) { add(space: ()) }
        return
      }
      let found = FeedText(text: String(decoding: text, as: UTF8.self), markup: markup)
      switch field {
      case .title: self.entry?.value.title = found
      case .summary: self.entry?.value.summary = found
      case .content where entry.value.summary.text.isEmpty: self.entry?.value.summary = found
      case .content: break
      }
      self.field = nil
    }
  }

  private func add(_ bytes: UnsafeRawBufferPointer) {
    guard field != nil, text.count < FeedParser.mostTextBytes else { return }
    text.append(contentsOf: bytes.prefix(FeedParser.mostTextBytes - text.count))
  }

  private func add(space: Void) {
    if text.count < FeedParser.mostTextBytes { text.append(UInt8(ascii: " ")) }
  }

  private func checkRoot(_ space: Substring, _ local: Substring) {
    let isFeed =
      local == "rss" || local == "RDF" && space == FeedParser.rdf
      || local == "feed" && FeedParser.atom.contains(space)
    guard !isFeed else { return }
    fail(
      "the document is not a feed: its root element is '\(local.prefix(40))'",
      "use an RSS or Atom feed")
  }

  private static func field(_ space: Substring, _ local: Substring) -> Field? {
    let isAtom = atom.contains(space)
    switch local {
    case "title" where isAtom || rss.contains(space): return .title
    case "summary" where isAtom, "description" where rss.contains(space): return .summary
    case "content" where isAtom, "encoded" where space == encoded: return .content
    default: return nil
    }
  }

  /// The notation of a text: Atom states it in the attribute `type`; RSS allows HTML everywhere.
  private static func markup(
    of field: Field, _ space: Substring, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) -> FeedText.Markup {
    guard atom.contains(space) else { return .html }
    var place = 0
    while let attributes, let name = attributes[place], let value = attributes[place + 1] {
      if String(cString: name) == "type" {
        return ["html", "text/html"].contains(String(cString: value).lowercased()) ? .html : .none
      }
      place += 2
    }
    return .none
  }

  private func fail(_ message: String, _ hint: String) {
    failure = failure ?? Failure(message: message, hint: hint, line: line, column: column)
    XML_StopParser(parser, 0)
  }

  private var line: Int { Int(XML_GetCurrentLineNumber(parser)) }
  private var column: Int { Int(XML_GetCurrentColumnNumber(parser)) + 1 }

  private var syntaxFailure: Failure {
    let code = XML_GetErrorCode(parser)
    let reason = XML_ErrorString(code).map { String(cString: $0) } ?? "unknown error"
    if code == XML_ERROR_UNKNOWN_ENCODING {
      return Failure(
        message: "the encoding of the feed is not supported", hint: "encode the feed as UTF-8",
        line: 1, column: 1)
    }
    return Failure(
      message: "the feed is not valid XML: \(reason)", hint: "open the feed in a browser",
      line: line, column: column)
  }
}
