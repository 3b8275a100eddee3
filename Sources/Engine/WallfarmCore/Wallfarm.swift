import Graphics

/// Facts about this build.
public enum Wallfarm {
  /// The version, by semantic versioning.
  public static let version = "0.1.0"
  /// When this version was released.
  public static let releaseDate = "2026-11-20"
  /// The C libraries that decide what pictures look like, as they are loaded now.
  public static var libraries: [(name: String, version: String)] { LibraryVersions.all }
  /// Name and version, as they stand in files.
  public static let title = "wallfarm \(version)"
}
