package import Files
internal import Glibc
package import WallfarmPluginKit

/// The file that an index is in, before SQLite opens it: whether it is ours, who may read it, and its end.
///
/// Anything can be named with `--index`: what is not ours is neither changed nor erased.
package struct IndexFile: Hashable, Sendable {
  package let path: String

  /// Stands in the head of each index, for `file` and for us: "wfPL".
  static let application = 0x7766_504C

  package init(_ path: String) { self.path = path }

  /// What lies at its path.
  package enum Kind: Hashable, Sendable {
    case missing
    /// Without a byte, as a kill while it is made leaves it.
    case empty
    case ours
    /// No file of SQLite, or one of another program.
    case foreign
  }

  /// What lies there.
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
    // The application id, SQLite's file format, 1.3.
    return head[68..<72].reduce(0) { $0 << 8 | Int($1) } == Self.application ? .ours : .foreign
  }

  /// The files that there are: its own, what SQLite has beside it, and the lock.
  ///
  /// - Throws: `library-failed`, `library-damaged` for a file that is not ours.
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

  /// Whether nobody but its owner may read one of its files, as the disk has it.
  package static func isPrivate(_ file: String) -> Bool {
    var status = stat()
    return stat(file, &status) == 0 && status.st_mode & 0o077 == 0
  }

  /// Takes the right to change it, with the folder that it is to be in: one scan of an index at a time.
  ///
  /// - Throws: `library-busy`, `library-failed`, `library-damaged` for a file that is not ours.
  package func lock() throws(RenderError) -> FileLock {
    if try kind() == .foreign { throw .notAnIndex(path) }
    try WholeFile.makeFolder(Files.folder(of: path), mode: 0o700)
    do throws(FileLock.Failure) {
      return try FileLock(path + ".lock", isPrivate: true)
    } catch {
      switch error {
      case .busy:
        throw RenderError(
          .libraryBusy, "another scan of this index is under way", origin: .option("index"),
          hint: "wait for it, or end it: wallfarm library pause")
      case .impossible(let reason): throw .libraryFailed(path + ".lock", reason)
      }
    }
  }

  /// Erases it; the photos stay.
  ///
  /// - Returns: whether there was anything.
  /// - Throws: `library-busy`, `library-damaged` for a file that is not ours, `output-failed`.
  package func erase() throws(RenderError) -> Bool {
    guard !(try files()).isEmpty else { return false }
    let lock = try lock()
    defer { withExtendedLifetime(lock) {} }
    // What is not in the file yet goes first: by itself it would be nobody's.
    for file in try files() { try WholeFile.remove(file) }
    return true
  }
}

extension RenderError {
  /// The index can be neither read nor written.
  static func libraryFailed(_ path: String, _ reason: String, hint: String? = nil) -> RenderError {
    RenderError(
      .libraryFailed, "'\(path)' cannot be used: \(reason)", origin: .option("index"),
      hint: hint ?? "make room and permissions there, or name another file with --index")
  }

  /// The file is something else, or damaged.
  static func notAnIndex(_ path: String, _ reason: String? = nil) -> RenderError {
    RenderError(
      .libraryDamaged, "'\(path)' is no index of photos" + (reason.map { ": \($0)" } ?? ""),
      origin: .option("index"), hint: "move it away, or name another file with --index")
  }
}
