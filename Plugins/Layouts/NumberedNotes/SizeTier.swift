import WallfarmPluginKit

/// A way to typeset a list, and the largest type size that it allows.
struct SizeTier {
  /// The form, the gaps and the smallest size.
  var metrics: NotesMetrics
  /// The largest size, as a fraction of the largest size that the metrics allow.
  var share = 1.0
  /// The handling of words that are wider than a line.
  var words = WordHandling.whole

  /// The handling of words that are wider than a line.
  enum WordHandling {
    /// The size is reduced until the word fits.
    case whole
    /// The word is hyphenated if its language allows it.
    case hyphenated
    /// The note that contains the word has a smaller size than the other notes.
    case ownSize
  }

  private var notes: [Note] { metrics.context.notes }

  /// The largest size above `size` at which all notes fit completely; nil if there is no such size.
  ///
  /// If `size` is nil, the search includes all sizes from the smallest that the metrics allow.
  ///
  /// - Throws: the errors of the measurer.
  mutating func largestSize(above size: Double?) throws(RenderError) -> Double? {
    let most = share < 1 ? metrics.size(upTo: share) : metrics.largestSize
    guard most >= metrics.smallestSize, size.map({ $0 < most }) ?? true, metrics.mayHold(notes)
    else { return nil }
    var bound = most
    switch words {
    case .whole: bound = min(most, metrics.largestSizeForWords(LongWords(notes, metrics)))
    case .hyphenated:
      let parts = LongWords(notes, metrics, isDivided: true)
      guard parts.widths != LongWords(notes, metrics).widths else { return nil }
      bound = min(most, metrics.largestSizeForWords(parts))
    case .ownSize:
      let sizes = metrics.ownSizes(LongWords(notes, metrics), upTo: most)
      metrics.ownSizes = sizes
      bound = sizes.max() ?? most
    }
    if !metrics.breaksNotes { bound = min(bound, metrics.largestSizeToTry(notes)) }
    // The scale must not depend on the notes. If it ended at `bound`, a size between two steps
    // would exist only because of a long word, and removing that word would remove the size.
    let all = TypeSizes(onScaleFrom: metrics.smallestSize, to: most)
    guard let held = all.upTo(bound), let sizes = size.map(held.above) ?? held else { return nil }
    // Most tiers do not allow a larger size than the tiers before them. One trial at the smallest
    // remaining size is enough to detect this.
    if size != nil, try !metrics.room(takenBy: notes, size: sizes.smallest).fits { return nil }
    return try sizes.largest { (size) throws(RenderError) in
      try metrics.room(takenBy: notes, size: size)
    }
  }
}

/// The ways to typeset a list, in the order in which they are tried.
struct SizeTiers {
  private let list: NotesMetrics
  private var look: NotesLook { list.look }
  private var notes: [Note] { list.context.notes }

  /// Creates the tiers.
  ///
  /// - Parameter list: the metrics of the list in one column.
  init(_ list: NotesMetrics) { self.list = list }

  /// A few words in large type near the optical center; empty if the notes are not suitable.
  var poster: [SizeTier] {
    guard look.form == .poster || suitsPoster else { return [] }
    return words(in: list.asPoster)
  }

  /// One column, at the size that the theme prefers or larger.
  var oneColumn: [SizeTier] {
    words(in: list) + [SizeTier(metrics: list.closer, share: share(SettingLimits.closer, list))]
  }

  /// Two or more columns.
  var columns: [SizeTier] {
    let isAsked = look.form == .columns
    func share(_ columns: NotesMetrics) -> Double {
      isAsked ? 1 : self.share(SettingLimits.columns, columns)
    }
    return columns(like: list).flatMap { columns in
      [
        SizeTier(metrics: columns.unbroken, share: share(columns.unbroken)),
        SizeTier(metrics: columns, share: share(columns)),
        SizeTier(metrics: columns.closer, share: self.share(SettingLimits.closer, columns)),
      ]
    }
  }

  /// Reduced empty space, then smaller type, and finally smaller gaps, for notes that would
  /// otherwise be omitted.
  ///
  /// No tier uses a size above the one that the theme prefers, and the tiers with smaller gaps use
  /// only the smallest size.
  var crowded: [SizeTier] {
    var airless = list.closer
    (airless.air, airless.smallest, airless.most) = (0, look.minSize, list.likedSize)
    (airless.dividesGroups, airless.breaksWords) = (true, true)
    let all = (look.form == .columns ? [] : [airless]) + columns(like: airless)
    let tight = all.map { metrics in
      var tight = metrics.tight
      tight.most = tight.smallestSize
      return tight
    }
    return (all + tight).map { SizeTier(metrics: $0) }
  }

