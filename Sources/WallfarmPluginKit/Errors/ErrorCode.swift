/// Every way a render can fail; the raw value is what a terminal, a receipt and a report show.
///
/// `docs/errors.md` has a line for each.
public enum ErrorCode: String, Sendable, Hashable, Codable, CaseIterable {
  /// No device has that name.
  case unknownDevice = "unknown-device"
  /// No template has that name.
  case unknownTemplate = "unknown-template"
  /// No theme has that name.
  case unknownTheme = "unknown-theme"
  /// A theme has no light or no dark variant.
  case unknownVariant = "unknown-variant"
  /// No plugin has that name, or it is of the other kind.
  case unknownPlugin = "unknown-plugin"
  /// The plugins in use have no such parameter.
  case unknownParameter = "unknown-parameter"
  /// A theme has no such token.
  case unknownToken = "unknown-token"
  /// A family that is not bundled.
  case unknownFont = "unknown-font"
  /// A key that the file's format does not have.
  case unknownKey = "unknown-key"
  /// A number that is no preset of a lock screen.
  case invalidPreset = "invalid-preset"
  /// A bundle that is not as it was made, or not as a phone needs it.
  case bundleBroken = "bundle-broken"
  /// `list` or `describe` was asked for something that does not exist.
  case unknownName = "unknown-name"
  /// A value of the wrong type or out of range.
  case invalidParameter = "invalid-parameter"
  /// A value in a file that is of the wrong type or out of range.
  case invalidValue = "invalid-value"
  /// A theme asks for a contrast that its colours cannot have, whatever is done for them.
  case contrastUnreachable = "contrast-unreachable"
  /// Text that is not JSON.
  case invalidJSON = "invalid-json"
  /// The words of the command line cannot be found.
  case argumentsUnknown = "arguments-unknown"
  /// Two things were asked for that exclude each other.
  case conflictingOptions = "conflicting-options"
  /// The template needs notes and none were given.
  case noNotes = "no-notes"
  /// Notes that are neither a JSON list nor lines of text.
  case invalidNotes = "invalid-notes"
  /// The notes do not fit and the overflow policy forbids to shorten them.
  case notesDoNotFit = "notes-do-not-fit"
  /// A message or title does not fit at its smallest size.
  case textDoesNotFit = "text-does-not-fit"
  /// No bundled font has a character.
  case missingGlyph = "missing-glyph"
  /// A file that does not exist or cannot be opened.
  case fileUnreadable = "file-unreadable"
  /// A file with more bytes than any of its kind needs.
  case fileTooLarge = "file-too-large"
  /// A photo that cannot be opened or decoded.
  case photoUnreadable = "photo-unreadable"
  /// A photo whose format has no decoder here.
  case photoFormat = "photo-format"
  /// A photo beyond a limit on pixels or sides.
  case photoTooLarge = "photo-too-large"
  /// The bundled fonts are missing or are not the pinned ones.
  case fontsMissing = "fonts-missing"
  /// Templates or other data of the installation are missing.
  case installationBroken = "installation-broken"
  /// A file outside of the folder that a job may use.
  case pathOutside = "path-outside"
  /// An output pattern that would make two pictures write one file, or has an unknown field.
  case outputPattern = "output-pattern"
  /// The picture could not be written.
  case outputFailed = "output-failed"
  /// A scene with sizes or numbers that cannot be drawn.
  case invalidScene = "invalid-scene"
  /// cairo, pango or an encoder failed.
  case rasterFailed = "raster-failed"
  /// A file is not the picture that its inputs make.
  case pictureDiffers = "picture-differs"
  /// A warning that `--strict` made an error.
  case strictWarning = "strict-warning"
  /// A file of a key is none, or others may read it.
  case keyUnusable = "key-unusable"
  /// A queue was made with another key.
  case wrongKey = "wrong-key"
  /// A job that cannot be read, or is there twice.
  case invalidJob = "invalid-job"
  /// The file of a queue cannot be used.
  case queueFailed = "queue-failed"
  /// Another process renders from the same queue.
  case queueBusy = "queue-busy"
  /// A queue has no such unit.
  case unknownUnit = "unknown-unit"
  /// What is to be rendered was changed in the queue.
  case payloadDamaged = "payload-damaged"
  /// A message between the farm and a worker was cut or changed.
  case messageDamaged = "message-damaged"
  /// A worker ended in the middle of a unit.
  case workerCrashed = "worker-crashed"
  /// A render took longer than `--deadline` allows.
  case deadlineExceeded = "deadline-exceeded"
  /// A unit took longer than its timeout.
  case workerTimeout = "worker-timeout"
  /// A worker grew beyond its memory.
  case workerMemory = "worker-memory"
  /// A worker was silent for longer than a lease lasts.
  case leaseExpired = "lease-expired"
  /// A unit was given up on demand.
  case cancelled = "unit-cancelled"
  /// A suite of snapshots that cannot be read, or has one twice.
  case invalidSnapshots = "invalid-snapshots"
  /// No snapshot has that name.
  case unknownSnapshot = "unknown-snapshot"
  /// A reference that cannot be read, or whose picture is another one.
  case referenceBroken = "reference-broken"
  /// Results of a comparison that are missing or older than what they are about.
  case resultsOutdated = "results-outdated"
  /// Another process compares or accepts the same snapshots.
  case snapshotsBusy = "snapshots-busy"
  /// Two folders hold plugins of one id.
  case pluginTwice = "plugin-twice"
  /// A plugin has links or other things in its folder that are not copied.
  case pluginNotCopied = "plugin-not-copied"
  /// A plugin that was not copied here, or was changed since, and is not deleted.
  case pluginNotOurs = "plugin-not-ours"
  /// A plugin has the id of a built-in one.
  case pluginBuiltIn = "plugin-built-in"
  /// A plugin speaks a newer contract.
  case pluginTooNew = "plugin-too-new"
  /// A file that a plugin needs is missing.
  case pluginIncomplete = "plugin-incomplete"
  /// The code of a plugin cannot be loaded or started.
  case pluginUnloadable = "plugin-unloadable"
  /// The code of a plugin is not what its plugin.json says.
  case pluginMismatch = "plugin-mismatch"
  /// A plugin crashed, or ended with a failure.
  case pluginCrashed = "plugin-crashed"
  /// A plugin ended without an answer.
  case pluginEnded = "plugin-ended"
  /// A plugin took longer than it may.
  case pluginTimeout = "plugin-timeout"
  /// A plugin grew beyond its memory.
  case pluginMemory = "plugin-memory"
  /// A plugin started more processes than any picture needs.
  case pluginProcesses = "plugin-processes"
  /// A plugin said more than any picture needs.
  case pluginOutput = "plugin-output"
  /// A plugin answered something that the contract does not know.
  case pluginAnswer = "plugin-answer"
  /// A plugin said that there is no picture.
  case pluginRefused = "plugin-refused"
}

/// Everything a receipt can warn of.
public enum WarningCode: String, Sendable, Hashable, Codable, CaseIterable {
  /// A photo that is whole although its file is not clean.
  case photoWarning = "photo-warning"
  /// A photo with fewer pixels than the screen.
  case photoSmall = "photo-small"
  /// The device cannot show the clock that was asked for.
  case clockNotOffered = "clock-not-offered"
  /// The start below a large clock is an estimate on this device.
  case clockEstimated = "clock-estimated"
  /// Notes were given to a template that shows none.
  case notesUnused = "notes-unused"
  /// Notes were shortened to fit.
  case notesShortened = "notes-shortened"
  /// Notes were left out and counted at the end.
  case notesHidden = "notes-hidden"
  /// Text that does not reach the contrast its theme asks for.
  case lowContrast = "low-contrast"
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
}
