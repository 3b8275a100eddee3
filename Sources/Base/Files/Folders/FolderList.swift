/// Lists the contents of folders.
public enum FolderList {
  /// Whether a path exists.
  public static func exists(_ path: String) -> Bool { Files.exists(path) }

  /// Whether a path is in a folder after links are resolved; the path does not have to exist.
  public static func contains(_ path: String, in folder: String) -> Bool {
    Files.isInside(path, folder)
  }

  /// The visible names in a folder, sorted; empty if the folder does not exist.
  public static func names(in folder: String) -> [String] { Files.names(in: folder) }

  /// All names in a folder except `.` and `..`, sorted; empty if the folder does not exist.
  public static func allNames(in folder: String) -> [String] {
    Files.namesWithHidden(in: folder).filter { $0 != "." && $0 != ".." }
  }
}
