internal import WallfarmPluginKit

/// Removes the text of notes and other content from plugin output, because users share receipts,
/// which contain this output.
///
/// Most plugins write no output, so the text to remove is collected only when there is a line to
/// filter.
struct NotePrivacy {
  private let content: Content

  /// Creates a filter for the content of one render.
  init(_ content: Content) { self.content = content }

  /// Replaces the text of notes and other content entries in a line with labels such as `[note 2]`.
  func hiding(_ line: String) -> String {
    var line = line
    for (text, entry) in words where line.contains(text) {
      line = line.replacing(text, with: "[\(entry)]")
    }
    return line
  }

  /// The strings to replace, longest first: the text of each entry and each line of that text.
  ///
  /// Strings of 1 or 2 characters are not replaced.
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
