internal import Files
public import SourceJSON
public import WallfarmPluginKit

/// Reads notes from a JSON list, Markdown, or text with one note per line.
public enum NotesReader {
  /// The maximum number of keys and values in a JSON note, far more than in any real note.
  private static let mostValues = 1000

  /// Reads a file, or standard input for `-`.
  ///
  /// - Throws: `file-unreadable`, `file-too-large`, `invalid-json`, `invalid-notes`; `no-notes` for
  ///   text that has no lines.
  public static func read(_ path: String) throws(RenderError) -> [Note] {
    if path == "-" { return try parse(try Files.readStandardInput(), file: "standard input") }
    return try parse(try Files.read(path, limit: 16 << 20), file: path)
  }

  /// Parses the bytes of a file.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - file: the name of the file.
  ///   - form: the format as a file extension, such as `md`; nil to use the extension of `file`.
  /// - Returns: the notes.
  /// - Throws: `invalid-json`, `invalid-notes`; `no-notes` for text that has no lines.
  public static func parse(
    _ bytes: [UInt8], file: String, form: String? = nil
  ) throws(RenderError) -> [Note] {
    // Some Windows editors add a byte order mark.
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    if form == "md" || form == nil && isMarkdown(file) {
      return try fromMarkdown(try text(of: bytes, file: file), file: file)
    }
    return looksLikeJSON(bytes, file: file)
      ? try fromJSON(bytes, file: file)
      : try fromLines(try text(of: bytes, file: file), file: file)
  }

  /// Whether a file has a Markdown extension.
  static func isMarkdown(_ file: String) -> Bool {
    ["md", "markdown"].contains(Files.ending(of: file))
  }

  /// Whether a file is JSON, judging by its extension or its first characters.
  ///
  /// JSON starts with `{`, or with `[` followed by a string, an object, a comment or `]`. By
  /// contrast, `[x]` and `[10:00]` begin a line of text.
  private static func looksLikeJSON(_ bytes: [UInt8], file: String) -> Bool {
    if file.hasSuffix(".json") { return true }
    let head = bytes.drop { " \t\r\n".utf8.contains($0) }
    let marks = Array(head.lazy.filter { !" \t\r\n".utf8.contains($0) }.prefix(3))
    // `[ ]` on its own is an empty list; before other text, it is a checkbox.
    if marks.elementsEqual("[]".utf8) { return true }
    if ["[ ]", "[x]", "[X]"].contains(where: { head.starts(with: $0.utf8) }) { return false }
    let text = String(decoding: marks.prefix(2), as: UTF8.self)
    return text.hasPrefix("{") || ["[\"", "[{", "[]", "[/"].contains(text)
  }

  /// Reads a list of notes that is embedded in other JSON, such as content.
  ///
  /// - Throws: `invalid-notes`, with the position in the file.
  public static func notes(in node: JSONNode, file: String) throws(RenderError) -> [Note] {
    guard let elements = node.elements else { throw noList(node, file: file) }
    var list = NoteList(origin: node.place.origin(in: file))
    for element in elements { try list.append(try note(element, list.next, file: file)) }
    return list.notes
  }

  /// Reads a list of notes inside a job or a request.
  ///
  /// - Throws: `invalid-notes`, with the origin `notes`.
  public static func notes(in node: JSONNode) throws(RenderError) -> [Note] {
    do throws(RenderError) {
      return try notes(in: node, file: "")
    } catch {
      var problem = RenderError(error.code, error.message, origin: .notes, hint: error.hint)
      problem.remedies = error.remedies.map { $0.at(error.origin) }
      throw problem
    }
  }

  /// Validates notes from other sources, such as command-line options.
  ///
  /// - Throws: `invalid-notes` for the first invalid note, or if there are too many notes.
  public static func check(_ notes: [Note], origin: Origin) throws(RenderError) {
    var list = NoteList(origin: origin)
    for note in notes { try list.append(try checked(note, number: list.next, origin: origin)) }
  }

