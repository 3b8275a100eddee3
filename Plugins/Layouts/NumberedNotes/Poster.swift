import WallfarmPluginKit

/// A few short notes, as large as a title, about the middle of the area.
///
/// Alone in a corner at the size of a list they look lost.
struct Poster {
  /// Notes that it has at most.
  private static let mostNotes = 3
  /// Characters of each note, and of all together, where nobody asked for a poster.
  private static let mostCharacters = (note: 30, all: 60)
  /// Share of the height that they take at most, where that is a part of the screen worth the name.
  private static let most = 0.8
  /// That part: a lower area is one that others have left, and is filled.
  private static let wholeArea = 0.4
  /// Room between notes, against that of a list.
  private static let gap = 1.4
  /// Where the middle seems to be: a little above it.
  ///
  /// Rudolf Arnheim, Art and Visual Perception, chapter 1.
  static let opticalMiddle = 0.42

  private let list: NotesMetrics

  /// - Parameter list: measures the same notes as a list.
  init(_ list: NotesMetrics) { self.list = list }

  /// The poster; nil where a list is better.
  func setting() throws(RenderError) -> NotesSetting? {
    guard list.look.form == .poster || suits else { return nil }
    var poster = list
    (poster.form, poster.growth, poster.gapShare) = (.poster, list.look.posterGrowth, Poster.gap)
    // There is nothing to count.
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
          costs: ["much of the area is empty": Poster.emptyCost])
      ])
  }

  /// Cost of a few notes set as a list: more than a poster can cost, which is 7.37 with all that speaks against one, and
  /// the largest `poster-growth`.
  private static let emptyCost = 7.5

  private var suits: Bool {
    let notes = list.context.notes
    let lengths = notes.map(\.text.count)
    return notes.count <= Poster.mostNotes && list.look.anchor != .bottom && list.groups.isEmpty
      && lengths.allSatisfy { $0 <= Poster.mostCharacters.note }
      && lengths.reduce(0, +) <= Poster.mostCharacters.all
  }
}
