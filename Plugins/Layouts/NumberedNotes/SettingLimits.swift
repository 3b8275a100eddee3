/// The limits that decide the form and size of a list of notes, with the reason for each.
///
/// A list has the largest type size that is possible: the settings are tried in a fixed order, and
/// each may only exceed the ones before it up to a limit of its own. A limit is a share of
/// `max-size`. Because every limit depends on one note at a time or grows when notes are removed,
/// the type never becomes smaller when a note is removed or shortened.
///
/// The limits come from comparing pairs of settings (`docs/typography.md`, *How the limits were
/// found*).
enum SettingLimits {
  // MARK: - Limits of the size, in SizeTiers.swift

  /// The size up to which any gain in size is worth breaking notes, because smaller type is hard to
  /// read at arm's length; in points at a width of 430 pt.
  static let comfortable = 27.3
  /// The number of steps of the modular scale between the larger sizes of broken notes.
  ///
  /// Three steps are a gain of 30%. Of pairs whose sizes differed by less than 25%, the smaller type
  /// without breaks was preferred in 18 of 19; of others, the larger type in 19 of 24.
  static let wideStep = 3
  /// The largest size at which a note may have three lines, in points at a width of 430 pt.
  ///
  /// Larger type has few words in a line, and lines of one word look torn.
  static let threeLines = 43.0
  /// The largest size at which a note may have four lines.
  static let fourLines = 36.0
  /// The largest size at which a note may have any number of lines.
  static let moreLines = 30.0
  /// The largest type size at which a long word is hyphenated, as a share of `max-size`.
  static let hyphenation = 0.7
  /// The share of `max-size` up to which notes with a very long word have a smaller size than the
  /// others.
  static let ownSizes = 0.7
  /// The share of `max-size` up to which a list has columns, because one column is easier to read.
  static let columns = 0.75

  /// The share of `max-size` up to which gaps between notes are reduced to `closerGap` of their
  /// height, because larger type needs no help.
  static let closer = 0.66
  /// The factor for these gaps.
  static let closerGap = 0.8

  // MARK: - Limits between forms, in SettingSearch.swift

  /// Maximum share of the notes lost in one column that columns or a smaller size may lose, because
  /// both are harder to read.
  static let lostShare = 0.7

  // MARK: - Limits of the forms, in SizeTiers.swift

  /// Maximum number of notes of a poster, unless `form` is `poster`.
  static let mostOnPoster = 3
  /// Maximum number of characters of each note and of all notes of a poster, unless `form` is
  /// `poster`.
  static let mostPosterCharacters = (note: 30, all: 60)
}
