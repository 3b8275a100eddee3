/// The codes of warnings in a receipt.
public enum WarningCode: String, Sendable, Hashable, CaseIterable {
  /// A photo file has harmless errors; its pixels are complete.
  case photoWarning = "photo-warning"
  /// The photo has fewer pixels than the screen.
  case photoSmall = "photo-small"
  /// The device does not offer the requested clock.
  case clockNotOffered = "clock-not-offered"
  /// The bottom edge of a large clock on this device is an estimate.
  case clockEstimated = "clock-estimated"
  /// The position of widgets on a tablet in landscape orientation is an estimate.
  case widgetsEstimated = "widgets-estimated"
  /// The template's sample notes are shown because none were given.
  case sampleShown = "sample-shown"
  /// The template shows no notes.
  case notesUnused = "notes-unused"
  /// No layout of the template shows some of the given content.
  case contentUnused = "content-unused"
  /// Content other than notes did not fit and was left out.
  case contentHidden = "content-hidden"
  /// Notes were shortened to fit.
  case notesShortened = "notes-shortened"
  /// Notes were left out and counted at the end.
  case notesHidden = "notes-hidden"
  /// Text does not reach the contrast that its theme requires.
  case lowContrast = "low-contrast"
  /// The legibility aids change much of the picture behind the text.
  case pictureCovered = "picture-covered"
  /// A character was drawn as a box because it was allowed.
  case missingGlyph = "missing-glyph"
  /// A background could not be saved to the shared cache.
  case cacheFailed = "cache-failed"
  /// A value in a theme or template is never read.
  case unusedValue = "unused-value"
  /// A theme refers to a file outside its folder.
  case fileOutside = "file-outside"
  /// A value in a theme is overridden in all its uses.
  case unreachableOverride = "unreachable-override"
  /// Text from an external plugin is outside the screen.
  case textOutside = "text-outside"
  /// A plugin program ran without a layer of its fence.
  case pluginUnfenced = "plugin-unfenced"
  /// Invalid characters were removed from text.
  case textCleaned = "text-cleaned"
  /// An invalid calendar entry was skipped.
  case entrySkipped = "entry-skipped"
  /// A calendar entry is shown without an invalid part.
  case entryRepaired = "entry-repaired"
}
