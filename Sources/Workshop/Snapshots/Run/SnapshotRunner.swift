public import Designs
internal import Files
import Graphics
import Motion
import RenderPool
internal import Scenes
internal import WallfarmCore
public import WallfarmPluginKit

/// Renders every picture of a suite and compares it with its reference.
public struct SnapshotRunner: Sendable {
  private let suite: SnapshotSuite
  private let store: ReferenceStore
  private let results: ResultsFolder
  private let mode: RecordMode
  private let installation: Installation
  private let plugins: PluginRegistry
  private let devices: DeviceCatalog
  private let workers: Int
  private let toleratesToolchain: Bool

  /// A worker's cache sizes in bytes, enough for photos of one size and the backgrounds of a few
  /// screens.
  private static let memory = RenderMemory(photos: 96 << 20, backgrounds: 64 << 20, bands: 0)

  /// Creates a runner.
  ///
  /// - Parameters:
  ///   - suite: the suite.
  ///   - mode: the references to write.
  ///   - installation: the source of templates and fonts.
  ///   - plugins: the available plugins.
  ///   - devices: the devices; nil for the built-in devices and the devices of films.
  ///   - workers: the number of threads, each with its own fonts.
  ///   - toleratesToolchain: whether reports tolerate changes that only the toolchain caused.
  public init(
    _ suite: SnapshotSuite, mode: RecordMode, installation: Installation, plugins: PluginRegistry,
    devices: DeviceCatalog? = nil, workers: Int = 1, toleratesToolchain: Bool = false
  ) {
    self.toleratesToolchain = toleratesToolchain
    self.suite = suite
    self.mode = mode
    self.installation = installation
    self.plugins = plugins
    self.devices = devices ?? MotionScreen.catalog
    self.workers = workers
    store = ReferenceStore(suite.folder)
    results = ResultsFolder(suite.folder)
  }

  /// Renders and compares all pictures, writes references according to the mode, and writes the
  /// results.
  ///
  /// - Parameter progress: receives the number of finished pictures and the latest result; it may
  ///   be called on any thread, but only on one thread at a time.
  /// - Returns: the results in the order of the suite.
  /// - Throws: `snapshots-busy`, `fonts-missing`, and `output-failed` if results or references
  ///   cannot be written. An error of one picture is part of its result.
  public func run(
    progress: @Sendable (_ done: Int, _ result: SnapshotResult) -> Void = { _, _ in }
  ) throws(RenderError) -> SnapshotRun {
    let lock = try results.open()
    defer { withExtendedLifetime(lock) {} }
    try results.empty()
    if mode != .never { try store.sweep() }
    let threads = RenderThreads(count: workers) { () throws(RenderError) in
      // The suite contains the notes as plain text, so the key for their digests does not have to
      // be secret.
      try Renderer(
        installation: installation, plugins: plugins, memory: Self.memory, devices: devices,
        key: .known)
    }
    let checked = try threads.map(suite.snapshots, done: progress) {
      (snapshot, renderer) throws(RenderError) in try check(snapshot, renderer)
    }
    let run = SnapshotRun(
      suite: suite, results: checked,
      strays: store.names.filter { !suite.names.contains($0) },
      toleratesToolchain: toleratesToolchain)
    try results.finish(run)
    return run
  }

  /// Removes the references that do not belong to any picture in the suite.
  ///
  /// - Throws: `output-failed`.
  public func prune(_ run: SnapshotRun) throws(RenderError) {
    for name in run.strays { try store.remove(name) }
  }

  private func make(
    _ snapshot: Snapshot, _ renderer: Renderer
  ) throws(RenderError) -> any MadeSnapshot {
    switch snapshot.subject {
    case .request(let request): try MadePicture(request, renderer)
    case .moment(let moment): try MadeMoment.draw(moment, on: snapshot.device, renderer)
    }
  }

  /// Renders and compares a picture, and writes its reference according to the mode.
  private func check(
    _ snapshot: Snapshot, _ renderer: Renderer
  ) throws(RenderError) -> SnapshotResult {
    let made: any MadeSnapshot
    do throws(RenderError) {
      made = try make(snapshot, renderer)
    } catch {
      var result = SnapshotResult(snapshot, .failed)
      result.error = error
      result.cause = ChangeCause(.failed, "it could not be rendered: \(error.code.rawValue)")
      result.referenceDigest = (try? store.digest(snapshot.name)) ?? "none"
      return result
    }
    return try made.lend { (surface) throws(RenderError) in
      try judge(snapshot, made, surface)
    }
  }

  private func judge(
    _ snapshot: Snapshot, _ made: any MadeSnapshot, _ surface: borrowing ImageSurface
  ) throws(RenderError) -> SnapshotResult {
    let comparer = SnapshotComparer(suite: suite, store: store, results: results)
    var finding = comparer.compare(snapshot, surface, made.reference)
    finding.result.size = surface.size
    finding.result.warnings = made.warnings.map(\.code.rawValue)
    let isShown = finding.result.verdict != .same
    let isWritten = mode.writes(finding.result)
    if isWritten || mode == .all {
      finding.result.isRecorded = try record(snapshot, made, surface, isChanged: isWritten)
    }
    if isShown, !finding.result.isRecorded { try comparer.keep(&finding, snapshot, made, surface) }
    return finding.result
  }

  /// Writes the reference of a picture if the picture has changed or the stored reference text is
  /// outdated.
  ///
  /// - Returns: whether the reference was written.
  private func record(
    _ snapshot: Snapshot, _ made: any MadeSnapshot, _ surface: borrowing ImageSurface,
    isChanged: Bool
  ) throws(RenderError) -> Bool {
    let files = try ReferenceStore.Files(
      made.reference, of: surface, in: snapshot.keepsPicture ? made.space : nil)
    let stored = try store.digest(snapshot.name)
    guard isChanged || stored != FileDigest.sha256(of: files.text) else { return false }
    try store.write(snapshot.name, files)
    return true
  }
}
