internal import Files
import Graphics
public import WallfarmPluginKit

// Errors of a request and its render.

extension ErrorCode {
  /// A number is not a lock screen preset.
  public static let invalidPreset = ErrorCode("invalid-preset", .invalid)
  /// The contrast that a theme requires cannot be reached with any aid.
  public static let contrastUnreachable = ErrorCode("contrast-unreachable", .invalid)
  /// Two options exclude each other.
  public static let conflictingOptions = ErrorCode("conflicting-options", .usage, isFixable: true)
  /// An output pattern gives two pictures one file, or has an unknown field.
  public static let outputPattern = ErrorCode("output-pattern", .invalid, isFixable: true)
  /// A file differs from the picture that its inputs produce.
  public static let pictureDiffers = ErrorCode("picture-differs", .difference)
  /// A warning is an error because of `--strict`.
  public static let strictWarning = ErrorCode("strict-warning", .invalid)
  /// The fixed parts of a stack and its gaps are longer than the area.
  public static let stackTooLong = ErrorCode("stack-too-long", .invalid)
  /// Two layouts overlap.
  public static let layoutsOverlap = ErrorCode("layouts-overlap", .invalid)
  /// A key file is invalid, or is readable by other users.
  public static let keyUnusable = ErrorCode("key-unusable", .invalid)
}
