public import Designs
import Graphics
internal import WallfarmCore
public import WallfarmPluginKit

/// Draws a gallery as a single picture, with a titled block of tiles for each look.
///
/// If there is only one device, all tiles are in a single block, and each caption names the look.
public struct ContactSheet {
  private let gallery: Gallery
  private let text: TextEngine

  /// Creates a sheet with the fonts of an installation.
  ///
  /// - Throws: `fonts-missing`.
  public init(_ gallery: Gallery, installation: Installation) throws(RenderError) {
    self.gallery = gallery
    text = try installation.openFonts()
      .textEngine(scale: Scale(x: Self.density, y: Self.density))
    // The name of a theme file may contain characters that no font supports.
    text.allowsMissingGlyphs = true
  }

  /// The number of pixels per coordinate unit of the sheet.
  private static let density = 2.0
  private static let tileHeight = Double(GalleryMaker.height) / density / 1.5
  private static let margin = 40.0
  private static let gap = 24.0
  private static let caption = 26.0
  private static let heading = 46.0
  private static let widest = 1600.0

  private static let page = Color(red: 242, green: 242, blue: 245)
  private static let ink = Color(red: 28, green: 28, blue: 30)
  private static let soft = Color(red: 99, green: 99, blue: 102)
  private static let line = Color(red: 0, green: 0, blue: 0, alpha: 38)

  /// A tile or a heading with its position.
  private enum Item {
    case tile(GalleryTile, Rect, caption: String)
    case heading(String, summary: String, Point, width: Double)

    func moved(_ x: Double, _ y: Double) -> Item {
      switch self {
      case .tile(let tile, let frame, let caption):
        .tile(tile, frame.offset(x: x, y: y), caption: caption)
      case .heading(let title, let summary, let point, let width):
        .heading(title, summary: summary, Point(x: point.x + x, y: point.y + y), width: width)
      }
    }
  }

  /// The sheet as a PNG file.
  ///
  /// - Throws: `raster-failed` if the sheet exceeds the maximum size of a cairo surface.
  public func png() throws(RenderError) -> [UInt8] {
    let (items, size) = arranged()
    let pixels = PixelSize(
      width: Int(size.width * Self.density), height: Int(size.height * Self.density))
    guard max(pixels.width, pixels.height) <= 32_767 else {
      throw RenderError(
        .rasterFailed, "a sheet of \(gallery.count) pictures exceeds the maximum picture size",
        origin: .option("output"),
        hint: "select fewer devices or themes, or write a page: --output x.html")
    }
    var sheet = try ImageSurface(size: pixels)
    try sheet.draw(scale: Scale(x: Self.density, y: Self.density)) { (canvas) throws(RenderError) in
      try canvas.fill(.color(Self.page))
      for item in items { try draw(item, canvas) }
    }
    var settings = EncodingSettings(effort: .fast)
    settings.software = Wallfarm.title
    return try PNGEncoder(threads: Processors.count).encode(sheet, settings).bytes
  }

  /// Items arranged in rows, with positions relative to the block's origin, and the block's total
  /// size.
  private struct Block {
    var items: [Item] = []
    var size = Size(width: 0, height: 0)
  }

  private func arranged() -> (items: [Item], size: Size) {
    let looks = gallery.request.looks.indices
    let blocks: [Block]
    if gallery.request.devices.count == 1 {
      let tiles = looks.flatMap { look in
        gallery.tiles(ofLook: look).map { ($0, gallery.title(ofLook: look)) }
      }
      blocks = [rows(of: tiles)]
    } else {
      blocks = looks.map { look in
        rows(
          of: gallery.tiles(ofLook: look).map { ($0, $0.device.id) },
          under: (gallery.title(ofLook: look), gallery.themes[look].summary))
      }
    }
    var items: [Item] = []
    var (x, y, height, right) = (Self.margin, Self.margin, 0.0, 0.0)
    for block in blocks {
      if x > Self.margin, x + block.size.width > Self.widest {
        (x, y, height) = (Self.margin, y + height + Self.margin, 0)
      }
      items += block.items.map { $0.moved(x, y) }
      height = max(height, block.size.height)
      right = max(right, x + block.size.width)
      x += block.size.width + Self.margin * 1.5
    }
    return (items, Size(width: right + Self.margin, height: y + height + Self.margin))
  }

