internal import Glibc
internal import Synchronization

/// Hidden temporary files, which are locked while they are written; a later run removes abandoned
/// files.
///
/// The lock is released when the process exits, whether the process runs on this machine or on
/// another machine that shares the folder. A locked file is in use; an unlocked file is abandoned.
/// Only the owner can read an incomplete file.
package enum TemporaryFiles {
  /// The prefix and suffix of every name.
  package static let (prefix, ending) = (".wallfarm-", ".tmp")

  /// A new temporary file.
  package struct Made: Sendable {
    /// The descriptor, which holds the lock until its last duplicate is closed.
    package let descriptor: Int32
    package let path: String
    /// The mode of the complete file.
    package let mode: UInt32
  }

  /// A system error, identified by its `errno`.
  package struct Failure: Error, Sendable, Hashable { package let number: Int32 }

  /// Creates and locks an empty file.
  ///
  /// - Parameters:
  ///   - folder: the folder of the final file.
  ///   - prefix: the beginning of the name.
  ///   - mode: the mode of the complete file; the umask applies only if the mode grants access to
  ///     others.
  /// - Returns: the file, open for writing.
  /// - Throws: the system error.
  package static func make(
    in folder: String, prefix: String = "\(prefix)\(getpid())-", mode: UInt32 = 0o666
  ) throws(Failure) -> Made {
    sweepOnce(folder)
    for _ in 0..<16 {
      let number = String(UInt64.random(in: .min ... .max), radix: 36)
      let path = "\(folder)/\(prefix)\(number).\(boot)\(ending)"
      let descriptor = Files.untilNotInterrupted {
        open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
      }
      guard descriptor >= 0 else {
        if errno == EEXIST { continue }
        throw Failure(number: errno)
      }
      if let made = lock(descriptor, path, mode) { return made }
      // Another process locked or removed the file before this process could lock it.
      unlink(path)
      close(descriptor)
    }
    throw Failure(number: EAGAIN)
  }

  private static func lock(_ descriptor: Int32, _ path: String, _ mode: UInt32) -> Made? {
    // If the file system does not support locks, continue without a lock: a sweep cannot lock the
    // file either, so it keeps the file.
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_nlink > 0 else { return nil }
    let found = UInt32(status.st_mode) & 0o7777
    // The file is still empty, so other users could not read any data before this change. A fenced
    // worker cannot change modes, but its umask is restrictive.
    if found & 0o077 != 0 { _ = fchmod(descriptor, 0o600) }
    return Made(descriptor: descriptor, path: path, mode: mode & 0o077 == 0 ? mode : found)
  }

  /// Sets the final mode of a complete file.
  ///
  /// - Returns: the system's message on failure.
  package static func publish(_ made: Made) -> String? {
    var status = stat()
    if fstat(made.descriptor, &status) == 0, UInt32(status.st_mode) & 0o7777 == made.mode {
      return nil
    }
    return fchmod(made.descriptor, made.mode) == 0 ? nil : Files.systemMessage(errno)
  }

  // MARK: - Sweeping

  private static let swept = Mutex<Set<String>>([])
  /// The maximum number of folders in `swept`.
  ///
  /// A full set is simply cleared, because sweeping a folder again is cheap.
  private static let mostSwept = 1 << 14

  /// Removes abandoned files from a folder the first time that this process writes to the folder.
  package static func sweepOnce(_ folder: String) {
    let isFirst = swept.withLock { swept in
      if swept.count >= mostSwept { swept = [] }
      return swept.insert(folder).inserted
    }
    if isFirst { sweep(folder) }
  }

  /// Removes temporary files that terminated writers left behind in a folder.
  package static func sweep(_ folder: String, now: Int = time(nil)) {
    guard let stream = opendir(folder) else { return }
    defer { closedir(stream) }
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    while let next = readdir(stream) {
      let start = (UnsafeRawPointer(next) + offset).assumingMemoryBound(to: CChar.self)
      // Convert only hidden names to strings: a folder can contain many names, but few of them are
      // hidden.
      guard start[0] == CChar(bitPattern: UInt8(ascii: ".")) else { continue }
      let name = String(cString: start)
      guard isTemporary(name) else { continue }
      removeAbandoned("\(folder)/\(name)", isOfThisBoot: isOwn(name), now)
    }
  }

  /// Whether a name is the name of a temporary file, in use or abandoned.
  package static func isTemporary(_ name: String) -> Bool {
    name.hasPrefix(prefix) && name.hasSuffix(ending)
  }

  private static func isOwn(_ name: String) -> Bool { name.hasSuffix(".\(boot)\(ending)") }

  /// The age in seconds after which an unlocked file from another machine or an older version is
  /// abandoned.
  ///
  /// The age matters because some network file systems keep locks local to a machine, so that a
  /// file that is in use on another machine appears to be unlocked.
  private static let longestSilence = 3600

  private static func removeAbandoned(_ path: String, isOfThisBoot: Bool, _ now: Int) {
    let descriptor = open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), flock(descriptor, LOCK_EX | LOCK_NB) == 0
    else { return }
    let age = now - max(status.st_mtim.tv_sec, status.st_ctim.tv_sec)
    guard isOfThisBoot || age > longestSilence else { return }
    unlink(path)
  }

  /// Eight hexadecimal digits that identify the current boot of this machine; only processes of the
  /// same boot share locks.
  private static let boot: String = {
    var text = [CChar](repeating: 0, count: 9)
    let descriptor = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "00000000" }
    defer { close(descriptor) }
    guard read(descriptor, &text, 8) == 8 else { return "00000000" }
    return String(decoding: text.prefix(8).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }()
}
