public import Designs
public import Graphics
public import WallfarmPluginKit

/// Renders wallpapers through a list of stages, each of which takes one value and returns another.
///
///     resolve → glance → look → compose → settle → rasterize → look → fingerprint → encode → deliver
///
/// A renderer belongs to one thread, because Pango's font maps are caches without locks. Create one
/// renderer for each thread that renders, and keep it: its `RenderResources` cache fonts and
/// photos. A renderer neither changes nor reads the locale, environment, working folder, file mask
/// or system fonts of its process, except for the language that fontconfig takes from the
/// environment. It changes signal handlers only during calls into plugin libraries that are not
/// isolated: these calls are guarded by process-wide handlers for SIGSEGV and similar signals.
/// Renderers in the same process wait for each other while they lay out or draw text.
public final class Renderer {
  /// The location of templates and fonts.
  public let installation: Installation
  /// The plugins that templates and themes can use.
  public let plugins: PluginRegistry
  /// The scope in which a failed allocation invalidates a picture: `.process` for the only renderer
  /// of a process, otherwise `.thread`.
  public var memoryScope = MemoryWatch.Scope.thread
  /// Called at the start of each render stage with the name of the stage, such as `encode`.
  public var stageBegins: ((String) -> Void)?
  /// The font families that templates, themes and settings can name.
  public var fontFamilies: [String] { resources.fonts.bundled.families }
  /// Cache statistics.
  public var cacheUse: CacheUse { resources.cacheUse }
  package let resources: RenderResources
  private let clock: TimeSource
  /// The time that all pictures of the current `render` call use.
  private var moment: Moment?

  /// Opens the fonts of an installation.
  ///
  /// - Parameters:
  ///   - installation: the location of templates and fonts.
  ///   - plugins: the plugins that templates and themes can use.
  ///   - memory: the size limits of the renderer's caches.
  ///   - cache: the folder in which processes share backgrounds, or `nil`.
  ///   - threads: the maximum number of threads that scale and encode one picture.
  ///   - devices: the screens that requests can name.
  ///   - designs: the templates and themes that the caller has read, or `nil`; ignored unless
  ///     `devices` is the shipped catalog.
  ///   - key: the key for the digests of notes in fingerprints. Without it, fingerprints record
  ///     that they omit the notes. Equal keys produce equal files.
  ///   - clock: the source of the time for requests that do not specify a time.
  /// - Throws: `fonts-missing`.
  public init(
    installation: Installation, plugins: PluginRegistry, memory: RenderMemory = .standard,
    cache: BackgroundCache? = nil, threads: Int = 1, devices: DeviceCatalog = .known,
    designs: DesignLibrary? = nil, key: SecretKey? = nil, clock: TimeSource = .machine
  ) throws(RenderError) {
    (self.installation, self.plugins, self.clock) = (installation, plugins, clock)
    resources = try RenderResources(
      installation: installation, plugins: plugins, memory: memory, cache: cache, threads: threads,
      devices: devices, designs: designs, key: key)
  }

  /// Renders one wallpaper.
  ///
  /// - Parameters:
  ///   - request: the wallpaper.
  ///   - look: receives the picture before it is encoded.
  /// - Returns: the receipt of the delivered picture.
  /// - Throws: any error code of the plugin kit; if an error is thrown, no file has been written or
  ///   changed.
  public func render(
    _ request: RenderRequest,
    look: (borrowing DrawnPicture) throws(RenderError) -> Void = { _ in }
  ) throws(RenderError) -> RenderReceipt {
    try render([request], look: look)[0]
  }

  /// Renders several wallpapers, and decodes each photo once for all of them.
  ///
  /// All requests are checked before the first file is written.
  ///
  /// - Parameters:
  ///   - requests: the wallpapers.
  ///   - look: receives each picture before it is encoded.
  /// - Returns: the receipts in the order of the requests.
  /// - Throws: the first error in the requests.
  public func render(
    _ requests: [RenderRequest],
    look: (borrowing DrawnPicture) throws(RenderError) -> Void = { _ in }
  ) throws(RenderError) -> [RenderReceipt] {
    try Delivery.check(requests)
    let prepared = try begin(requests)
    return try finish(prepared, look: look)
  }

