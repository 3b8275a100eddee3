internal import CPango
public import WallfarmPluginKit

/// Shaped text that is broken into lines; it is the sole owner of its Pango layout.
public struct ShapedText: ~Copyable {
  let layout: OpaquePointer
  /// The amount, in points, by which a line can be wider than the width at which Pango broke it.
  ///
  /// Pango removes letter spacing at both ends of a line. If the spacing is negative, removing it
  /// widens the line but not its ink.
  let slack: Double
  private let pangoText: PangoText
  private let strikes: Strikethrough
  /// The base direction of the paragraph.
  public let direction: TextDirection
  /// The clusters without a glyph, which boxes replace, in text order.
  public internal(set) var missing: [MissingCluster] = []

  /// Shapes text; lines do not break inside the byte ranges in `unbroken`.
  init(
    _ pangoText: PangoText, width: Double?, direction: TextDirection, context: OpaquePointer,
    language: String?, scripts: [String: ScriptStyle], series: [SeriesFonts.Choice] = [],
    fontHeight: Double, unbroken: [Range<UInt32>] = []
  ) {
    self.pangoText = pangoText
    let block = pangoText.block
    guard let layout = pango_layout_new(context) else {
      preconditionFailure("pango_layout_new returns null only for a null context")
    }
    self.layout = layout
    self.direction = direction
    strikes = Strikethrough(block)
    slack = max(0, -block.style.letterSpacing) * block.style.size
    pangoText.bytes(unbroken: unbroken).withUnsafeBytes { bytes in
      let bytes = bytes.bindMemory(to: CChar.self)
      pango_layout_set_text(layout, bytes.baseAddress, Int32(bytes.count))
    }
    // The context determines the direction. With automatic direction, Pango would determine it for
    // each paragraph.
    pango_layout_set_auto_dir(layout, gboolean(0))
    pango_layout_set_alignment(layout, block.alignment.pango(in: direction))
    pango_layout_set_spacing(layout, pangoUnits(block.style.lineGap * block.style.size))
    if let width {
      pango_layout_set_width(layout, pangoUnits(width))
      pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    }
    if let limit = block.lineLimit {
      // A negative height is a line limit. A positive height would be a height in Pango units.
      pango_layout_set_height(layout, Int32(-limit))
      pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    }
    let attributes = TextAttributes(
      block: block, language: language, scripts: scripts, boxes: pangoText.boxes,
      series: series, unbroken: unbroken)
    pango_layout_set_attributes(layout, attributes.list)
    TextAttributes.withDescription(of: block.style, language: language) {
      pango_layout_set_font_description(layout, $0)
    }
    LineBox.apply(to: layout, block: block, direction: direction, fontHeight: fontHeight)
  }

  deinit {
    FontGate.enter { g_object_unref(UnsafeMutableRawPointer(layout)) }
  }

  /// Converts a range of Pango's text to a range of the caller's text.
  func callerRange(_ range: Range<Int>) -> Range<Int> {
    pangoText.range(ofLineAt: range.lowerBound, length: range.count)
  }

  /// The lines, size and ink, in points from the top left corner of the frame.
  public var measurement: TextMeasurement { FontGate.enter { measure() } }

  private func measure() -> TextMeasurement {
    var ink = PangoRectangle()
    var logical = PangoRectangle()
    pango_layout_get_extents(layout, &ink, &logical)
    return TextMeasurement(
      size: Size(width: points(logical.width), height: points(logical.height)),
      ink: strikeLines.reduce(Rect(ink)) { $0.union($1) }, lines: lines, direction: direction,
      isClipped: pango_layout_is_ellipsized(layout) != 0)
  }

  /// The strikethrough rectangles, in points from the top left corner of the frame.
  var strikeLines: [Rect] {
    strikes.isEmpty ? [] : FontGate.enter { strikes.rects(in: layout) }
  }

  private var lines: [TextLine] {
    guard let iterator = pango_layout_get_iter(layout) else { return [] }
    defer { pango_layout_iter_free(iterator) }
    let hyphenated = hyphenatedEnds
    var lines: [TextLine] = []
    repeat {
      var ink = PangoRectangle()
      var logical = PangoRectangle()
      pango_layout_iter_get_line_extents(iterator, &ink, &logical)
      let line = pango_layout_iter_get_line_readonly(iterator)?.pointee
      let start = Int(line?.start_index ?? 0)
      let end = start + Int(line?.length ?? 0)
      lines.append(
        TextLine(
          frame: Rect(logical), ink: Rect(ink),
          baseline: points(pango_layout_iter_get_baseline(iterator)),
          range: pangoText.range(ofLineAt: start, length: end - start),
          isHyphenated: hyphenated.contains(end)))
    } while pango_layout_iter_next_line(iterator) != 0
    return lines
  }
}

extension PangoGlyph {
  /// Marks a glyph id as a character without a glyph (`PANGO_GLYPH_UNKNOWN_FLAG`, a C macro).
  static let unknownFlag: PangoGlyph = 0x1000_0000
}

extension TextAlignment {
  fileprivate func pango(in direction: TextDirection) -> PangoAlignment {
    switch (self, direction) {
    case (.center, _): PANGO_ALIGN_CENTER
    // Because automatic direction is disabled, left and right in Pango are the left and right edges
    // of the frame.
    case (.start, _): direction == .rightToLeft ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT
    case (.end, _): direction == .rightToLeft ? PANGO_ALIGN_LEFT : PANGO_ALIGN_RIGHT
    }
  }
}

extension Rect {
  fileprivate init(_ rectangle: PangoRectangle) {
    self.init(
      x: points(rectangle.x), y: points(rectangle.y), width: points(rectangle.width),
      height: points(rectangle.height))
  }
}

/// Converts points to Pango units, which are 1/1024 of a point.
func pangoUnits(_ points: Double) -> Int32 {
  Int32(clamping: Int((points * Double(PANGO_SCALE)).rounded()))
}

func points(_ units: Int32) -> Double { Double(units) / Double(PANGO_SCALE) }
