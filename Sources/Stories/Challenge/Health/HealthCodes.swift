public import WallfarmPluginKit

// Errors of health exports.

extension ErrorCode {
  /// A file is not an export of Apple Health or Health Connect.
  public static let unknownHealthFile = ErrorCode("unknown-health-file", .invalid)
  /// A health export is truncated, encrypted or damaged.
  public static let healthDamaged = ErrorCode("health-damaged", .invalid)
  /// A health export exceeds a limit.
  public static let healthTooLarge = ErrorCode("health-too-large", .invalid)
}