  /// Checks and composes wallpapers, and decodes their photos if there are several, without writing
  /// a file.
  ///
  /// Call ``finish(_:look:)`` afterwards, or ``end()`` if the wallpapers are not needed.
  ///
  /// - Throws: the first error in the requests.
  package func begin(_ requests: [RenderRequest]) throws(RenderError) -> [PreparedRender] {
    let memory = MemoryWatch(memoryScope)
    moment = clock.read()
    resources.photos.beginRender()
    do throws(RenderError) {
      let prepared = try requests.map { (request) throws(RenderError) in
        try prepare(request, isAlone: requests.count == 1)
      }
      let decoded = try prefetch(prepared)
      try memory.check()
      return decoded
    } catch {
      end()
      throw error
    }
  }

  /// Draws and delivers wallpapers.
  ///
  /// - Throws: the first error in the wallpapers.
  package func finish(
    _ renders: [PreparedRender],
    look: (borrowing DrawnPicture) throws(RenderError) -> Void = { _ in }
  ) throws(RenderError) -> [RenderReceipt] {
    let memory = MemoryWatch(memoryScope)
    defer { end() }
    return try renders.map { (render) throws(RenderError) in try finish(render, memory, look) }
  }

  /// Ends the render that ``begin(_:)`` started; afterward, changed photo files can be read.
  package func end() {
    guard moment != nil else { return }
    moment = nil
    resources.photos.endRender()
  }

  // MARK: - The stages of one render

  /// Request → plan → layers.
  private func prepare(
    _ request: RenderRequest, isAlone: Bool
  ) throws(RenderError) -> PreparedRender {
    var clock = StageClock(tell: stageBegins)
    let plan = try clock.time("resolve") { () throws(RenderError) in
      let plan = try resolve(request)
      let looks = try glance(at: plan)
      return chooseLook(looks)
    }
    let composed = try clock.time("compose") { () throws(RenderError) in
      let draft = try compose(plan, decodingEarly: isAlone)
      return try settle(draft)
    }
    return PreparedRender(composed: composed, clock: clock)
  }

  /// Layers → pixels → bytes → file.
  private func finish(
    _ render: PreparedRender, _ memory: MemoryWatch,
    _ look: (borrowing DrawnPicture) throws(RenderError) -> Void
  ) throws(RenderError) -> RenderReceipt {
    var clock = render.clock
    let drawing = try clock.time("rasterize") { () throws(RenderError) in
      let drawing = try rasterize(render.composed)
      return try chooseLook(drawing)
    }
    let drawn = try addFingerprint(drawing)
    try look(drawn)
    let image = try clock.time("encode") { () throws(RenderError) in try encode(drawn) }
    try memory.check()
    let delivery = try clock.time("deliver") { () throws(RenderError) in
      try deliver(image, to: drawn.plan.output)
    }
    let receipt = delivery.receipt(for: drawn, stages: clock.stages)
    resources.grounds.keepLast(drawn.painted())
    return receipt
  }

  /// Names → device, template, theme, and plugins with checked parameters, in the theme's default
  /// look.
  ///
  /// - Throws: any error code for an invalid request.
  public func resolve(_ request: RenderRequest) throws(RenderError) -> RenderPlan {
    resources.photos.limits = request.photoLimits
    return try resolver.resolve(request)
  }

  /// A plan → its looks, each with the amount of help that the text needs on the photo.
  private func glance(at plan: RenderPlan) throws(RenderError) -> [GlancedLook] {
    try lookChooser.looks(of: plan)
  }

  /// Looks → the plan in the look whose text needs the least help.
  private func chooseLook(_ looks: [GlancedLook]) -> RenderPlan {
    GlancedLook.leastHelped(looks)
  }

  /// Plugins → layers in paint order, without pixels.
  ///
  /// With `decodingEarly`, photos of the background are decoded while the layouts are composed.
  private func compose(
    _ plan: RenderPlan, decodingEarly: Bool
  ) throws(RenderError) -> ComposedPlan {
    let prefetch = decodingEarly ? Prefetch(rasterizer: try resources.rasterizer(for: plan)) : nil
    let composition = try resources.composer(for: plan).compose(plan) {
      (background) throws(RenderError) in try prefetch?.begin(background)
    }
    return ComposedPlan(plan: plan, composition: composition)
  }

  /// Layers → layers, with the text moved to a calm part of the photo.
  private func settle(_ draft: ComposedPlan) throws(RenderError) -> ComposedPlan {
    try CalmSetting(composer: try resources.composer(for: draft.plan), glancer: glancer).settle(
      draft)
  }

