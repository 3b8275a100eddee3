internal import Files
import Graphics
public import WallfarmPluginKit

// What a request and one render can fail with.

extension ErrorCode {
  /// A number that is no preset of a lock screen.
  public static let invalidPreset = ErrorCode("invalid-preset", .invalid)
  /// A theme asks for a contrast that its colours cannot have, whatever is done for them.
  public static let contrastUnreachable = ErrorCode("contrast-unreachable", .invalid)
  /// Two things were asked for that exclude each other.
  public static let conflictingOptions = ErrorCode("conflicting-options", .usage)
  /// An output pattern that would make two pictures write one file, or has an unknown field.
  public static let outputPattern = ErrorCode("output-pattern", .invalid)
  /// A file is not the picture that its inputs make.
  public static let pictureDiffers = ErrorCode("picture-differs", .difference)
  /// A warning that `--strict` made an error.
  public static let strictWarning = ErrorCode("strict-warning", .invalid)
  /// The fixed parts of a stack and its gaps are longer than the area.
  public static let stackTooLong = ErrorCode("stack-too-long", .invalid)
  /// Two layouts draw over one another.
  public static let layoutsOverlap = ErrorCode("layouts-overlap", .invalid)
  /// A file of a key is none, or others may read it.
  public static let keyUnusable = ErrorCode("key-unusable", .invalid)
}
