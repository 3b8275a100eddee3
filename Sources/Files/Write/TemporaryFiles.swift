internal import Glibc
internal import Synchronization

/// Hidden files that are being written: locked by their writers, and removed by the next run after those have died.
///
/// A lock ends with its process, on this machine and on another one that shares the folder. A file
/// that somebody locks is being written; one that can be locked is abandoned. Until it is whole,
/// only its owner may read it.
package enum TemporaryFiles {
  /// How all their names begin and end.
  package static let (prefix, ending) = (".wallfarm-", ".tmp")

  /// A file that was just made.
  package struct Made: Sendable {
    /// It has the lock until the last copy of it is closed.
    package let descriptor: Int32
    package let path: String
    /// The mode that the file has when it is whole.
    package let mode: UInt32
  }

  /// The number of the system's reason.
  package struct Failure: Error, Sendable, Hashable { package let number: Int32 }

  /// Makes an empty file that nobody else has, and locks it.
  ///
  /// - Parameters:
  ///   - folder: where it becomes another file.
  ///   - prefix: how its name begins.
  ///   - mode: of the whole file; without rights for others it is exactly this.
  /// - Returns: the file, open to be written.
  /// - Throws: the system's reason.
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
      // A sweep of another process was faster than the lock.
      unlink(path)
      close(descriptor)
    }
    throw Failure(number: EAGAIN)
  }

  private static func lock(_ descriptor: Int32, _ path: String, _ mode: UInt32) -> Made? {
    // A file system without locks has none for a sweep either.
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_nlink > 0 else { return nil }
    let found = UInt32(status.st_mode) & 0o7777
    // Nothing is in it yet; a worker behind its fence may change no mode, and has a narrow mask.
    if found & 0o077 != 0 { _ = fchmod(descriptor, 0o600) }
    return Made(descriptor: descriptor, path: path, mode: mode & 0o077 == 0 ? mode : found)
  }

  /// Gives a whole file its own mode.
  ///
  /// - Returns: the system's reason where it cannot.
  package static func publish(_ made: Made) -> String? {
    var status = stat()
    if fstat(made.descriptor, &status) == 0, UInt32(status.st_mode) & 0o7777 == made.mode {
      return nil
    }
    return fchmod(made.descriptor, made.mode) == 0 ? nil : Files.systemMessage(errno)
  }

  // MARK: - Sweeping

  private static let swept = Mutex<Set<String>>([])
  /// With more folders the set begins anew: a folder that is swept twice costs little.
  private static let mostSwept = 1 << 14

  /// Removes abandoned files of a folder when this process writes there for the first time.
  package static func sweepOnce(_ folder: String) {
    let isFirst = swept.withLock { swept in
      if swept.count >= mostSwept { swept = [] }
      return swept.insert(folder).inserted
    }
    if isFirst { sweep(folder) }
  }

  /// Removes the files that dead writers have left in a folder.
  package static func sweep(_ folder: String, now: Int = time(nil)) {
    guard let stream = opendir(folder) else { return }
    defer { closedir(stream) }
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    while let next = readdir(stream) {
      let start = (UnsafeRawPointer(next) + offset).assumingMemoryBound(to: CChar.self)
      // A folder may have many names, of which next to none are hidden.
      guard start[0] == CChar(bitPattern: UInt8(ascii: ".")) else { continue }
      let name = String(cString: start)
      guard isTemporary(name) else { continue }
      removeAbandoned("\(folder)/\(name)", isOfThisBoot: isOwn(name), now)
    }
  }

  /// Whether a name is that of a file that is being written, or was.
  package static func isTemporary(_ name: String) -> Bool {
    name.hasPrefix(prefix) && name.hasSuffix(ending)
  }

  private static func isOwn(_ name: String) -> Bool { name.hasSuffix(".\(boot)\(ending)") }

  /// Seconds after which a file that another machine made, or an older version without locks, is
  /// abandoned if it can be locked: some network file systems keep locks to one machine.
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

  /// Which run of which machine, 8 hex digits: all of its processes see each other's locks.
  private static let boot: String = {
    var text = [CChar](repeating: 0, count: 9)
    let descriptor = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "00000000" }
    defer { close(descriptor) }
    guard read(descriptor, &text, 8) == 8 else { return "00000000" }
    return String(decoding: text.prefix(8).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }()
}
