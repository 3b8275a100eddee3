import Designs
import Geography
import Graphics
package import WallfarmPluginKit
import Work

/// Resources that a renderer reuses between pictures: fonts, photos, caches and encoders.
///
/// The resources belong to the renderer's thread. `RenderMemory` limits the caches of photos,
/// backgrounds, text and encoded bands; other caches are small. Each cache key contains everything
/// that its entry depends on.
package final class RenderResources {
  private let catalog: DeviceCatalog
  private let library: TemplateLibrary
  private let plugins: PluginRegistry
  let fonts: FontSets
  private let customFonts: FontStore
  let maps: WorldMap
  let photos: PhotoStore
  let grounds: GroundStore
  private let measured: MeasuredTexts
  var glances = BoundedCache<Glancer.Key, PhotoGlance>(mostBytes: 1 << 20)
  private let png: PNGEncoder
  private let jpeg: JPEGEncoder
  var digester = FileDigester()
  /// The secret key for notes in fingerprints; if it is `nil`, fingerprints omit notes.
  let key: SecretKey?
  private let threads: Int

  /// - Throws: `fonts-missing`.
  init(
    installation: Installation, plugins: PluginRegistry, memory: RenderMemory,
    cache: BackgroundCache?, threads: Int, devices: DeviceCatalog, designs: DesignLibrary?,
    key: SecretKey?
  ) throws(RenderError) {
    self.threads = threads
    self.key = key
    self.plugins = plugins
    photos = PhotoStore(mostBytes: memory.photos, overlaps: threads > 1)
    grounds = GroundStore(mostBytes: memory.backgrounds, cache: cache)
    measured = MeasuredTexts(mostBytes: memory.texts)
    png = PNGEncoder(threads: threads, cacheBytes: memory.bands / 4 * 3)
    jpeg = JPEGEncoder(threads: threads, cacheBytes: memory.bands / 4)
    catalog = devices
    library =
      if let known = designs?.library, known.devices == devices {
        known
      } else {
        TemplateLibrary(installation, devices: devices)
      }
    fonts = try FontSets(installation: installation)
    customFonts = FontStore(installation: installation)
    maps = WorldMap(file: installation.coasts)
  }

  /// Cache statistics.
  var cacheUse: CacheUse {
    var use = CacheUse()
    use.backgrounds = grounds.use
    use.bands = CacheUse.Count(
      hits: png.bandHits + jpeg.bandHits, misses: png.bandMisses + jpeg.bandMisses)
    use.texts = measured.use
    return use
  }

  // MARK: - Components of the stages

  func resolver(clock: TimeSource) -> Resolver {
    Resolver(
      catalog: catalog, library: library, plugins: plugins, fontFamilies: fonts.bundled.families,
      customFonts: customFonts, photos: photos, clock: clock)
  }

  func composer(for plan: RenderPlan) throws(RenderError) -> Composer {
    Composer(measurer: try engine(for: plan), photos: photos, maps: maps)
  }

  package func rasterizer(
    for plan: RenderPlan, pixels: PixelSize? = nil, scale: Scale? = nil
  ) throws(RenderError) -> Rasterizer {
    Rasterizer(
      text: try engine(for: plan), photos: photos, space: plan.request.colorSpace,
      pixels: pixels ?? plan.device.pixels, scale: scale ?? plan.device.scale,
      maker: plan.background?.plugin,
      grounds: grounds,
      measured: measured, threads: threads)
  }

  func encoder(for plan: RenderPlan, _ fingerprint: Fingerprint) -> Encoder {
    var settings = plan.encoding
    settings.fingerprint = WrittenFingerprint(fingerprint, key: key).text
    return Encoder(format: plan.format, settings: settings, png: png, jpeg: jpeg)
  }

  /// Returns the services that a plan's plugins access through their context.
  func ports(for plan: RenderPlan) throws(RenderError) -> PluginPorts {
    try PluginPorts(engine(for: plan), maps: maps, plan, photos: photos)
  }

  /// Returns the text engine for the scale of the plan's device; it is configured for the plan
  /// until the next call.
  ///
  /// - Throws: `font-unreadable` for a custom font.
  func engine(for plan: RenderPlan) throws(RenderError) -> TextEngine {
    let engine = try fonts.engine(with: plan.fonts, scale: plan.device.scale)
    engine.defaultLanguage = plan.request.language
    engine.scripts = plan.scripts
    engine.match = plan.match
    engine.letters = plan.letters
    engine.allowsMissingGlyphs = plan.request.allowsMissingGlyphs
    return engine
  }
}
