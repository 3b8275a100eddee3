package import Diagnostics

/// The folder in which a request's file names are resolved, and whether files outside it are
/// rejected.
public struct FileScope: Sendable, Hashable {
  /// The base folder for relative paths.
  public var folder: String
  /// Whether files outside the folder are rejected, after links are resolved.
  public var isConfined: Bool
  /// Full paths outside the folder that are allowed because the user, not the request, specified
  /// them.
  public var named: [String] = []
  /// The folder of the pack whose file wrote the request; plain names of themes and templates refer
  /// to this pack first.
  package var pack: String?
  /// The folders of packs whose files come with an order, by the names of the packs.
  ///
  /// A machine that executes the order does not need these packs.
  package var packs: [String: String] = [:]

  /// Creates a scope; by default, the working directory without confinement.
  public init(folder: String = ".", isConfined: Bool = false) {
    self.folder = folder
    self.isConfined = isConfined
  }

  /// Whether a path is in the folder after links are resolved; the path does not have to exist.
  public func contains(_ path: String) -> Bool { Files.isInside(path, folder) }

  /// Resolves a file name.
  ///
  /// - Throws: `path-outside`; `file-unreadable` for an empty name.
  package func path(of name: String, origin: Origin) throws(RenderError) -> String {
    guard !name.isEmpty else { throw .emptyPath(origin) }
    let path = Files.join(folder, name)
    try check(path, origin: origin)
    return path
  }

  /// Checks that a path is allowed.
  ///
  /// - Throws: `path-outside`.
  package func check(_ path: String, origin: Origin) throws(RenderError) {
    guard isConfined, !contains(path), !named.contains(path) else { return }
    throw .pathOutside(path, folder, origin: origin)
  }
}

extension Files {
  /// Whether a path is in a folder after links are resolved; the path does not have to exist.
  package static func isInside(_ path: String, _ folder: String) -> Bool {
    guard let root = resolved(folder) else { return false }
    // A held path stands for an open descriptor, so a link with the same name is not followed.
    let isHeld = HeldFiles.descriptor(of: path) != nil
    let place =
      isHeld ? resolvedAsFar(Files.folder(of: HeldFiles.plain(path))) : resolvedAsFar(path)
    guard let real = place else { return false }
    return real == root || real.hasPrefix(root == "/" ? "/" : root + "/")
  }

  /// Resolves links in the existing part of a path; returns nil if the rest contains `.` or `..`.
  package static func resolvedAsFar(_ path: String) -> String? {
    if let real = resolved(path) { return real }
    let last = name(of: path)
    guard last != "..", last != ".", !last.isEmpty, path != folder(of: path) else { return nil }
    return resolvedAsFar(folder(of: path)).map { $0 == "/" ? "/" + last : $0 + "/" + last }
  }
}