  private func rows(
    of tiles: [(GalleryTile, String)], under heading: (title: String, summary: String)? = nil
  ) -> Block {
    var block = Block()
    var (x, y) = (0.0, 0.0)
    if heading != nil { y += Self.heading }
    for (tile, caption) in tiles {
      let width = Self.tileHeight * tile.device.points.width / tile.device.points.height
      if x > 0, x + width > Self.widest - Self.margin {
        (x, y) = (0, y + Self.tileHeight + Self.caption + Self.gap)
      }
      let frame = Rect(x: x, y: y, width: width, height: Self.tileHeight)
      block.items.append(.tile(tile, frame, caption: caption))
      block.size.width = max(block.size.width, x + width)
      x += width + Self.gap
    }
    block.size.height = y + Self.tileHeight + Self.caption
    if let (title, summary) = heading {
      block.size.width = max(block.size.width, 420)
      block.items.append(
        .heading(title, summary: summary, Point(x: 0, y: 0), width: block.size.width))
    }
    return block
  }

  private func draw(
    _ item: Item, _ canvas: borrowing Canvas
  ) throws(RenderError) {
    switch item {
    case .heading(let title, let summary, let origin, let room):
      let width = try write(title, 19, 700, Self.ink, at: origin, width: room, canvas)
      let place = Point(x: origin.x + width + 14, y: origin.y + 4)
      _ = try write(
        summary, 14, 400, Self.soft, at: place, width: room - width - 14, canvas)
    case .tile(let tile, let frame, let caption):
      try draw(tile, in: frame, canvas)
      let origin = Point(x: frame.x, y: frame.maxY + 7)
      _ = try write(caption, 12, 500, Self.ink, at: origin, width: frame.width, canvas)
    }
  }

  private func draw(
    _ tile: GalleryTile, in frame: Rect, _ canvas: borrowing Canvas
  ) throws(RenderError) {
    let radius = tile.device.cornerRadius * frame.height / tile.device.points.height
    let shape = Shape.rounded(frame, radius: max(radius, 3))
    switch tile.result {
    case .success(let shown):
      let pixels = PixelSize(
        width: Int((frame.width * Self.density).rounded()),
        height: Int((frame.height * Self.density).rounded()))
      let small = try shown.picture.surface.scaled(to: pixels)
      try canvas.draw(small, at: frame.origin, clip: shape)
    case .failure(let error):
      try canvas.draw(ShapeContent(shape, fill: .color(.white)))
      let inset = frame.inset(by: Insets(horizontal: 10, vertical: 40))
      _ = try write(
        "error[\(error.code.rawValue)]: \(error.message)", 11, 500,
        Color(red: 177, green: 31, blue: 43), at: inset.origin, width: inset.width, canvas,
        lines: 16)
    }
    try canvas.draw(ShapeContent(shape, stroke: Stroke(color: Self.line, width: 0.5)))
  }

  /// Draws a line of text, and returns its width.
  private func write(
    _ words: String, _ size: Double, _ weight: Int, _ color: Color, at origin: Point, width: Double,
    _ canvas: borrowing Canvas, lines: Int = 1
  ) throws(RenderError) -> Double {
    guard !words.isEmpty, width > 8 else { return 0 }
    let style = TextStyle(family: "Inter", size: size, weight: weight, color: color)
    let shaped = try text.shape(
      TextBlock(words, style: style, direction: .leftToRight, lineLimit: lines), width: width)
    try canvas.draw(shaped, at: origin, color: color)
    return shaped.measurement.size.width
  }
}
