internal import Files
internal import WallfarmCore
internal import WallfarmPluginKit

/// The files of a plugin folder, read into memory for installation.
///
/// Links to files and folders are not followed, because an untrusted plugin could gain access to a
/// private file by linking to it. Links are rejected rather than copied, because a copied link
/// could have a different target.
struct PluginCopy {
  /// A file to write.
  typealias File = (path: String, bytes: [UInt8], mode: UInt32)

  /// All files, sorted by path.
  private(set) var files: [File] = []
  private var problems: [(path: String, what: String)] = []
  /// The paths, keyed by case-folded path, for detecting names that conflict on case-insensitive
  /// file systems.
  private var names: [String: String] = [:]
  private var byteCount = 0

  private static let mostFiles = 10_000
  private static let mostBytes = 512 << 20
  private static let mostDepth = 8

  /// Reads all files except hidden files and Python caches.
  ///
  /// - Throws: `plugin-not-copied` with the first files that cannot be copied; `file-too-large`.
  init(of folder: OpenFolder) throws(RenderError) {
    try read(folder, "", depth: 0)
    if !problems.isEmpty { throw .pluginNotCopied(problems, folder: folder.path) }
  }

  private mutating func read(
    _ folder: OpenFolder, _ above: String, depth: Int
  ) throws(RenderError) {
    for entry in try folder.entries()
    where !entry.name.hasPrefix(".") && entry.name != "__pycache__" {
      let path = above + entry.name
      if let other = names.updateValue(path, forKey: PathComparison.folded(path)) {
        problems.append((path, "has the same name as '\(other)' if case is ignored"))
      }
      switch entry.kind {
      case .folder where depth == Self.mostDepth: problems.append((path, "is nested too deeply"))
      case .folder: try read(try folder.folder(entry.name), path + "/", depth: depth + 1)
      case .file: try add(entry.name, path, folder)
      case let kind: problems.append((path, "is \(kind.words)"))
      }
    }
  }

  private mutating func add(
    _ name: String, _ path: String, _ folder: OpenFolder
  ) throws(RenderError) {
    let (bytes, mode) = try folder.read(name, limit: 256 << 20)
    byteCount += bytes.count
    guard byteCount <= Self.mostBytes, files.count < Self.mostFiles else {
      throw RenderError(
        .fileTooLarge,
        "the plugin has more than \(Self.mostFiles) files or \(Self.mostBytes >> 20) MB",
        origin: .file(folder.path), hint: "remove files that it does not need to run")
    }
    // After the first problem, the contents of files are not kept, because nothing will be
    // installed. The group and other users never get write access.
    files.append((path, problems.isEmpty ? bytes : [], mode & 0o755 | 0o600))
  }
}
