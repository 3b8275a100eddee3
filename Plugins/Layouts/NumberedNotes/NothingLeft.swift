import WallfarmPluginKit

/// The words for an empty list: where the only note would stand, and without a number.
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
    // Alone in a corner they look lost, as a note does.
    if look.forms.contains(.poster), look.anchor != .bottom { metrics.form = .poster }
    // Small words without air can be read; none are an error.
    var crowded = metrics
    (crowded.smallest, crowded.air) = (look.minSize, 0)
    if try !fits(metrics), try fits(crowded) { metrics = crowded }
    var column = try column(metrics)
    column.notes[0].standIn = "nothing-left"
    return try NotesLayers(NotesSetting(metrics: metrics, column: column)).arrangement()
  }

  private func fits(_ metrics: NotesMetrics) throws(RenderError) -> Bool {
    do throws(RenderError) {
      let words = [Note(look.emptyText)]
      return try metrics.bestSize(of: words, upTo: largestSize(metrics)) != nil
    } catch {
      // It is told of where they are set.
      return true
    }
  }

  private func column(_ metrics: NotesMetrics) throws(RenderError) -> NotesColumn {
    let words = [Note(look.emptyText)]
    do throws(RenderError) {
      guard let size = try metrics.bestSize(of: words, upTo: largestSize(metrics)) else {
        var problem = RenderError.textDoesNotFit("empty-text", minimumSize: metrics.smallestSize)
        problem.origin = look.emptyOrigin
        throw problem
      }
      return try metrics.withEvenLines(metrics.column(words, size: size))
    } catch {
      // There is no first note that it could be about.
      var problem = error
      if problem.origin == .note(1) { problem.origin = look.emptyOrigin }
      throw problem
    }
  }

  /// One line, where that takes little from the size.
  private func largestSize(_ metrics: NotesMetrics) -> Double {
    let unbroken = metrics.largestSize(of: [Note(look.emptyText)])
    let line = metrics.sizeThatHolds(look.emptyText)
    return line >= 0.6 * unbroken ? min(line, unbroken) : unbroken
  }
}
