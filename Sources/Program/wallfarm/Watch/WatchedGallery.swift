import Authoring
import BuiltInPlugins
import Designs
import Files
import Gallery
import WallfarmCore
import WallfarmPluginKit

/// Updates a gallery whenever one of its input files is saved, until the program is stopped.
///
/// Only the pictures whose inputs have changed are drawn. After an error, the pictures stay, and the
/// open page shows the error until the file is valid again.
struct WatchedGallery {
  private let installation: Installation
  private let plugins: WatchedPlugins
  private let designs: DesignLibrary
  private let watcher: FileWatcher
  private let common: RenderRequest
  private let themes: [String]
  private let inputs: [String]
  private let findings: GalleryFindings
  private let request: () throws(RenderError) -> GalleryRequest
  private var outputs: GalleryOutputs

  /// The state after the previous update.
  private struct Shown {
    var tokens: [GalleryRequest.Look: [String: TokenChanges.Token]] = [:]
    /// The photos, images and fonts of all updates; unused ones stay in the set.
    var files: Set<String> = []
    var isComplete = false
  }

  /// Creates the watcher and finds the plugins.
  ///
  /// - Parameters:
  ///   - installation: The installation.
  ///   - designs: The templates and themes of the installation.
  ///   - plugins: The plugin options; the folders are searched again after each change.
  ///   - common: The settings that all pictures share.
  ///   - themes: The names and paths of the themes.
  ///   - inputs: Files to watch in addition to the theme and template files.
  ///   - outputs: The output files.
  ///   - findings: Reports the errors and warnings of pictures.
  ///   - request: Returns the request; called for every update.
  /// - Throws: `file-unreadable`.
  init(
    installation: Installation, designs: DesignLibrary, plugins: PluginArguments,
    common: RenderRequest, themes: [String], inputs: [String], outputs: GalleryOutputs,
    findings: GalleryFindings, request: @escaping () throws(RenderError) -> GalleryRequest
  ) throws(RenderError) {
    self.installation = installation
    self.designs = designs
    self.plugins = try WatchedPlugins(plugins, installation, excluding: outputs.files)
    watcher = try FileWatcher()
    (self.common, self.themes, self.inputs) = (common, themes, inputs)
    (self.outputs, self.findings, self.request) = (outputs, findings, request)
  }

  /// Updates the gallery, waits for a change, and repeats until the program receives a stop signal.
  ///
  /// - Throws: `file-unreadable` for a folder that cannot be watched. Before the first gallery, also
  ///   errors in the command line itself, which no file change can correct.
  mutating func run() throws(RenderError) {
    StopSignals.watch()
    let gallery = LiveGallery(
      installation: installation, designs: designs, plugins: plugins.registry,
      workers: Processors.count, makesSheet: outputs.hasSheets, time: TimeSource.machine.read())
    var shown = Shown()
    while StopSignals.count == 0 {
      let start = ContinuousClock().now
      let files = files(shown)
      try watcher.watch(files)
      do throws(RenderError) {
        if try plugins.reloadIfChanged() { gallery.use(plugins.registry) }
        try update(gallery, &shown, files, since: start)
      } catch {
        if StopSignals.count > 0 { break }
        // An error in the content may be temporary, because a missing photo that the content refers
        // to may be created later.
        let isTyped = error.origin?.isTyped == true && error.origin != .option("content")
        if !shown.isComplete, isTyped { throw error }
        tell(problems.all(with: error, in: files))
      }
      try waitForChange(self.files(shown))
    }
    try outputs.end()
  }

  /// Waits until a file changes or the program receives a stop signal, which may interrupt the wait.
  private func waitForChange(_ files: Set<String>) throws(RenderError) {
    try watcher.watch(files)
    while StopSignals.count == 0, !watcher.wait(milliseconds: 250) {
      guard watcher.isIncomplete else { continue }
      // A missing folder may have been created.
      try watcher.watch(files)
      if !watcher.isIncomplete { return }
    }
  }

  /// Returns all input files, including invalid and missing files, so that their next save is
  /// noticed.
  private func files(_ shown: Shown) -> Set<String> {
    var files = Set(inputs)
    for theme in themes { files.formUnion(designs.files(template: common.template, theme: theme)) }
    if let sample = designs.sampleFile(of: common.template) { files.insert(sample) }
    files.formUnion(common.content.photoFiles)
    return files.union(shown.files).union(plugins.files)
  }

  private mutating func update(
    _ gallery: LiveGallery, _ shown: inout Shown, _ files: Set<String>,
    since start: ContinuousClock.Instant
  ) throws(RenderError) {
    let request = try request()
    let update = try gallery.update(request) { StopSignals.count > 0 }
    shown.files.formUnion(update.files)
    // If every picture failed, there is nothing to show.
    if !shown.isComplete, let failure = update.gallery.failures.first?.error,
      update.gallery.failures.count == update.gallery.count
    {
      throw failure
    }
    try checkOutputs(files.union(update.files))
    let tokens = try tokens(of: request)
    let problems = all(update.problems, in: files)
    let written = try outputs.show(update.gallery, problems: problems)
    findings.tellChanges(request.looks.map { (shown.tokens[$0] ?? [:], tokens[$0] ?? [:]) })
    findings.tell(update, written, isFirst: !shown.isComplete, in: ContinuousClock().now - start)
    self.problems.report(problems)
    shown.tokens = tokens
    shown.isComplete = true
  }

  /// Returns the tokens of each look on the first device.
  private func tokens(
    of request: GalleryRequest
  ) throws(RenderError) -> [GalleryRequest.Look: [String: TokenChanges.Token]] {
    var tokens: [GalleryRequest.Look: [String: TokenChanges.Token]] = [:]
    guard let device = request.devices.first else { return tokens }
    for look in request.looks {
      tokens[look] = try designs.changeableTokens(
        of: look.theme, template: request.base.template, on: device, as: look.variant)
    }
    return tokens
  }

  /// Rejects outputs that would replace an input, which would also cause an endless loop.
  private func checkOutputs(_ files: Set<String>) throws(RenderError) {
    for output in outputs.files {
      for file in files where PathComparison.isSame(output, file) {
        throw .excluding(
          .option("output"), "'\(file)'", hint: "this file is an input; name another output")
      }
    }
  }

  // MARK: - Errors

  private var problems: WatchedProblems {
    WatchedProblems(installation: installation, plugins: plugins.registry, inputs: inputs)
  }

  /// Returns all errors in the files to which the errors of pictures refer, each error once; an
  /// error without a position in a file has its first picture as its subject.
  private func all(
    _ found: [(tile: String, error: RenderError)], in files: Set<String>
  ) -> [RenderError] {
    var all: [RenderError] = []
    var seen: Set<RenderError> = []
    for (tile, error) in found where seen.insert(error).inserted {
      for problem in problems.all(with: error, in: files) where !all.contains(problem) {
        var problem = problem
        if problem.origin?.line == nil { problem.subject = problem.subject ?? tile }
        all.append(problem)
      }
    }
    return all
  }

  /// Reports errors because of which all pictures stay.
  private func tell(_ found: [RenderError]) {
    // Write the page first, so that it shows the errors when the terminal does.
    do throws(RenderError) {
      try outputs.tell(found)
    } catch {
      // The next update writes the page again.
      problems.report([error])
    }
    problems.report(found)
  }
}
