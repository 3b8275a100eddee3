public import WallfarmPluginKit

// Error codes for discovering and installing external plugins.

extension ErrorCode {
  /// Two plugin folders declare the same id.
  public static let pluginTwice = ErrorCode("plugin-twice", .invalid)
  /// A plugin folder contains files that cannot be copied, such as links and special files.
  public static let pluginNotCopied = ErrorCode("plugin-not-copied", .invalid)
  /// The plugin was not installed by wallfarm or was changed after installation, so wallfarm does
  /// not delete it.
  public static let pluginNotOurs = ErrorCode("plugin-not-ours", .invalid)
  /// An external plugin has the id of a built-in plugin.
  public static let pluginBuiltIn = ErrorCode("plugin-built-in", .invalid)
  /// The code of a plugin is missing or cannot be executed, or the plugin's interpreter is not in
  /// `PATH`.
  public static let pluginIncomplete = ErrorCode("plugin-incomplete", .installation)
}
