public import WallfarmPluginKit

// Error codes for discovering and installing external plugins.

extension ErrorCode {
  /// Two plugin folders declare the same id.
  public static let pluginTwice = ErrorCode("plugin-twice", .invalid)
  /// A plugin folder contains links or special files, which cannot be copied.
  public static let pluginNotCopied = ErrorCode("plugin-not-copied", .invalid)
  /// The plugin was not installed by wallfarm or was changed later, so wallfarm does not delete it.
  public static let pluginNotOurs = ErrorCode("plugin-not-ours", .invalid)
  /// An external plugin has the id of a built-in plugin.
  public static let pluginBuiltIn = ErrorCode("plugin-built-in", .invalid)
  /// A file that a plugin needs is missing.
  public static let pluginIncomplete = ErrorCode("plugin-incomplete", .installation)
}
