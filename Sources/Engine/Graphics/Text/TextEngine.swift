internal import CCairo
internal import CPango
internal import Digests
internal import Languages
public import WallfarmPluginKit
internal import Work

/// Shapes and measures text for one device, both for plugins and for drawing.
///
/// The engine has one Pango context per base direction. Layout is in points; the fonts use the
/// device's scale only to rasterize glyphs at the right size.
public final class TextEngine {
  private let fonts: FontContext
  /// The families that are not available, but are accepted.
  private let absent: Set<String>
  private let leftToRight: OpaquePointer
  private let rightToLeft: OpaquePointer
  /// The contexts that include fonts for rare scripts, by direction.
  private var rare: [TextDirection: OpaquePointer] = [:]
  private var heights: [Face: Double] = [:]
  /// The cached measurements; usually only one note in a list changes, so the others need not be
  /// measured again.
  private var measurements = BoundedCache<MeasurementKey, TextMeasurement>(mostBytes: 4 << 20)
  private var joints = BoundedCache<JointsKey, LineJoints>(mostBytes: 1 << 20)
  /// The most recently shaped blocks, which are cached because each block is measured, shadowed and
  /// drawn in succession.
  private var shapes: [(key: MeasurementKey, shape: KeptShape)] = []
  private let kept = KeptMessages()
  private let seriesFonts = SeriesFonts()
  private let listFonts = ListFonts()
  private let scale: Scale

  /// The digest of the fonts; see ``FontContext/digest``.
  public var fontsDigest: String { fonts.digest }

  private struct MeasurementKey: Hashable {
    let block: TextBlock
    let width: Double?
    let language: String?
    let allowsMissingGlyphs: Bool
    /// The script styles for this block, which also depend on the list that contains it.
    let scripts: [String: ScriptStyle]

    /// Hashes only the text and the size.
    ///
    /// The equality comparison detects all other differences. Hashing the whole block would take
    /// longer than the rest of the lookup.
    func hash(into hasher: inout Hasher) {
      for span in block.spans { hasher.combine(span.text) }
      hasher.combine(block.style.size)
    }
  }

  private struct JointsKey: Hashable {
    let text: String
    let language: String?
  }

  private struct Face: Hashable {
    let family: String
    let weight: Int
    let italic: Bool
  }

  /// The language of blocks that do not specify one, as a BCP 47 tag.
  public var defaultLanguage: String? {
    didSet { if defaultLanguage != oldValue { kept.measuring = measuring } }
  }
  /// The script styles, keyed by ISO 15924 code; they apply to every font family.
  public var scripts: [String: ScriptStyle] = [:] {
    didSet { if scripts != oldValue { kept.measuring = measuring } }
  }
  /// The scripts whose styles are measured for a custom font; ``scripts`` has precedence.
  public var match: ScriptMatch? {
    didSet { if match != oldValue { kept.measuring = measuring } }
  }
  /// All letters that occur in the list, from which a single font is chosen for each script.
  public var letters = ScriptLetters() {
    didSet { if letters != oldValue { kept.measuring = measuring } }
  }
  /// Whether a character without a glyph is drawn as a box instead of causing an error.
  public var allowsMissingGlyphs = false {
    didSet { if allowsMissingGlyphs != oldValue { kept.measuring = measuring } }
  }

  init(fonts: FontContext, scale: Scale, standingInFor absent: Set<String>) {
    self.fonts = fonts
    self.absent = absent
    self.scale = scale
    (leftToRight, rightToLeft) = FontGate.enter {
      (
        TextEngine.makeContext(fonts.map, scale: scale, PANGO_DIRECTION_LTR),
        TextEngine.makeContext(fonts.map, scale: scale, PANGO_DIRECTION_RTL)
      )
    }
    kept.measuring = measuring
  }

  deinit {
    FontGate.enter {
      g_object_unref(UnsafeMutableRawPointer(leftToRight))
      g_object_unref(UnsafeMutableRawPointer(rightToLeft))
      for context in rare.values { g_object_unref(UnsafeMutableRawPointer(context)) }
    }
  }

  /// The context that includes fonts for rare scripts; `nil` if there are no such fonts.
  private func rareContext(_ direction: TextDirection) -> OpaquePointer? {
    if let known = rare[direction] { return known }
    guard let map = fonts.rareMap else { return nil }
    let made = FontGate.enter {
      TextEngine.makeContext(
        map, scale: scale,
        direction == .rightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR)
    }
    rare[direction] = made
    return made
  }

