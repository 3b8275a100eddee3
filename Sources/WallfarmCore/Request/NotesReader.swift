public import SourceJSON
public import WallfarmPluginKit

/// Reads notes as people and programs write them: a JSON list, or a note a line.
public enum NotesReader {
  /// Most notes and most characters in one, far beyond any screen.
  static let limits = (notes: 500, characters: 20_000)

  /// Reads a file; `-` is standard input.
  ///
  /// - Throws: `file-unreadable`, `invalid-json`, `invalid-notes`.
  public static func read(_ path: String) throws(RenderError) -> [Note] {
    if path == "-" { return try parse(try Files.readStandardInput(), file: "standard input") }
    return try parse(try Files.read(path, limit: 16 << 20), file: path)
  }

  /// Reads the bytes of a file.
  ///
  /// - Throws: `invalid-json`, `invalid-notes`.
  public static func parse(_ bytes: [UInt8], file: String) throws(RenderError) -> [Note] {
    // Windows editors start a file with a byte order mark.
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    let notes =
      looksLikeJSON(bytes, file: file)
      ? try fromJSON(try JSONFile.parse(bytes, file: file), file: file)
      : try fromLines(bytes, file: file)
    guard notes.count <= limits.notes else {
      throw .invalidNotes(
        "there are \(notes.count) notes; the limit is \(limits.notes)", origin: file)
    }
    return notes
  }

  /// A list opens with `[` and a text, an object or its end; `[x]` and `[10:00]` open a line.
  private static func looksLikeJSON(_ bytes: [UInt8], file: String) -> Bool {
    if file.hasSuffix(".json") { return true }
    let head = bytes.drop { " \t\r\n".utf8.contains($0) }
    if ["[ ]", "[x]", "[X]"].contains(where: { head.starts(with: $0.utf8) }) { return false }
    let marks = head.lazy.filter { !" \t\r\n".utf8.contains($0) }.prefix(2)
    let text = String(decoding: marks, as: UTF8.self)
    return text.hasPrefix("{") || ["[\"", "[{", "[]", "[/"].contains(text)
  }

  /// Reads a list that stands in other JSON, such as a job.
  ///
  /// - Throws: `invalid-notes`, with the origin `notes`.
  public static func notes(in node: JSONNode) throws(RenderError) -> [Note] {
    do throws(RenderError) {
      let notes = try fromJSON(node, file: "")
      guard notes.count <= limits.notes else {
        throw .invalidNotes(
          "there are \(notes.count) notes; the limit is \(limits.notes)", origin: "notes")
      }
      return notes
    } catch {
      throw RenderError(error.code, error.message, origin: "notes", hint: error.hint)
    }
  }

  private static func fromJSON(_ root: JSONNode, file: String) throws(RenderError) -> [Note] {
    guard let elements = root.elements else {
      throw .invalidNotes(
        "notes are a list, not \(root.typeName)", origin: root.place.origin(in: file))
    }
    var notes: [Note] = []
    for (index, element) in elements.enumerated() {
      notes.append(try note(element, number: index + 1, file: file))
    }
    return notes
  }

  private static func note(
    _ node: JSONNode, number: Int, file: String
  ) throws(RenderError) -> Note {
    let origin = node.place.origin(in: file)
    if let text = node.string { return try checked(Note(text), number: number, origin: origin) }
    guard let members = node.members else {
      throw .invalidNotes("note \(number) is \(node.typeName)", origin: origin)
    }
    for member in members where !["text", "done"].contains(member.key) {
      throw .unknownKey(
        member.key, in: "a note", known: ["text", "done"],
        origin: member.keyPlace.origin(in: file))
    }
    guard let text = node["text"]?.string else {
      throw .invalidNotes(
        node["text"].map { "'text' of note \(number) is \($0.typeName), not text" }
          ?? "note \(number) has no \"text\"",
        origin: node["text"]?.place.origin(in: file) ?? origin)
    }
    if let done = node["done"], done.bool == nil {
      throw .invalidNotes(
        "'done' of note \(number) is \(done.typeName), not true or false",
        origin: done.place.origin(in: file))
    }
    let note = Note(text, done: node["done"]?.bool ?? false)
    return try checked(note, number: number, origin: origin)
  }

  private static func fromLines(_ bytes: [UInt8], file: String) throws(RenderError) -> [Note] {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .invalidNotes(
        "the file is not UTF-8 text", origin: file,
        hint: "save it as UTF-8 in a text editor, or convert it with iconv")
    }
    var notes: [Note] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      guard let note = Note(line: line) else { continue }
      notes.append(
        try checked(note, number: notes.count + 1, origin: "\(file):\(index + 1)"))
    }
    return notes
  }

  /// A note that can be shown.
  ///
  /// - Throws: `invalid-notes` for one without words, or beyond the limit.
  public static func checked(
    _ note: Note, number: Int, origin: String
  ) throws(RenderError) -> Note {
    guard note.text.unicodeScalars.contains(where: \.isVisible) else {
      throw .invalidNotes(
        "note \(number) is empty", origin: origin, hint: "give it words, or leave it out")
    }
    guard note.text.count <= limits.characters else {
      throw .invalidNotes(
        "note \(number) has \(note.text.count) characters; the limit is \(limits.characters)",
        origin: origin, hint: "shorten it")
    }
    return note
  }
}

extension Note {
  /// Reads a line such as `Buy milk`, `[x] Call Ana` or `- [ ] Pack`; nil for a blank one.
  fileprivate init?(line: Substring) {
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

extension Unicode.Scalar {
  /// Neither blank nor one of the marks that only steer others, such as a zero width space.
  fileprivate var isVisible: Bool {
    !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return start[...last]
  }
}
