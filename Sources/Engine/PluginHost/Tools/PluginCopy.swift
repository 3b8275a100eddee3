internal import Files
internal import WallfarmCore
internal import WallfarmPluginKit

/// The files of a plugin's folder, read to be kept elsewhere.
///
/// No link is followed, neither of a file nor of a folder: a plugin from a stranger could have one
/// to a private file of the person who adds it, and may read what is in its own folder. Links are
/// refused rather than copied, because a copy of one leads elsewhere than the author saw it lead.
struct PluginCopy {
  /// A file as it is to be written.
  typealias File = (path: String, bytes: [UInt8], mode: UInt32)

  /// Every file, sorted by path.
  private(set) var files: [File] = []
  private var problems: [(path: String, what: String)] = []
  /// Paths by what disks take them for that ignore case.
  private var names: [String: String] = [:]
  private var byteCount = 0

  private static let mostFiles = 10_000
  private static let mostBytes = 512 << 20
  private static let mostDepth = 8

  /// Reads everything but hidden files and what Python leaves behind.
  ///
  /// - Throws: `plugin-not-copied` for the first things that cannot be copied; `file-too-large`.
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
        problems.append((path, "is one name with '\(other)' where case does not count"))
      }
      switch entry.kind {
      case .folder where depth == Self.mostDepth: problems.append((path, "lies too deep"))
      case .folder: try read(try folder.folder(entry.name), path + "/", depth: depth + 1)
      case .file: try add(entry.name, path, folder)
      case let kind: problems.append((path, "is \(kind.words)"))
      }
    }
  }

  private mutating func add(
    _ name: String, _ path: String, _ folder: OpenFolder
  ) throws(RenderError) {
    // What cannot be copied is said before much is read.
    let (bytes, mode) = try folder.read(name, limit: 256 << 20)
    byteCount += bytes.count
    guard byteCount <= Self.mostBytes, files.count < Self.mostFiles else {
      throw RenderError(
        .fileTooLarge,
        "the plugin has more than \(Self.mostFiles) files or \(Self.mostBytes >> 20) MB",
        origin: .file(folder.path), hint: "leave out what it does not need to run")
    }
    // Never wider than it was, and nothing that others could write.
    files.append((path, problems.isEmpty ? bytes : [], mode & 0o755 | 0o600))
  }
}
