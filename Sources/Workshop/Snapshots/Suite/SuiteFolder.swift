import Pages

/// The folder of a suite: the file that says what to render, references and results beside it.
public struct SuiteFolder: Sendable, Hashable {
  /// Where it is, as it was named.
  public let path: String

  /// Name of the file in the folder.
  public static let fileName = "snapshots.json"

  /// Takes the path of a folder, or of the file in it.
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

  /// The path of the file.
  public var file: String { path == "." ? SuiteFolder.fileName : path + "/" + SuiteFolder.fileName }

  /// The command that accepts, without what it is to accept.
  public var approveCommand: String { "wallfarm snapshot approve \(ShellWord.quoted(path))" }
}
