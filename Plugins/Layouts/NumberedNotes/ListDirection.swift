import WallfarmPluginKit

/// The direction of a list, which is that of most of its notes, and that of each of them.
///
/// Where each note hung from the edge that it begins at, a list of two scripts would go from side to side.
struct ListDirection {
  /// The direction in which most notes are read.
  let reading: TextDirection
  /// The side that all notes stand at: that where reading begins, or the other one where they stand at its end.
  let side: TextDirection
  private let notes: [TextDirection]

  init(of notes: [Note], _ look: NotesLook, _ context: ComposeContext) {
    self.notes = notes.map { ListDirection.direction(of: $0.text, look, context) }
    let right = self.notes.count { $0 == .rightToLeft }
    let isEven = right * 2 == notes.count
    reading =
      right * 2 > notes.count || (isEven && self.notes.first == .rightToLeft)
      ? .rightToLeft : .leftToRight
    let other: TextDirection = reading == .rightToLeft ? .leftToRight : .rightToLeft
    side = look.align == .end ? other : reading
  }

  /// Whether notes stand at the side where reading begins.
  var hangsWhereReadingBegins: Bool { side == reading }

  /// Where the lines of a note stand: one that is read the other way ends at the side where the others begin.
  func alignment(ofNote index: Int) -> TextAlignment { notes[index] == side ? .start : .end }

  /// The same for words that are no note.
  func alignment(
    of text: String, _ look: NotesLook, _ context: ComposeContext
  ) -> TextAlignment {
    ListDirection.direction(of: text, look, context) == side ? .start : .end
  }

  /// The direction in which a text is read.
  private static func direction(
    of text: String, _ look: NotesLook, _ context: ComposeContext
  ) -> TextDirection {
    guard context.direction == .automatic else { return context.direction }
    // Letters that are read from the right begin at U+0590, and none of them with a lower byte than this.
    guard text.utf8.contains(where: { $0 >= 0xD6 }) else { return .leftToRight }
    var style = look.text
    style.size = 100
    // Missing glyphs are reported when the note is placed. The first letter sets the direction.
    let measured = try? context.measurer.measure(
      TextBlock(String(text.prefix(400)), style: style, language: context.language), width: nil)
    return measured?.direction ?? .leftToRight
  }
}
