public import Designs
internal import Files
internal import Geography
public import Graphics
internal import SourceJSON
public import WallfarmPluginKit
internal import Work

/// Makes wallpapers: one render is five stages, each in its own folder.
///
/// A renderer belongs to one thread, because Pango's fonts are an unlocked cache. Make one for each
/// thread that renders and keep it: fonts and photos stay warm.
///
/// A process that embeds one keeps what is its own: signal handlers, locale, environment, working folder,
/// file mask and the fonts of fontconfig are neither changed nor read, but for the language that
/// fontconfig takes from the environment. Renderers of one process wait for each other while they set or
/// draw text. Plugins that are libraries and not isolated are watched by handlers of the process for
/// SIGSEGV and the like while they are called.
public final class Renderer {
  /// Where templates and fonts come from.
  public let installation: Installation
  /// The plugins it can use.
  public let plugins: PluginRegistry
  private let catalog: DeviceCatalog
  private let library: TemplateLibrary
  private let fonts: FontContext
  let maps: WorldMap
  /// Whose lack of memory spoils a picture: that of the whole process where this renderer is the only one
  /// in it, otherwise that of its thread.
  public var memoryScope = MemoryWatch.Scope.thread
  /// Hears the name of each stage of a render as it begins, such as `encode`.
  public var stageBegins: ((String) -> Void)?
  /// Families that templates, themes and settings can name.
  public var fontFamilies: [String] { fonts.families }
  let photos: PhotoStore
  private let grounds: GroundStore
  private let threads: Int
  /// What notes enter fingerprints with; nil: they are left out.
  let key: SecretKey?
  private let clock: TimeSource
  /// The moment of the pictures that are being made.
  private var standing: Moment?
  private let measured: MeasuredTexts
  var glances = BoundedCache<GlanceKey, PhotoGlance>(mostBytes: 1 << 20)
  private let png: PNGEncoder
  private let jpeg: JPEGEncoder
  private var digester = FileDigester()
  private var engines: [Scale: TextEngine] = [:]

  /// Opens the fonts of an installation.
  ///
  /// - Parameters:
  ///   - installation: where templates and fonts are.
  ///   - plugins: what they may use.
  ///   - memory: how much is kept for the next pictures.
  ///   - cache: where backgrounds are kept for other processes; nil: nowhere.
  ///   - threads: how many may scale and encode one picture together.
  ///   - devices: the screens that requests can name.
  ///   - key: what notes enter fingerprints with; without one they are left out, and the fingerprint
  ///     says so. The same key, the same files.
  ///   - clock: the time for requests that do not say theirs.
  /// - Throws: `fonts-missing`.
  public init(
    installation: Installation, plugins: PluginRegistry, memory: RenderMemory = .standard,
    cache: BackgroundCache? = nil, threads: Int = 1, devices: DeviceCatalog = .shipped,
    key: SecretKey? = nil, clock: TimeSource = .machine
  ) throws(RenderError) {
    self.threads = threads
    self.clock = clock
    self.key = key
    photos = PhotoStore(mostBytes: memory.photos, overlaps: threads > 1)
    grounds = GroundStore(mostBytes: memory.backgrounds, cache: cache)
    measured = MeasuredTexts(mostBytes: memory.texts)
    png = PNGEncoder(threads: threads, cacheBytes: memory.bands / 4 * 3)
    jpeg = JPEGEncoder(threads: threads, cacheBytes: memory.bands / 4)
    self.installation = installation
    self.plugins = plugins
    catalog = devices
    library = TemplateLibrary(folder: installation.templates, devices: devices)
    fonts = try installation.openFonts()
    maps = WorldMap(file: installation.coasts)
  }

  /// How much of what it remembers was used again.
  public var cacheUse: CacheUse {
    var use = CacheUse()
    use.backgrounds = grounds.use
    use.bands = CacheUse.Count(
      hits: png.bandHits + jpeg.bandHits, misses: png.bandMisses + jpeg.bandMisses)
    use.texts = measured.use
    return use
  }

  /// Renders one wallpaper.
  ///
  /// - Parameters:
  ///   - request: what to render.
  ///   - look: is shown the picture before it is encoded.
  /// - Returns: what was delivered.
  /// - Throws: any code of the plugin kit; then no file was written or changed.
  public func render(
    _ request: RenderRequest,
    look: (borrowing DrawnPicture) throws(RenderError) -> Void = { _ in }
  ) throws(RenderError) -> RenderReceipt {
    try render([request], look: look)[0]
  }

