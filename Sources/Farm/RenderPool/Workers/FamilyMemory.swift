internal import Files
internal import Glibc

/// Memory of a process and of what it started, as the kernel counts it.
///
/// Only files of the kernel that answer at once are read: `smaps_rollup` is more exact and waits for a lock,
/// which a process on a dead disk may hold for ever.
enum FamilyMemory {
  /// Most processes that are counted; a plugin may have 64.
  private static let mostProcesses = 256

  /// Bytes that a process has in use; nil once it is gone.
  static func bytes(of process: pid_t) -> Int? {
    // Pages: all, then those in memory; see proc(5).
    guard let pages = text("/proc/\(process)/statm")?.split(separator: " ").dropFirst().first,
      let resident = Int(pages)
    else { return nil }
    return resident * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// Bytes that all below a process have in use, without the files that they mapped; nil where they are too
  /// many to be counted.
  ///
  /// A kernel that does not tell children (CONFIG_PROC_CHILDREN) tells of none.
  static func bytesBelow(_ process: pid_t) -> Int? {
    var found = children(of: process)
    var next = 0
    var bytes = 0
    while next < found.count {
      guard found.count <= mostProcesses else { return nil }
      bytes += ownBytes(of: found[next])
      found += children(of: found[next])
      next += 1
    }
    return bytes
  }

  private static func ownBytes(of process: pid_t) -> Int {
    (text("/proc/\(process)/status") ?? "").split(separator: "\n")
      .filter { $0.hasPrefix("RssAnon:") || $0.hasPrefix("RssShmem:") }
      .compactMap { $0.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first }
      .reduce(0) { $0 + (Int($1) ?? 0) << 10 }
  }

  /// Those that its first thread started, which starts all of a worker.
  private static func children(of process: pid_t) -> [pid_t] {
    (text("/proc/\(process)/task/\(process)/children") ?? "").split(separator: " ")
      .compactMap { pid_t($0) }
  }

  /// The first 4 KB of a file; nil where it cannot be read.
  private static func text(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var isRead = false
    let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      let got = Files.untilNotInterrupted { read(descriptor, buffer.baseAddress, buffer.count) }
      (count, isRead) = (max(0, got), got >= 0)
    }
    return isRead ? String(decoding: bytes, as: UTF8.self) : nil
  }
}
