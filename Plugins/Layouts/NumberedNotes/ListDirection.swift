import WallfarmPluginKit

/// The direction of a list: that of most of its notes.
///
/// Where each note hung from the edge that it begins at, a list of two scripts would go from side to side.
struct ListDirection {
  let direction: TextDirection

  init(_ look: NotesLook, _ context: ComposeContext) {
    let notes = context.notes.map { ListDirection.direction(of: $0.text, look, context) }
    let right = notes.count { $0 == .rightToLeft }
    direction =
      right * 2 > notes.count || (right * 2 == notes.count && notes.first == .rightToLeft)
      ? .rightToLeft : .leftToRight
  }

  /// The direction in which a note is read.
  static func direction(
    of text: String, _ look: NotesLook, _ context: ComposeContext
  ) -> TextDirection {
    guard context.direction == .automatic else { return context.direction }
    // No letter below U+0590 is written to the left, and no such letter begins with a lower byte than this.
    guard text.utf8.contains(where: { $0 >= 0xD6 }) else { return .leftToRight }
    var style = look.text
    style.size = 100
    // A character that no font has is reported with its note when that is placed.
    let measured = try? context.measurer.measure(
      TextBlock(text, style: style, language: context.language), width: nil)
    return measured?.direction ?? .leftToRight
  }
}
