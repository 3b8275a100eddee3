internal import Files
internal import SourceJSON
public import WallfarmPluginKit

/// A document that was fetched from the URL of a source.
public struct SourceDocument: Hashable, Sendable {
  /// The bytes of the document.
  public let bytes: [UInt8]
  /// The media type that the server stated.
  public let mediaType: String?

  /// The value of `charset` in the media type; nil if there is none.
  var encoding: String? {
    let parts = (mediaType ?? "").split(separator: ";").dropFirst()
    for part in parts {
      let pair = part.split(separator: "=", maxSplits: 1).map { word in
        word.filter { !" \t\"".contains($0) }
      }
      if pair.count == 2, pair[0].lowercased() == "charset", !pair[1].isEmpty { return pair[1] }
    }
    return nil
  }

  /// Creates a document.
  public init(_ bytes: [UInt8], mediaType: String?) {
    (self.bytes, self.mediaType) = (bytes, mediaType)
  }
}

/// Fetches the documents of sources and reads content from them.
public struct SourceReader: Sendable {
  /// Fetches the document of a source; the origin of its errors is the option `content`.
  public typealias Fetch = @Sendable (ContentSource) throws(RenderError) -> SourceDocument

  /// Returns the content of a source at a time.
  public typealias Read =
    @Sendable (ContentSource, CalendarNow) throws(RenderError) -> Content

  private let read: Read

  /// Creates a reader that fetches documents.
  public init(_ fetch: @escaping Fetch) {
    read = { (source, time) throws(RenderError) in
      try SourceReader.content(in: try fetch(source), of: source, at: time)
    }
  }

  /// Creates a reader that gets the content of sources elsewhere, for example from a cache.
  public init(reading read: @escaping Read) { self.read = read }

  /// Returns the content of a source.
  ///
  /// - Throws: errors of fetching, and errors of ``content(in:of:at:)``.
  public func content(of source: ContentSource, at time: CalendarNow) throws(RenderError) -> Content
  {
    var content = try read(source, time)
    content.isFetched = true
    return content
  }

  /// Reads the content of a document.
  ///
  /// Messages identify the document by the host of its URL, because the rest of the URL may be
  /// secret.
  ///
  /// - Parameters:
  ///   - document: the fetched document.
  ///   - source: the source that the document belongs to.
  ///   - time: the reference time for calendars.
  /// - Returns: the content, with warnings about skipped entries.
  /// - Throws: `invalid-content`, `invalid-json`, `invalid-notes`, `no-notes`, `unknown-key`.
  public static func content(
    in document: SourceDocument, of source: ContentSource, at time: CalendarNow
  ) throws(RenderError) -> Content {
    let (file, bytes) = (source.name, document.bytes)
    let origin = Origin.file(file)
    if let look = FileLook.other(in: bytes) {
      throw .invalidContent(look.whyNoText, origin: origin, hint: "check the URL in a browser")
    }
    guard bytes.count <= ContentReader.mostBytes else {
      throw .invalidContent(
        "the document is larger than \(ContentReader.mostBytes) bytes", origin: origin)
    }
    let content: Content
    switch try format(of: source, document) {
    case .calendar: content = try parsed(bytes, file, "ics", time)
    case .csv: content = try parsed(bytes, file, "csv", time)
    case .feed:
      content = try FeedReader.read(bytes, file: file, encoding: document.encoding)
    case .markdown: content = Content(notes: try NotesReader.parse(bytes, file: file, form: "md"))
    case .text: content = Content(notes: try NotesReader.parse(bytes, file: file, form: "txt"))
    case .json: content = try json(bytes, file, source.map)
    }
    guard !content.namesPhotos else {
      throw .invalidContent(
        "content from a URL cannot name the files of photos", origin: origin,
        hint: "remove the photos from the document")
    }
    let excess = content.excessEntries(origin: origin)
    if let first = content.excess(origin: origin, excess).first ?? excess.first { throw first }
    return content
  }

  private static func format(
    of source: ContentSource, _ document: SourceDocument
  ) throws(RenderError) -> ContentSource.Format {
    if let format = source.format { return format }
    if source.isCalendar { return .calendar }
    if !source.map.isEmpty { return .json }
    let format = ContentSource.Format(mediaType: document.mediaType, ending: source.ending)
    if let format { return format }
    let type = document.mediaType.map { "its media type is '\($0.prefix(80))'" }
    throw .invalidContent(
      "the format of the document is unknown: \(type ?? "it has no media type")",
      origin: .file(source.name),
      hint: "set 'format' of the source: "
        + ContentSource.Format.allCases.map(\.rawValue).joined(separator: ", "))
  }

  private static func parsed(
    _ bytes: [UInt8], _ file: String, _ form: String, _ time: CalendarNow
  ) throws(RenderError) -> Content {
    let (content, problems) = try ContentReader.parse(bytes, file: file, form: form, at: time)
    if let first = problems.first { throw first }
    return content
  }

  /// The maximum number of keys and values in a JSON document, or in an element of a list.
  private static let mostValues = 400_000

  private static func json(
    _ bytes: [UInt8], _ file: String, _ maps: [ContentMap]
  ) throws(RenderError) -> Content {
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    var elements: [JSONNode] = []
    let node: JSONNode?
    do {
      node = try JSONNode.entries(of: bytes, mostValues: mostValues) { element in
        elements.append(element)
        return elements.count <= mostValues
      }
    } catch {
      throw .invalidJSON(error, file: file)
    }
    guard elements.count <= mostValues else {
      throw .invalidContent("the list has more than \(mostValues) elements", origin: .file(file))
    }
    let start = SourcePlace(line: 1, column: 1, offset: 0)
    let root = node ?? JSONNode(content: .array(elements), place: start)
    guard maps.isEmpty else { return try MapReader.read(root, maps, file: file) }
    // A list without a mapping contains notes.
    guard root.members != nil else {
      return Content(notes: try NotesReader.notes(in: root, file: file))
    }
    var (content, problems) = ContentReader.read(root, file: file)
    if let first = problems.first { throw first }
    content.warnings = []
    return content
  }
}

extension Content {
  /// Whether an entry has the path of a photo.
  fileprivate var namesPhotos: Bool {
    entries.contains { kind, entries in
      let keys = kind.fields.filter { $0.type == .photo }.map(\.key)
      return entries.contains { entry in keys.contains { entry[$0] != nil } }
    }
  }
}
