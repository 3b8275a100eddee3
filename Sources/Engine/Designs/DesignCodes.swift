public import WallfarmPluginKit

// Error codes for devices, templates and themes.

extension ErrorCode {
  /// No device has the given id.
  public static let unknownDevice = ErrorCode("unknown-device", .invalid, isFixable: true)
  /// The device has no lock screen in the requested orientation.
  public static let orientationUnknown = ErrorCode("orientation-unknown", .invalid, isFixable: true)
  /// No template has the given name.
  public static let unknownTemplate = ErrorCode("unknown-template", .invalid, isFixable: true)
  /// No theme has the given name.
  public static let unknownTheme = ErrorCode("unknown-theme", .invalid, isFixable: true)
  /// The theme has no variant for the requested look.
  public static let unknownVariant = ErrorCode("unknown-variant", .invalid, isFixable: true)
  /// No plugin has the given id, or the plugin with that id has the wrong kind: a layout instead of
  /// a background, or vice versa.
  public static let unknownPlugin = ErrorCode("unknown-plugin", .invalid, isFixable: true)
  /// None of the plugins in use has a parameter with the given name.
  public static let unknownParameter = ErrorCode("unknown-parameter", .invalid, isFixable: true)
  /// No theme token has the given name.
  public static let unknownToken = ErrorCode("unknown-token", .invalid, isFixable: true)
  /// The installation lacks templates or other data files.
  public static let installationBroken = ErrorCode("installation-broken", .installation)
}
