internal import Files
import WallfarmPluginKit

/// The folder in which an author keeps the files of a pack.
struct PackSource {
  let folder: String
  let manifest: PackManifest
  /// The files except the manifest and generated files, in the order of their paths.
  let files: [(path: String, bytes: [UInt8])]

  /// Files that macOS and Windows create in folders; they are left out.
  private static let desktopFiles: Set<String> = [".DS_Store", "Thumbs.db", "desktop.ini"]

  /// The files that ``PackMaker`` generates; copies in the folder are ignored.
  private static func isGenerated(_ path: String) -> Bool {
    path == "score.json" || path.hasPrefix("previews/")
  }

  /// Reads all files of a folder.
  ///
  /// - Returns: The source, or `nil` if it has errors, and all errors.
  static func read(_ folder: String) -> (source: PackSource?, problems: [RenderError]) {
    do throws(RenderError) {
      let root = try OpenFolder(folder, followsLink: true)
      guard root.entry(PackPath.manifest) != nil else {
        throw RenderError(
          .packInvalid, "the folder has no file '\(PackPath.manifest)'", origin: .file(folder),
          hint: "write one with format, name, version, summary, author and license")
      }
      let (manifest, mistakes) = PackManifest.read(
        try root.read(PackPath.manifest, limit: PackLimits.manifestBytes).bytes,
        file: "\(folder)/\(PackPath.manifest)")
      var walk = Walk(folder: folder)
      try walk.add(root, "")
      let problems = mistakes + walk.problems
      guard let manifest, problems.isEmpty else { return (nil, problems) }
      return (PackSource(folder: folder, manifest: manifest, files: walk.files), [])
    } catch {
      return (nil, [error])
    }
  }

  /// Collects the files of a folder and its subfolders.
  private struct Walk {
    let folder: String
    var files: [(path: String, bytes: [UInt8])] = []
    var problems: [RenderError] = []
    private var bytes = 0
    private var names: [String: String] = [:]

    init(folder: String) { self.folder = folder }

    private mutating func report(_ path: String, _ reason: String) {
      problems.append(
        RenderError(
          .packInvalid, "'\(path.shortened)' cannot be in a pack: \(reason)",
          origin: .file(folder), hint: "rename it, or move it out of the folder of the pack"))
    }

    mutating func add(_ open: OpenFolder, _ above: String) throws(RenderError) {
      for entry in try open.entries() {
        let path = above + entry.name
        guard path != PackPath.manifest, !PackSource.isGenerated(path + "/"),
          !PackSource.isGenerated(path), !PackSource.desktopFiles.contains(entry.name)
        else { continue }
        switch entry.kind {
        case .folder:
          // Only the folders of a pack are entered; others, such as `.git`, are reported.
          if above.isEmpty, !PackPath.folders.contains(entry.name) {
            report(path, "it is not one of the folders of a pack")
          } else {
            try add(open.folder(entry.name), path + "/")
          }
        case .file: try addFile(path, in: open, entry.name)
        default: report(path, "it is \(entry.kind.words)")
        }
      }
    }

    private mutating func addFile(
      _ path: String, in open: OpenFolder, _ name: String
    ) throws(RenderError) {
      if let mistake = PackPath.mistake(in: path) { return report(path, mistake) }
      if let other = names.updateValue(path, forKey: path.foldedName) {
        return report(path, "its name is the same as '\(other)' on some file systems")
      }
      let content = try open.read(name, limit: PackLimits.fileBytes).bytes
      bytes += content.count
      guard bytes <= PackLimits.bytes, files.count < PackLimits.files else {
        throw RenderError(
          .packInvalid,
          "the pack has more than \(PackLimits.files) files or \(PackLimits.bytes >> 20) MB",
          origin: .file(folder), hint: "remove files that the pack does not need")
      }
      files.append((path, content))
    }
  }
}
