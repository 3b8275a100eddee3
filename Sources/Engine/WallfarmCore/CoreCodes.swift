internal import Files
import Graphics
public import WallfarmPluginKit

// Error codes for requests and renders.

extension ErrorCode {
  /// A value is not the number of a lock screen preset.
  public static let invalidPreset = ErrorCode("invalid-preset", .invalid)
  /// No aid produces the contrast that the theme requires.
  public static let contrastUnreachable = ErrorCode("contrast-unreachable", .invalid)
  /// Two options are mutually exclusive.
  public static let conflictingOptions = ErrorCode("conflicting-options", .usage, isFixable: true)
  /// An output pattern assigns the same file to two pictures, or contains an unknown field.
  public static let outputPattern = ErrorCode("output-pattern", .invalid, isFixable: true)
  /// A file differs from the picture that its inputs produce.
  public static let pictureDiffers = ErrorCode("picture-differs", .difference)
  /// A warning is treated as an error because of `--strict`.
  public static let strictWarning = ErrorCode("strict-warning", .invalid)
  /// The fixed parts and gaps of a stack exceed the area.
  public static let stackTooLong = ErrorCode("stack-too-long", .invalid)
  /// Two layouts overlap.
  public static let layoutsOverlap = ErrorCode("layouts-overlap", .invalid)
  /// Two font families, or two faces of a family, have the same name.
  public static let fontNameTaken = ErrorCode("font-name-taken", .invalid)
  /// A key file is invalid, or is readable by other users.
  public static let keyUnusable = ErrorCode("key-unusable", .invalid)
}
