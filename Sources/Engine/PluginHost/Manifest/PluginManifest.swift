internal import Digests
internal import Files
internal import SourceJSON
internal import Synchronization
internal import WallfarmCore
public import WallfarmPluginKit

/// The validated content of a plugin.json.
public struct PluginManifest: Sendable {
  /// The kind of code that a plugin contains.
  public enum Carrier: Sendable, Hashable {
    /// A program that exchanges lines of JSON with wallfarm, optionally started by an interpreter
    /// such as `python3`.
    case program(file: String, runner: String?)
    /// A shared library.
    case library(file: String)

    /// The path of the code relative to the plugin folder.
    public var file: String {
      switch self {
      case .program(let file, _), .library(let file): file
      }
    }
  }

  /// The kind of output that a plugin produces.
  public enum Output: String, Sendable, Hashable, CaseIterable {
    /// Layers, which wallfarm draws.
    case layers
    /// Rendered pixels; backgrounds only.
    case pixels
  }

  /// The contract version that this host supports.
  public static let contract = 1
  /// The file name of a manifest.
  public static let fileName = "plugin.json"

  /// The path of the plugin folder, with links resolved.
  public let folder: String
  /// The path of plugin.json.
  public let file: String
  /// The display name.
  public let name: String
  /// The author or copyright holder.
  public let author: String
  /// The license.
  public let licence: String
  /// The kind of code that the plugin contains.
  public let carrier: Carrier
  /// The kind of output that the plugin produces.
  public let output: Output
  /// The plugin description, in the same form as for built-in plugins.
  public let description: PluginDescription

  /// The id that identifies the plugin in templates and on the command line.
  public var id: String { description.id }
  /// The path of the plugin's code.
  public var code: String { folder + "/" + carrier.file }
}

/// A digest of the files in a folder, computed on first access.
final class FolderDigest: Sendable {
  private let folder: String
  private let known = Mutex<String?>(nil)

  init(_ folder: String) { self.folder = folder }

  /// The SHA-256 of the file names and contents; an unreadable file contributes only its name.
  var value: String {
    known.withLock { known in
      if let known { return known }
      var words = ""
      for name in Files.namesBelow(folder) {
        let bytes = try? Files.read(folder + "/" + name, limit: 256 << 20)
        words += "\(name) \(bytes.map(SHA256.hex) ?? "unreadable")\n"
      }
      let digest = SHA256.hex(of: Array(words.utf8))
      known = digest
      return digest
    }
  }
}
