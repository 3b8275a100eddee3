import WallfarmPluginKit

/// The text for an empty list, which is laid out as a single note without a number.
struct NothingLeft {
  private let look: NotesLook
  private let context: ComposeContext

  init(look: NotesLook, context: ComposeContext) {
    self.look = look.withoutNumbers
    self.context = context
  }

  func arrangement() throws(RenderError) -> Arrangement {
    guard !look.emptyText.isEmpty else { return Arrangement(layers: []) }
    var metrics = try NotesMetrics(
      look: look, context: context, notes: [Note(look.emptyText)])
    // Text that is alone in a corner looks lost, so center it.
    if look.forms.contains(.poster), look.anchor != .bottom { metrics.form = .poster }
    var crowded = metrics
    (crowded.smallest, crowded.air) = (look.minSize, 0)
    // If the text does not fit, try again with a smaller minimum size, which is still readable, and
    // without the empty space above and below the text, before reporting an error.
    for own in [metrics, crowded] {
      if let setting = try setting(own) { return try NotesLayers(setting).arrangement() }
    }
    var problem = RenderError.textDoesNotFit("empty-text", minimumSize: crowded.smallestSize)
    problem.origin = look.emptyOrigin
    throw problem
  }

  /// Typesets the text at the largest size that fits, or returns nil if no size fits.
  private func setting(_ metrics: NotesMetrics) throws(RenderError) -> NotesSetting? {
    let words = [Note(look.emptyText)]
    do throws(RenderError) {
      guard let size = try metrics.bestSize(of: words, upTo: largestSize(metrics)) else {
        return nil
      }
      var column = try metrics.withEvenLines(metrics.column(words, size: size))
      column.notes[0].standIn = "nothing-left"
      return NotesSetting(metrics: metrics, column: column)
    } catch {
      // The error must not refer to a note, because the text is not a note.
      var problem = error
      if problem.origin == .note(1) { problem.origin = look.emptyOrigin }
      throw problem
    }
  }

  /// Returns the largest size, reduced by up to 40 percent if the text then fits on one line.
  private func largestSize(_ metrics: NotesMetrics) -> Double {
    let unbroken = metrics.largestSize(of: [Note(look.emptyText)])
    let line = metrics.sizeThatHolds(look.emptyText)
    return line >= 0.6 * unbroken ? min(line, unbroken) : unbroken
  }
}