  /// Reads one note at a time, so that a list of millions of notes is rejected at the first note
  /// over the limit.
  private static func fromJSON(_ bytes: [UInt8], file: String) throws(RenderError) -> [Note] {
    var list = NoteList(origin: .file(file))
    var failure: RenderError?
    do {
      let other = try JSONNode.entries(of: bytes, mostValues: mostValues) { element in
        do throws(RenderError) {
          try list.append(try note(element, list.next, file: file))
          return true
        } catch {
          failure = error
          return false
        }
      }
      if let other { failure = noList(other, file: file) }
    } catch {
      throw .invalidJSON(error, file: file)
    }
    if let failure { throw failure }
    return list.notes
  }

  private static func noList(_ node: JSONNode, file: String) -> RenderError {
    .invalidNotes("notes must be a list, not \(node.typeName)", origin: node.place.origin(in: file))
  }

  private static func note(
    _ node: JSONNode, _ number: Int, file: String
  ) throws(RenderError) -> Note {
    let origin = node.place.origin(in: file)
    if let text = node.string { return try checked(Note(text), number: number, origin: origin) }
    guard let members = node.members else {
      throw .invalidNotes("note \(number) is \(node.typeName)", origin: origin).remedied(
        ContentField.Form.text(limit: TextLimits.allNotes).repaired(node.plain)
          .map { .replace(with: $0) } ?? .remove())
    }
    let known = ContentKind.notes.fields.map(\.key)
    for member in members where !known.contains(member.key) {
      let error = RenderError.unknownContentKey(
        member.key, in: "a note", known: known, origin: member.keyPlace.origin(in: file))
      // If the key is a synonym of a valid key, offer to rename it, so that its value is kept.
      throw synonyms[member.key.lowercased()].map { error.remedied(.rename(to: $0)) } ?? error
    }
    guard let text = node["text"]?.string else {
      throw .invalidNotes(
        node["text"].map { "'text' of note \(number) is \($0.typeName), not text" }
          ?? "note \(number) has no \"text\"",
        origin: node["text"]?.place.origin(in: file) ?? origin
      ).remedied(textRemedy(node))
    }
    if let done = node["done"], done.bool == nil {
      throw .invalidNotes(
        "'done' of note \(number) is \(done.typeName), not true or false",
        origin: done.place.origin(in: file)
      ).remedied(.repair(with: done.plain.writtenFlag.map(JSONValue.bool)))
    }
    var note = Note(text, done: node["done"]?.bool ?? false)
    if case .when(let due)? = try value("due", of: node, number, file: file) { note.due = due }
    if case .text(let heading)? = try value("heading", of: node, number, file: file) {
      note.heading = heading
    }
    return try checked(note, number: number, origin: origin)
  }

  /// Keys that other programs use, mapped to the keys of a note.
  private static let synonyms = [
    "title": "text", "name": "text", "note": "text", "task": "text", "label": "text",
    "content": "text", "message": "text", "summary": "text", "checked": "done",
    "completed": "done", "date": "due", "deadline": "due", "group": "heading",
    "section": "heading",
  ]

  /// The fix for a note whose text is missing or is not a string.
  private static func textRemedy(_ node: JSONNode) -> Remedy? {
    let form = ContentField.Form.text(limit: TextLimits.allNotes)
    if let text = node["text"] { return form.repaired(text.plain).map { .replace(with: $0) } }
    return .add("text", "Buy milk")
  }

  /// Reads an optional value of a note, such as its due date.
  private static func value(
    _ key: String, of node: JSONNode, _ number: Int, file: String
  ) throws(RenderError) -> ContentValue? {
    guard let value = node[key], let field = ContentKind.notes.field(key) else { return nil }
    if let read = field.type.value(of: value.plain) { return read }
    throw .invalidNotes(
      "'\(key)' of note \(number) cannot be \(EntryReader.shown(value)): expected "
        + field.type.accepted, origin: value.place.origin(in: file)
    ).remedied(.repair(with: field.type.repaired(value.plain)))
  }

