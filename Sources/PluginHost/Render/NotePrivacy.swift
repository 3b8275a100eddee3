internal import WallfarmPluginKit

/// Takes the words of notes out of what a plugin says: receipts and reports are passed on.
///
/// Most plugins say nothing, so the words are looked at only when there is a line.
struct NotePrivacy {
  private let notes: [Note]

  /// Knows the notes of one picture.
  init(_ notes: [Note]) { self.notes = notes }

  /// The line with the text of each note replaced by its number.
  func hiding(_ line: String) -> String {
    var line = line
    for (text, number) in words where line.contains(text) {
      line = line.replacing(text, with: "[note \(number)]")
    }
    return line
  }

  /// Notes and their lines, the longest first; one letter is no secret.
  private var words: [(text: String, number: Int)] {
    var found: [(text: String, number: Int)] = []
    for (index, note) in notes.enumerated() {
      let lines = note.text.split(whereSeparator: \.isNewline).map(String.init)
      for text in Set(lines + [note.text]) where text.count > 2 { found.append((text, index + 1)) }
    }
    return found.sorted { ($1.text.count, $0.number) < ($0.text.count, $1.number) }
  }
}
