internal import CFence
internal import Designs
internal import Files
internal import Glibc
import WallfarmCore
import WallfarmPluginKit

/// What locks a worker in: it reads strangers' photos with libraries in C, and one of them may have a
/// fault that a photo was made for.
///
/// Behind it a worker reads what is installed and nothing else, changes no file but those of its cache,
/// starts nothing, talks to nobody but the pool, and signals nobody. What an order needs beside that, the
/// process outside opens for it.
public struct WorkerFence: Sendable, Hashable {
  /// How much depends on it.
  public enum Choice: String, Sendable, Hashable, CaseIterable {
    /// Without all of its layers no worker starts.
    case required
    /// As many layers as the kernel has; what is missing is reported.
    case best
    /// None.
    case off
  }

  /// A part of it.
  public enum Layer: String, Sendable, Hashable, CaseIterable {
    /// It opens only what is installed, and changes no file (landlock, Linux 5.13).
    case files
    /// It cuts no file short either (landlock 3, Linux 6.2).
    case lengths
    /// It makes only the calls of the kernel that drawing takes (seccomp).
    case calls
  }

  /// What of it stands, and what this machine cannot build.
  public struct Report: Sendable, Hashable {
    /// The layers that stand.
    public let standing: Set<Layer>
    /// Those that were wanted and are not there.
    public let missing: Set<Layer>
  }

  /// How much depends on it.
  public var choice: Choice
  /// Files and folders that may be read beside those of the installation, such as plugins.
  public var readable: [String]

  /// Says how much depends on it; what may be read is none unless told otherwise.
  public init(choice: Choice = .best, readable: [String] = []) {
    self.choice = choice
    self.readable = readable
  }

  /// The layers that this machine can build.
  public static var available: Set<Layer> { layers(wallfarm_fence_available()) }

  /// Most open files of a worker; a render has some twenty at once.
  private static let mostFiles: UInt = 1024
  /// Longest file that it writes: four times the largest picture there can be as pixels.
  private static let longestFile: UInt = 4 << 30

  /// What decoders, fonts and the C library open when they are first used.
  ///
  /// Nothing of a person is here.
  package static let installed = [
    "/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/localtime", "/proc/self", "/proc/cpuinfo",
    "/proc/meminfo", "/proc/stat", "/sys/devices/system/cpu", "/sys/fs/cgroup",
  ]

  /// Locks this process in, for good; called before it has a second thread.
  ///
  /// - Parameters:
  ///   - installation: may be read.
  ///   - cache: may be changed.
  /// - Returns: what stands and what is missing.
  /// - Throws: `fence-missing` where it is required and not all of it can be had; `input-failed` where
  ///   what may be read cannot be opened just now.
  func lockIn(
    _ installation: Installation, cache: BackgroundCache?
  ) throws(RenderError) -> Report {
    guard choice != .off else { return Report(standing: [], missing: []) }
    wallfarm_fence_limits(WorkerFence.mostFiles, WorkerFence.longestFile)
    // Landlock is for one thread and those that it makes; Pango reads the machine's settings on another
    // one, which ends by itself.
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

  /// Waits until this thread is the only one; whether it is.
  private static func waitForOtherThreads() -> Bool {
    for _ in 0..<5000 {
      let threads = Files.namesWithHidden(in: "/proc/self/task").filter { !$0.hasPrefix(".") }
      if threads.count <= 1 { return true }
      usleep(1000)
    }
    return false
  }

  /// The layers that bits of `CFence` stand for.
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
