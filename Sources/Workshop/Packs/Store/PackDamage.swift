internal import Digests
internal import Files
package import WallfarmPluginKit

/// The differences between the folder of an installed pack and its manifest.
struct PackDamage {
  /// The phrases that name the differences, such as `'themes/dusk.json' was changed`.
  private(set) var phrases: [String] = []
  private let digests: [String: String]
  private var found: Set<String> = []

  /// Compares all files of a pack with their digests.
  ///
  /// - Throws: `file-unreadable` if the folder cannot be read.
  init(of pack: PackStore.Installed) throws(RenderError) {
    digests = pack.manifest.files
    try compare(try OpenFolder(pack.path, followsLink: true), "")
    phrases += digests.keys.filter { !found.contains($0) }.map { "'\($0)' is missing" }
    phrases.sort()
  }

  private mutating func compare(_ folder: OpenFolder, _ above: String) throws(RenderError) {
    for entry in try folder.entries() {
      let path = above + entry.name
      switch entry.kind {
      case .folder where digests.keys.contains { $0.hasPrefix(path + "/") }:
        try compare(try folder.folder(entry.name), path + "/")
      case .file where path == PackPath.manifest: break
      case .file where digests[path] != nil:
        found.insert(path)
        // A file that is too large or unreadable is not the file of the pack either.
        let bytes = try? folder.read(entry.name, limit: PackLimits.fileBytes).bytes
        if bytes.map({ SHA256.hex(of: $0) }) != digests[path] {
          phrases.append("'\(path)' was changed")
        }
      default:
        found.insert(path)
        phrases.append("'\(path)' is \(entry.kind.words) that is not part of the pack")
      }
    }
  }
}

extension PackStore.Installed {
  /// Returns an error for each file that was changed, is missing or is not part of the pack.
  ///
  /// - Throws: `file-unreadable` if the folder of the pack cannot be read.
  package func damage() throws(RenderError) -> [RenderError] {
    try PackDamage(of: self).phrases.map { phrase in
      RenderError(
        .packDamaged, "the installed pack '\(manifest.name)' is damaged: \(phrase)",
        origin: .file(path),
        hint: "'wallfarm pack add' with the pack file of version \(manifest.version) repairs it")
    }
  }
}
