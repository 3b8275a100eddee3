/// The constants that decide the form and size of a list of notes, with the reason for each.
///
/// Each considered setting has a list of costs, and the setting with the lowest sum is used; a list
/// that suits a poster is always one. Costs have no unit: 1 is the cost of a list in which any note
/// breaks. The other constants are shares and counts that limit the search.
///
/// The constants are tuned by comparing lists (`make compare`). `docs/typography.md` lists them for
/// authors of themes.
enum SettingCosts {
  // MARK: - Costs of a size, in SettingChoice.swift

  /// Cost of a reduction of the size by 100%; a smaller reduction costs its share.
  ///
  /// A list at two thirds of the size costs as much as a list in which any note breaks, because
  /// notes of one line are read faster and look calmer.
  static let size = 3.0
  /// Cost of a reduction by 100% below the theme's minimum size, in addition to `size`.
  ///
  /// Sizes below the minimum are only for notes that would otherwise be left out.
  static let tinySize = 10.0
  /// Cost of a list in which any note breaks: the unit of all costs.
  static let anyBreak = 1.0
  /// Cost of a list in which all notes break, in addition to `anyBreak`; fewer notes cost their
  /// share.
  static let allBreaks = 1.2
  /// Cost of a list in which all notes end in a line of one word; fewer notes cost their share.
  ///
  /// It exceeds `allBreaks`, because a single word on a line looks like a mistake.
  static let lonelyWords = 1.6
  /// Cost of a list in which each note has a nearly empty line; fewer notes cost their share of all
  /// lines.
  static let unevenLines = 1.5

  // MARK: - Costs of a form, in SeveralColumns.swift and Poster.swift

  /// Cost of columns, because one column is easier to read.
  ///
  /// It equals a sixth of `size`, so notes have to be a fifth larger in columns.
  static let columns = 0.5
  /// Cost of setting a few short notes as a list, because most of the area would be empty.
  ///
  /// Only `--explain` shows it, because notes that suit a poster always form one. It exceeds the
  /// cost of every poster. With the largest `poster-growth`, 2, a poster costs at most 7.37: 2.07
  /// for the size (0.69 of `size`, see `smallestShare`), 2.2 for breaks, 1.6 for lonely words, and
  /// 1.5 for uneven lines.
  static let listInsteadOfPoster = 7.5

  // MARK: - Limits of the sizes, in SettingChoice.swift

  /// Smallest considered share of the largest size, because a list must be legible at a distance.
  ///
  /// A poster is larger than a list by `poster-growth`, so its share is smaller by the same factor.
  static let smallestShare = 0.62
  /// Step between the shares that are tried if lines are uneven or end in lonely words; it limits
  /// the number of sizes.
  static let shareStep = 0.05
  /// Cost of uneven lines above which other sizes are tried; trying takes time, and a lower cost is
  /// hardly visible.
  static let unevenFrom = 0.35
  /// Maximum number of settings whose lines are broken in the first round, because breaking lines
  /// takes most of the time; a second round tries more sizes if the best setting has uneven lines.
  static let mostLooks = 4
  /// Number of characters above which a note is not measured on one line, because no screen is wide
  /// enough.
  static let longestLine = 90

  // MARK: - Limits between forms, in SettingSearch.swift

  /// Maximum share of the notes lost in one column that columns or a smaller size may lose, because
  /// both are harder to read.
  static let lostShare = 0.7
  /// Ratio of sizes below which a long word is hyphenated, or its note is set smaller.
  ///
  /// With whole words at one size, all notes would then lose more than a fifth of their size.
  static let alikeShare = 0.8
  /// Minimum number of notes for each note with its own size, because such notes must be
  /// exceptions.
  static let notesPerException = 3

  // MARK: - Limits of the forms, in SeveralColumns.swift and Poster.swift

  /// Minimum number of notes per column, unless `form` is `columns`; a short list is easier to read
  /// in one column.
  static let fewestInColumn = 5
  /// Maximum number of notes of a poster, unless `form` is `poster`.
  static let mostOnPoster = 3
  /// Maximum number of characters of each note and of all notes of a poster, unless `form` is
  /// `poster`.
  static let mostPosterCharacters = (note: 30, all: 60)
}
