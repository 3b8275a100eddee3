package import Files
internal import Glibc
package import WallfarmPluginKit

/// Identifies, locks and deletes an index file, and checks its permissions, without opening it in
/// SQLite.
///
/// `--index` accepts any path, so a file that is not an index is neither changed nor deleted.
package struct IndexFile: Hashable, Sendable {
  package let path: String

  /// The SQLite application ID of an index, "wfPL"; the `file` command can also read it.
  static let application = 0x7766_504C

  package init(_ path: String) { self.path = path }

  /// The kind of file at a path.
  package enum Kind: Hashable, Sendable {
    case missing
    /// An empty file, which is left behind if the program is killed while it creates the index.
    case empty
    case ours
    /// The file is not an SQLite file, or it belongs to another program.
    case foreign
  }

  /// Identifies the file.
  ///
  /// - Throws: `library-failed`.
  package func kind() throws(RenderError) -> Kind {
    guard Files.exists(path) else { return .missing }
    let head: [UInt8]
    do throws(RenderError) {
      head = try Files.readHead(of: path, count: 72)
    } catch {
      throw .libraryFailed(path, error.message)
    }
    if head.isEmpty { return .empty }
    guard head.count == 72, head.starts(with: Array("SQLite format 3\0".utf8)) else {
      return .foreign
    }
    // The application ID (SQLite file format, section 1.3).
    return head[68..<72].reduce(0) { $0 << 8 | Int($1) } == Self.application ? .ours : .foreign
  }

  /// The existing files: the database, its SQLite side files and the lock.
  ///
  /// - Throws: `library-failed`, or `library-damaged` if the file is not an index.
  package func files() throws(RenderError) -> [String] {
    let beside = ["-wal", "-shm", "-journal"].map { path + $0 }
    let found: [String]
    switch try kind() {
    case .ours: found = beside + [path]
    case .empty: found = [path]
    case .missing: found = []
    case .foreign: throw .notAnIndex(path)
    }
    let lock = try? Files.readHead(of: path + ".lock", count: 1)
    return found.filter { Files.exists($0) } + (lock == [] ? [path + ".lock"] : [])
  }

  /// Whether only the owner has permissions for a file, according to the file system.
  package static func isPrivate(_ file: String) -> Bool {
    var status = stat()
    return stat(file, &status) == 0 && status.st_mode & 0o077 == 0
  }

  /// Locks the index for a scan and creates its folder if necessary.
  ///
  /// - Throws: `library-busy`, `library-failed`, or `library-damaged` if the file is not an index.
  package func lock() throws(RenderError) -> FileLock {
    if try kind() == .foreign { throw .notAnIndex(path) }
    try WholeFile.makeFolder(Files.folder(of: path), mode: 0o700)
    do throws(FileLock.Failure) {
      return try FileLock(path + ".lock", isPrivate: true)
    } catch {
      switch error {
      case .busy:
        throw RenderError(
          .libraryBusy, "another scan of this index is in progress", origin: .option("index"),
          hint: "wait until it finishes, or stop it: wallfarm library pause")
      case .impossible(let reason): throw .libraryFailed(path + ".lock", reason)
      }
    }
  }

  /// Deletes the index, but no photos.
  ///
  /// - Returns: Whether an index existed.
  /// - Throws: `library-busy`, `output-failed`, or `library-damaged` if the file is not an index.
  package func erase() throws(RenderError) -> Bool {
    guard !(try files()).isEmpty else { return false }
    let lock = try lock()
    defer { withExtendedLifetime(lock) {} }
    // Remove the side files first, because they cannot be identified without the database.
    for file in try files() { try WholeFile.remove(file) }
    return true
  }
}

extension RenderError {
  /// An error for an index that cannot be read or written.
  static func libraryFailed(_ path: String, _ reason: String, hint: String? = nil) -> RenderError {
    RenderError(
      .libraryFailed, "'\(path)' cannot be used: \(reason)", origin: .option("index"),
      hint: hint ?? "check the free space and permissions there, or use another file with --index")
  }

  /// An error for a file that is corrupt or is not an index.
  static func notAnIndex(_ path: String, _ reason: String? = nil) -> RenderError {
    RenderError(
      .libraryDamaged, "'\(path)' is not a photo index" + (reason.map { ": \($0)" } ?? ""),
      origin: .option("index"), hint: "move the file, or use another one with --index")
  }
}