  private static func text(of bytes: [UInt8], file: String) throws(RenderError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .invalidNotes(
        FileLook(bytes).whyNoText, origin: .file(file), hint: FileLook(bytes).hint)
    }
    return text
  }

  private static func fromMarkdown(
    _ text: String, file: String
  ) throws(RenderError) -> [Note] {
    var list = NoteList(origin: .file(file))
    for found in try MarkdownNotes(text, file: file).found {
      let origin = Origin.file(file, line: found.line)
      try list.append(try checked(found.note, number: list.next, origin: origin))
    }
    guard !list.notes.isEmpty else { throw .noLines(file) }
    return list.notes
  }

  private static func fromLines(_ text: String, file: String) throws(RenderError) -> [Note] {
    // Read line by line, because splitting the whole text would take thirty times as much memory as
    // the text itself.
    var list = NoteList(origin: .file(file))
    var (rest, number) = (text[...], 0)
    while !rest.isEmpty {
      number += 1
      let line = rest.prefix { !$0.isNewline }
      rest = rest[line.endIndex...].dropFirst()
      guard let note = Note(line: line) else { continue }
      try list.append(try checked(note, number: list.next, origin: .file(file, line: number)))
    }
    // An empty file may mean that the program that wrote it failed, so it is an error.
    guard !list.notes.isEmpty else { throw .noLines(file) }
    return list.notes
  }

  /// Validates a note.
  ///
  /// - Throws: `invalid-notes` for a note that has no visible text or exceeds the length limit.
  public static func checked(
    _ note: Note, number: Int, origin: Origin
  ) throws(RenderError) -> Note {
    guard note.text.hasVisibleCharacter else {
      let isBlank = note.text.allSatisfy(\.isWhitespace)
      throw .invalidNotes(
        isBlank ? "note \(number) is empty" : "note \(number) has no visible characters",
        origin: origin, hint: "add text, or leave out the note"
      ).remedied(.remove())
    }
    if let excess = TextLimits.note.excess(in: note.text) {
      throw .invalidNotes(
        "note \(number) has \(excess.phrase)", origin: origin, hint: excess.hint)
    }
    return note
  }

  /// A list of notes that enforces the count and length limits.
  private struct NoteList {
    let origin: Origin
    private(set) var notes: [Note] = []
    private var codePoints = 0

    init(origin: Origin) { self.origin = origin }

    /// The number of the next note, counted from 1.
    var next: Int { notes.count + 1 }

    mutating func append(_ note: Note) throws(RenderError) {
      guard notes.count < TextLimits.notes else {
        throw .invalidNotes(
          "there are more than \(TextLimits.notes) notes", origin: origin,
          hint: "keep only the notes that fit on a screen")
      }
      codePoints += note.text.unicodeScalars.count + (note.heading?.unicodeScalars.count ?? 0)
      guard codePoints <= TextLimits.allNotes else {
        throw .invalidNotes(
          "the first \(next) notes together have more than \(TextLimits.allNotes) code points",
          origin: origin, hint: "keep only the notes that fit on a screen")
      }
      notes.append(note)
    }
  }
}

extension RenderError {
  fileprivate static func noLines(_ file: String) -> RenderError {
    RenderError(
      .noNotes, "the file contains no notes", origin: .file(file),
      hint: "write one note per line, or [] if there are no notes")
  }
}

extension Note {
  /// Parses a line such as `Buy milk`, `[x] Call Ana` or `- [ ] Pack`; nil if the line is blank.
  init?(line: Substring) {
    var text = line.trimmed
    if text.hasPrefix("- [") || text.hasPrefix("* [") { text = text.dropFirst(2) }
    var done = false
    for (box, state) in [("[x]", true), ("[X]", true), ("[ ]", false)] where text.hasPrefix(box) {
      done = state
      text = text.dropFirst(3).trimmed
      break
    }
    guard !text.isEmpty else { return nil }
    self.init(String(text), done: done)
  }
}

extension Substring {
  var trimmed: Substring {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return start[...last]
  }
}
