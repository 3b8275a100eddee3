internal import Foundation

/// A folder for one test, removed when the last user is gone.
public final class TemporaryFolder: Sendable {
  /// Where it is.
  public let path: String

  /// Makes an empty folder.
  public init() throws {
    path = FileManager.default.temporaryDirectory.path + "/wallfarm-test-\(UUID())"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Everything in it, hidden files included.
  public var names: [String] { names(in: "") }

  /// Everything in a folder inside it.
  public func names(in name: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: file(name))) ?? []).sorted()
  }

  /// The path of something in it; the folder itself for an empty name.
  public func file(_ name: String) -> String { name.isEmpty ? path : "\(path)/\(name)" }

  /// What a file in it holds.
  public func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: file(name))))
  }

  /// What a file in it holds, as UTF-8.
  public func text(_ name: String) throws -> String {
    String(decoding: try bytes(name), as: UTF8.self)
  }

  /// What a file in it holds, as `JSONSerialization` reads it.
  public func json(_ name: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(try bytes(name)))
  }

  /// Writes a file, making the folders above it, and gives its path.
  @discardableResult
  public func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    let url = URL(fileURLWithPath: file(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return url.path
  }

  /// Runs a script of Python in it, and gives what that prints, complaints and all, and its status.
  public func python(_ script: String) -> (text: String, status: Int32) {
    Tool.run("/usr/bin/env", ["-C", path, "/usr/bin/python3", "-c", script], withErrors: true)
  }

  /// Writes a text as UTF-8.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    try write(text.utf8, to: name)
  }
}
