public import WallfarmPluginKit

// What reading health data can fail with.

extension ErrorCode {
  /// A file that is neither an export of Apple Health nor one of Health Connect.
  public static let unknownHealthFile = ErrorCode("unknown-health-file", .invalid)
  /// An export that is cut, locked, or damaged.
  public static let healthDamaged = ErrorCode("health-damaged", .invalid)
  /// An export beyond what is read.
  public static let healthTooLarge = ErrorCode("health-too-large", .invalid)
}
