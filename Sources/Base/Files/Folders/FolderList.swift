/// What is in folders.
public enum FolderList {
  /// Whether something is there.
  public static func exists(_ path: String) -> Bool { Files.exists(path) }

  /// Names in a folder without those that begin with a dot, sorted; empty where there is no such
  /// folder.
  public static func names(in folder: String) -> [String] { Files.names(in: folder) }

  /// All names in a folder but `.` and `..`, sorted; empty where there is no such folder.
  public static func allNames(in folder: String) -> [String] {
    Files.namesWithHidden(in: folder).filter { $0 != "." && $0 != ".." }
  }
}
