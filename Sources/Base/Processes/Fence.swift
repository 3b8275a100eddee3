internal import CFence
internal import Files
internal import Glibc

/// Confines a process that reads untrusted data with C libraries, which may have exploitable bugs.
///
/// A fenced process can open only the given files and cannot start processes, create sockets or
/// send signals to other processes. Its open descriptors stay open.
public struct Fence: Sendable {
  /// One of the restrictions that make up a fence.
  public enum Layer: String, Sendable, Hashable, CaseIterable {
    /// Reading and writing are restricted to the given files (Landlock, Linux 5.13).
    case files
    /// Truncating files is blocked as well (Landlock 3, Linux 6.2).
    case lengths
    /// Only the system calls that rendering needs are allowed (seccomp).
    case calls
    /// The process is in a network namespace without interfaces.
    case namespace
  }

  /// The active layers and the missing layers of a fence.
  public struct Report: Sendable, Hashable {
    /// The active layers.
    public let standing: Set<Layer>
    /// The requested layers that are not available.
    public let missing: Set<Layer>

    package init(standing: Set<Layer>, missing: Set<Layer>) {
      (self.standing, self.missing) = (standing, missing)
    }

    /// The names of the missing layers in declaration order.
    public var namesOfMissing: [String] {
      Layer.allCases.filter(missing.contains).map(\.rawValue)
    }
  }

  /// The requested layers; without ``Layer/namespace``, the process keeps its network namespace.
  private let layers: Set<Layer>
  /// Readable files and folders; paths that do not exist are skipped.
  private let readable: [String]
  /// Folders in which files can also be created and modified.
  package var writable: [String] = []
  /// The socket to which this process reports a forbidden system call before it exits, or -1 for
  /// none.
  ///
  /// The report contains the number of the system call.
  package var messenger: Int32 = -1
  /// Maximum size of the address space in bytes, or `nil` for no limit.
  package var mostMemory: UInt?
  /// Maximum number of open files and maximum size of a written file in bytes, or `nil` for no
  /// limit.
  package var fileLimits: (most: UInt, longest: UInt)?

  /// Creates a fence with all layers or a selection of layers.
  package init(_ layers: Set<Layer> = Set(Layer.allCases), readable: [String]) {
    (self.layers, self.readable) = (layers, readable)
  }

  /// Paths that decoders, font libraries and the C library open on first use.
  ///
  /// These paths contain no personal data.
  package static let installed = [
    "/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/localtime", "/proc/self", "/proc/cpuinfo",
    "/proc/meminfo", "/proc/stat", "/sys/devices/system/cpu", "/sys/fs/cgroup",
  ]

  /// Confines this process irreversibly and disables core files.
  ///
  /// Call it before the process starts a second thread.
  ///
  /// - Returns: the active and the missing layers, or `nil` if a readable path cannot be opened
  ///   now, in which case the process must not continue.
  package func lockIn() -> Report? {
    if let mostMemory { wallfarm_limit(Int32(RLIMIT_AS.rawValue), mostMemory) }
    wallfarm_limit(Int32(RLIMIT_CORE.rawValue), 0)
    if let fileLimits { wallfarm_fence_limits(fileLimits.most, fileLimits.longest) }
    // Network access is blocked by the system call filter and, if requested, also by a namespace
    // without network interfaces.
    var bits = layers.contains(.namespace) ? wallfarm_leave_network() : 0
    // Landlock confines one thread and the threads that it creates. A thread that a library started
    // earlier would not be confined.
    let isAlone = Fence.waitForOtherThreads()
    bits |= readable.withCStrings { readable in
      writable.withCStrings { wallfarm_fence_files(readable, $0, 0) }
    }
    guard bits & UInt32(WALLFARM_FENCE_FAILED) == 0 else { return nil }
    bits |= wallfarm_fence_calls(WALLFARM_FENCE_RENDER, messenger)
    var standing = Fence.layers(bits)
    if !isAlone { standing.subtract([.files, .lengths]) }
    return Report(
      standing: standing.intersection(layers), missing: layers.subtracting(standing))
  }

  /// The layers that this kernel supports.
  ///
  /// ``Layer/namespace`` is not included, because only an attempt to use it shows whether it is
  /// supported.
  package static var available: Set<Layer> { layers(wallfarm_fence_available()) }

  /// Waits up to 5 s for all other threads to exit; returns whether they have exited.
  private static func waitForOtherThreads() -> Bool {
    for _ in 0..<5000 {
      let threads = Files.namesWithHidden(in: "/proc/self/task").filter { !$0.hasPrefix(".") }
      if threads.count <= 1 { return true }
      usleep(1000)
    }
    return false
  }

  /// Converts the layer bits of `CFence` to layers.
  private static func layers(_ bits: UInt32) -> Set<Layer> {
    let known: [(Int, Layer)] = [
      (WALLFARM_FENCE_FILES, .files), (WALLFARM_FENCE_LENGTHS, .lengths),
      (WALLFARM_FENCE_CALLS, .calls), (WALLFARM_FENCE_NO_INTERFACES, .namespace),
    ]
    return Set(known.filter { Int(bits) & $0.0 != 0 }.map(\.1))
  }
}
