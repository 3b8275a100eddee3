/// Tells whether two paths lead to one file.
public enum PathComparison {
  /// The path without links in its folders, also where some of them do not exist yet.
  ///
  /// The last part stays as it is: whoever writes a file replaces a link of that name.
  public static func placeToWrite(_ path: String) -> String {
    (Files.resolvedAsFar(Files.folder(of: path)) ?? Files.folder(of: path)) + "/"
      + Files.name(of: path)
  }

  /// The file that a path leads to, links followed; nil where there is none.
  public static func fileToRead(_ path: String) -> String? { Files.resolved(path) }

  /// True for two names of one file, links and dots followed, also of one yet to be written.
  public static func isSame(_ one: String, _ other: String) -> Bool {
    Files.canonical(one) == Files.canonical(other)
  }
}
