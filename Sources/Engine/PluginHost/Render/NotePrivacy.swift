internal import WallfarmPluginKit

/// Takes the words of notes and other content out of what a plugin says: receipts and reports are passed on.
///
/// Most plugins say nothing, so the words are looked at only when there is a line.
struct NotePrivacy {
  private let content: Content

  /// Knows the content of one picture.
  init(_ content: Content) { self.content = content }

  /// The line with each text of a note replaced by its number, and those of other entries likewise.
  func hiding(_ line: String) -> String {
    var line = line
    for (text, entry) in words where line.contains(text) {
      line = line.replacing(text, with: "[\(entry)]")
    }
    return line
  }

  /// Texts and their lines, the longest first; one letter is no secret.
  private var words: [(text: String, entry: String)] {
    var found: [(text: String, entry: String, order: Int)] = []
    func add(_ text: String, _ kind: ContentKind, _ index: Int) {
      let lines = text.split(whereSeparator: \.isNewline).map(String.init)
      for text in Set(lines + [text]) where text.count > 2 {
        found.append((text, "\(kind.entry) \(index + 1)", found.count))
      }
    }
    for (index, note) in (content.notes ?? []).enumerated() {
      add(note.text, .notes, index)
      if let heading = note.heading { add(heading, .notes, index) }
    }
    for kind in content.kinds where kind != .notes {
      for (index, entry) in (content[kind] ?? []).enumerated() {
        for case .text(let text) in kind.fields.compactMap({ entry[$0.key] }) {
          add(text, kind, index)
        }
      }
    }
    return found.sorted { ($1.text.count, $0.order) < ($0.text.count, $1.order) }
      .map { ($0.text, $0.entry) }
  }
}