  /// The metrics of two or more columns; empty if the theme or the alignment does not allow
  /// columns.
  func columns(like list: NotesMetrics) -> [NotesMetrics] {
    guard look.forms.contains(.columns), look.align != .center, notes.count > 1 else { return [] }
    return (2...NotesMetrics.mostColumns(list.context)).map { count in
      var columns = list
      (columns.columns, columns.form) = (count, .columns)
      return columns
    }
  }

  private func words(in metrics: NotesMetrics) -> [SizeTier] {
    [
      SizeTier(metrics: metrics.unbroken),
      SizeTier(metrics: metrics, share: share(1, metrics)),
      SizeTier(
        metrics: metrics, share: share(SettingLimits.hyphenation, metrics), words: .hyphenated),
      SizeTier(metrics: metrics, share: share(SettingLimits.ownSizes, metrics), words: .ownSize),
    ]
  }

  /// The maximum size of wrapped notes, and of notes in columns, as a fraction of the largest size.
  private func share(_ most: Double, _ metrics: NotesMetrics) -> Double {
    let isNarrow = metrics.columns > 1 && metrics.breaksNotes
    let short = isNarrow ? metrics.sizeThatHolds(SettingLimits.shortNote) : .infinity
    return min(most, min(metrics.wrapped, short) / metrics.largestSize)
  }

  private var suitsPoster: Bool {
    let lengths = notes.map(\.text.count)
    return look.forms.contains(.poster) && notes.count <= SettingLimits.mostOnPoster
      && look.anchor != .bottom && list.groups.isEmpty
      && lengths.allSatisfy { $0 <= SettingLimits.mostPosterCharacters.note }
      && lengths.reduce(0, +) <= SettingLimits.mostPosterCharacters.all
  }
}

extension NotesMetrics {
  /// The gap between the notes of a poster, relative to the gap in a list.
  private static let posterGap = 1.4
  /// The factor for gaps between notes in a crowded list.
  private static let tightGap = 0.4

  /// The metrics of the same notes in the form of a poster.
  var asPoster: NotesMetrics {
    var poster = self
    (poster.form, poster.growth, poster.gapShare) = (
      .poster, look.posterGrowth, NotesMetrics.posterGap
    )
    return poster
  }

  /// The metrics with slightly reduced gaps.
  var closer: NotesMetrics {
    var closer = self
    closer.gapShare *= SettingLimits.closerGap
    return closer
  }

  /// The largest size on the modular scale up to a fraction of the largest size, but at least the
  /// size that the theme prefers.
  func size(upTo share: Double) -> Double {
    max(
      likedSize,
      TypeSizes(onScaleFrom: smallestSize, to: largestSize).rounded(down: share * largestSize))
  }

  /// The metrics with the gaps of a crowded list.
  var tight: NotesMetrics {
    var tight = self
    tight.gapShare = NotesMetrics.tightGap
    return tight
  }

  /// The maximum number of columns on a screen.
  static func mostColumns(_ context: ComposeContext) -> Int { context.isTablet ? 3 : 2 }

  /// The metrics that allow only one line for each note.
  var unbroken: NotesMetrics {
    var unbroken = self
    unbroken.breaksNotes = false
    return unbroken
  }

  /// The largest size in points at which notes may wrap or be in columns.
  ///
  /// The limit does not decrease if a note is removed.
  var wrapped: Double {
    let count = context.notes.count
    let size =
      switch count {
      case ...1 where !context.isOnPhoto: Double.infinity
      case ...SettingLimits.fewNotesOnTablet where context.isTablet: SettingLimits.wrappedOnTablet
      case ...1: SettingLimits.wrappedOnPhoto
      case ...SettingLimits.fewNotes: SettingLimits.wrapped
      default: SettingLimits.wrappedMany
      }
    return size * context.typeScale
  }

  /// The maximum number of lines that a note may have at a given size.
  func mostLines(size: Double) -> Int {
    guard breaksNotes else { return 1 }
    guard size > likedSize else { return .max }
    switch size / context.typeScale {
    case ...SettingLimits.moreLines: return .max
    case ...SettingLimits.fourLines: return 4
    case ...SettingLimits.threeLines: return 3
    default: return 2
    }
  }
}
