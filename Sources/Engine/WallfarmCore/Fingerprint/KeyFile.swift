internal import Files
internal import Glibc
public import WallfarmPluginKit

/// A key in a file that only its owner reads.
public struct KeyFile: Sendable {
  /// The file.
  public let path: String
  /// What is in it.
  public let key: SecretKey

  /// Reads a file that a person named; links are followed, as those of mounted secrets have to be.
  ///
  /// - Parameters:
  ///   - path: a regular file of 32 to 1,024 bytes, of this user or of root, that nobody else may
  ///     change and that only its owner and group may read.
  ///   - origin: what named it, for messages.
  /// - Throws: `key-unusable`.
  public init(given path: String, origin: Origin) throws(RenderError) {
    switch KeyFile.read(path, isOwn: false) {
    case .success(let key): (self.path, self.key) = (path, key)
    case .failure(let reason): throw .keyUnusable(path, reason.text, origin: origin)
    }
  }

  private init(path: String, key: SecretKey) { (self.path, self.key) = (path, key) }

  /// What looking for a key in a place of ours came to.
  public enum Found: Sendable {
    /// There is one.
    case file(KeyFile)
    /// There is none, and none can be made there.
    case none
    /// Something of that name is there that cannot be used; why.
    case unusable(RenderError)

    /// The key, where there is one.
    public var file: KeyFile? { if case .file(let file) = self { file } else { nil } }
  }

  /// The key of the user: `wallfarm/key` in their folder for data.
  ///
  /// - Parameter making: whether one is made where there is none.
  /// - Returns: the key, or why there is none.
  public static func own(making: Bool) -> Found {
    guard let folder = Files.userData else { return .none }
    return find(in: folder, making: making)
  }

  /// The file `key` of a folder: a regular file of this user that nobody else may read.
  ///
  /// Any number of processes may make it at once; they all get the same.
  ///
  /// - Parameters:
  ///   - folder: is made where it is missing, for this user alone.
  ///   - making: whether a key is made where there is none.
  /// - Returns: the key, or why there is none.
  package static func find(in folder: String, making: Bool) -> Found {
    let path = folder + "/key"
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
    // Without waiting: a named pipe has no end.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (isOwn ? O_NOFOLLOW : 0)
    let descriptor = Files.untilNotInterrupted { open(path, flags) }
    guard descriptor >= 0 else {
      if errno == ENOENT { return .failure(.missing) }
      return .failure(
        .other(errno == ELOOP ? "it is a link" : SystemError.message(errno)))
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
    // A part of a key is a key as well, but another one.
    guard bytes.count == min(Int(status.st_size), most) else {
      return .failure(.other("it could not be read as a whole"))
    }
    guard let key = SecretKey(bytes) else {
      return .failure(.other("a key has 32 to 1024 bytes, and it has \(status.st_size)"))
    }
    return .success(key)
  }

  private static func objection(to status: stat, isOwn: Bool) -> String? {
    guard status.st_mode & S_IFMT == S_IFREG else { return "it is not a regular file" }
    guard status.st_uid == geteuid() || (!isOwn && status.st_uid == 0) else {
      return "it belongs to another user"
    }
    // A secret that is mounted for a service is often readable for its group.
    guard status.st_mode & (isOwn ? 0o077 : 0o027) == 0 else {
      return "others may read or change it"
    }
    return nil
  }

  /// Makes a key unless somebody else is faster; false where that is impossible.
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
    // Unlike renaming, a link never replaces the key that another process has made meanwhile.
    guard link(made.path, path) == 0 || errno == EEXIST else { return false }
    return FolderSync.sync(folder) == nil
  }

  private static func makeFolder(_ folder: String) -> Bool {
    if Files.exists(folder) { return true }
    let parent = Files.folder(of: folder)
    guard parent != folder, makeFolder(parent) else { return false }
    return mkdir(folder, 0o700) == 0 || errno == EEXIST
  }

  /// Why a key in a folder would not be safe; nil where only this user can put one there.
  private static func objection(toFolder folder: String) -> String? {
    var status = stat()
    guard stat(folder, &status) == 0 else { return SystemError.message(errno) }
    guard status.st_mode & S_IFMT == S_IFDIR else { return "it is not a folder" }
    guard status.st_uid == geteuid() else { return "it belongs to another user" }
    return status.st_mode & 0o022 == 0 ? nil : "others may write into it"
  }
}
