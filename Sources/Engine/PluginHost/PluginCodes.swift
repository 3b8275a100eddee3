public import WallfarmPluginKit

// Errors of finding and installing external plugins.

extension ErrorCode {
  /// Two plugin folders have the same id.
  public static let pluginTwice = ErrorCode("plugin-twice", .invalid)
  /// The folder of a plugin contains links or special files, which are not copied.
  public static let pluginNotCopied = ErrorCode("plugin-not-copied", .invalid)
  /// A plugin was not installed by wallfarm, or has changed since, and is not deleted.
  public static let pluginNotOurs = ErrorCode("plugin-not-ours", .invalid)
  /// A plugin has the id of a built-in one.
  public static let pluginBuiltIn = ErrorCode("plugin-built-in", .invalid)
  /// A file that a plugin needs is missing.
  public static let pluginIncomplete = ErrorCode("plugin-incomplete", .installation)
}
