package import Glibc

/// The type of a file system entry; symbolic links are not followed.
package enum EntryKind: Sendable, Hashable {
  case file, folder, link, pipe, socket, device

  /// The type as a phrase for messages.
  package var words: String {
    switch self {
    case .file: "a file"
    case .folder: "a folder"
    case .link: "a link"
    case .pipe: "a named pipe"
    case .socket: "a socket"
    case .device: "a device"
    }
  }

  package init(_ mode: mode_t) {
    self =
      switch mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      default: .device
      }
  }

  /// The type of the entry at a path, or nil if there is no entry.
  package init?(at path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.init(status.st_mode)
  }
}

extension Files {
  /// Describes an entry that must not be replaced by a file; returns nil if there is no entry or it
  /// is a regular file.
  ///
  /// A link is not replaced, because it was created on purpose, and its target may be another
  /// user's file.
  package static func inTheWay(of path: String) -> String? {
    switch EntryKind(at: path) {
    case nil, .file: return nil
    case .link:
      return "it is a link" + (linkTarget(path).map { " to '\($0)'" } ?? "")
    case let kind?: return "it is \(kind.words)"
    }
  }

  /// The target that is stored in a link, or nil if the entry is not a link.
  private static func linkTarget(_ path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &bytes, bytes.count)
    return count > 0
      ? String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }
}
