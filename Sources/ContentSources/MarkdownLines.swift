import WallfarmPluginKit

/// Notes as people keep them in Markdown: items of lists, with boxes where they are to do, under headings.
///
/// What is due is said at the end of a line, as programs for to-do lists write it: `due:2026-12-01` (todo.txt) or
/// `📅 2026-12-01` (Obsidian Tasks). Other lines are notes too: nothing that was written is left out but the rules
/// and comments between.
struct MarkdownLines {
  private var heading: String?
  private var isComment = false

  /// The note of a line; nil for a heading, a rule, a comment, a blank line.
  mutating func note(in line: Substring) -> Note? {
    let text = line.trimmed
    if isComment || text.hasPrefix("<!--") {
      isComment = !text.hasSuffix("-->")
      return nil
    }
    if let title = MarkdownLines.heading(text) {
      heading = title.isEmpty ? nil : title
      return nil
    }
    guard !MarkdownLines.isRule(text) else { return nil }
    var note = Note(line: MarkdownLines.withoutMarker(text))
    note?.heading = heading
    note.map { note = MarkdownLines.withDue($0) }
    return note
  }

  /// `## Home`, with or without marks behind it.
  private static func heading(_ text: Substring) -> String? {
    let marks = text.prefix { $0 == "#" }
    guard (1...6).contains(marks.count), text.dropFirst(marks.count).first?.isWhitespace ?? true
    else { return nil }
    var title = text.dropFirst(marks.count).trimmed
    let end = title.reversed().prefix { $0 == "#" }.count
    if end > 0, end == title.count || title.dropLast(end).last?.isWhitespace == true {
      title = title.dropLast(end).trimmed
    }
    return String(title)
  }

  /// `---`, `***` or `___`.
  private static func isRule(_ text: Substring) -> Bool {
    let marks = text.filter { !$0.isWhitespace }
    guard let first = marks.first, "-*_".contains(first) else { return false }
    return marks.count >= 3 && marks.allSatisfy { $0 == first }
  }

  /// Without `-`, `*`, `+` or `1.` before it.
  private static func withoutMarker(_ text: Substring) -> Substring {
    if let first = text.first, "-*+".contains(first), text.dropFirst().first?.isWhitespace == true {
      return text.dropFirst().trimmed
    }
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let rest = text.dropFirst(digits.count)
    guard (1...9).contains(digits.count), let mark = rest.first, ".)".contains(mark),
      rest.dropFirst().first?.isWhitespace == true
    else { return text }
    return rest.dropFirst().trimmed
  }

  /// The note with what its end says it is due, which is no part of its words.
  private static func withDue(_ note: Note) -> Note {
    let words = note.text.split(separator: " ", omittingEmptySubsequences: false)
    guard let last = words.last else { return note }
    var due: When?
    var count = 1
    if last.hasPrefix("due:") {
      due = When(String(last.dropFirst(4)))
    } else if last.hasPrefix("📅") {
      due = When(String(last.dropFirst()))
    } else if words.count > 1, words[words.count - 2] == "📅" {
      (due, count) = (When(String(last)), 2)
    }
    let text = words.dropLast(count).joined(separator: " ")[...].trimmed
    guard let due, !text.isEmpty else { return note }
    return Note(String(text), done: note.done, due: due, heading: note.heading)
  }
}
