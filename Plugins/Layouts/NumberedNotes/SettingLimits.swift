/// The limits that determine the form and size of a note list, with a reason for each.
///
/// A list has the largest possible type size: the settings are tried in a fixed order, and each
/// setting may use larger type than the previous ones only up to its own limit. A limit on the type
/// size is a fraction of `max-size` or a size in points. Every limit either depends on only one
/// note at a time or increases when notes are removed, so the type never becomes smaller when a
/// note is removed or shortened.
///
/// The limits were determined by comparing pairs of settings (`docs/typography.md`, *How the limits
/// were found*).
enum SettingLimits {
  // MARK: - Limits of the size, used by SizeTier.swift

  /// The largest size at which the notes of a list may wrap or be in columns, in points on a screen
  /// 430 pt wide.
  ///
  /// Smaller type is difficult to read at arm's length, so any gain in size up to this limit is worth
  /// more lines. With a lower limit, readers rejected small type more often; with a higher limit,
  /// they more often rejected line breaks in short notes (rounds 8 and 9 in `docs/typography.md`).
  static let wrapped = 32.0
  /// The same limit for more than ``fewNotes`` notes, whose lines are closer together.
  static let wrappedMany = 29.0
  /// The maximum number of notes to which ``wrapped`` applies.
  static let fewNotes = 4
  /// The same limit for two or three notes on a tablet, whose type is difficult to read at the usual
  /// distance of a tablet if it is smaller.
  static let wrappedOnTablet = 42.0
  /// The maximum number of notes to which ``wrappedOnTablet`` applies.
  static let fewNotesOnTablet = 3
  /// The same limit for a single note on a photo on a phone, in which larger type covers the subject;
  /// a single note on a theme's background may wrap at every size.
  static let wrappedOnPhoto = 36.0
  /// A note of 17 characters, which must fit on one line if notes wrap in columns above the preferred
  /// minimum size, unless columns are requested; short notes in narrow columns would otherwise be
  /// broken to fill the area.
  static let shortNote = "Charge the camera"
  /// The largest size at which a note may have three lines, in points on a screen 430 pt wide.
  ///
  /// Lines of larger type have few words, and lines with a single word look ragged.
  static let threeLines = 43.0
  /// The largest size at which a note may have four lines, in points on a screen 430 pt wide.
  static let fourLines = 36.0
  /// The largest size at which a note may have any number of lines, in points on a screen 430 pt
  /// wide.
  static let moreLines = 30.0
  /// The largest type size at which a long word is hyphenated, as a fraction of `max-size`.
  static let hyphenation = 0.7
  /// The largest type size at which notes with a very long word may be smaller than the other
  /// notes, as a fraction of `max-size`.
  static let ownSizes = 0.7
  /// The largest type size in columns, as a fraction of `max-size`; it is limited because a single
  /// column is easier to read.
  static let columns = 0.75

  /// The largest type size at which gaps are multiplied by ``closerGap``, as a fraction of
  /// `max-size`; larger type does not need the space.
  static let closer = 0.66
  /// The factor for reduced gaps between notes.
  static let closerGap = 0.8

  // MARK: - Limits between forms, in SettingSearch.swift

  /// The maximum ratio of notes lost in columns to notes lost in one column, and of notes lost at a
  /// smaller size to notes lost at a larger size.
  ///
  /// Above this ratio, the single column or the larger type is kept, because it is easier to read.
  static let lostShare = 0.7

  // MARK: - Limits of the forms, used by SizeTier.swift

  /// The maximum number of notes on a poster, unless `form` is `poster`.
  static let mostOnPoster = 3
  /// The maximum number of characters in each note and in all notes of a poster, unless `form` is
  /// `poster`.
  static let mostPosterCharacters = (note: 30, all: 60)
}
