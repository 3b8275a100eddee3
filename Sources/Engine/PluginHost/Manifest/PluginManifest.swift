internal import Digests
internal import Files
internal import SourceJSON
internal import Synchronization
internal import WallfarmCore
public import WallfarmPluginKit

/// All that is known of a plugin from outside without running it.
public struct PluginManifest: Sendable {
  /// How the code of a plugin is carried.
  public enum Carrier: Sendable, Hashable {
    /// A program that speaks JSON lines; `runner` starts it, such as `python3`.
    case program(file: String, runner: String?)
    /// A shared library.
    case library(file: String)

    /// The file of the code, as plugin.json names it.
    public var file: String {
      switch self {
      case .program(let file, _), .library(let file): file
      }
    }
  }

  /// What a plugin hands over.
  public enum Output: String, Sendable, Hashable, CaseIterable {
    /// Layers to be drawn.
    case layers
    /// Finished pixels; backgrounds only.
    case pixels
  }

  /// The version of the contract that this program speaks.
  public static let contract = 1
  /// The name of the file.
  public static let fileName = "plugin.json"

  /// The folder, without links.
  public let folder: String
  /// The path of plugin.json.
  public let file: String
  /// Its name for people.
  public let name: String
  /// Whose it is.
  public let author: String
  /// Under what terms.
  public let licence: String
  /// How its code is carried.
  public let carrier: Carrier
  /// What it hands over.
  public let output: Output
  /// What every plugin says of itself.
  public let description: PluginDescription

  /// Its name in templates and on the command line.
  public var id: String { description.id }
  /// The path of its code.
  public var code: String { folder + "/" + carrier.file }
}

/// Digest of the files of a folder, taken when it is first asked for.
final class FolderDigest: Sendable {
  private let folder: String
  private let known = Mutex<String?>(nil)

  init(_ folder: String) { self.folder = folder }

  /// SHA-256 of names and contents; a file that cannot be read counts by its name.
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
