internal import Files

/// Content at a URL: the address, the format of the document and, for JSON, its mapping to content.
///
/// The URL can contain a secret, so messages and logs contain only its ``name``.
public struct ContentSource: Hashable, Sendable {
  /// The URL as written: `https://…`, or `webcal://…` for a calendar over HTTPS.
  public let url: String
  /// The format of the document; nil to derive it from the response and the URL.
  public var format: Format?
  /// The parts of a JSON document that become content; empty if the document is content itself.
  public var map: [ContentMap]
  /// The value of the `Authorization` header, which is sent only to the host of the URL; nil for no
  /// header.
  public var authorization: String?
  /// The number of minutes between two fetches by a service; nil for the default.
  ///
  /// Commands fetch once.
  public var minutes: Int?

  /// The format of a document.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// An iCalendar file.
    case calendar
    /// JSON.
    case json
    /// An RSS or Atom feed.
    case feed
    /// A table with a row of keys, separated by commas, semicolons or tabs.
    case csv
    /// Notes in Markdown.
    case markdown
    /// Notes as text.
    case text
  }

  /// Creates a source.
  public init(_ url: String, format: Format? = nil, map: [ContentMap] = []) {
    (self.url, self.format, self.map) = (url, format, map)
  }

  /// The default number of minutes between two fetches.
  public static let defaultMinutes = 60
  /// The valid numbers of minutes between two fetches: from 5 minutes to a week.
  public static let minutes = 5...10_080
  /// The maximum length of an `Authorization` header in bytes.
  static let mostAuthorizationBytes = 512

  /// The maximum size of a URL in bytes.
  static let mostBytes = 2000
  /// The maximum number of sources of one picture.
  public static let most = 20

  /// Returns whether a string is a URL and not the path of a file.
  public static func isAddress(_ text: String) -> Bool {
    ["https://", "http://", "webcal://", "webcals://"].contains(where: text.lowercased().hasPrefix)
  }

  /// The reason why the URL is not supported, as a predicate such as "is not encrypted"; nil if it
  /// is supported.
  var objection: String? {
    if url.utf8.count > ContentSource.mostBytes {
      return "is longer than \(ContentSource.mostBytes) bytes"
    }
    guard ContentSource.isAddress(url) else { return "is not a web address" }
    return url.lowercased().hasPrefix("http://") ? "is not encrypted" : nil
  }

  /// The URL to fetch, which always begins with `https://`.
  public var address: String { "https://" + rest }

  /// The scheme and host of the URL, for messages: paths and queries of URLs can be secrets.
  public var name: String {
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    return "https://" + host.prefix(253)
  }

  /// The file name extension of the path, in lowercase.
  var ending: String {
    Files.ending(of: String(rest.prefix { $0 != "?" && $0 != "#" }.drop { $0 != "/" }))
  }

  /// Whether the scheme says that the document is a calendar.
  var isCalendar: Bool { scheme.lowercased().hasPrefix("webcal") }

  private var scheme: Substring { url.prefix { $0 != ":" } }
  private var rest: Substring { url.dropFirst(scheme.count + 3) }
}

extension ContentSource.Format {
  /// The format for a file name extension.
  public init?(ending: String) { self.init(mediaType: nil, ending: ending) }

  /// The format for a media type, or for a file name extension; nil if both are unspecific.
  ///
  /// `text/plain` and `application/octet-stream` are unspecific, because many servers send them
  /// for every file.
  init?(mediaType: String?, ending: String) {
    let type = mediaType.map {
      $0.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased()
    }
    switch type {
    case "text/calendar": self = .calendar
    case "application/rss+xml", "application/atom+xml", "application/rdf+xml", "text/xml",
      "application/xml":
      self = .feed
    case "text/csv", "text/tab-separated-values", "application/csv": self = .csv
    case "text/markdown", "text/x-markdown": self = .markdown
    case "application/json", "text/json": self = .json
    case let type? where type.hasPrefix("application/") && type.hasSuffix("+json"): self = .json
    default:
      switch ending {
      case "ics", "ical", "ifb": self = .calendar
      case "json", "geojson": self = .json
      case "rss", "atom", "xml", "rdf": self = .feed
      case "csv", "tsv": self = .csv
      case "md", "markdown": self = .markdown
      case "txt": self = .text
      default:
        guard type == "text/plain" else { return nil }
        self = .text
      }
    }
  }
}