  /// Several renders → the same renders with decoded photos, to detect damage before writing a
  /// file.
  private func prefetch(_ renders: [PreparedRender]) throws(RenderError) -> [PreparedRender] {
    let plans = renders.map(\.composed.plan)
    if plans.contains(where: { $0.format == .jpeg && $0.background == nil }) {
      throw .transparentJPEG()
    }
    guard renders.count > 1 else { return renders }
    for composed in renders.map(\.composed) {
      try Prefetch(rasterizer: try resources.rasterizer(for: composed.plan)).announce(
        composed.composition.scene)
    }
    return try renders.map { (render) throws(RenderError) in
      var render = render
      let composed = render.composed
      try render.clock.time("decode") { () throws(RenderError) in
        try Prefetch(rasterizer: try resources.rasterizer(for: composed.plan)).finish(
          composed.composition.scene)
      }
      // Contrast is known only from pixels, so pictures with `--strict` are drawn before any file
      // is written.
      if composed.plan.request.isStrict { _ = try chooseLook(rasterize(composed)) }
      return render
    }
  }

  /// Layers → pixels, with aids for text.
  private func rasterize(_ composed: ComposedPlan) throws(RenderError) -> Drawing {
    try resources.rasterizer(for: composed.plan).drawing(of: composed)
  }

  /// A drawing → the drawing in the look with the least visible aids.
  ///
  /// With `--strict`, the first warning of the drawing is an error.
  private func chooseLook(_ drawing: consuming Drawing) throws(RenderError) -> Drawing {
    let best = try lookChooser.leastVisible(drawing) { (plan) throws(RenderError) in
      try rasterize(settle(compose(plan, decodingEarly: false)))
    }
    if best.plan.request.isStrict, let warning = best.warnings.first { throw .strict(warning) }
    return best
  }

  /// A drawing → the same drawing with the digest of all its inputs.
  private func addFingerprint(_ drawing: consuming Drawing) throws(RenderError) -> DrawnPicture {
    let fingerprint = try fingerprint(of: drawing.plan)
    return drawing.finished(fingerprint)
  }

  /// Pixels → the bytes of a file.
  private func encode(_ drawn: borrowing DrawnPicture) throws(RenderError) -> EncodedImage {
    try resources.encoder(for: drawn.plan, drawn.fingerprint).encode(drawn.picture.surface)
  }

  /// Bytes → a file, atomically.
  private func deliver(_ image: EncodedImage, to output: Output) throws(RenderError) -> Delivery {
    try Delivery(image, to: output, &resources.digester)
  }

  var resolver: Resolver {
    resources.resolver(clock: moment.map(TimeSource.standing) ?? clock)
  }
  private var glancer: Glancer { Glancer(resources: resources) }
  private var lookChooser: LookChooser { LookChooser(resolver: resolver, glancer: glancer) }
}

// MARK: - Parts of a render

extension Renderer {
  /// Renders a picture without writing a file, for snapshots and previews.
  ///
  /// - Throws: any error code of the plugin kit.
  public func draw(_ request: RenderRequest) throws(RenderError) -> DrawnPicture {
    let memory = MemoryWatch(memoryScope)
    resources.photos.beginRender()
    defer { resources.photos.endRender() }
    let drawing = try drawing(of: request)
    try memory.check()
    return try addFingerprint(drawing)
  }

  /// Request → plan → layers → pixels, in the best look.
  func drawing(of request: RenderRequest) throws(RenderError) -> Drawing {
    let plan = chooseLook(try glance(at: resolve(request)))
    return try chooseLook(rasterize(settle(compose(plan, decodingEarly: false))))
  }

  /// Plugins → layers in paint order, with the text moved to a calm part of the photo.
  public func compose(_ plan: RenderPlan) throws(RenderError) -> Composition {
    try settle(compose(plan, decodingEarly: false)).composition
  }

  /// Layers → pixels; with `hidingGlyphs`, only the backdrop of the text is drawn.
  public func rasterize(
    _ scene: Scene, _ plan: RenderPlan, hidingGlyphs: Bool = false
  ) throws(RenderError) -> Picture {
    try resources.rasterizer(for: plan).rasterize(
      scene, rules: plan.textRules, hidingGlyphs: hidingGlyphs)
  }

  /// The digest of all inputs to a plan.
  ///
  /// - Throws: errors from reading photos.
  package func fingerprint(of plan: RenderPlan) throws(RenderError) -> Fingerprint {
    try Fingerprint(of: plan, with: resources)
  }

  /// Returns the text engine that draws a plan; it is valid until the next plan is rendered.
  ///
  /// - Throws: `font-unreadable` for a custom font.
  public func textEngine(for plan: RenderPlan) throws(RenderError) -> TextEngine {
    try resources.engine(for: plan)
  }
}
