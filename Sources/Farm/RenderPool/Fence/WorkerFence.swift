internal import Designs
internal import Files
public import Processes
import WallfarmCore
import WallfarmPluginKit

/// The fence around a worker, which decodes untrusted photos with C libraries that may have
/// exploitable bugs.
///
/// A fenced worker reads only the installation and its content folders, writes only to its cache,
/// connects only to the pool, and cannot start or signal other processes. The pool opens any other
/// file that an order needs.
public struct WorkerFence: Sendable, Hashable {
  /// How strictly the fence is enforced.
  public enum Choice: String, Sendable, Hashable, CaseIterable {
    /// A worker starts only if all layers are active.
    case required
    /// A worker uses the layers that the kernel supports, and reports missing layers.
    case best
    /// No fence.
    case off
  }

  /// A layer of the fence.
  public typealias Layer = Fence.Layer
  /// The active and the missing layers of a fence.
  public typealias Report = Fence.Report

  /// How strictly the fence is enforced.
  public var choice: Choice
  /// Files and folders that are readable in addition to the installation, such as plugins.
  public var readable: [String]

  /// Creates a fence; by default, only the installation is readable.
  public init(choice: Choice = .best, readable: [String] = []) {
    self.choice = choice
    self.readable = readable
  }

  /// The layers of the fence around a worker; the layer `namespace` is used only for photo readers.
  public static let layers: [Layer] = [.files, .lengths, .calls]

  /// The layers that this machine supports.
  public static var available: Set<Layer> { Fence.available }

  /// The maximum number of files that a worker may have open; during a render, about twenty files
  /// are open.
  private static let mostFiles: UInt = 1024
  /// Maximum size in bytes of a file that a worker writes: four times the largest picture as raw
  /// pixels.
  private static let longestFile: UInt = 4 << 30

  /// The machine's font settings, which Pango 1.56 reads at startup; the fonts that they list are not
  /// used.
  private static let fontSettings = ["/etc/fonts", "/var/cache/fontconfig"]

  /// The ICU libraries in the program's folder, which is where a relocatable archive contains them.
  private static var ownLibraries: [String] {
    let folder = Files.folder(of: Files.resolved("/proc/self/exe") ?? ".")
    return Files.names(in: folder).filter { $0.hasPrefix("libicu") }.map { Files.join(folder, $0) }
  }

  /// Irreversibly confines this process; call it before the process has a second thread.
  ///
  /// - Parameters:
  ///   - installation: The installation, which is readable together with its content folders.
  ///   - cache: The writable cache.
  /// - Returns: The active and the missing layers.
  /// - Throws: `fence-missing` if the fence is required and a layer is missing; `input-failed` if a
  ///   readable path currently cannot be opened.
  func lockIn(
    _ installation: Installation, cache: BackgroundCache?
  ) throws(RenderError) -> Report {
    guard choice != .off else { return Report(standing: [], missing: []) }
    let folders = [
      installation.templates, installation.fonts, installation.maps, installation.motions,
      installation.devices,
    ]
    let content = Set(installation.contentFolders.map(\.root)).sorted()
    var fence = Fence(
      Set(WorkerFence.layers),
      readable: Fence.installed + WorkerFence.fontSettings + folders + content
        + WorkerFence.ownLibraries + readable)
    fence.writable = [cache?.folder].compactMap(\.self)
    fence.messenger = Broker.descriptor
    fence.fileLimits = (WorkerFence.mostFiles, WorkerFence.longestFile)
    guard let report = fence.lockIn() else { throw .fenceNotBuilt() }
    if choice == .required, !report.missing.isEmpty { throw .fenceMissing(report) }
    return report
  }
}

extension RenderError {
  fileprivate static func fenceNotBuilt() -> RenderError {
    RenderError(
      .inputFailed,
      "a file that the worker's fence needs cannot be opened", origin: .option("fence"),
      hint: "check the disk, the free memory and the limit on open files")
  }

  fileprivate static func fenceMissing(_ report: Fence.Report) -> RenderError {
    RenderError(
      .fenceMissing,
      "this machine does not support the full fence for workers; missing layers: "
        + report.namesOfMissing.joined(separator: ", "),
      origin: .option("fence"),
      hint: "see 'wallfarm doctor', or use the available layers with --fence best")
  }
}
