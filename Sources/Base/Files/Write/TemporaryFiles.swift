internal import Glibc
internal import Synchronization

/// Hidden temporary files, which are locked while they are written; a later run removes abandoned
/// files.
///
/// The lock is released when the process exits, on this machine and on any machine that shares the
/// folder. A locked file is in use; an unlocked file is abandoned. Only the owner can read an
/// incomplete file.
package enum TemporaryFiles {
  /// The prefix and suffix of every name.
  package static let (prefix, ending) = (".wallfarm-", ".tmp")

  /// A new temporary file.
  package struct Made: Sendable {
    /// Holds the lock until its last duplicate is closed.
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
      // Another process removed the file before it was locked.
      unlink(path)
      close(descriptor)
    }
    throw Failure(number: EAGAIN)
  }

  private static func lock(_ descriptor: Int32, _ path: String, _ mode: UInt32) -> Made? {
    // If the file system has no locks, a sweep cannot lock the file either, so it keeps the file.
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_nlink > 0 else { return nil }
    let found = UInt32(status.st_mode) & 0o7777
    // The file is still empty. A fenced worker cannot change modes, and has a restrictive umask.
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
  /// Maximum size of the set; a full set is cleared, because sweeping a folder twice is cheap.
  private static let mostSwept = 1 << 14

  /// Removes abandoned files from a folder before the first write of this process.
  package static func sweepOnce(_ folder: String) {
    let isFirst = swept.withLock { swept in
      if swept.count >= mostSwept { swept = [] }
      return swept.insert(folder).inserted
    }
    if isFirst { sweep(folder) }
  }

  /// Removes files that terminated writers left in a folder.
  package static func sweep(_ folder: String, now: Int = time(nil)) {
    guard let stream = opendir(folder) else { return }
    defer { closedir(stream) }
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    while let next = readdir(stream) {
      let start = (UnsafeRawPointer(next) + offset).assumingMemoryBound(to: CChar.self)
      // Convert only hidden names to strings, because few of the many names in a folder are hidden.
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

  /// Number of seconds after which an unlocked file from another machine or an older version is
  /// abandoned.
  ///
  /// Some network file systems keep locks local to a machine.
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

  /// Identifies the current boot of this machine by 8 hex digits; only processes started in the
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
