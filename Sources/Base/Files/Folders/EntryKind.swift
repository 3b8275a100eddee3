package import Glibc

/// What stands under a name itself: a link is a link, wherever it leads.
package enum EntryKind: Sendable, Hashable {
  case file, folder, link, pipe, socket, device

  /// As messages name it.
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

  /// What stands at a path; nil where nothing does.
  package init?(at path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.init(status.st_mode)
  }
}

extension Files {
  /// What a file that is to be written would take the place of, in words; nil where there is
  /// nothing, or a file.
  ///
  /// Links are left alone: they are somebody's arrangement, and what they lead to somebody's file.
  package static func inTheWay(of path: String) -> String? {
    switch EntryKind(at: path) {
    case nil, .file: return nil
    case .link:
      return "it is a link" + (linkTarget(path).map { " to '\($0)'" } ?? "")
    case let kind?: return "it is \(kind.words)"
    }
  }

  /// Where a link leads, as it is written; nil for what is no link.
  private static func linkTarget(_ path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &bytes, bytes.count)
    return count > 0
      ? String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }
}
