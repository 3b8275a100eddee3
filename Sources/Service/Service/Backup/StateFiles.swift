internal import Files
internal import Glibc
import WallfarmPluginKit

/// The files of a state folder, with checks of their kinds and modes.
struct StateFiles {
  /// The sizes in bytes of the files that belong to the state, by relative path.
  private(set) var sizes: [String: Int] = [:]
  private let folder: String
  /// Whether only its owner can access the folder.
  private let isPrivate: Bool
  /// The user who must own all files: the owner of the folder for the administrator, who can check
  /// the state of another user, and otherwise this user.
  private let owner: uid_t

  /// Lists a folder, and adds findings to a report.
  init(_ folder: String, _ report: inout StateCheck.Report) {
    self.folder = folder
    var status = stat()
    let isThere = stat(folder, &status) == 0
    isPrivate = isThere && status.st_mode & 0o077 == 0
    owner = isThere && geteuid() == 0 ? status.st_uid : geteuid()
    checkMode("", &report)
    for name in Files.namesWithHidden(in: folder) where name != "." && name != ".." {
      switch name {
      case UploadFolder.name: addUploads(&report)
      case ServiceStore.fileName, AddressKeys.fileName: add(name, &report)
      case StateFolder.manifest: checkMode(name, &report)
      case _ where name.hasPrefix(ServiceStore.fileName): checkMode(name, &report)
      case _ where StateFolder.isLeftover(name):
        report.warnings.append(
          .unusual(
            Files.join(folder, name), "is left from an interrupted backup",
            hint: "a service that uses the folder, or the next backup, removes it"))
      default:
        report.warnings.append(
          .unusual(
            Files.join(folder, name), "does not belong to the state of a service",
            hint: "move it to another folder"))
      }
    }
  }

  private mutating func addUploads(_ report: inout StateCheck.Report) {
    let uploads = Files.join(folder, UploadFolder.name)
    guard EntryKind(at: uploads) == .folder else {
      report.problems.append(.stateDamaged(uploads, "is not a folder"))
      return
    }
    checkMode(UploadFolder.name, &report)
    for name in Files.namesWithHidden(in: uploads) where name != "." && name != ".." {
      let path = Files.join(UploadFolder.name, name)
      if UploadFolder.isUpload(name) {
        add(path, &report)
      } else {
        report.warnings.append(
          .unusual(
            Files.join(folder, path), "is not an upload",
            hint: "it may be left from an interrupted upload"))
      }
    }
  }

  private mutating func add(_ path: String, _ report: inout StateCheck.Report) {
    let file = Files.join(folder, path)
    guard let kind = EntryKind(at: file) else { return }
    guard kind == .file, let bytes = FileSize.bytes(of: file) else {
      report.problems.append(.stateDamaged(file, "is \(kind.words), not a file"))
      return
    }
    sizes[path] = bytes
    checkMode(path, &report)
  }

  /// Checks that only the owner can access an entry.
  ///
  /// Other users cannot access the files of a private folder, so the mode of such a file is only a
  /// warning. A service restricts it at the start.
  private func checkMode(_ path: String, _ report: inout StateCheck.Report) {
    let file = path.isEmpty ? folder : Files.join(folder, path)
    var status = stat()
    guard stat(file, &status) == 0 else { return }
    guard status.st_uid == owner else {
      report.problems.append(
        .stateDamaged(
          file, "belongs to another user", hint: "run the check as the user of the service"))
      return
    }
    guard status.st_mode & 0o077 != 0 else { return }
    let mode = String(status.st_mode & 0o777, radix: 8)
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    let hint = "run: chmod \(isFolder ? "700" : "600") '\(file)'"
    if path.isEmpty || !isPrivate {
      report.problems.append(
        .stateDamaged(file, "has the mode \(mode), so other users can access it", hint: hint))
    } else {
      report.warnings.append(.unusual(file, "has the mode \(mode)", hint: hint))
    }
  }
}

/// The sizes of files; links are not followed.
enum FileSize {
  /// Returns the size of a file in bytes, or `nil` if it does not exist.
  static func bytes(of path: String) -> Int? {
    var status = stat()
    return lstat(path, &status) == 0 ? Int(status.st_size) : nil
  }
}
