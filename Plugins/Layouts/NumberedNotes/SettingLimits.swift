/// The limits that determine the form and size of a note list, with a reason for each.
///
/// A list has the largest possible type size: the settings are tried in a fixed order, and each
/// setting may exceed the previous ones only up to its own limit. A limit is a fraction of
/// `max-size`. Every limit depends on one note at a time or increases when notes are removed, so
/// the type never becomes smaller when a note is removed or shortened.
///
/// The limits come from comparing pairs of settings (`docs/typography.md`, *How the limits were
/// found*).
enum SettingLimits {
  // MARK: - Limits of the size, in SizeTiers.swift

  /// The size up to which any gain in size is worth breaking notes, because smaller type is
  /// difficult to read at arm's length; in points on a screen 430 pt wide.
  ///
  /// On a photo, broken notes are never larger, because larger type covers the subject, and readers
  /// preferred a smaller list with one line for each note.
  static let comfortable = 27.3
  /// The number of steps on the modular scale between the larger sizes of broken notes.
  ///
  /// Six steps are a gain of 30%. If the sizes differed by less than 25%, the smaller type
  /// without breaks was preferred in 18 of 19 pairs; otherwise, the larger type was preferred in 19
  /// of 24 pairs.
  static let wideStep = 6
  /// The largest size at which a note may have three lines, in points on a screen 430 pt wide.
  ///
  /// Lines of larger type have few words, and lines with a single word look ragged.
  static let threeLines = 43.0
  /// The largest size at which a note may have four lines.
  static let fourLines = 36.0
  /// The largest size at which a note may have any number of lines.
  static let moreLines = 30.0
  /// The largest type size at which a long word is hyphenated, as a fraction of `max-size`.
  static let hyphenation = 0.7
  /// The fraction of `max-size` up to which notes with a very long word have a smaller size than
  /// other notes.
  static let ownSizes = 0.7
  /// The fraction of `max-size` up to which a list has columns, because a single column is easier
  /// to read.
  static let columns = 0.75

  /// The fraction of `max-size` up to which gaps between notes are reduced to the fraction
  /// `closerGap` of their height; larger type does not need more space.
  static let closer = 0.66
  /// The factor for these gaps.
  static let closerGap = 0.8

  // MARK: - Limits between forms, in SettingSearch.swift

  /// The maximum number of notes that columns or a smaller size may lose, as a fraction of the
  /// notes lost in one column, because both are more difficult to read.
  static let lostShare = 0.7

  // MARK: - Limits of the forms, in SizeTiers.swift

  /// The maximum number of notes on a poster, unless `form` is `poster`.
  static let mostOnPoster = 3
  /// The maximum number of characters per note and in all notes on a poster, unless `form` is
  /// `poster`.
  static let mostPosterCharacters = (note: 30, all: 60)
}
