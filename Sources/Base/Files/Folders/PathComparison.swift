/// Tells whether two paths lead to one file.
public enum PathComparison {
  /// The path without links in its folders, also where some of them do not exist yet.
  ///
  /// The last part stays as it is: what is written is written there, and no link is followed.
  public static func placeToWrite(_ path: String) -> String {
    (Files.resolvedAsFar(Files.folder(of: path)) ?? Files.folder(of: path)) + "/"
      + Files.name(of: path)
  }

  /// The file that a path leads to, links followed; nil where there is none.
  public static func fileToRead(_ path: String) -> String? { Files.resolved(path) }

  /// True for two names of one file, links and dots followed, also of one yet to be written.
  ///
  /// Names that differ only by case, or by the way their letters are composed, are one name: on
  /// many disks and shares they are.
  public static func isSame(_ one: String, _ other: String) -> Bool {
    folded(Files.canonical(one)) == folded(Files.canonical(other))
  }

  /// The same for all names that are one name.
  public static func folded(_ path: String) -> String { path.foldedName }
}
