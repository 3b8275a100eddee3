public import Designs

/// The checkout in which the tests run.
public enum Workspace {
  /// The root folder of the checkout.
  public static let root = String(
    #filePath.dropLast("/Tests/WallfarmTesting/Workspace.swift".count))
  /// The templates and fonts of the checkout.
  public static let installation = Installation(root: root)
}
