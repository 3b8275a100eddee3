import Graphics
import WallfarmPluginKit

extension Rasterizer {
  /// Draws aids and layers on a background.
  ///
  /// If a picture has the same background as the previous picture, drawing starts from the previous
  /// picture, and only the rows of layers that differ are drawn again. All layers that touch these
  /// rows are drawn there, so the pixels are the same as in a picture that is drawn from scratch.
  func paint(
    _ aids: [Layer], _ layers: [Layer], on ground: Ground, hidingGlyphs: Bool
  ) throws(RenderError) -> PaintedPicture {
    var painting = try painting(aids, layers, on: ground, hidingGlyphs: hidingGlyphs)
    guard ground.isKept else {
      // Keep the background unchanged, so that the pixels that aids change can be counted.
      var surface =
        aids.isEmpty
        ? try ground.surfaceToDrawOn()
        : try ground.withSurface { (surface) throws(RenderError) in try surface.copy() }
      try draw(&painting, on: &surface)
      return PaintedPicture(surface: surface, painting: painting)
    }
    guard let last = grounds.takeLast(), last.surface.size == pixels else {
      try measureRows(of: &painting)
      var surface = try ground.surfaceToDrawOn()
      try draw(&painting, on: &surface)
      return PaintedPicture(surface: surface, painting: painting)
    }
    let isOnSameGround = ground === last.painting.ground && painting.manner == last.painting.manner
    let changed =
      isOnSameGround ? try painting.rows(changedFrom: last.painting, of: self) : nil
    var surface = last.surface
    guard let changed else {
      // Only the memory of the previous picture is reused.
      try measureRows(of: &painting)
      try ground.withSurface { (pixels) throws(RenderError) in surface.replace(with: pixels) }
      try draw(&painting, on: &surface)
      return PaintedPicture(surface: surface, painting: painting)
    }
    for rows in changed {
      var part = try ground.withSurface { (surface) throws(RenderError) in
        try surface.copy(rows: rows)
      }
      try draw(&painting, on: &part)
      surface.replace(with: part)
    }
    return PaintedPicture(surface: surface, painting: painting)
  }

  private func painting(
    _ aids: [Layer], _ layers: [Layer], on ground: Ground, hidingGlyphs: Bool
  ) throws(RenderError) -> Painting {
    func painted(_ layer: Layer, isAid: Bool) throws(RenderError) -> Painting.PaintedLayer {
      let styles = try layer.texts.map { (layer) throws(RenderError) in
        try text.styles(for: layer.content.block)
      }
      let photos = try photos.digests(of: layer.images)
      return Painting.PaintedLayer(
        mark: Painting.Mark(layer: layer, isAid: isAid, styles: styles, photos: photos))
    }
    return Painting(
      ground: ground,
      manner: Painting.Manner(
        language: text.defaultLanguage, allowsMissingGlyphs: text.allowsMissingGlyphs,
        fonts: text.fontsDigest, hidesGlyphs: hidingGlyphs),
      layers: try aids.map { (aid) throws(RenderError) in try painted(aid, isAid: true) }
        + (try layers.map { (layer) throws(RenderError) in try painted(layer, isAid: false) }),
      visible: [Int](repeating: 0, count: AidVisibility.sampleCount(rows: pixels.height)))
  }

  private func measureRows(of painting: inout Painting) throws(RenderError) {
    for index in painting.layers.indices {
      painting.layers[index].rows = try rows(of: painting.layers[index].mark.layer)
    }
  }

  /// Draws the layers that touch the rows of a surface that already contains background pixels.
  private func draw(
    _ painting: inout Painting, on surface: inout ImageSurface
  ) throws(RenderError) {
    let rows = surface.top..<surface.top + surface.size.height
    let isWhole = rows.count == pixels.height
    func draw(_ aids: Bool, _ painting: inout Painting) throws(RenderError) {
      for index in painting.layers.indices where painting.layers[index].mark.isAid == aids {
        let layer = painting.layers[index]
        guard isWhole || layer.rows.overlaps(rows) else { continue }
        let notes = DrawingNotes()
        try self.draw(
          [layer.mark.layer], on: &surface, hidingGlyphs: painting.manner.hidesGlyphs,
          noting: notes)
        painting.layers[index].fonts = notes.fonts
      }
    }
    try draw(true, &painting)
    if painting.layers.contains(where: \.mark.isAid) || !isWhole {
      try AidVisibility.update(&painting.visible, with: surface, over: painting.ground)
    }
    try draw(false, &painting)
  }
}

extension Painting {
  /// The rows that differ from an earlier picture on the same background, as disjoint ranges in
  /// ascending order.
  ///
  /// These are the rows of layers that exist in only one of the two pictures. All other layers are
  /// in the same order in both pictures and keep their rows and fonts.
  fileprivate mutating func rows(
    changedFrom earlier: Painting, of rasterizer: Rasterizer
  ) throws(RenderError) -> [Range<Int>] {
    let (gone, new, same) = change(from: earlier)
    for (then, now) in same { layers[now] = earlier.layers[then] }
    for index in new { layers[index].rows = try rasterizer.rows(of: layers[index].mark.layer) }
    visible = earlier.visible
    let rows = gone.map { earlier.layers[$0].rows } + new.map { layers[$0].rows }
    return rows.joined(within: Painting.gap)
  }

  /// Maximum number of rows between two ranges that are drawn together.
  private static let gap = 8
}

extension [Range<Int>] {
  /// Returns the union of the ranges as disjoint ranges in ascending order; gaps of up to `gap` are
  /// filled.
  func joined(within gap: Int) -> [Range<Int>] {
    sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { joined, range in
      if let last = joined.last, range.lowerBound <= last.upperBound + gap {
        joined[joined.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
  }
}
