/// The limits of a pack, which bound the time and memory for an untrusted file.
enum PackLimits {
  /// Maximum number of files.
  static let files = 1000
  /// Maximum size of an uncompressed file in bytes, as for fonts and photos of themes.
  static let fileBytes = 32 << 20
  /// Maximum size of all uncompressed files in bytes.
  static let bytes = 128 << 20
  /// Maximum size of the manifest in bytes.
  static let manifestBytes = 1 << 20
  /// Maximum length of a path in bytes.
  static let pathBytes = 200
  /// Maximum number of folders in a path.
  static let folders = 6
}
