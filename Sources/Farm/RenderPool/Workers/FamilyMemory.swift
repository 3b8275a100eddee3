internal import Files
internal import Glibc

/// Measures the memory use of a process and its descendants, as reported by the kernel.
///
/// Reads only `/proc` files that never block. `smaps_rollup` is more accurate but takes a lock,
/// which a process that is blocked on a failed disk may hold forever.
enum FamilyMemory {
  /// The maximum number of processes to count; a single plugin may have 64 processes.
  private static let mostProcesses = 256

  /// Resident memory of a process in bytes, or `nil` if it has exited.
  static func bytes(of process: pid_t) -> Int? {
    // The file contains page counts: total size, then resident size; see proc(5).
    guard let pages = text("/proc/\(process)/statm")?.split(separator: " ").dropFirst().first,
      let resident = Int(pages)
    else { return nil }
    return resident * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// Memory of all descendants in bytes, excluding mapped files, or `nil` if there are too many
  /// processes.
  ///
  /// Kernels without CONFIG_PROC_CHILDREN report no children.
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

  /// Returns the children of a process's main thread; in a worker, all programs are started by that
  /// thread.
  private static func children(of process: pid_t) -> [pid_t] {
    (text("/proc/\(process)/task/\(process)/children") ?? "").split(separator: " ")
      .compactMap { pid_t($0) }
  }

  /// The first 4 KB of a file, or `nil` if it cannot be read.
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
