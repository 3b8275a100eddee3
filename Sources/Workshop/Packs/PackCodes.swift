public import WallfarmPluginKit

// Error codes for packs.

extension ErrorCode {
  /// A pack file or folder is damaged, or contains something that a pack must not contain.
  public static let packInvalid = ErrorCode("pack-invalid", .invalid)
  /// A pack is installed in the same or a newer version.
  public static let packInstalled = ErrorCode("pack-installed", .invalid)
  /// A file of an installed pack was changed, is missing or is not part of the pack.
  public static let packDamaged = ErrorCode("pack-damaged", .invalid)
  /// A pack requires a newer version of wallfarm.
  public static let packUnsupported = ErrorCode("pack-unsupported", .invalid)
  /// A pack contains plugins, whose code runs on this machine, and the user did not allow them.
  public static let packHasPlugins = ErrorCode("pack-has-plugins", .invalid)
  /// No installed pack has the given name.
  public static let unknownPack = ErrorCode("unknown-pack", .invalid)
}
