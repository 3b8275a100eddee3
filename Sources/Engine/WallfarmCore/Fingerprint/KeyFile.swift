internal import Files
internal import Glibc
public import WallfarmPluginKit

/// A secret key and the file that contains it.
public struct KeyFile: Sendable {
  /// The path of the file.
  public let path: String
  /// The key.
  public let key: SecretKey

  /// Reads a key file that the user names.
  ///
  /// Symbolic links are followed, because mounted secrets can be links.
  ///
  /// - Parameters:
  ///   - path: A regular file of 32 to 1,024 bytes that is owned by this user or root, writable
  ///     only by its owner, and readable only by its owner and group.
  ///   - origin: The origin of the path, for messages.
  /// - Throws: `key-unusable`.
  public init(given path: String, origin: Origin) throws(RenderError) {
    switch KeyFile.read(path, isOwn: false) {
    case .success(let key): (self.path, self.key) = (path, key)
    case .failure(let reason): throw .keyUnusable(path, reason.text, origin: origin)
    }
  }

  private init(path: String, key: SecretKey) { (self.path, self.key) = (path, key) }

  /// The result of looking for a key in a default location.
  public enum Found: Sendable {
    /// The key file.
    case file(KeyFile)
    /// There is no key, and none was created.
    case none
    /// The key file or its folder cannot be used, for the associated reason.
    case unusable(RenderError)

    /// The key file, if there is one that can be used.
    public var file: KeyFile? { if case .file(let file) = self { file } else { nil } }
  }

  /// Finds the user's own key, the file `wallfarm/key` in the user's data folder.
  ///
  /// - Parameter making: Whether to create a missing key.
  /// - Returns: The key, or the reason why there is none.
  public static func own(making: Bool) -> Found {
    guard let folder = Files.userData else { return .none }
    return find(in: folder, making: making)
  }

  /// Finds the file `key` in a folder; it must be a regular file that belongs to this user and that
  /// others cannot access.
  ///
  /// If several processes try to create the file at the same time, all of them get the same key.
  ///
  /// - Parameters:
  ///   - folder: The folder. If a key is created in a missing folder, the folder is created with
  ///     access for this user only.
  ///   - making: Whether to create a missing key.
  /// - Returns: The key, or the reason why there is none.
  package static func find(in folder: String, making: Bool) -> Found {
    find("key", in: folder, making: making)
  }

  /// Finds a key file with another name; see ``find(in:making:)``.
  package static func find(_ name: String, in folder: String, making: Bool) -> Found {
    let path = folder + "/" + name
    switch read(path, isOwn: true) {
    case .success(let key): return .file(KeyFile(path: path, key: key))
    case .failure(.missing): break
    case .failure(let reason):
      return .unusable(.keyUnusable(path, reason.text, origin: .file(path)))
    }
    guard making, makeFolder(folder) else { return .none }
    if let reason = objection(toFolder: folder) {
      return .unusable(.keyUnusable(folder, reason, origin: .file(folder)))
    }
    guard make(path, in: folder) else { return .none }
    guard case .success(let key) = read(path, isOwn: true) else { return .none }
    return .file(KeyFile(path: path, key: key))
  }

  private enum Failure: Error {
    case missing
    case other(String)

    var text: String {
      switch self {
      case .missing: SystemError.message(ENOENT)
      case .other(let text): text
      }
    }
  }

  private static func read(_ path: String, isOwn: Bool) -> Result<SecretKey, Failure> {
    // Use O_NONBLOCK, because otherwise, opening a named pipe would wait for a writer.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (isOwn ? O_NOFOLLOW : 0)
    let descriptor = Files.untilNotInterrupted { open(path, flags) }
    guard descriptor >= 0 else {
      if errno == ENOENT { return .failure(.missing) }
      return .failure(
        .other(errno == ELOOP ? "it is a symbolic link" : SystemError.message(errno)))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      return .failure(.other(SystemError.message(errno)))
    }
    if let reason = objection(to: status, isOwn: isOwn) { return .failure(.other(reason)) }
    let most = SecretKey.lengths.upperBound + 1
    let bytes = [UInt8](unsafeUninitializedCapacity: most) { room, got in
      got = max(
        0, Files.untilNotInterrupted { pread(descriptor, room.baseAddress, room.count, 0) })
    }
    // A key that was read only in part could still have a valid length, but it would be a different
    // key.
    guard bytes.count == min(Int(status.st_size), most) else {
      return .failure(.other("it could not be read completely"))
    }
    guard let key = SecretKey(bytes) else {
      return .failure(.other("it has \(status.st_size) bytes instead of 32 to 1024"))
    }
    return .success(key)
  }

  private static func objection(to status: stat, isOwn: Bool) -> String? {
    guard status.st_mode & S_IFMT == S_IFREG else { return "it is not a regular file" }
    guard status.st_uid == geteuid() || (!isOwn && status.st_uid == 0) else {
      return "the file belongs to another user"
    }
    // Secrets that are mounted for a service are often readable by the group.
    guard status.st_mode & (isOwn ? 0o077 : 0o027) == 0 else {
      return "other users can read or change it"
    }
    return nil
  }

  /// Creates a key unless another process does so first; returns `false` on failure.
  private static func make(_ path: String, in folder: String) -> Bool {
    guard let made = try? TemporaryFiles.make(in: folder, mode: 0o600) else { return false }
    defer {
      unlink(made.path)
      close(made.descriptor)
    }
    let reason = SecretKey.randomBytes().withUnsafeBytes {
      AtomicFile.writeAll($0, to: made.descriptor)
    }
    guard reason == nil, fsync(made.descriptor) == 0 else { return false }
    // Unlike `rename`, `link` never replaces a key that another process created in the meantime.
    guard link(made.path, path) == 0 || errno == EEXIST else { return false }
    return FolderSync.sync(folder) == nil
  }

  private static func makeFolder(_ folder: String) -> Bool {
    if Files.exists(folder) { return true }
    let parent = Files.folder(of: folder)
    guard parent != folder, makeFolder(parent) else { return false }
    return mkdir(folder, 0o700) == 0 || errno == EEXIST
  }

  /// The reason why the folder is not safe for a key; `nil` if it belongs to this user and only
  /// this user can write to it.
  private static func objection(toFolder folder: String) -> String? {
    var status = stat()
    guard stat(folder, &status) == 0 else { return SystemError.message(errno) }
    guard status.st_mode & S_IFMT == S_IFDIR else { return "it is not a folder" }
    guard status.st_uid == geteuid() else { return "the folder belongs to another user" }
    return status.st_mode & 0o022 == 0 ? nil : "other users can write to it"
  }
}
