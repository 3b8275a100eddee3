internal import Files
import Graphics
public import WallfarmPluginKit

// What a request and one render can fail with.

extension ErrorCode {
  /// A number that is no preset of a lock screen.
  public static let invalidPreset = ErrorCode("invalid-preset")
  /// A theme asks for a contrast that its colours cannot have, whatever is done for them.
  public static let contrastUnreachable = ErrorCode("contrast-unreachable")
  /// Two things were asked for that exclude each other.
  public static let conflictingOptions = ErrorCode("conflicting-options")
  /// An output pattern that would make two pictures write one file, or has an unknown field.
  public static let outputPattern = ErrorCode("output-pattern")
  /// A file is not the picture that its inputs make.
  public static let pictureDiffers = ErrorCode("picture-differs")
  /// A warning that `--strict` made an error.
  public static let strictWarning = ErrorCode("strict-warning")
  /// The fixed parts of a stack and its gaps are longer than the area.
  public static let stackTooLong = ErrorCode("stack-too-long")
  /// Two layouts draw over one another.
  public static let layoutsOverlap = ErrorCode("layouts-overlap")
  /// A file of a key is none, or others may read it.
  public static let keyUnusable = ErrorCode("key-unusable")
}

extension ErrorCode {
  /// Whether it is the machine that failed, such as a full disk, which may be better next time.
  public var isOfTheMachine: Bool {
    self == .outputFailed || self == .inputFailed || self == .rasterFailed
  }
}
