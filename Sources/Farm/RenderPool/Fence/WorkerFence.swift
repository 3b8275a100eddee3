internal import CFence
internal import Designs
internal import Files
internal import Glibc
import WallfarmCore
import WallfarmPluginKit

/// The fence of a worker, which decodes untrusted photos with C libraries that may have
/// exploitable bugs.
///
/// A fenced worker reads only the installation, writes only to its cache, starts no process,
/// connects to nothing but the pool, and signals no process. The pool opens any other file that an
/// order needs.
public struct WorkerFence: Sendable, Hashable {
  /// Whether the fence is mandatory.
  public enum Choice: String, Sendable, Hashable, CaseIterable {
    /// A worker starts only if all layers are active.
    case required
    /// Uses the layers that the kernel supports and reports missing ones.
    case best
    /// No fence.
    case off
  }

  /// A part of the fence.
  public enum Layer: String, Sendable, Hashable, CaseIterable {
    /// Reading is limited to the installation, and writing to the cache (Landlock, Linux 5.13).
    case files
    /// Truncating files is blocked as well (Landlock 3, Linux 6.2).
    case lengths
    /// Only the system calls that rendering needs are allowed (seccomp).
    case calls
  }

  /// The active and the missing layers of a fence.
  public struct Report: Sendable, Hashable {
    /// The active layers.
    public let standing: Set<Layer>
    /// The requested layers that are not available.
    public let missing: Set<Layer>
  }

  /// Whether the fence is mandatory.
  public var choice: Choice
  /// Readable files and folders in addition to the installation, such as plugins.
  public var readable: [String]

  /// Creates a fence; by default, only the installation is readable.
  public init(choice: Choice = .best, readable: [String] = []) {
    self.choice = choice
    self.readable = readable
  }

  /// The layers that this machine supports.
  public static var available: Set<Layer> { layers(wallfarm_fence_available()) }

  /// Maximum number of open files of a worker; a render has about twenty open at once.
  private static let mostFiles: UInt = 1024
  /// Maximum size of a written file in bytes: four times the largest picture as raw pixels.
  private static let longestFile: UInt = 4 << 30

  /// Paths that decoders, fonts and the C library open on first use.
  ///
  /// No personal data is stored below them.
  package static let installed = [
    "/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/localtime", "/proc/self", "/proc/cpuinfo",
    "/proc/meminfo", "/proc/stat", "/sys/devices/system/cpu", "/sys/fs/cgroup",
  ]

  /// Irreversibly confines this process; call it before the process has a second thread.
  ///
  /// - Parameters:
  ///   - installation: The readable installation.
  ///   - cache: The writable cache.
  /// - Returns: The active and the missing layers.
  /// - Throws: `fence-missing` if the fence is required and a layer is missing; `input-failed` if a
  ///   readable path cannot be opened at present.
  func lockIn(
    _ installation: Installation, cache: BackgroundCache?
  ) throws(RenderError) -> Report {
    guard choice != .off else { return Report(standing: [], missing: []) }
    wallfarm_fence_limits(WorkerFence.mostFiles, WorkerFence.longestFile)
    // Landlock confines one thread and the threads that it creates. Pango reads system settings on
    // another thread, which exits on its own.
    let isAlone = WorkerFence.waitForOtherThreads()
    let all =
      WorkerFence.installed
      + [installation.templates, installation.fonts, installation.maps, installation.motions]
      + readable
    var layers: UInt32 = all.withCStrings { readable in
      [cache?.folder].compactMap(\.self).withCStrings { writable in
        wallfarm_fence_files(readable, writable, 0)
      }
    }
    guard layers & UInt32(WALLFARM_FENCE_FAILED) == 0 else { throw .fenceNotBuilt() }
    layers |= wallfarm_fence_calls(WALLFARM_FENCE_RENDER, Broker.descriptor)
    var standing = WorkerFence.layers(layers)
    if !isAlone { standing.subtract([.files, .lengths]) }
    let missing = Set(Layer.allCases).subtracting(standing)
    if choice == .required, !missing.isEmpty { throw .fenceMissing(missing) }
    return Report(standing: standing, missing: missing)
  }

  /// Waits up to 5 s for all other threads to exit; returns whether they did.
  private static func waitForOtherThreads() -> Bool {
    for _ in 0..<5000 {
      let threads = Files.namesWithHidden(in: "/proc/self/task").filter { !$0.hasPrefix(".") }
      if threads.count <= 1 { return true }
      usleep(1000)
    }
    return false
  }

  /// Converts layer bits of `CFence`.
  package static func layers(_ bits: UInt32) -> Set<Layer> {
    let known: [(Int, Layer)] = [
      (WALLFARM_FENCE_FILES, .files), (WALLFARM_FENCE_LENGTHS, .lengths),
      (WALLFARM_FENCE_CALLS, .calls),
    ]
    return Set(known.filter { Int(bits) & $0.0 != 0 }.map(\.1))
  }
}

extension RenderError {
  fileprivate static func fenceNotBuilt() -> RenderError {
    RenderError(
      .inputFailed, "what a worker may read cannot be opened", origin: .option("fence"),
      hint: "see whether the disk is sound, and memory and open files are left")
  }

  static func fenceMissing(_ layers: Set<WorkerFence.Layer>) -> RenderError {
    let names = WorkerFence.Layer.allCases.filter(layers.contains).map(\.rawValue)
    return RenderError(
      .fenceMissing,
      "this machine cannot build the fence of workers: without " + names.joined(separator: ", "),
      origin: .option("fence"),
      hint: "see 'wallfarm doctor'; --fence best goes on with what there is")
  }
}
