import WallfarmPluginKit

/// The reading direction of a list, which is the direction of most of its notes.
///
/// If each note were aligned by its own direction, the notes of a list in two scripts would
/// alternate between left and right.
struct ListDirection {
  /// The direction of most notes.
  let reading: TextDirection
  /// The side to which all notes are aligned: the leading side or, if `align` is `end`, the
  /// opposite side.
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

  /// Whether notes are aligned to the leading side.
  var hangsWhereReadingBegins: Bool { side == reading }

  /// Returns the alignment of a note's lines; a note whose direction differs from ``side`` is
  /// end-aligned.
  func alignment(ofNote index: Int) -> TextAlignment { notes[index] == side ? .start : .end }

  /// Returns the alignment of text that is not a note.
  func alignment(
    of text: String, _ look: NotesLook, _ context: ComposeContext
  ) -> TextAlignment {
    ListDirection.direction(of: text, look, context) == side ? .start : .end
  }

  /// The direction of text.
  private static func direction(
    of text: String, _ look: NotesLook, _ context: ComposeContext
  ) -> TextDirection {
    guard context.direction == .automatic else { return context.direction }
    // Right-to-left letters start at U+0590, whose UTF-8 form starts with 0xD6.
    guard text.utf8.contains(where: { $0 >= 0xD6 }) else { return .leftToRight }
    var style = look.text
    style.size = 100
    // The first letter with a strong direction sets the direction. Ignore missing glyphs, because
    // they are reported when the note is placed.
    let measured = try? context.measurer.measure(
      TextBlock(String(text.prefix(400)), style: style, language: context.language), width: nil)
    return measured?.direction ?? .leftToRight
  }
}
