internal import CSystem
internal import Glibc

/// Creates private files for data such as cached photos and queued notes.
///
/// Files have the mode 0600 and folders have the mode 0700, regardless of the umask. If one of this
/// program's files is readable by other users, its mode is restricted. A file that belongs to
/// another user is rejected, because that user could change it at any time.
package enum PrivateFiles {
  /// The reason why a file or folder cannot be used.
  package struct Refusal: Error, Sendable, Hashable {
    package let reason: String
    package let hint: String?

    package init(reason: String, hint: String?) { (self.reason, self.hint) = (reason, hint) }
  }

  // MARK: - Folders

  /// Creates a private folder, or checks an existing folder.
  ///
  /// The mode of an existing folder is restricted only if all files in it belong to this program.
  ///
  /// - Parameters:
  ///   - path: the folder; its parent must exist.
  ///   - isOurs: returns whether a name belongs to one of the program's files.
  /// - Throws: the reason why the folder is rejected.
  package static func makeFolder(
    _ path: String, isOurs: (String) -> Bool
  ) throws(Refusal) {
    let isNew = mkdir(path, 0o700) == 0
    guard isNew || errno == EEXIST else { throw system(nil) }
    let descriptor = Files.untilNotInterrupted {
      Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    }
    guard descriptor >= 0 else {
      if errno == ENOTDIR || errno == ELOOP, let kind = EntryKind(at: path) {
        throw Refusal(
          reason: kind == .link ? "it is a link" : "it is not a folder",
          hint: "choose the folder that the link points to, or a new folder")
      }
      throw system(nil)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw system(nil) }
    guard status.st_uid == geteuid() else { throw foreign }
    guard status.st_mode & 0o7777 != 0o700 else { return }
    if status.st_mode & 0o077 != 0 {
      let other = Files.namesWithHidden(in: path)
        .first { $0 != "." && $0 != ".." && !isOurs($0) }
      if let other {
        throw Refusal(
          reason: "other users can read it, and it contains unrelated files, such as '\(other)'",
          hint: "choose a new folder, or make this one private: chmod 700 '\(path)'")
      }
    }
    guard fchmod(descriptor, 0o700) == 0 else { throw system(nil) }
  }

  // MARK: - Files

  /// Creates a private file, or checks an existing file.
  ///
  /// After the check, it is safe to open the file by name, because only the owner of a private
  /// folder can rename files in it.
  ///
  /// - Parameters:
  ///   - path: the file, in a private folder.
  ///   - makes: whether to create a missing file.
  /// - Throws: the reason why the file is rejected, for example because it is not a regular file or
  ///   belongs to another user.
  package static func check(_ path: String, makes: Bool = false) throws(Refusal) {
    if makes {
      let new = Files.untilNotInterrupted {
        Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      }
      if new >= 0 {
        defer { close(new) }
        return try narrow(new)
      }
      guard errno == EEXIST else { throw system(nil) }
    }
    // O_PATH is required, because closing an ordinary descriptor of the file would release SQLite's
    // POSIX locks.
    let descriptor = wallfarm_open_to_look(path)
    guard descriptor >= 0 else {
      if errno == ENOENT { return }
      throw system(nil)
    }
    defer { close(descriptor) }
    guard try isWide(descriptor) else { return }
    guard chmod("/proc/self/fd/\(descriptor)", 0o600) == 0 else { throw system(nil) }
  }

  /// Opens a file for reading and writing, creating the file if it is missing.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - isAppending: whether every write appends to the file.
  /// - Returns: the descriptor.
  /// - Throws: the reason why the file is rejected.
  package static func open(
    _ path: String, isAppending: Bool = false
  ) throws(Refusal) -> Int32 {
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let descriptor = Files.untilNotInterrupted {
      Glibc.open(path, flags | (isAppending ? O_APPEND : 0), 0o600)
    }
    guard descriptor >= 0 else { throw system(EntryKind(at: path)) }
    do throws(Refusal) {
      try narrow(descriptor)
    } catch {
      close(descriptor)
      throw error
    }
    return descriptor
  }

  private static func narrow(_ descriptor: Int32) throws(Refusal) {
    guard try isWide(descriptor) else { return }
    guard fchmod(descriptor, 0o600) == 0 else { throw system(nil) }
  }

  /// Whether a file's mode is not 0600; throws if it is not a regular file that belongs to this
  /// user.
  private static func isWide(_ descriptor: Int32) throws(Refusal) -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw system(nil) }
    let kind = EntryKind(status.st_mode)
    guard kind == .file else { throw Refusal(reason: "it is \(kind.words)", hint: moveAway) }
    guard status.st_uid == geteuid() else { throw foreign }
    return status.st_mode & 0o7777 != 0o600
  }

  private static let moveAway = "move it to another folder"
  private static let foreign = Refusal(
    reason: "it belongs to another user",
    hint: "choose a path that you own, or run the command as its owner")

  private static func system(_ kind: EntryKind?) -> Refusal {
    let reason = SystemError.message(errno)
    guard let kind, kind != .file else { return Refusal(reason: reason, hint: nil) }
    return Refusal(reason: "it is \(kind.words)", hint: moveAway)
  }
}
