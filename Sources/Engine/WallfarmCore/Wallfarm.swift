import Graphics
import Languages

/// Version information about this build.
public enum Wallfarm {
  /// The semantic version.
  public static let version = "0.1.0"
  /// The release date of this version.
  public static let releaseDate = "2026-11-20"
  /// The loaded C libraries that affect pictures, with their versions.
  public static var libraries: [(name: String, version: String)] { LibraryVersions.all }
  /// The ICU version that the program loads for dates and numbers, such as `72.1`.
  package static let languagesVersion = ICUWords.version
  /// The name and version, as written to files.
  public static let title = "wallfarm \(version)"
}
