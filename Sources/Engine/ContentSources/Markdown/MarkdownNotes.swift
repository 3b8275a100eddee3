import WallfarmPluginKit

/// Reads notes from Markdown and groups them by headings.
///
/// Each list item, with or without a checkbox, each table row and each paragraph outside lists
/// becomes a note. Code, comments and front matter are skipped.
struct MarkdownNotes {
  /// A note and the number of its first line, counted from 1.
  struct Found: Equatable {
    var note: Note
    let line: Int
  }

  private(set) var found: [Found] = []
  private var heading: String?
  /// The indices of notes, keyed by list item number.
  private var places: [Int: Int] = [:]

  /// The maximum number of blocks that are collected.
  static let mostBlocks = 20_000

  /// Reads all notes in Markdown text.
  ///
  /// - Throws: `invalid-notes` if there are too many blocks or a note is too long.
  init(_ text: String, file: String) throws(RenderError) {
    var blocks = MarkdownBlocks()
    var (lines, line) = (LinesOfText(text), 0)
    let skipped = FrontMatter.lines(text)
    while let own = lines.next() {
      line += 1
      blocks.add(line <= skipped ? own.prefix(0) : own)
      guard blocks.blocks.count <= Self.mostBlocks else {
        throw .invalidNotes(
          "the first \(line) lines contain more than \(Self.mostBlocks) notes",
          origin: .file(file, line: line), hint: "keep only the notes that fit on a screen")
      }
    }
    blocks.finish()
    // Stop after the first note over the limit, because the caller rejects the list.
    for block in blocks.blocks where found.count <= TextLimits.notes {
      try add(block, blocks.labels, file: file)
    }
    for index in found.indices { found[index].note = MarkdownDue.read(found[index].note) }
  }

  private mutating func add(
    _ block: MarkdownBlocks.Block, _ labels: MarkdownLinks.Labels, file: String
  ) throws(RenderError) {
    guard block.kind != .heading else {
      let words = MarkdownWords.words(of: block.text, definitions: labels)
      heading = words.isEmpty ? nil : words
      return
    }
    if let excess = TextLimits.note.excess(in: block.text) {
      throw .invalidNotes(
        "note \(found.count + 1) has \(excess.phrase)", origin: .file(file, line: block.line),
        hint: excess.hint)
    }
    let place = block.item.flatMap { places[$0] }
    var (text, done) = (block.text, false)
    if place == nil, block.kind == .paragraph, text.isTask || ["[ ]", "[x]", "[X]"].contains(text) {
      done = !text.hasPrefix("[ ]")
      text = String(text.dropFirst(3))
    }
    let words = self.words(text, block.kind, labels)
    guard !words.isEmpty else { return }
    if let place {
      found[place].note.text += "\n" + words
    } else {
      if let item = block.item { places[item] = found.count }
      found.append(Found(note: Note(words, done: done, heading: heading), line: block.line))
    }
  }

  private func words(
    _ text: String, _ kind: MarkdownBlocks.Block.Kind, _ labels: MarkdownLinks.Labels
  ) -> String {
    switch kind {
    case .html: InlineHTML.words(text).withSingleBlanks
    case .row:
      text.split(separator: "\n").map { MarkdownWords.words(of: String($0), definitions: labels) }
        .filter { !$0.isEmpty }.joined(separator: " · ")
    case .heading, .paragraph: MarkdownWords.words(of: text, definitions: labels)
    }
  }
}

/// Iterates over the lines of a text, without their line endings.
///
/// Splitting the whole text at once would take thirty times as much memory as the text itself.
struct LinesOfText: IteratorProtocol {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  mutating func next() -> Substring.UTF8View? {
    guard !rest.isEmpty else { return nil }
    let line = rest.prefix { $0 != 0x0A && $0 != 0x0D }
    rest = rest[line.endIndex...]
    rest = rest.dropFirst(rest.starts(with: [0x0D, 0x0A]) ? 2 : 1)
    return line
  }
}

/// Markdown front matter: YAML between `---` lines or TOML between `+++` lines.
enum FrontMatter {
  /// The number of lines in the front matter; 0 if there is none.
  ///
  /// A thematic break above a list looks like the start of front matter, so front matter must start
  /// with a key.
  static func lines(_ text: String) -> Int {
    var lines = LinesOfText(text)
    guard let mark = lines.next().map(Substring.init)?.withoutBlanksBehind,
      mark == "---" || mark == "+++"
    else { return 0 }
    var (count, hasKey) = (1, false)
    while let line = lines.next().map(Substring.init) {
      count += 1
      let own = line.withoutBlanksBehind
      if own == mark || (own == "..." && mark == "---") { return hasKey ? count : 0 }
      let words = line.trimmed
      if hasKey || words.isEmpty || words.hasPrefix("#") { continue }
      guard isKey(words, mark == "---" ? ":" : "=") else { return 0 }
      hasKey = true
    }
    return 0
  }

  /// Whether a line is `key: value`, `key = value` or `[table]`.
  private static func isKey(_ line: Substring, _ mark: Character) -> Bool {
    if mark == "=", line.hasPrefix("["), line.hasSuffix("]") { return true }
    guard let end = line.firstIndex(of: mark) else { return false }
    let key = line[..<end].trimmed
    let isName = key.allSatisfy {
      $0.isLetter || $0.isNumber || "-_. \"'/".contains($0)
    }
    let behind = line[line.index(after: end)...].first
    return !key.isEmpty && isName && (mark == "=" || behind?.isWhitespace ?? true)
  }
}

extension Substring {
  fileprivate var withoutBlanksBehind: Substring {
    guard let last = lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
    return self[...last]
  }
}

extension String {
  /// Collapses whitespace and removes spaces at the ends of lines.
  fileprivate var withSingleBlanks: String {
    split(separator: "\n").map { line in
      line.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
    }.filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
