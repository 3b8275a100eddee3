public import Designs
internal import Files
import Graphics
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

  /// What a worker keeps for its next pictures: photos of one size, the background of a few screens.
  private static let memory = RenderMemory(photos: 96 << 20, backgrounds: 64 << 20, bands: 0)

  /// Prepares a run.
  ///
  /// - Parameters:
  ///   - suite: what to render.
  ///   - mode: which references to write.
  ///   - installation: where templates and fonts are.
  ///   - plugins: what templates may use.
  ///   - devices: the screens.
  ///   - workers: how many render at once, each with fonts of its own.
  ///   - toleratesToolchain: whether what only another toolchain changed is no failure in reports.
  public init(
    _ suite: SnapshotSuite, mode: RecordMode, installation: Installation, plugins: PluginRegistry,
    devices: DeviceCatalog = .shipped, workers: Int = 1, toleratesToolchain: Bool = false
  ) {
    self.toleratesToolchain = toleratesToolchain
    self.suite = suite
    self.mode = mode
    self.installation = installation
    self.plugins = plugins
    self.devices = devices
    self.workers = workers
    store = ReferenceStore(suite.folder)
    results = ResultsFolder(suite.folder)
  }

  /// Renders, compares, records what the mode says, and keeps the results beside the suite.
  ///
  /// - Parameter progress: is told how many are done, from any thread, one at a time.
  /// - Returns: what was found, in the order of the suite.
  /// - Throws: `snapshots-busy`, `fonts-missing`, `output-failed` where results or references cannot
  ///   be written. What is wrong with one picture is in its result.
  public func run(
    progress: @Sendable (_ done: Int, _ result: SnapshotResult) -> Void = { _, _ in }
  ) throws(RenderError) -> SnapshotRun {
    let lock = try results.open()
    defer { withExtendedLifetime(lock) {} }
    try results.empty()
    if mode != .never { try store.sweep() }
    let threads = RenderThreads(count: workers) { () throws(RenderError) in
      // Their notes stand in the suite, so the key is no secret.
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

  /// Takes away the references that belong to no picture of the suite.
  ///
  /// - Throws: `output-failed`.
  public func prune(_ run: SnapshotRun) throws(RenderError) {
    for name in run.strays { try store.remove(name) }
  }

  /// A picture, and what its reference would say of it.
  ///
  /// A class, because a variable of a noncopyable type cannot be set in a `do` that may fail.
  private final class Made {
    let drawn: DrawnPicture
    let reference: Reference

    init(drawn: consuming DrawnPicture, reference: Reference) {
      self.drawn = drawn
      self.reference = reference
    }
  }

  private func make(
    _ snapshot: Snapshot, _ renderer: Renderer
  ) throws(RenderError) -> Made {
    let drawn = try renderer.draw(snapshot.request)
    let facts = try SceneReader.facts(of: drawn, engine: renderer.textEngine(for: drawn.plan))
    let surface = drawn.picture.surface.size
    let reference = Reference(
      size: surface, pixels: PixelDigest.digest(of: drawn.picture.surface),
      picture: nil, toolchain: Toolchain(of: drawn.fingerprint), inputs: drawn.fingerprint.inputs,
      facts: facts)
    return Made(drawn: drawn, reference: reference)
  }

  /// Renders one picture, compares it, and records it where the mode says so.
  private func check(
    _ snapshot: Snapshot, _ renderer: Renderer
  ) throws(RenderError) -> SnapshotResult {
    let made: Made
    do throws(RenderError) {
      made = try make(snapshot, renderer)
    } catch {
      var result = SnapshotResult(snapshot, .failed)
      result.error = error
      result.cause = ChangeCause(.failed, "it could not be rendered: \(error.code.rawValue)")
      result.referenceDigest = (try? store.digest(snapshot.name)) ?? "none"
      return result
    }
    return try judge(snapshot, made)
  }

  private func judge(
    _ snapshot: Snapshot, _ made: Made
  ) throws(RenderError) -> SnapshotResult {
    let comparer = SnapshotComparer(suite: suite, store: store, results: results)
    let surface = made.drawn.picture.surface.size
    var finding = comparer.compare(snapshot, made.drawn.picture.surface, made.reference)
    finding.result.size = surface
    finding.result.warnings = made.drawn.warnings.map(\.code.rawValue)
    let isShown = finding.result.verdict != .same
    guard isShown || mode == .all else { return finding.result }
    let space = snapshot.request.colorSpace
    var file: [[UInt8]] = []
    if snapshot.keepsPicture {
      file = try ReferenceStore.file(of: made.drawn.picture.surface, space: space)
    }
    var reference = made.reference
    reference.picture =
      snapshot.keepsPicture ? FileDigest.sha256(of: file.flatMap { $0 }) : nil
    let text = Array(reference.text.utf8)
    let isCurrent = try store.digest(snapshot.name) == FileDigest.sha256(of: text)
    if mode.writes(finding.result) || (mode == .all && !isCurrent) {
      try store.write(snapshot.name, text: text, picture: snapshot.keepsPicture ? file : nil)
      finding.result.isRecorded = true
    } else if isShown {
      if !snapshot.keepsPicture {
        file = try ReferenceStore.file(
          of: made.drawn.picture.surface, space: space, isKept: false)
      }
      try comparer.keep(&finding, snapshot, made.drawn.picture.surface, text, file: file)
    }
    return finding.result
  }
}

extension Fingerprint {
  /// Beginnings of the digests of what a picture is made from.
  fileprivate var inputs: [String: String] {
    Dictionary(
      uniqueKeysWithValues: parts.filter { Reference.inputNames.contains($0.name) }
        .map { ($0.name, String($0.digest.prefix(Reference.digestLength))) })
  }
}
