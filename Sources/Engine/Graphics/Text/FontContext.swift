internal import CCairo
internal import CPango
internal import Digests
public import Hyphenation
public import WallfarmPluginKit

/// The closed set of fonts for one renderer, loaded from a private configuration.
///
/// This class does not use or change the process-wide fontconfig configuration, because other code
/// may depend on it. Pango uses the configuration of its own font map, and cairo receives patterns
/// that name a font file. The class is not `Sendable`, because Pango's font map is a cache without
/// a lock; each render thread creates its own context.
public final class FontContext {
  let map: UnsafeMutablePointer<PangoFontMap>
  private let configuration: OpaquePointer
  /// A font map that also contains the fonts of rare scripts, created on first use; `nil` if there
  /// are no such fonts.
  ///
  /// These fonts have a separate map because fontconfig sorts all fonts for each family, weight and
  /// size, so a map with twice as many fonts takes twice the time.
  private(set) lazy var rareMap: UnsafeMutablePointer<PangoFontMap>? = openRare()
  private var rareConfiguration: OpaquePointer?
  private let place: Place
  private let custom: [CustomFont]
  /// The names of the available font families, in sorted order.
  public let families: [String]
  /// The script styles that match custom fonts.
  private var matched: [ScriptMatch: [String: ScriptStyle]] = [:]
  /// A digest that identifies the set of fonts.
  public let digest: String
  /// Hyphenates words that are too long for a line.
  public let hyphenator: Hyphenator

  /// The folders of the bundled fonts and of their caches.
  private struct Place {
    let folder: String
    let cache: String
    let rareCache: String?
  }

  /// Loads only the fonts that `folder/fonts.conf` lists.
  ///
  /// - Parameters:
  ///   - folder: The folder that contains `fonts.conf` and the font files named in it.
  ///   - cache: The cache folder for fontconfig, which may be missing or read-only.
  ///   - rareCache: The cache folder for the fonts in `folder/rare.conf`; `nil` if there are no
  ///     such fonts.
  ///   - files: The names of the required font files. They are checked because fontconfig silently
  ///     skips unreadable files.
  ///   - hyphens: The names of the pattern files in `folder/hyphens`.
  ///   - digest: The digest of the font set.
  /// - Throws: `fonts-missing` if the configuration or a font is missing.
  public init(
    folder: String, cache: String, rareCache: String? = nil, files: [String] = [],
    hyphens: [String] = [], digest: String
  ) throws(RenderError) {
    self.digest = digest
    custom = []
    place = Place(folder: folder, cache: cache, rareCache: rareCache)
    hyphenator = Hyphenator(folder: folder + "/hyphens", names: hyphens)
    let (configuration, map, families) = try FontGate.enter { () throws(RenderError) in
      try FontContext.open(folder: folder, cache: cache, files: files)
    }
    (self.configuration, self.map, self.families) = (configuration, map, families)
  }

  /// Loads the fonts of another context and custom fonts.
  ///
  /// - Parameters:
  ///   - bundled: A context without custom fonts.
  ///   - custom: The fonts of a theme or request, whose family names differ from the bundled ones.
  /// - Throws: `font-unreadable` if FreeType or HarfBuzz cannot open a custom font.
  public init(_ bundled: FontContext, adding custom: [CustomFont]) throws(RenderError) {
    (place, hyphenator, self.custom) = (bundled.place, bundled.hyphenator, custom)
    digest = SHA256.hex(
      of: Array(([bundled.digest] + custom.map(\.sha256)).joined(separator: " ").utf8))
    families = (bundled.families + custom.flatMap(\.families)).sorted()
    let place = place
    (configuration, map) = try FontGate.enter { () throws(RenderError) in
      let configuration = try FontContext.loadConfiguration(
        folder: place.folder, cache: place.cache, custom)
      do throws(RenderError) {
        return (configuration, try FontContext.makeMap(of: configuration))
      } catch {
        FcConfigDestroy(configuration)
        throw error
      }
    }
  }

  deinit {
    FontGate.enter {
      g_object_unref(map)
      FcConfigDestroy(configuration)
      guard let rareConfiguration else { return }
      if let rareMap { g_object_unref(rareMap) }
      FcConfigDestroy(rareConfiguration)
    }
  }

  /// Opens the rare fonts; if this fails, the characters in these fonts are reported as missing
  /// glyphs.
  private func openRare() -> UnsafeMutablePointer<PangoFontMap>? {
    guard let rareCache = place.rareCache else { return nil }
    return FontGate.enter {
      guard
        let configuration = try? FontContext.loadConfiguration(
          folder: place.folder, names: ["fonts.conf", "rare.conf"], cache: rareCache, custom)
      else { return nil }
      rareConfiguration = configuration
      return try? FontContext.makeMap(of: configuration)
    }
  }

