/// Everything a receipt can warn of.
public enum WarningCode: String, Sendable, Hashable, CaseIterable {
  /// A photo that is whole although its file is not clean.
  case photoWarning = "photo-warning"
  /// A photo with fewer pixels than the screen.
  case photoSmall = "photo-small"
  /// The device cannot show the clock that was asked for.
  case clockNotOffered = "clock-not-offered"
  /// The start below a large clock is an estimate on this device.
  case clockEstimated = "clock-estimated"
  /// Where a tablet on its side has its widgets is an estimate.
  case widgetsEstimated = "widgets-estimated"
  /// The notes are those of the template's sample, because none were given.
  case sampleShown = "sample-shown"
  /// Notes were given to a template that shows none.
  case notesUnused = "notes-unused"
  /// Content was given that no layout of the template shows.
  case contentUnused = "content-unused"
  /// Content other than notes did not fit and was left out.
  case contentHidden = "content-hidden"
  /// Notes were shortened to fit.
  case notesShortened = "notes-shortened"
  /// Notes were left out and counted at the end.
  case notesHidden = "notes-hidden"
  /// Text that does not reach the contrast its theme asks for.
  case lowContrast = "low-contrast"
  /// What makes the text readable changes much of the picture behind it.
  case pictureCovered = "picture-covered"
  /// A character was drawn as a box because it was allowed.
  case missingGlyph = "missing-glyph"
  /// A background could not be kept for other processes.
  case cacheFailed = "cache-failed"
  /// A value in a theme or template that nothing reads.
  case unusedValue = "unused-value"
  /// A theme that names a file outside of its folder.
  case fileOutside = "file-outside"
  /// A value in a theme that others replace wherever it is meant for.
  case unreachableOverride = "unreachable-override"
  /// Text of a plugin from outside that lies beyond the edge of the screen.
  case textOutside = "text-outside"
  /// A plugin that is a program ran without a part of the fence round it.
  case pluginUnfenced = "plugin-unfenced"
  /// Characters that do not belong in text were taken out.
  case textCleaned = "text-cleaned"
  /// An entry of a calendar that cannot be read was left out.
  case entrySkipped = "entry-skipped"
  /// An entry of a calendar is shown without a part that cannot be read.
  case entryRepaired = "entry-repaired"
}
