/// The numbers that decide in which form and size a list of notes is set, with the reason for each.
///
/// Each setting that is considered has a list of costs, and the setting with the lowest sum is used. A cost has no unit:
/// 1 is the cost of a list in which any note breaks. The other numbers are shares and counts that limit the search.
///
/// The numbers are tuned by comparing lists (`make compare`), and each of them decides pictures. `docs/typography.md`
/// lists them for authors of themes.
enum SettingCosts {
  // MARK: - Costs of a size, in SettingChoice.swift

  /// Cost of giving up the whole size; a smaller size costs the share that it gives up.
  ///
  /// A list at two thirds of the size costs as much as a list in which any note breaks, because notes of one line are read
  /// faster and look calmer.
  static let size = 3.0
  /// Cost of giving up the whole of the theme's smallest size, in addition to `size`.
  ///
  /// Sizes below it are for notes that would be left out otherwise.
  static let tinySize = 10.0
  /// Cost of a list in which any note breaks: the unit of all costs.
  static let anyBreak = 1.0
  /// Cost of a list in which all notes break, in addition to `anyBreak`; fewer notes cost their share.
  static let allBreaks = 1.2
  /// Cost of a list in which all notes end in a line of one word; fewer notes cost their share.
  ///
  /// It exceeds `allBreaks`, because a single word on a line looks like a mistake.
  static let lonelyWords = 1.6
  /// Cost of a list in which each note has a line that is nearly empty; one note costs its share of all lines.
  static let unevenLines = 1.5

  // MARK: - Costs of a form, in SeveralColumns.swift and Poster.swift

  /// Cost of columns, because one column is easier to read.
  ///
  /// It equals a sixth of `size`, so notes have to be a fifth larger in columns.
  static let columns = 0.5
  /// Cost of setting a few short notes as a list, because most of the area would be empty.
  ///
  /// It exceeds every cost of a poster, so notes that suit a poster are one. With the largest `poster-growth`, 2, a poster
  /// costs at most 7.37: 2.07 for the size (0.69 of `size`, see `smallestShare`), 2.2 for breaks, 1.6 for lonely words,
  /// and 1.5 for uneven lines.
  static let listInsteadOfPoster = 7.5

  // MARK: - Limits of the sizes, in SettingChoice.swift

  /// Smallest share of the largest size that is considered: a list is there to be read from afar.
  ///
  /// A poster is larger than a list by `poster-growth`, and its share is smaller by the same factor.
  static let smallestShare = 0.62
  /// Distance of the shares that are tried if lines are uneven or end in lonely words, to keep the number of sizes small.
  static let shareStep = 0.05
  /// Cost of uneven lines above which other sizes are tried; trying them takes time, and readers hardly see less.
  static let unevenFrom = 0.35
  /// Number of settings whose lines are broken and judged, because breaking lines takes most of the time.
  static let mostLooks = 4
  /// Number of characters above which a note is not measured on one line, because no screen holds more.
  static let longestLine = 90

  // MARK: - Limits between forms, in SettingSearch.swift

  /// Share of the notes lost in one column that columns, or a smaller size, may lose at most: both are harder to read.
  static let lostShare = 0.7
  /// Smallest ratio of two sizes of notes in one list.
  ///
  /// A long word is divided, or its note is set smaller, only if the other notes would lose more than a fifth of their size.
  static let alikeShare = 0.8
  /// Smallest number of notes for each note that is set in its own size: such a note is an exception.
  static let notesPerException = 3

  // MARK: - Limits of the forms, in SeveralColumns.swift and Poster.swift

  /// Minimum number of notes in a column, unless the request asks for columns: a short list is easier to read in one.
  static let fewestInColumn = 5
  /// Maximum number of notes of a poster, unless the request asks for one: more notes are a list.
  static let mostOnPoster = 3
  /// Maximum number of characters of a note, and of all notes, of a poster, unless the request asks for one.
  static let mostPosterCharacters = (note: 30, all: 60)
}
