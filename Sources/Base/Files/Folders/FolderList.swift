/// Lists the contents of folders.
public enum FolderList {
  /// Whether a path exists.
  public static func exists(_ path: String) -> Bool { Files.exists(path) }

  /// The visible names in a folder, sorted; empty if the folder does not exist.
  public static func names(in folder: String) -> [String] { Files.names(in: folder) }

  /// All names in a folder except `.` and `..`, sorted; empty if the folder does not exist.
  public static func allNames(in folder: String) -> [String] {
    Files.namesWithHidden(in: folder).filter { $0 != "." && $0 != ".." }
  }
}
