package import Diagnostics

/// Where the files that a request names may lie.
public struct FileScope: Sendable, Hashable {
  /// Relative paths are meant in this folder.
  public var folder: String
  /// Whether a file that lies elsewhere is refused, links followed.
  public var isConfined: Bool
  /// Files that may lie elsewhere all the same, by their whole paths: a person named them, and not the file that is read.
  public var named: [String] = []

  /// Starts at a folder; the default is the one the program runs in, with no bounds.
  public init(folder: String = ".", isConfined: Bool = false) {
    self.folder = folder
    self.isConfined = isConfined
  }

  /// Whether a path lies in the folder or below it, links followed, also where nothing is yet.
  public func contains(_ path: String) -> Bool { Files.isInside(path, folder) }

  /// The path that a name stands for.
  ///
  /// - Throws: `path-outside`; `file-unreadable` for an empty name.
  package func path(of name: String, origin: Origin) throws(RenderError) -> String {
    guard !name.isEmpty else { throw .emptyPath(origin) }
    let path = Files.join(folder, name)
    try check(path, origin: origin)
    return path
  }

  /// Refuses a path that leads out of the folder.
  ///
  /// - Throws: `path-outside`.
  package func check(_ path: String, origin: Origin) throws(RenderError) {
    guard isConfined, !contains(path), !named.contains(path) else { return }
    throw .pathOutside(path, folder, origin: origin)
  }
}

extension Files {
  /// Whether a path lies in a folder or below it, links followed, also where it does not exist yet.
  package static func isInside(_ path: String, _ folder: String) -> Bool {
    guard let root = resolved(folder) else { return false }
    // What is held is no link, whatever has its name on the disk.
    let isHeld = HeldFiles.descriptor(of: path) != nil
    let place =
      isHeld ? resolvedAsFar(Files.folder(of: HeldFiles.plain(path))) : resolvedAsFar(path)
    guard let real = place else { return false }
    return real == root || real.hasPrefix(root == "/" ? "/" : root + "/")
  }

  /// The path without links as far as it exists; nil where what does not exist goes upwards.
  package static func resolvedAsFar(_ path: String) -> String? {
    if let real = resolved(path) { return real }
    let last = name(of: path)
    guard last != "..", last != ".", !last.isEmpty, path != folder(of: path) else { return nil }
    return resolvedAsFar(folder(of: path)).map { $0 == "/" ? "/" + last : $0 + "/" + last }
  }
}
