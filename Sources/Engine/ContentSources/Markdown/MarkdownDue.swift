import WallfarmPluginKit

/// Reads the due date of a note in the formats of to-do programs.
///
/// `due:2026-12-01` (todo.txt), `📅 2026-12-01` (Obsidian Tasks) and `[due:: 2026-12-01]` (Dataview)
/// are recognized anywhere in the text. Other dates and fields of these programs are also removed,
/// but tags and priorities are kept.
enum MarkdownDue {
  /// Returns the note with its due date moved out of the text, or unchanged if it has no other
  /// text.
  static func read(_ note: Note) -> Note {
    var due: When?
    let lines = note.text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      words(line.split(separator: " "), &due).joined(separator: " ")
    }
    let text = lines.filter { !$0.isEmpty }.joined(separator: "\n")
    guard text.contains(where: { $0.isLetter || $0.isNumber || $0.isSymbol }), text != note.text
    else { return note }
    return Note(text, done: note.done, due: due ?? note.due, heading: note.heading)
  }

  /// Returns the words that do not belong to a date or field.
  private static func words(_ words: [Substring], _ due: inout When?) -> [Substring] {
    var kept: [Substring] = []
    var index = 0
    while index < words.count {
      if let count = field(words[index...], &due) {
        index += count
      } else {
        kept.append(words[index])
        index += 1
      }
    }
    return kept
  }

  /// Reads the field at the start of `words` and returns its number of words; nil if there is no
  /// field.
  private static func field(_ words: ArraySlice<Substring>, _ due: inout When?) -> Int? {
    guard let first = words.first else { return nil }
    if first.hasPrefix("due:"), let when = When(String(first.dropFirst(4))) {
      due = when
      return 1
    }
    if let (mark, rest) = sign(first) {
      let isAlone = rest.isEmpty
      guard let value = isAlone ? words.dropFirst().first : rest, let when = When(String(value))
      else { return nil }
      if mark == .due { due = when }
      return isAlone ? 2 : 1
    }
    if words.count == 1, isBlockName(first) { return 1 }
    return inBrackets(words, &due)
  }

  /// The meaning of an Obsidian Tasks emoji.
  private enum Sign { case due, date }

  /// Returns the meaning of the emoji at the start of a word, and the rest of the word.
  private static func sign(_ word: Substring) -> (Sign, Substring)? {
    guard let first = word.unicodeScalars.first else { return nil }
    let sign: Sign
    switch first {
    case "📅", "📆", "🗓": sign = .due
    case "➕", "🛫", "⏳", "⌛", "✅", "❌": sign = .date
    default: return nil
    }
    let rest = word.unicodeScalars.dropFirst().drop { $0 == "\u{FE0F}" }
    return (sign, Substring(rest))
  }

  /// Whether a word is an Obsidian block identifier, such as `^abc-1`.
  private static func isBlockName(_ word: Substring) -> Bool {
    word.count > 1 && word.first == "^"
      && word.dropFirst().allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
  }

  /// `[key:: value]` or `(key:: value)`.
  private static func inBrackets(_ words: ArraySlice<Substring>, _ due: inout When?) -> Int? {
    guard let first = words.first, let open = first.first, open == "[" || open == "(" else {
      return nil
    }
    let close: Character = open == "[" ? "]" : ")"
    // Text in brackets that has more than 20 words is not a field.
    for (index, word) in words.prefix(20).enumerated() where word.hasSuffix(String(close)) {
      let all = words.prefix(index + 1).joined(separator: " ").dropFirst().dropLast()
      guard let mark = all.firstRange(of: "::") else { return nil }
      let key = all[..<mark.lowerBound].trimmed
      guard !key.isEmpty, key.allSatisfy({ $0.isLetter || $0.isNumber || "-_ ".contains($0) })
      else { return nil }
      if key.lowercased() == "due" {
        guard let when = When(String(all[mark.upperBound...].trimmed)) else { return nil }
        due = when
      }
      return index + 1
    }
    return nil
  }
}
