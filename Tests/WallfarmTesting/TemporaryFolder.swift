internal import Foundation

/// A folder for one test, which is removed when the last reference to it is released.
public final class TemporaryFolder: Sendable {
  /// The absolute path of the folder.
  public let path: String

  /// Creates an empty folder.
  public init() throws {
    path = FileManager.default.temporaryDirectory.path + "/wallfarm-test-\(UUID())"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The names of all entries, including hidden files.
  public var names: [String] { names(in: "") }

  /// The names of all entries of a subfolder.
  public func names(in name: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: file(name))) ?? []).sorted()
  }

  /// The path of an entry, or of the folder itself if the name is empty.
  public func file(_ name: String) -> String { name.isEmpty ? path : "\(path)/\(name)" }

  /// The bytes of a file in the folder.
  public func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: file(name))))
  }

  /// The contents of a file in the folder as UTF-8 text.
  public func text(_ name: String) throws -> String {
    String(decoding: try bytes(name), as: UTF8.self)
  }

  /// The contents of a file in the folder, parsed by `JSONSerialization`.
  public func json(_ name: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(try bytes(name)))
  }

  /// Writes a file, creates its parent folders, and returns its path.
  @discardableResult
  public func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    let url = URL(fileURLWithPath: file(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return url.path
  }

  /// Runs a Python script in the folder, and returns its output, including errors, and its exit
  /// status.
  public func python(_ script: String) -> (text: String, status: Int32) {
    Tool.run("/usr/bin/env", ["-C", path, "/usr/bin/python3", "-c", script], withErrors: true)
  }

  /// Writes text as UTF-8 and returns the path of the file.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    try write(text.utf8, to: name)
  }
}