  private static func open(
    folder: String, cache: String, files: [String]
  ) throws(RenderError) -> (OpaquePointer, UnsafeMutablePointer<PangoFontMap>, [String]) {
    let configuration = try loadConfiguration(folder: folder, cache: cache)
    let (families, opened) = fonts(in: configuration)
    guard !families.isEmpty else {
      FcConfigDestroy(configuration)
      throw .fontsMissing("there are no fonts", in: folder)
    }
    if let lost = files.first(where: { !opened.contains($0) }) {
      FcConfigDestroy(configuration)
      throw .fontsMissing("the font '\(lost)' cannot be read", in: folder)
    }
    do throws(RenderError) {
      return (configuration, try makeMap(of: configuration), families)
    } catch {
      FcConfigDestroy(configuration)
      throw error
    }
  }

  private static func makeMap(
    of configuration: OpaquePointer
  ) throws(RenderError) -> UnsafeMutablePointer<PangoFontMap> {
    guard let map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT) else {
      throw .rasterFailed("Pango has no FreeType fonts")
    }
    pango_fc_font_map_set_config(OpaquePointer(map), configuration)
    // At 72 dpi, one point equals one unit of the canvas.
    pango_cairo_font_map_set_resolution(OpaquePointer(map), 72)
    return map
  }

  private static func loadConfiguration(
    folder: String, names: [String] = ["fonts.conf"], cache: String,
    _ custom: [CustomFont] = []
  ) throws(RenderError) -> OpaquePointer {
    guard let configuration = FcConfigCreate() else {
      throw .fontsMissing("fontconfig is out of memory", in: folder)
    }
    // The cache folder is the only machine-dependent setting, so the configuration file does not
    // contain it.
    let cacheDirectory =
      "<fontconfig><cachedir>\(cache.escapedForXML)</cachedir>\(custom.fallbackRules)</fontconfig>"
    guard FcConfigParseAndLoadFromMemory(configuration, cacheDirectory, FcTrue) == FcTrue,
      names.allSatisfy({
        FcConfigParseAndLoad(configuration, "\(folder)/\($0)", FcTrue) == FcTrue
      }),
      FcConfigBuildFonts(configuration) == FcTrue
    else {
      FcConfigDestroy(configuration)
      throw .fontsMissing(
        "\(names.joined(separator: " or ")) is missing or not readable", in: folder)
    }
    do throws(RenderError) {
      try custom.add(to: configuration)
    } catch {
      FcConfigDestroy(configuration)
      throw error
    }
    return configuration
  }

  /// Returns the sorted family names and the names of the font files.
  private static func fonts(in configuration: OpaquePointer) -> ([String], Set<String>) {
    guard let set = FcConfigGetFonts(configuration, FcSetSystem) else { return ([], []) }
    var names: Set<String> = []
    var files: Set<String> = []
    for index in 0..<Int(set.pointee.nfont) {
      var value: UnsafeMutablePointer<FcChar8>?
      // The first name of a face is its family name; the others are aliases for style linking.
      if FcPatternGetString(set.pointee.fonts[index], FC_FAMILY, 0, &value) == FcResultMatch,
        let value
      {
        names.insert(String(cString: value))
      }
      if FcPatternGetString(set.pointee.fonts[index], FC_FILE, 0, &value) == FcResultMatch,
        let value
      {
        let path = String(cString: value)
        files.insert(path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path)
      }
    }
    return (names.sorted(), files)
  }

  /// Returns the script styles that match a custom font, which are measured on first use.
  ///
  /// The result is empty if the font has no Latin letters.
  ///
  /// - Throws: `unknown-font`, `raster-failed`.
  func styles(for match: ScriptMatch) throws(RenderError) -> [String: ScriptStyle] {
    if let known = matched[match] { return known }
    let engine = textEngine(scale: Scale(x: 1, y: 1))
    let letters = try LetterMeasure(of: match.family, weight: match.weight, with: engine)
    let styles = letters.map(match.styles) ?? [:]
    matched[match] = styles
    return styles
  }

  /// Creates a text engine for a device's scale.
  ///
  /// - Parameters:
  ///   - scale: The scale.
  ///   - families: The names of families that the context lacks; text in these families is measured
  ///     with another family. Use this only if the exact measurements do not matter.
  /// - Returns: A new engine.
  public func textEngine(scale: Scale, standingInFor families: [String] = []) -> TextEngine {
    TextEngine(fonts: self, scale: scale, standingInFor: Set(families))
  }
}
