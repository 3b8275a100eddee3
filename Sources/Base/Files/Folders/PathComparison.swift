/// Compares paths by the files that they refer to.
public enum PathComparison {
  /// The path with the links of its folders resolved; the folders do not have to exist.
  ///
  /// The last component is kept, because writing replaces it and does not follow links.
  public static func placeToWrite(_ path: String) -> String {
    (Files.resolvedAsFar(Files.folder(of: path)) ?? Files.folder(of: path)) + "/"
      + Files.name(of: path)
  }

  /// The path with all links resolved; nil if there is no such file.
  public static func fileToRead(_ path: String) -> String? { Files.resolved(path) }

  /// Whether two paths refer to the same file, which does not have to exist.
  ///
  /// Names that differ only by case or Unicode normalization are equal, as on many file systems.
  public static func isSame(_ one: String, _ other: String) -> Bool {
    folded(Files.canonical(one)) == folded(Files.canonical(other))
  }

  /// A key that is equal for equivalent paths.
  public static func folded(_ path: String) -> String { path.foldedName }
}
