public import WallfarmPluginKit

// Error codes for devices, templates and themes.

extension ErrorCode {
  /// No device has the given id.
  public static let unknownDevice = ErrorCode("unknown-device", .invalid)
  /// The device has no lock screen in the requested orientation.
  public static let orientationUnknown = ErrorCode("orientation-unknown", .invalid)
  /// No template has the given name.
  public static let unknownTemplate = ErrorCode("unknown-template", .invalid)
  /// No theme has the given name.
  public static let unknownTheme = ErrorCode("unknown-theme", .invalid)
  /// The theme has no light or no dark variant.
  public static let unknownVariant = ErrorCode("unknown-variant", .invalid)
  /// No plugin has the given id, or it is of the other kind.
  public static let unknownPlugin = ErrorCode("unknown-plugin", .invalid)
  /// The plugins in use have no such parameter.
  public static let unknownParameter = ErrorCode("unknown-parameter", .invalid)
  /// A theme has no such token.
  public static let unknownToken = ErrorCode("unknown-token", .invalid)
  /// Templates or other data of the installation are missing.
  public static let installationBroken = ErrorCode("installation-broken", .installation)
}
