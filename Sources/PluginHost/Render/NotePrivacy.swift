internal import WallfarmPluginKit

/// Takes the words of notes out of what a plugin says: receipts and reports are passed on.
struct NotePrivacy {
  private let words: [(text: String, number: Int)]

  /// Knows the notes of one picture; the longest are looked for first, and one letter is no secret.
  init(_ notes: [Note]) {
    var found: [(text: String, number: Int)] = []
    for (index, note) in notes.enumerated() {
      let lines = note.text.split(whereSeparator: \.isNewline).map(String.init)
      for text in [note.text] + lines where text.count > 2 { found.append((text, index + 1)) }
    }
    words = found.sorted { $0.text.count > $1.text.count }
  }

  /// The line with the text of each note replaced by its number.
  func hiding(_ line: String) -> String {
    var line = line
    for (text, number) in words where line.contains(text) {
      line = line.replacing(text, with: "[note \(number)]")
    }
    return line
  }
}
