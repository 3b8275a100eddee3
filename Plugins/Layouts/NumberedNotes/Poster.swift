import WallfarmPluginKit

/// A few short notes in large type near the center.
///
/// At the size of a list, they would look lost in a corner of the area.
struct Poster {
  /// Maximum height of the notes, relative to a large area.
  private static let most = 0.8
  /// Minimum height of a large area, relative to the canvas; a smaller one is filled.
  private static let wholeArea = 0.4
  /// The gap between notes, relative to that of a list.
  private static let gap = 1.4
  /// The optical center, slightly above the geometric one.
  ///
  /// Source: Rudolf Arnheim, Art and Visual Perception, chapter 1.
  static let opticalMiddle = 0.42

  private let list: NotesMetrics

  /// Creates a poster.
  ///
  /// - Parameter list: the metrics of the same notes as a list.
  init(_ list: NotesMetrics) { self.list = list }

  /// The poster; nil if a list is better.
  func setting() throws(RenderError) -> NotesSetting? {
    guard list.look.form == .poster || suits else { return nil }
    var poster = list
    (poster.form, poster.growth, poster.gapShare) = (.poster, list.look.posterGrowth, Poster.gap)
    // A single note needs no number.
    poster.isNumbered = list.context.notes.count > 1
    let isWhole =
      list.context.freeArea.height >= Poster.wholeArea * list.context.canvas.height
    let spare = isWhole ? poster.inner.height * (1 - Poster.most) : 0
    poster.air += spare / 2 / list.context.typeScale
    let words = LongWords(list.context.notes, poster)
    let bound = min(poster.largestSize, poster.largestSizeForWords(words))
    guard let largest = try poster.bestSize(of: list.context.notes, upTo: bound) else { return nil }
    let (column, considered) = try SettingChoice(poster, upTo: largest).best()
    poster.air = list.air
    return NotesSetting(
      metrics: poster, column: column,
      considered: considered + [
        ConsideredSetting(
          form: NotesForm.list.rawValue, fontSize: min(largest, list.largestSize),
          costs: ["much of the area is empty": SettingCosts.listInsteadOfPoster])
      ])
  }

  private var suits: Bool {
    let notes = list.context.notes
    let lengths = notes.map(\.text.count)
    return notes.count <= SettingCosts.mostOnPoster && list.look.anchor != .bottom
      && list.groups.isEmpty
      && lengths.allSatisfy { $0 <= SettingCosts.mostPosterCharacters.note }
      && lengths.reduce(0, +) <= SettingCosts.mostPosterCharacters.all
  }
}
