import BuiltInPlugins
import Foundation
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// A folder for one test, removed when the last user is gone.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("core-\(UUID())").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Everything in it, hidden files included.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: file(name))))
  }

  /// Writes a file, making the folders above it, and gives its path.
  @discardableResult
  func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    let url = URL(fileURLWithPath: file(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return url.path
  }

  /// An installation with the fonts of the checkout, the shared themes, and what is written to
  /// `Templates` here.
  func installation() throws -> Installation {
    let manager = FileManager.default
    try manager.createDirectory(atPath: file("Templates"), withIntermediateDirectories: true)
    try manager.createSymbolicLink(
      atPath: file("Fonts"), withDestinationPath: Workspace.root + "/Fonts")
    try manager.createSymbolicLink(
      atPath: file("Templates/themes"), withDestinationPath: Workspace.root + "/Templates/themes")
    return Installation(root: path)
  }
}

/// What a command of this machine prints, or nil where it is missing or fails.
@discardableResult
func output(of command: String, _ arguments: [String]) -> String? {
  let (process, pipe) = (Process(), Pipe())
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = [command] + arguments
  process.standardInput = FileHandle.nullDevice
  process.standardOutput = pipe
  process.standardError = FileHandle.nullDevice
  guard (try? process.run()) != nil else { return nil }
  let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  return process.terminationStatus == 0 ? text : nil
}

func makeRenderer(_ installation: Installation = Workspace.installation) throws -> Renderer {
  try Renderer(installation: installation, plugins: .builtIn)
}

extension RenderRequest {
  /// One note on one color on the smallest screen: drawn in a moment.
  static func quick(
    template: String = "lock", device: String = "iphone8", notes: [String] = ["Buy milk"],
    theme: String? = nil, background: BackgroundChoice = .color("navy"),
    settings: [String] = [], output: Output = .memory
  ) throws -> RenderRequest {
    var request = RenderRequest(
      template: template, device: device, notes: notes.map { Note($0) }, theme: theme,
      background: background, output: output)
    request.settings = try settings.map { try Setting(parsing: $0) }
    return request
  }

  /// The same with something changed.
  func with(_ change: (inout RenderRequest) -> Void) -> RenderRequest {
    var copy = self
    change(&copy)
    return copy
  }
}