  /// Renders several wallpapers, and decodes each photo once for all.
  ///
  /// Whatever is wrong with any of them is found before the first one is written.
  ///
  /// - Parameters:
  ///   - requests: what to render.
  ///   - look: is shown each picture before it is encoded.
  /// - Returns: what was delivered, in the same order.
  /// - Throws: the first mistake.
  public func render(
    _ requests: [RenderRequest],
    look: (borrowing DrawnPicture) throws(RenderError) -> Void = { _ in }
  ) throws(RenderError) -> [RenderReceipt] {
    let memory = MemoryWatch(memoryScope)
    try checkOutputs(requests)
    // One moment for all of them.
    standing = clock.read()
    defer { standing = nil }
    var renders = try prepare(requests)
    try prefetch(&renders)
    return try renders.map { (render) throws(RenderError) in try finish(render, memory, look) }
  }

  /// A render whose layers are known, and none of its pixels.
  private struct Prepared {
    let plan: RenderPlan
    let composition: Composition
    var clock: StageClock
  }

  /// Resolve and compose.
  private func prepare(_ requests: [RenderRequest]) throws(RenderError) -> [Prepared] {
    try requests.map { (request) throws(RenderError) in
      var clock = StageClock(tell: stageBegins)
      let plan = try clock.time("resolve") { () throws(RenderError) in try planned(request) }
      let composition = try clock.time("compose") { () throws(RenderError) in
        let prefetch = requests.count == 1 ? Prefetch(rasterizer: rasterizer(for: plan)) : nil
        return try composed(plan) { (layers) throws(RenderError) in try prefetch?.begin(layers) }
      }
      return Prepared(plan: plan, composition: composition, clock: clock)
    }
  }

  /// Finds what would otherwise show after the first file was written.
  private func prefetch(_ renders: inout [Prepared]) throws(RenderError) {
    for render in renders { try checkDelivery(render.plan) }
    guard renders.count > 1 else { return }
    for render in renders {
      try Prefetch(rasterizer: rasterizer(for: render.plan)).announce(render.composition.scene)
    }
    for index in renders.indices {
      let (plan, composition) = (renders[index].plan, renders[index].composition)
      try renders[index].clock.time("decode") { () throws(RenderError) in
        try Prefetch(rasterizer: rasterizer(for: plan)).finish(composition.scene)
      }
      // Contrast shows only in pixels, so strict pictures are drawn once before any is written.
      if plan.request.isStrict { _ = try drawInBestLook(composition, plan) }
    }
  }

  /// A place that cannot be written, and two pictures for one file, under whatever names it goes.
  private func checkOutputs(_ requests: [RenderRequest]) throws(RenderError) {
    let paths = requests.compactMap { request -> String? in
      if case .file(let path) = request.output { path } else { nil }
    }
    for path in paths { try AtomicFile.check(path) }
    if paths.count > 1 { try OutputPattern.checkForCollisions(paths.map(Files.canonical)) }
  }

  /// Names → device, template, theme, plugins with checked parameters.
  ///
  /// In the theme's own look where the request leaves it open: what a photo asks for shows in its pixels.
  public func resolve(_ request: RenderRequest) throws(RenderError) -> RenderPlan {
    photos.limits = request.photoLimits
    return try resolver.resolve(request)
  }

  var resolver: Resolver {
    Resolver(
      catalog: catalog, library: library, plugins: plugins, fontFamilies: fonts.families,
      photos: photos, clock: standing.map(TimeSource.standing) ?? clock)
  }

  /// Plugins → layers, in paint order, no pixels yet.
  public func compose(_ plan: RenderPlan) throws(RenderError) -> Composition {
    try composed(plan) { _ in }
  }

  /// The same; on a photo, with the text where that is calmest, if nothing else about it changes.
  private func composed(
    _ plan: RenderPlan, begin: ([Layer]) throws(RenderError) -> Void
  ) throws(RenderError) -> Composition {
    let composer = Composer(measurer: engine(for: plan), photos: photos, maps: maps)
    let composition = try composer.compose(plan, begin: begin)
    let air = Renderer.air * plan.device.typeScale
    guard let text = composition.scene.heightOfText,
      let place = CalmPlace(of: text, in: plan.area.frame, air: air),
      let glance = try glance(at: plan), let area = place.calmer(on: glance)
    else { return composition }
    let calmer = try composer.compose(plan, in: area)
    return calmer.isSet(like: composition) ? calmer : composition
  }

  /// Layers → pixels.
  ///
  /// With `hidingGlyphs` everything is drawn but the letters: the ground they are seen against.
  public func rasterize(
    _ scene: Scene, _ plan: RenderPlan, hidingGlyphs: Bool = false
  ) throws(RenderError) -> Picture {
    // Nothing is known of what will lie behind a transparent picture.
    let rules = plan.background == nil ? nil : plan.legibility
    return try rasterizer(for: plan).rasterize(scene, rules: rules, hidingGlyphs: hidingGlyphs)
  }

