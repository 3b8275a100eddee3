internal import Glibc
internal import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// The files that a worker may read for an order, beside those of the installation.
///
/// A worker behind its fence opens nothing else: it asks the process outside, which looks here. What
/// counts is where a path leads, links followed.
public struct OrderInputs: Sendable, Hashable {
  /// Files, and folders with all that is in them.
  public var paths: Set<String>

  /// Allows some files and folders.
  public init(paths: Set<String>) { self.paths = paths }

  /// Allows what a request may name: files below its folder and, where it is not confined to that,
  /// those that it names elsewhere, with what lies beside its theme and template.
  public init(_ request: OrderedRequest) {
    var paths: Set<String> = [request.files.folder]
    if !request.files.isConfined {
      for (key, value) in request.fields {
        for name in OrderInputs.names(in: value) {
          let path = Files.join(request.files.folder, name)
          guard name.contains("/"), let kind = Files.kind(of: path) else { continue }
          // A theme names photos and other themes as seen from its own folder.
          let isBesides = (key == "theme" || key == "template") && kind == .regular
          paths.insert(isBesides ? Files.folder(of: path) : path)
        }
      }
    }
    self.init(paths: paths)
  }

  private static func names(in value: JSONValue) -> [String] {
    switch value {
    case .string(let name): [name]
    case .object(let members): members.values.flatMap(names)
    default: []
    }
  }

  /// Whether a path may be opened.
  func contains(_ path: String) -> Bool {
    guard let real = Files.resolved(path) else { return false }
    return paths.contains { allowed in
      guard let root = Files.resolved(allowed) else { return false }
      return real == root || real.hasPrefix(root == "/" ? "/" : root + "/")
    }
  }
}
