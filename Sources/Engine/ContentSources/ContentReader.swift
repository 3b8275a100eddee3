internal import Files
public import SourceJSON
public import WallfarmPluginKit

/// Reads content: JSON with a list for each kind (`{"notes": […], "dates": […]}`), a CSV table, a
/// calendar, or notes as text or Markdown.
public enum ContentReader {
  /// The maximum number of keys and values in a file, enough for a thousand habits over a year.
  private static let mostValues = 400_000
  /// The maximum size of a file in bytes.
  public static let mostBytes = 16 << 20

  /// The maximum number of warnings that are accepted from another process.
  private static let mostWarnings = 100

  private static let standardInput = "standard input"
  /// The key of the sources in content.
  package static let sourcesKey = "sources"
  /// The keys of content other than its kinds.
  package static let otherKeys = [Sky.key, sourcesKey]

  /// Whether a file is a table, a calendar or a JSON object rather than notes.
  public static func isContent(_ bytes: [UInt8], file: String) -> Bool {
    if ["csv", "tsv", "ics"].contains(Files.ending(of: file)) { return true }
    if NotesReader.isMarkdown(file) { return false }
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    return bytes.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "{")
  }

  /// The file extensions that identify content.
  public static let forms = ["ics", "csv", "tsv", "md", "txt", "json"]

  /// The format of data without a file name: `ics` for a calendar; otherwise nil.
  public static func form(of bytes: [UInt8]) -> String? {
    CalendarText.isCalendar(bytes) ? "ics" : nil
  }

  /// Whether a file name identifies a calendar, whose content depends on the time.
  public static func isCalendar(_ file: String) -> Bool { Files.ending(of: file) == "ics" }

  /// Reads a file, or standard input for `-`.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - time: the reference time for calendars.
  ///   - sources: whether the content can name URLs, and how they are fetched.
  /// - Returns: the content.
  /// - Throws: the first error found: `file-unreadable`, `file-too-large`, `invalid-json`,
  ///   `invalid-content`, `invalid-notes`, `unknown-key`, `invalid-source`, and errors of fetching.
  public static func read(
    _ path: String, at time: CalendarNow = CalendarNow(), sources: SourceAccess = .refused
  ) throws(RenderError) -> Content {
    let isInput = path == "-"
    let bytes = isInput ? try Files.readStandardInput() : try Files.read(path, limit: mostBytes)
    let (content, problems) = try parse(
      bytes, file: isInput ? standardInput : path, at: time, sources: sources)
    if let first = problems.first { throw first }
    return content
  }

  /// Parses the bytes of a file and collects all errors.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - file: the name of the file.
  ///   - form: the format as a file extension, such as `ics`; nil to use the extension of `file`.
  ///   - time: the reference time for calendars.
  ///   - sources: whether the content can name URLs, and how they are fetched.
  /// - Returns: the content with its warnings, and the errors that were found.
  /// - Throws: `invalid-content`, `invalid-json`, `invalid-notes` or `no-notes` if the error
  ///   prevents further checks.
  public static func parse(
    _ bytes: [UInt8], file: String, form: String? = nil, at time: CalendarNow = CalendarNow(),
    sources: SourceAccess = .refused
  ) throws(RenderError) -> (content: Content, problems: [RenderError]) {
    if let look = FileLook.other(in: bytes) {
      throw .invalidContent(look.whyNoText, origin: .file(file), hint: look.hint)
    }
    switch form ?? Files.ending(of: file) {
    case "ics" where form != nil: return try CalendarReader.read(bytes, file: file, at: time)
    case "xml" where form != nil: return (try FeedReader.read(bytes, file: file), [])
    case "csv", "tsv":
      let (content, problems) = CSVReader.read(bytes, file: file)
      return (content, problems + content.excess(origin: .file(file), problems))
    case "md", "markdown", "txt":
      return (Content(notes: try NotesReader.parse(bytes, file: file)), [])
    default:
      // A calendar may have no file name. Conversely, a file whose name ends in .ics may contain
      // JSON, because an order that is sent to a pool contains a calendar's expanded events instead
      // of the calendar.
      let isJSON = isContent(bytes, file: "")
      guard !isJSON, isCalendar(file) || CalendarText.isCalendar(bytes) else {
        return try parseJSON(bytes, file: file, at: time, sources: sources)
      }
      // A batch recognizes calendars by their file extension, because their content depends on the
      // day. A calendar with another extension is therefore rejected.
      guard isCalendar(file) || file == standardInput else {
        throw .invalidContent(
          "the file is a calendar, but its name does not end in .ics", origin: .file(file),
          hint: "rename it so that it ends in .ics")
      }
      return try CalendarReader.read(bytes, file: file, at: time)
    }
  }

  private static func parseJSON(
    _ bytes: [UInt8], file: String, at time: CalendarNow, sources: SourceAccess
  ) throws(RenderError) -> (content: Content, problems: [RenderError]) {
    var isList = false
    let node: JSONNode?
    do {
      node = try JSONNode.entries(of: bytes, mostValues: mostValues) { _ in
        isList = true
        return false
      }
    } catch {
      throw .invalidJSON(error, file: file)
    }
    guard let node, !isList else {
      return (
        Content(),
        [
          .invalidContent(
            "content must be an object, not a list", origin: .file(file),
            hint: #"write {"notes": ["Buy milk"]}, or pass a list of notes to --notes"#)
        ]
      )
    }
    return read(node, file: file, at: time, sources: sources)
  }

  /// Reads content that is embedded in other JSON, such as a job.
  ///
  /// - Parameters:
  ///   - node: the JSON of the content.
  ///   - file: the name of the file for the positions of errors.
  ///   - time: the reference time for calendars at URLs.
  ///   - sources: whether the content can name URLs, and how they are fetched.
  /// - Returns: the content with its warnings, and the errors that were found.
  public static func read(
    _ node: JSONNode, file: String, at time: CalendarNow = CalendarNow(),
    sources: SourceAccess = .refused
  ) -> (content: Content, problems: [RenderError]) {
    guard let members = node.members else {
      return (
        Content(),
        [
          .invalidContent(
            "content must be an object, not \(node.typeName)", origin: node.place.origin(in: file))
        ]
      )
    }
    var content = Content()
    var problems: [RenderError] = []
    for member in members where member.key != "$schema" && member.key != sourcesKey {
      if member.key == Content.warningsKey {
        content.warnings = (member.value.elements ?? []).prefix(mostWarnings)
          .compactMap(RenderWarning.init(json:))
        continue
      }
      if member.key == Sky.key {
        var reader = SkyReader(file: file)
        content.sky = reader.sky(member.value)
        problems += reader.problems
        continue
      }
      guard let kind = ContentKind(rawValue: member.key) else {
        problems.append(
          .unknownContentKey(
            member.key, in: "content", known: ContentKind.allCases.map(\.rawValue) + otherKeys,
            origin: member.keyPlace.origin(in: file)))
        continue
      }
      if kind == .notes {
        do throws(RenderError) {
          content.notes = try NotesReader.notes(in: member.value, file: file)
        } catch {
          problems.append(error)
        }
      } else {
        var reader = EntryReader(kind, file: file)
        content[kind] = reader.entries(member.value)
        problems += reader.problems
      }
    }
    if let member = members.first(where: { $0.key == sourcesKey }) {
      // Do not fetch anything for content that is invalid in any case.
      let access = problems.isEmpty ? sources : sources.onlyChecking
      let (found, more) = access.content(of: member, file: file, at: time)
      content.append(found)
      problems += more
      if problems.isEmpty { problems = content.excessEntries(origin: member.origin(in: file)) }
    }
    return (content, problems + content.excess(origin: node.place.origin(in: file), problems))
  }
}

