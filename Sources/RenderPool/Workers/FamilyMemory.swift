internal import Glibc
import WallfarmCore

/// Memory of a process with all that it started, as the kernel counts it.
///
/// Pages that several of them share count once for the process itself, and in parts below it.
enum FamilyMemory {
  /// Bytes in use; nil once the process is gone.
  ///
  /// A kernel that does not tell children (CONFIG_PROC_CHILDREN) tells the process alone.
  static func bytes(of process: pid_t) -> Int? {
    // Pages: all, then those in memory; see proc(5).
    guard let pages = text("/proc/\(process)/statm")?.split(separator: " ").dropFirst().first,
      let resident = Int(pages)
    else { return nil }
    return resident * Int(sysconf(Int32(_SC_PAGESIZE)))
      + children(of: process).reduce(0) { $0 + bytesBelow($1) }
  }

  private static func bytesBelow(_ process: pid_t) -> Int {
    let lines = text("/proc/\(process)/smaps_rollup")?.split(separator: "\n") ?? []
    let share = lines.first { $0.hasPrefix("Pss:") }?.split(separator: " ").dropFirst().first
    return (share.flatMap { Int($0) } ?? 0) << 10
      + children(of: process).reduce(0) { $0 + bytesBelow($1) }
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
