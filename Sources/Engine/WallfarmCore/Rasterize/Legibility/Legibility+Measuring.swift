import Graphics
import WallfarmPluginKit

extension Legibility {
  /// Text with the marks behind and next to its letters.
  private struct Backed {
    let name: String
    let content: TextContent
    let isNumber: Bool
    let ink: TextInk
    /// The pixel rows that contain the letters and the area next to them.
    let rows: Range<Int>
    /// The indices of the mark layers that reach the letters or the area next to them.
    let marks: [Int]
    /// The cache key; `nil` if the background has no cache key.
    let key: MeasuredTexts.LinesKey?
  }

  /// Samples the pixels behind each line of text: the background, and marks such as cards, discs,
  /// aids and the theme's shadows.
  ///
  /// Only the rows of uncached text are drawn, so that after a note is edited, only its text is
  /// measured.
  ///
  /// - Parameters:
  ///   - layers: the layers with the text.
  ///   - marks: the layers with the marks; `nil` to use the layers with the text.
  ///   - ground: the background.
  ///   - forAids: whether to sample shadows, and the cards and discs that cover aids.
  /// - Returns: the text with its samples, in the order of the layers.
  /// - Throws: `raster-failed`, and the errors of shaping text.
  func measure(
    _ layers: [Layer], among marks: [Layer]? = nil, over ground: Ground, forAids: Bool = false
  ) throws(RenderError) -> [JudgedText] {
    // A completed note is evaluated at full opacity.
    let marks = (marks ?? layers).filter(\.drawsBesidesGlyphs).map(\.unfaded)
    let texts = try backed(layers, by: marks, over: ground, withShadow: forAids)
    var lines = texts.map { text in text.key.flatMap(drawing.measured.lines(for:)) }
    let unknown = lines.indices.filter { lines[$0] == nil }
    for band in unknown.map({ texts[$0].rows }).joined(within: 0) {
      let own = unknown.filter { band.overlaps(texts[$0].rows) }
      let found = try measure(
        own.map { texts[$0] }, among: marks, in: band, over: ground, forAids: forAids)
      for (index, found) in zip(own, found) {
        if let key = texts[index].key { drawing.measured.insert(found, for: key) }
        lines[index] = found
      }
    }
    return zip(texts, lines).compactMap { text, lines in
      lines.map { JudgedText(layer: text.name, lines: $0) }
    }
  }

  private func backed(
    _ layers: [Layer], by marks: [Layer], over ground: Ground, withShadow: Bool
  ) throws(RenderError) -> [Backed] {
    let bounds = try marks.map { (layer) throws(RenderError) in try drawing.marks(of: layer) }
    return try layers.flatMap(\.texts).map { (text) throws(RenderError) in
      let ink = try drawing.measured.ink(of: text.content, withShadow: withShadow, drawing)
      // Samples are up to two points from the letters, so a margin of four points includes all of
      // them.
      let reach = ink.bounds.inset(by: Insets(horizontal: -4, vertical: -4))
      let near = marks.indices.filter { index in
        bounds[index].map { !$0.intersection(reach).isEmpty } ?? true
      }
      return Backed(
        name: text.name, content: text.content, isNumber: text.isNumber, ink: ink,
        rows: drawing.rows(of: reach), marks: near,
        key: try ground.key.map { (key) throws(RenderError) in
          try drawing.measured.key(
            of: text.content, isNumber: text.isNumber, withShadow: withShadow,
            on: key.adding(near.map { marks[$0] }), drawing)
        })
    }
  }

  /// Samples text in a range of rows; the marks are first drawn on a copy of these rows.
  private func measure(
    _ texts: [Backed], among marks: [Layer], in rows: Range<Int>, over ground: Ground,
    forAids: Bool
  ) throws(RenderError) -> [TextLines] {
    let layers = Set(texts.flatMap(\.marks)).sorted().map { marks[$0] }
    guard !layers.isEmpty else {
      return try texts.map { (text) throws(RenderError) in
        try ground.withSurface { (surface) throws(RenderError) in
          lines(text, over: surface)
        }
      }
    }
    var surface = try ground.withSurface { (surface) throws(RenderError) in
      try surface.copy(rows: rows)
    }
    try drawing.draw(layers, on: &surface, hidingGlyphs: true)
    let shapes = forAids ? layers.compactMap(\.withoutTexts) : []
    guard !shapes.isEmpty else {
      return texts.map { lines($0, over: surface) }
    }
    var cover = try ImageSurface(size: drawing.pixels, rows: rows)
    try drawing.draw(shapes, on: &cover, hidingGlyphs: true)
    return cover.withPixels { bytes in
      texts.map { lines($0, over: surface, cover: bytes) }
    }
  }

  private func lines(
    _ text: Backed, over surface: borrowing ImageSurface, cover: UnsafeRawBufferPointer? = nil
  ) -> TextLines {
    TextLines(
      text.content, isNumber: text.isNumber, ink: text.ink, scale: drawing.scale, over: surface,
      cover: cover)
  }
}