  /// Layers → pixels, with what helps their text chosen for each layout that stands apart.
  private func rasterize(
    _ composition: Composition, _ plan: RenderPlan
  ) throws(RenderError) -> Picture {
    try rasterizer(for: plan).rasterize(
      composition.scene, parts: composition.partsApart,
      rules: plan.background == nil ? nil : plan.legibility)
  }

  /// What stays free above and below text that is moved, in points on a phone: the air of the template `lock`.
  private static let air = 28.0

  /// A format that cannot hold the picture, and a place that cannot be written, as the plan has them.
  private func checkDelivery(_ plan: RenderPlan) throws(RenderError) {
    if plan.format == .jpeg && plan.background == nil { throw .transparentJPEG() }
    if case .file(let path) = plan.output { try AtomicFile.check(path) }
  }

  /// The pixels of a composition, with what `--show-areas` draws over it.
  func draw(
    _ composition: Composition, _ plan: RenderPlan
  ) throws(RenderError) -> Picture {
    var picture = try rasterize(composition, plan)
    try overlay(composition.overlay, on: &picture.surface, plan)
    return picture
  }

  /// Everything of a render but its file: what a snapshot is compared with.
  ///
  /// - Throws: any code of the plugin kit.
  public func draw(_ request: RenderRequest) throws(RenderError) -> DrawnPicture {
    let memory = MemoryWatch(memoryScope)
    let plan = try planned(request)
    let drawing = try drawInBestLook(try compose(plan), plan)
    try memory.check()
    let fingerprint = try fingerprint(of: drawing.plan)
    return drawing.finished(fingerprint)
  }

  private func overlay(
    _ layers: [Layer], on surface: inout ImageSurface, _ plan: RenderPlan
  ) throws(RenderError) {
    guard !layers.isEmpty else { return }
    try rasterizer(for: plan).draw(layers, on: &surface)
  }

  /// Layers → pixels → bytes → file, atomically.
  private func finish(
    _ render: Prepared, _ memory: MemoryWatch,
    _ look: (borrowing DrawnPicture) throws(RenderError) -> Void
  ) throws(RenderError) -> RenderReceipt {
    var clock = render.clock
    let drawing = try clock.time("rasterize") { () throws(RenderError) in
      try drawInBestLook(render.composition, render.plan)
    }
    let (plan, composition) = (drawing.plan, drawing.composition)
    let fingerprint = try fingerprint(of: plan)
    let drawn = drawing.finished(fingerprint)
    try look(drawn)
    let image = try clock.time("encode") { () throws(RenderError) in
      var settings = plan.encoding
      settings.fingerprint = WrittenFingerprint(fingerprint, key: key).text
      return try Encoder(format: plan.format, settings: settings, png: png, jpeg: jpeg).encode(
        drawn.picture.surface)
    }
    var delivery = Delivery(
      plan: plan, composition: composition, report: drawn.picture.report, fingerprint: fingerprint)
    try memory.check()
    try clock.time("deliver") { () throws(RenderError) in try delivery.deliver(image, &digester) }
    return delivery.receipt(of: image, stages: clock.stages)
  }

  /// What a plan is made of.
  ///
  /// - Throws: what reading a photo throws.
  package func fingerprint(of plan: RenderPlan) throws(RenderError) -> Fingerprint {
    let content = try photos.digests(ofFiles: plan.photos.content)
    return Fingerprint(
      Fingerprint.Part.common(of: plan, fonts: fonts.digest)
        + [
          .photos(
            try photos.digests(ofFiles: plan.photos.background + plan.photos.layouts) + content)
        ],
      content: plan.cleanContent,
      photos: Dictionary(zip(plan.photos.content, content)) { first, _ in first },
      words: plan.words, key: key)
  }

  func rasterizer(
    for plan: RenderPlan, pixels: PixelSize? = nil, scale: Scale? = nil
  ) -> Rasterizer {
    Rasterizer(
      text: engine(for: plan), photos: photos, space: plan.request.colorSpace,
      pixels: pixels ?? plan.device.pixels, scale: scale ?? plan.device.scale,
      maker: plan.background?.plugin,
      grounds: grounds,
      measured: measured, threads: threads)
  }

  /// Shapes text as it is drawn for a plan; good until the next plan is rendered.
  public func textEngine(for plan: RenderPlan) -> TextEngine { engine(for: plan) }

  /// The text engine of a device's scale, set up for one plan.
  func engine(for plan: RenderPlan) -> TextEngine {
    let scale = plan.device.scale
    let engine = engines[scale] ?? fonts.textEngine(scale: scale)
    engines[scale] = engine
    engine.defaultLanguage = plan.request.language
    engine.scripts = plan.scripts
    engine.allowsMissingGlyphs = plan.request.allowsMissingGlyphs
    return engine
  }
}
