public import WallfarmPluginKit

// What finding and keeping plugins from outside can fail with.

extension ErrorCode {
  /// Two folders hold plugins of one id.
  public static let pluginTwice = ErrorCode("plugin-twice", .invalid)
  /// A plugin has links or other things in its folder that are not copied.
  public static let pluginNotCopied = ErrorCode("plugin-not-copied", .invalid)
  /// A plugin that was not copied here, or was changed since, and is not deleted.
  public static let pluginNotOurs = ErrorCode("plugin-not-ours", .invalid)
  /// A plugin has the id of a built-in one.
  public static let pluginBuiltIn = ErrorCode("plugin-built-in", .invalid)
  /// A file that a plugin needs is missing.
  public static let pluginIncomplete = ErrorCode("plugin-incomplete", .installation)
}
