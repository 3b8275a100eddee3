public import Designs

/// The checkout that the tests run in.
public enum Workspace {
  /// Its top folder.
  public static let root = String(
    #filePath.dropLast("/Tests/WallfarmTesting/Workspace.swift".count))
  /// Its templates and fonts.
  public static let installation = Installation(root: root)
}
