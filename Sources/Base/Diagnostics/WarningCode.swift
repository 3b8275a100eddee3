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
  /// The template's sample content is shown, because no content was given.
  case sampleShown = "sample-shown"
  /// Notes were given, but the template does not show notes.
  case notesUnused = "notes-unused"
  /// Some of the given content is not shown by any layout of the template.
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
  /// A box was drawn for a character that no bundled font contains, because the request allows
  /// this.
  case missingGlyph = "missing-glyph"
  /// A background could not be saved to the shared cache.
  case cacheFailed = "cache-failed"
  /// A value in a theme or template is never read.
  case unusedValue = "unused-value"
  /// A theme refers to a file outside its folder.
  case fileOutside = "file-outside"
  /// A font file of a theme lacks a weight that the theme uses.
  case weightMissing = "weight-missing"
  /// A theme, template or motion of the user or the system has the name of another one.
  case nameHidden = "name-hidden"
  /// A value in a theme has no effect, because it is overridden wherever it applies.
  case unreachableOverride = "unreachable-override"
  /// Text from an external plugin is outside the screen.
  case textOutside = "text-outside"
  /// An image that must stay visible is behind text.
  case imageBehindText = "image-behind-text"
  /// A plugin program ran without one or more layers of its fence, because this machine does not
  /// support them.
  case pluginUnfenced = "plugin-unfenced"
  /// Invalid characters were removed from text.
  case textCleaned = "text-cleaned"
  /// An invalid calendar entry was skipped.
  case entrySkipped = "entry-skipped"
  /// A calendar entry is shown, but without its invalid part.
  case entryRepaired = "entry-repaired"
  /// The state of a service contains something unexpected that is not damage.
  case stateUnusual = "state-unusual"
}