extension JSONMember {
  fileprivate func origin(in file: String) -> Origin { keyPlace.origin(in: file) }
}

extension Content {
  /// The error for content that has too many entries after its sources were added; empty if there
  /// is none.
  func excessEntries(origin: Origin) -> [RenderError] {
    for kind in kinds {
      let most = kind == .notes ? TextLimits.notes : ContentField.mostEntries
      guard (count(of: kind) ?? 0) > most else { continue }
      return [
        .invalidContent(
          "in total, there are more than \(most) \(kind.rawValue)",
          origin: origin, hint: "use fewer sources, or sources with fewer entries")
      ]
    }
    return []
  }

  /// The error for content whose total text is too long, as a list; empty if the text fits or there
  /// are other errors.
  func excess(origin: Origin, _ others: [RenderError]) -> [RenderError] {
    guard others.isEmpty, codePoints > TextLimits.allNotes else { return [] }
    return [
      .invalidContent(
        "the content has more than \(TextLimits.allNotes) code points in total", origin: origin,
        hint: "keep only the entries that fit on a screen")
    ]
  }

  /// The total number of code points in all strings.
  fileprivate var codePoints: Int {
    let notes = (notes ?? []).reduce(0) { sum, note in
      sum + note.text.unicodeScalars.count + (note.heading?.unicodeScalars.count ?? 0)
    }
    return entries.values.joined().reduce(notes) { sum, entry in
      entry.values.values.reduce(sum) { sum, value in
        if case .text(let text) = value { sum + text.unicodeScalars.count } else { sum }
      }
    }
  }
}
