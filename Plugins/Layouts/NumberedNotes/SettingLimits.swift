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

  /// The size up to which any gain in size is worth wrapping notes onto more lines, in points on a
  /// screen 430 pt wide.
  ///
  /// Smaller type is difficult to read at arm's length. On a photo, three or more wrapped notes
  /// never exceed this size, because larger type covers the subject, and readers preferred a
  /// smaller list with one line for each note.
  static let comfortable = 27.3
  /// The maximum number of notes whose size is limited by ``fewNotesOnPhoto`` instead of
  /// ``comfortable``.
  static let fewNotes = 2
  /// The largest size at which one or two notes may wrap on a photo, in points on a screen 430 pt
  /// wide.
  ///
  /// A list of one or two notes covers little of the photo, and readers kept the larger type in
  /// four of five pairs.
  static let fewNotesOnPhoto = 36.0
  /// The number of steps on the modular scale between the allowed sizes of wrapped notes above
  /// ``comfortable``.
  ///
  /// Six steps are a gain of 30%. Readers preferred the smaller type with fewer lines in 18 of 19
  /// pairs in which the sizes differed by at most 25%, and the larger type in 19 of 24 pairs in
  /// which the sizes differed by more than 30%.
  static let wideStep = 6
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
