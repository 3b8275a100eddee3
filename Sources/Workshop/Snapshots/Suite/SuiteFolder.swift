import Pages

/// The folder of a suite, with the suite file, the references and the results.
public struct SuiteFolder: Sendable, Hashable {
  /// The path of the folder, without a trailing slash.
  public let path: String

  /// The name of the suite file.
  public static let fileName = "snapshots.json"

  /// Creates a suite folder from its path or from the path of the suite file in it.
  public init(_ path: String) {
    var path = path
    if path.hasSuffix("/" + SuiteFolder.fileName) {
      path = String(path.dropLast(SuiteFolder.fileName.count + 1))
      if path.isEmpty { path = "/" }
    } else if path == SuiteFolder.fileName {
      path = "."
    }
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.path = path
  }

  /// The path of the suite file.
  public var file: String { path == "." ? SuiteFolder.fileName : path + "/" + SuiteFolder.fileName }

  /// The command that approves pictures, without the selection of pictures.
  public var approveCommand: String { "wallfarm snapshot approve \(ShellWord.quoted(path))" }
}