  private static func makeContext(
    _ map: UnsafeMutablePointer<PangoFontMap>, scale: Scale, _ direction: PangoDirection
  ) -> OpaquePointer {
    guard let context = pango_font_map_create_context(map) else {
      preconditionFailure("pango_font_map_create_context returns null only for a null map")
    }
    pango_context_set_base_dir(context, direction)
    // Hinting would make widths depend on the scale, but layout must scale exactly.
    pango_context_set_round_glyph_positions(context, gboolean(0))
    let options = cairo_font_options_create()
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    pango_cairo_context_set_font_options(context, options)
    cairo_font_options_destroy(options)
    MissingBox.install(in: context)
    var matrix = PangoMatrix(xx: scale.x, xy: 0, yx: 0, yy: scale.y, x0: 0, y0: 0)
    pango_context_set_matrix(context, &matrix)
    pango_context_set_language(context, pango_language_from_string("en"))
    return context
  }

  /// Shapes a block and wraps its lines at `width` points; `nil` disables wrapping.
  ///
  /// - Throws: `unknown-font`, `invalid-scene` for text that exceeds ``TextLimits/block``, or
  ///   `missing-glyph` unless ``allowsMissingGlyphs`` is set.
  public func shape(_ block: TextBlock, width: Double?) throws(RenderError) -> ShapedText {
    guard block.isDrawable, (0...100_000).contains(width ?? 0) else {
      throw RenderError(
        .invalidScene, "text cannot be laid out at this size, weight, spacing or width",
        hint: "report this bug to the author of the plugin")
    }
    if let excess = TextLimits.block.excess(in: block.text) {
      throw RenderError(.invalidScene, "a block of text has \(excess.phrase)", hint: excess.hint)
    }
    let family = block.style.family
    guard fonts.families.contains(family) || absent.contains(family) else {
      throw .unknownFont(family, known: fonts.families)
    }
    let direction = resolvedDirection(of: block)
    var context = direction == .rightToLeft ? rightToLeft : leftToRight
    let language = block.language ?? defaultLanguage
    let scripts = try styles(for: block)
    func lines(_ edits: [TextEdit]) -> ShapedText {
      FontGate.enter {
        let text = PangoText(block, edits: edits)
        let fontHeight = fontHeight(of: block.style)
        let series = seriesFonts.choices(
          for: text.block, language: language, scripts: scripts, context: context)
        func shaped(_ unbroken: [Range<UInt32>]) -> ShapedText {
          ShapedText(
            text, width: width, direction: direction, context: context, language: language,
            scripts: scripts, series: series, fontHeight: fontHeight, unbroken: unbroken)
        }
        guard let breaking = block.breaking, let width else { return shaped([]) }
        let plain = text.block.text
        // The lines of truncated text are not balanced, because the real last line is not shown.
        return BrokenText(
          text: plain, breaking: block.lineLimit == nil ? breaking : .together, width: width,
          joints: joints(of: plain, language), breaks: text.breaks
        ).shaped(shaped)
      }
    }
    var whole = lines([])
    var missing = whole.missingClusters()
    if missing.contains(where: \.mayBeRare), let rare = rareContext(direction) {
      context = rare
      whole = lines([])
      missing = whole.missingClusters()
    }
    if !missing.isEmpty, !allowsMissingGlyphs { throw .missingGlyphs(missing) }
    var edits: [TextEdit] = []
    if !missing.isEmpty {
      let bytes = Array(block.text.utf8)
      edits = missing.map { TextEdit.box(for: $0, in: bytes) }
      whole = lines(edits)
    }
    if let width, let divided = try divided(block, whole, width, language, edits, lines) {
      whole = divided
    }
    whole.missing = missing
    return whole
  }

  /// Shapes a block and passes it to `body`; the most recent shaped blocks are cached.
  ///
  /// - Throws: errors from shaping and from `body`.
  public func withShape<Result: ~Copyable>(
    of block: TextBlock, width: Double?,
    _ body: (borrowing ShapedText) throws(RenderError) -> Result
  ) throws(RenderError) -> Result {
    let key = MeasurementKey(
      block: block, width: width, language: defaultLanguage,
      allowsMissingGlyphs: allowsMissingGlyphs, scripts: try styles(for: block))
    if let known = shapes.first(where: { $0.key == key }) { return try body(known.shape.text) }
    let made = KeptShape(try shape(block, width: width))
    if shapes.count == TextEngine.mostShapes { shapes.removeFirst() }
    shapes.append((key, made))
    return try body(made.text)
  }

  /// The maximum number of shaped blocks in the cache.
  private static let mostShapes = 4

  /// Returns the script styles for a block, including the fonts selected for the list that contains
  /// it.
  ///
  /// A shaped block depends only on the block itself, the fonts, these styles and
  /// ``defaultLanguage``.
  ///
  /// - Throws: `unknown-font` or `raster-failed` if a custom font cannot be measured.
  public func styles(for block: TextBlock) throws(RenderError) -> [String: ScriptStyle] {
    let letters = letters.adding(block.text)
    var scripts = scripts
    if let match, match.isNeeded(for: block.text, letters: letters) {
      scripts.merge(try fonts.styles(for: match)) { stated, _ in stated }
    }
    return FontGate.enter {
      listFonts.completed(
        scripts, for: block, in: letters, language: block.language ?? defaultLanguage,
        context: leftToRight)
    }
  }

