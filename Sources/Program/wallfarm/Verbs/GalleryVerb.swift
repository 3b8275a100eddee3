import Arguments
import BuiltInPlugins
import Designs
import Files
import Gallery
import Graphics
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm theme gallery`: shows themes on devices side by side, as a page and as a picture.
struct GalleryVerb: CommandVerb {
  static let themes = Operand(
    "theme", required: false, repeats: true,
    completion: .shellCommand("wallfarm theme list --names"),
    summary: "Names or files of themes; default: all themes.")
  private static let spread = "iphonese3,iphone15,iphone17promax,ipadpro13"
  static let device = Option(
    "device", short: "d", value: "id,…", default: spread,
    completion: .shellCommand("wallfarm device list --names"),
    summary: "Devices and groups, as for 'render'; all selects every device.")
  static let variants = Flag(
    "variants", invertible: true, default: true,
    summary: "Also show the light and dark variants of each theme.")
  static let output = Option(
    "output", short: "o", value: "file", repeats: true,
    completion: .files(extensions: ["html", "png"]),
    summary: "Output page (.html) or picture (.png); can be given twice. Default: gallery.html "
      + "and gallery.png; with --watch, only gallery.html.")
  static let watch = Flag(
    "watch", short: "w",
    summary: "Run until Ctrl-C: after each save of an input file, draw the changed pictures again "
      + "and update open pages.")
  static let quiet = Flag("quiet", short: "q", summary: "Print only errors.")

  static let command = Command(
    "gallery", summary: "Show themes on devices side by side, as a page and as a picture.",
    discussion: """
      If no notes are given, the gallery shows sample notes. The page is a single file. It filters
      themes, shows the clock and buttons over each picture, and states the contrast of the text.

        wallfarm theme gallery
        wallfarm theme gallery ./mine.json --device iphones,ipads -o mine.html
        wallfarm theme gallery lens fog --photo beach.jpg -o sheet.png
        wallfarm theme gallery ./mine.json --watch
      """,
    accepts: [.operand(themes), .option(device), .flag(variants), .option(output), .flag(watch)]
      + RenderOptions.look + [.option(DeviceOptions.devices), .flag(quiet)] + PluginOptions.all)

  /// The maximum number of pictures on a sheet, which is limited by the maximum height of a cairo
  /// surface.
  private static let mostOnSheet = 500

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let outputs = try outputs()
    let installation = try Installation.findForUser()
    let designs = DesignLibrary(installation: installation)
    let themes = try themes(designs)
    if invocation.isOn(Self.watch) {
      try watch(themes, designs, installation, GalleryOutputs(outputs, installation))
      return .success
    }
    let request = try request(themes, designs)
    try checkSize(of: request, hasSheets: outputs.contains { $0.hasSuffix(".png") })
    for output in outputs { try OutputSink(output).check(.option("output"), isText: true) }
    let maker = GalleryMaker(
      installation: installation,
      plugins: try PluginArguments(invocation).registry(installation), workers: Processors.count,
      makesSheet: outputs.contains { $0.hasSuffix(".png") })
    let gallery = try maker.gallery(of: request)
    // If every picture failed, there is nothing to write.
    if let failure = gallery.failures.first, gallery.failures.count == gallery.count {
      throw failure.error
    }
    for output in outputs {
      let pieces =
        output.hasSuffix(".png")
        ? [try ContactSheet(gallery, installation: installation).png()]
        : try GalleryPage(gallery).pieces()
      try OutputSink(output).write(pieces, origin: .option("output"))
      if !invocation.isOn(Self.quiet) {
        let bytes = pieces.reduce(0) { $0 + $1.count }
        let line = "\(output)  \(counted(gallery.count, "picture"))  \(bytes / 1024) KB"
        if outputs.contains(where: { OutputSink($0).isStandardOutput }) {
          Terminal.report(line.visible)
        } else {
          Terminal.printLine(line)
        }
      }
    }
    findings.tell(gallery)
    return gallery.failures.isEmpty ? .success : .failure
  }

  /// Draws now and whenever an input file is saved, until the program is stopped.
  private func watch(
    _ themes: [String], _ designs: DesignLibrary, _ installation: Installation,
    _ outputs: GalleryOutputs
  ) throws(RenderError) {
    guard !PipedInputs.isUsed, outputs.files.allSatisfy({ PipedFile.output($0) == nil }) else {
      throw .excluding(
        .option("watch"), "-", hint: "use files, because a pipe can be used only once")
    }
    for file in outputs.files { try OutputSink(file).check(.option("output"), isText: true) }
    let common = try CommandLineRequests(invocation: invocation).commonRequest()
    let inputs = [RenderOptions.notes, RenderOptions.content, RenderOptions.photo].compactMap {
      invocation.value(of: $0)
    }
    var watched = try WatchedGallery(
      installation: installation, designs: designs, plugins: PluginArguments(invocation),
      common: common, themes: themes, inputs: inputs + common.fonts, outputs: outputs,
      findings: findings
    ) { () throws(RenderError) in
      let request = try request(themes, designs)
      try checkSize(of: request, hasSheets: outputs.hasSheets)
      return request
    }
    try watched.run()
  }

  /// Rejects a sheet with more pictures than a sheet can show.
  private func checkSize(of request: GalleryRequest, hasSheets: Bool) throws(RenderError) {
    guard hasSheets, request.count > Self.mostOnSheet else { return }
    throw RenderError(
      .rasterFailed, "a sheet of \(request.count) pictures exceeds the maximum picture size",
      origin: .option("output"),
      hint: "select fewer devices or themes, or write a page: --output x.html")
  }

  private var findings: GalleryFindings {
    let notes: [Option] = [RenderOptions.note, RenderOptions.notes, RenderOptions.content]
    return GalleryFindings(
      isQuiet: invocation.isOn(Self.quiet),
      isSample: notes.allSatisfy { invocation.values(of: $0).isEmpty })
  }

  private func outputs() throws(RenderError) -> [String] {
    let given = invocation.values(of: Self.output)
    for path in given
    where PipedFile.output(path) == nil && !path.hasSuffix(".html") && !path.hasSuffix(".png") {
      throw RenderError(
        .outputPattern, "'\(path)' does not have the extension .html or .png",
        origin: .option("output"),
        hint: "use the extension .html or .png; - writes the page to standard output")
    }
    let standard = invocation.isOn(Self.watch) ? ["gallery.html"] : ["gallery.html", "gallery.png"]
    let outputs = given.isEmpty ? standard : given
    let inputs =
      [RenderOptions.photo, RenderOptions.notes, RenderOptions.content].compactMap(invocation.value)
      + invocation.operands(Self.themes)
    for (index, path) in outputs.enumerated() {
      for other in inputs + outputs[..<index] where PathComparison.isSame(path, other) {
        throw .excluding(
          .option("output"), "'\(other)'", hint: "this file is an input; name another output")
      }
    }
    return outputs
  }

  /// Returns the named themes, or all themes.
  private func themes(_ designs: DesignLibrary) throws(RenderError) -> [String] {
    let named = invocation.operands(Self.themes)
    return named.isEmpty ? ListVerb.items(of: try designs.listThemes()).map(\.name) : named
  }

  private func request(
    _ themes: [String], _ designs: DesignLibrary
  ) throws(RenderError) -> GalleryRequest {
    var base = try CommandLineRequests(invocation: invocation).commonRequest()
    if base.content.kinds.isEmpty, base.content.sky == nil {
      let sample = try sample(of: base.template, designs, base.files)
      base.content = sample.content
      base.now = base.now ?? sample.now
    }
    var looks: [GalleryRequest.Look] = []
    for name in themes {
      looks += try self.looks(of: name, designs, base.template)
    }
    let list = invocation.value(of: Self.device) ?? Self.spread
    var request = GalleryRequest(
      looks: looks, devices: try DeviceCatalog.known.devices(in: list), base: base)
    request.notesFile = invocation.value(of: RenderOptions.notes)
    request.contentFile = invocation.value(of: RenderOptions.content)
    return request
  }

  /// Returns the sample notes of a template, or those of `lock` if the template has no sample.
  private func sample(
    of template: String, _ designs: DesignLibrary, _ files: FileScope
  ) throws(RenderError) -> (content: Content, now: When?) {
    if let own = try designs.sample(of: template, in: files) { return own }
    return try designs.sample(of: "lock") ?? (Content(), nil)
  }

  /// Returns the default appearance of a theme and, with `--variants`, the theme's other
  /// appearances.
  private func looks(
    of name: String, _ designs: DesignLibrary, _ template: String
  ) throws(RenderError) -> [GalleryRequest.Look] {
    let theme: DesignLibrary.ThemeItem
    do throws(RenderError) {
      theme = try designs.theme(name, of: template)
    } catch {
      var problem = error
      if problem.origin == .option("theme") { problem.origin = .argument(Self.themes.name) }
      throw problem
    }
    let others = invocation.isOn(Self.variants) ? theme.variants : []
    return [GalleryRequest.Look(name)] + others.map { GalleryRequest.Look(name, $0) }
  }
}
