import WallfarmPluginKit

/// Reads the entries of RSS 0.9 to 2.0 and Atom feeds as notes.
///
/// A note has the title of its entry or, if the title is empty, the first words of the description.
enum FeedReader {
  /// Reads the bytes of a feed.
  ///
  /// - Throws: `invalid-content`.
  static func read(
    _ bytes: [UInt8], file: String, encoding: String? = nil
  ) throws(RenderError) -> Content {
    let feed: FeedParser.Feed
    do throws(FeedParser.Failure) {
      feed = try FeedParser.parse(bytes, encoding: encoding)
    } catch {
      throw .invalidContent(
        error.message, origin: .file(file, line: error.line, column: error.column),
        hint: error.hint)
    }
    var warnings = SourceWarnings(file: file)
    var notes: [Note] = []
    for (index, entry) in feed.entries.enumerated() {
      guard let text = entry.note else {
        warnings.skipped(
          "feed entry \(index + 1)", "it has neither a title nor a description", line: entry.line)
        continue
      }
      if let excess = TextLimits.note.excess(in: text) {
        warnings.skipped("feed entry \(index + 1)", "it has \(excess.phrase)", line: entry.line)
        continue
      }
      notes.append(Note(text))
    }
    if notes.isEmpty, let reason = warnings.firstReason {
      throw .invalidContent(
        "no entry of the feed can be shown: \(reason)", origin: .file(file),
        hint: "open the feed in a browser")
    }
    warnings.beyond(
      TextLimits.notes, "feed entries",
      count: feed.extraCount + max(0, notes.count - TextLimits.notes))
    var content = Content(notes: Array(notes.prefix(TextLimits.notes)))
    content.warnings = warnings.all
    return content
  }
}

/// An entry of a feed.
struct FeedEntry: Hashable {
  var title = FeedText()
  var summary = FeedText()
  /// The line on which the entry begins.
  let line: Int

  /// The maximum length of a title in characters.
  private static let longestTitle = 400
  /// The maximum length of an excerpt from the description in characters.
  private static let longestExcerpt = 100

  /// The text to show; nil if the entry has no visible text.
  var note: String? {
    let title = title.line
    if title.hasVisibleCharacter { return title.shortened(to: FeedEntry.longestTitle) }
    let words = summary.line
    guard words.hasVisibleCharacter else { return nil }
    guard words.count > FeedEntry.longestExcerpt else { return words }
    // End the excerpt after a whole word if there is one.
    let head = words.prefix(FeedEntry.longestExcerpt - 1)
    let end = head.lastIndex(of: " ") ?? head.endIndex
    return String(head[..<end]) + "…"
  }
}

/// A text in a feed as written.
struct FeedText: Hashable {
  /// The notation of the text.
  enum Markup: Hashable {
    /// The text is to be shown as it is.
    case none
    /// The text may contain tags and character references of HTML.
    case html
  }

  var text = ""
  var markup = Markup.none

  /// The text in one line without tags.
  var line: String {
    let words = markup == .html ? InlineHTML.visibleWords(text) : text
    return words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