  /// Shapes the text with overlong words and addresses divided; returns `nil` if there are none or
  /// the result does not fit.
  private func divided(
    _ block: TextBlock, _ whole: borrowing ShapedText, _ width: Double, _ language: String?,
    _ edits: [TextEdit], _ lines: ([TextEdit]) -> ShapedText
  ) throws(RenderError) -> ShapedText? {
    guard block.breaking != nil else { return nil }
    // Search for break positions only if necessary. Most text contains no overlong words, and the
    // search takes longer than shaping.
    let (torn, broken) = FontGate.enter { (whole.tornStretches(width), whole.endsAtMarks) }
    guard !torn.isEmpty || !broken.isEmpty else { return nil }
    let wide = torn.map { whole.callerRange(Int($0.lowerBound)..<Int($0.upperBound)) }
    let addresses = AddressBreaks(in: block.text).places(
      where: wide,
      orBrokenAt: broken.map { whole.callerRange(Int($0.lowerBound)..<Int($0.upperBound)) })
    var breaks = addresses.flatMap { $0.places.map(TextEdit.lineBreak) }
    if let language {
      let words = wide.filter { stretch in
        !addresses.contains { $0.address.overlaps(stretch) }
      }
      breaks += try DivisibleWords(in: block, of: language, fonts.hyphenator)
        .hyphens(where: words).map(TextEdit.softHyphen)
    }
    guard !breaks.isEmpty else { return nil }
    // Pango lets part of a word overflow the line if the part and its hyphen are too wide together.
    let divided = lines(.ordered(edits + breaks))
    return FontGate.enter { divided.isWithin(width) } ? consume divided : nil
  }

  private func joints(of text: String, _ language: String?) -> LineJoints {
    let key = JointsKey(text: text, language: language)
    if let known = joints.value(for: key) { return known }
    let found = LineJoints(of: text, language: language)
    joints.insert(
      found, for: key, bytes: text.utf8.count + found.joints.count * MemoryLayout<Int>.stride * 2)
    return found
  }

  /// The sum of a font's ascent and descent in ems, not including its fallback fonts.
  private func fontHeight(of style: TextStyle) -> Double {
    let face = Face(family: style.family, weight: style.weight, italic: style.italic)
    if let height = heights[face] { return height }
    var height = 1.2
    var style = style
    style.size = 1000
    TextAttributes.withDescription(of: style, language: nil) { description in
      guard let font = pango_context_load_font(leftToRight, description) else { return }
      defer { g_object_unref(font) }
      var extents = hb_font_extents_t()
      guard hb_font_get_h_extents(pango_font_get_hb_font(font), &extents) != 0 else { return }
      height = points(extents.ascender - extents.descender) / 1000
    }
    heights[face] = height
    return height
  }

  private func resolvedDirection(of block: TextBlock) -> TextDirection {
    block.direction == .automatic ? BaseDirection.ofFirstStrong(in: block.text) : block.direction
  }
}

/// A reference type that holds shaped text, so that the cache and its callers can share the text.
private final class KeptShape {
  let text: ShapedText

  init(_ text: consuming ShapedText) { self.text = text }
}

extension TextEngine: TextMeasurer {
  /// The cached messages for the current language, script styles and other settings.
  public var messages: (any MessageMemory)? { kept }

  /// A digest, as 16 hex digits, of everything that affects a measurement except the request
  /// itself.
  private var measuring: String {
    let words =
      [fonts.digest, "\(scale.x) \(scale.y)", defaultLanguage ?? "", "\(allowsMissingGlyphs)"]
      + scripts.sorted { $0.key < $1.key }.flatMap { [$0.key] + $0.value.words }
      + (match?.words ?? [])
      + letters.words
    return String(SHA256.hex(of: Array(words.joined(separator: "\n").utf8)).prefix(16))
  }

  /// Measures a block; see ``TextMeasurer/measure(_:width:)``.
  public func measure(
    _ block: TextBlock, width: Double?
  ) throws(RenderError) -> TextMeasurement {
    let key = MeasurementKey(
      block: block, width: width, language: defaultLanguage,
      allowsMissingGlyphs: allowsMissingGlyphs, scripts: try styles(for: block))
    if let known = measurements.value(for: key) { return known }
    let measurement = try shape(block, width: width).measurement
    measurements.insert(
      measurement, for: key,
      bytes: block.text.utf8.count + measurement.lines.count * MemoryLayout<TextLine>.stride)
    return measurement
  }
}
