/// Compares paths by the files that they refer to.
public enum PathComparison {
  /// The path with the links in its folders resolved; the folders do not have to exist.
  ///
  /// A link in the last component is not resolved, because writing to the path replaces the link
  /// instead of following it.
  public static func placeToWrite(_ path: String) -> String {
    (Files.resolvedAsFar(Files.folder(of: path)) ?? Files.folder(of: path)) + "/"
      + Files.name(of: path)
  }

  /// The path with all links resolved, or nil if the file does not exist.
  public static func fileToRead(_ path: String) -> String? { Files.resolved(path) }

  /// Whether two paths refer to the same file; the file does not have to exist.
  ///
  /// Names that differ only in case or Unicode normalization are equal, as on many file systems.
  public static func isSame(_ one: String, _ other: String) -> Bool {
    folded(Files.canonical(one)) == folded(Files.canonical(other))
  }

  /// A key that is the same for paths that differ only in case or Unicode normalization.
  public static func folded(_ path: String) -> String { path.foldedName }
}
