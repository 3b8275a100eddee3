internal import CPhotoColor
import WallfarmPluginKit

/// Draws the pictures of a HEIF file on a surface; each coded picture is drawn directly at its
/// position.
///
/// The colors are drawn as opaque pixels first and then multiplied by the alpha plane.
final class HEIFPainter {
  let heif: HEIFFile
  let judge = WarningJudge()
  /// The color space, which is determined by the first decoded picture.
  private(set) var color = PhotoColor.sRGB
  private var isColorKnown = false
  private var mapping: ToneMapping?

  init(_ heif: HEIFFile) { self.heif = heif }

  /// Draws a picture and its alpha plane, cropped but not rotated.
  ///
  /// - Throws: `photo-unreadable` for damaged data and unsupported types.
  func paint(
    _ id: Int, _ geometry: HEIFGeometry, on surface: inout ImageSurface, path: [Int] = []
  ) throws(RenderError) {
    let canvas = Canvas(&surface, geometry)
    try paint(id, Spot(canvas), canvas, .color, path: path)
    if let alpha = heif.items.alpha(of: id) {
      let isMultiplied = try heif.item(id).premultipliedBy.contains(alpha)
      var spot = Spot(canvas)
      spot.expected = geometry.coded
      try paint(alpha, spot, canvas, .alpha(isMultiplied: isMultiplied), path: path)
    }
    surface.withMutablePixels { _ in }
  }

  /// The part of a picture to draw: its colors or its alpha plane.
  private enum Channel {
    case color
    case alpha(isMultiplied: Bool)
  }

  /// The pixels of a surface that holds the part of a picture inside the crop rectangle.
  private struct Canvas {
    let base: UnsafeMutablePointer<UInt8>
    let stride: Int
    let geometry: HEIFGeometry

    /// Creates a canvas for a surface, which must outlive the canvas.
    init(_ surface: inout ImageSurface, _ geometry: HEIFGeometry) {
      stride = surface.stride
      let address = surface.withMutablePixels { $0.bindMemory(to: UInt8.self).baseAddress }
      guard let address else { preconditionFailure("a surface has no pixels") }
      (base, self.geometry) = (address, geometry)
    }

    /// Returns the address of a pixel, given its coordinates in the uncropped picture.
    func pixel(_ x: Int, _ y: Int) -> UnsafeMutablePointer<UInt8> {
      base + (y - geometry.rows.lowerBound) * stride + (x - geometry.columns.lowerBound) * 4
    }
  }

  /// The position of a source picture within the whole picture, and its clip rectangle.
  private struct Spot {
    var x = 0
    var y = 0
    var columns: Range<Int>
    var rows: Range<Int>
    /// The size to which an alpha plane is scaled; nil to use the size of the alpha plane itself.
    var expected: PixelSize?
    /// The color code points of the enclosing picture.
    var points: CodePoints?

    init(_ canvas: Canvas) {
      (columns, rows) = (canvas.geometry.columns, canvas.geometry.rows)
    }

    /// Returns the visible part of a source picture of the given size.
    func seen(_ size: PixelSize) -> (columns: Range<Int>, rows: Range<Int>) {
      (columns.clamped(to: x..<x + size.width), rows.clamped(to: y..<y + size.height))
    }

    /// Returns the position of a tile, with the clip rectangle limited to the size of the grid.
    func part(_ dx: Int, _ dy: Int, within size: PixelSize) -> Spot {
      var part = self
      (part.columns, part.rows) = seen(size)
      (part.x, part.y, part.expected) = (x + dx, y + dy, nil)
      return part
    }
  }

  private func paint(
    _ id: Int, _ spot: Spot, _ canvas: Canvas, _ channel: Channel, path: [Int]
  ) throws(RenderError) {
    let item = try heif.item(id)
    guard !path.contains(id), path.count < 5 else {
      throw heif.unreadable("picture \(id) contains itself")
    }
    var spot = spot
    if let points = try heif.codePoints(of: id) { spot.points = points }
    switch item.type {
    case "grid": try paintGrid(id, item, spot, canvas, channel, path + [id])
    case "iden":
      guard let source = item.sources.first else {
        throw heif.unreadable("a derived picture has no source")
      }
      try paintPart(source, spot, canvas, channel, path + [id])
    case "iovl": try paintOverlay(item, spot, canvas, channel, path + [id])
    default:
      switch channel {
      case .color: try paintColor(item, spot, canvas)
      case .alpha(let isMultiplied): try paintAlpha(item, spot, canvas, isMultiplied)
      }
    }
  }

  // MARK: - Coded pictures

  private func paintColor(
    _ item: HEIFItems.Item, _ spot: Spot, _ canvas: Canvas
  ) throws(RenderError) {
    let picture = try CodedPicture(item, heif)
    let size = heif.items.size(of: item) ?? picture.size
    guard picture.size == size else {
      throw heif.unreadable("the size of the picture differs from the size in its header")
    }
    try hear(picture.points)
    var points = spot.points ?? picture.points
    if points.matrix == 2 { points.matrix = picture.points.matrix }
    guard var sampled = picture.sampled(points) else {
      throw heif.unreadable("its color matrix (\(points.matrix) in H.273) is not supported")
    }
    try settle(points)
    let seen = spot.seen(size)
    guard !seen.columns.isEmpty else { return }
    let (first, count) = (Int32(seen.columns.lowerBound - spot.x), Int32(seen.columns.count))
    var scratch = [Float](repeating: 0, count: wallfarm_row_scratch(&sampled))
    var deep = [UInt16](repeating: 0, count: mapping == nil ? 0 : Int(count) * 4)
    for y in seen.rows {
      let (target, row) = (canvas.pixel(seen.columns.lowerBound, y), Int32(y - spot.y))
      if let mapping {
        wallfarm_row_rgba16(&sampled, row, first, count, &scratch, &deep)
        mapping.map(deep, count: Int(count), to: target)
      } else {
        wallfarm_row_bgra8(&sampled, row, first, count, &scratch, target)
      }
    }
  }

  /// Multiplies the pixels by the values of an alpha plane.
  ///
  /// Alpha samples have full range, as the standards require, unless an AV1 bitstream declares
  /// otherwise.
  private func paintAlpha(
    _ item: HEIFItems.Item, _ spot: Spot, _ canvas: Canvas, _ isMultiplied: Bool
  ) throws(RenderError) {
    let picture = try CodedPicture(item, heif)
    try hear(picture.points)
    var points = CodePoints.unspecified
    points.isFullRange = item.type != "av01" || picture.points.isFullRange
    guard var sampled = picture.sampled(points) else { return }
    let (own, size) = (picture.size, spot.expected ?? picture.size)
    let seen = spot.seen(size)
    guard !seen.columns.isEmpty else { return }
    let columns = seen.columns.map { Int32(($0 - spot.x) * own.width / size.width) }
    var levels = [UInt8](repeating: 0, count: columns.count)
    for y in seen.rows {
      let row = Int32((y - spot.y) * own.height / size.height)
      wallfarm_row_levels(&sampled, row, columns, Int32(columns.count), &levels)
      let line = canvas.pixel(seen.columns.lowerBound, y)
      for x in columns.indices { apply(levels[x], to: line + x * 4, isMultiplied) }
    }
  }

  private func apply(
    _ alpha: UInt8, to pixel: UnsafeMutablePointer<UInt8>, _ isMultiplied: Bool
  ) {
    for channel in 0..<3 {
      pixel[channel] =
        isMultiplied
        ? min(pixel[channel], alpha) : UInt8((Int(pixel[channel]) * Int(alpha) + 127) / 255)
    }
    pixel[3] = alpha
  }

  /// Records reserved code points of a coded picture as warnings; throws if a warning is not
  /// harmless.
  private func hear(_ points: CodePoints) throws(RenderError) {
    let odd = [
      (CodePoints.knownPrimaries.contains(points.primaries), HEIFWarnings.unknownPrimaries),
      (CodePoints.knownTransfers.contains(points.transfer), HEIFWarnings.unknownTransfer),
      (CodePoints.knownMatrices.contains(points.matrix), HEIFWarnings.unknownMatrix),
    ]
    for (isKnown, rule) in odd where !isKnown {
      guard judge.allows(rule.sentence, meaning: rule.meaning) else {
        throw heif.unreadable(rule.sentence)
      }
    }
  }

  /// Sets the color space from the first coded picture.
  private func settle(_ points: CodePoints) throws(RenderError) {
    guard !isColorKnown else { return }
    isColorKnown = true
    var points = points
    if !CodePoints.knownPrimaries.contains(points.primaries) { points.primaries = 2 }
    if !CodePoints.knownTransfers.contains(points.transfer) { points.transfer = 2 }
    color = try heif.color(points)
    if case .described(let described) = color, described.isHDR {
      mapping = ToneMapping(described, peak: heif.peak)
      color = .displayP3
    }
  }

  // MARK: - Derived pictures

  private func paintGrid(
    _ id: Int, _ item: HEIFItems.Item, _ spot: Spot, _ canvas: Canvas, _ channel: Channel,
    _ path: [Int]
  ) throws(RenderError) {
    guard let grid = HEIFGrid(heif.items.data(of: item)), let first = item.sources.first,
      item.sources.count >= grid.rows * grid.columns,
      let tile = heif.items.size(of: try heif.item(first))
    else { throw heif.unreadable("its grid \(id) has fewer tiles than it needs") }
    let whole = PixelSize(width: grid.width, height: grid.height)
    guard tile.width * grid.columns >= whole.width, tile.height * grid.rows >= whole.height else {
      throw heif.unreadable("the tiles of its grid \(id) do not cover it")
    }
    if let announced = heif.items.size(of: item), announced != whole {
      throw heif.unreadable("the size of the picture differs from the size in its header")
    }
    for (index, source) in item.sources.prefix(grid.rows * grid.columns).enumerated() {
      let part = spot.part(
        index % grid.columns * tile.width, index / grid.columns * tile.height, within: whole)
      try paintPart(source, part, canvas, channel, path)
    }
  }

  /// Draws a source picture; if it is cropped, rotated or mirrored, it is first drawn on a separate
  /// surface.
  private func paintPart(
    _ id: Int, _ spot: Spot, _ canvas: Canvas, _ channel: Channel, _ path: [Int]
  ) throws(RenderError) {
    let geometry = try heif.geometry(of: id)
    guard geometry.size != geometry.coded || geometry.orientation != .upright else {
      return try paint(id, spot, canvas, channel, path: path)
    }
    let own = try upright(id, geometry, path)
    let seen = spot.seen(own.size)
    let stride = own.stride
    own.withPixels { bytes in
      for y in seen.rows {
        for x in seen.columns {
          let place = (y - spot.y) * stride + (x - spot.x) * 4
          let target = canvas.pixel(x, y)
          switch channel {
          case .color: for channel in 0..<4 { target[channel] = bytes[place + channel] }
          case .alpha(let isMultiplied): apply(bytes[place + 1], to: target, isMultiplied)
          }
        }
      }
    }
  }

  private func upright(
    _ id: Int, _ geometry: HEIFGeometry, _ path: [Int]
  ) throws(RenderError) -> ImageSurface {
    var own = try ImageSurface(size: geometry.size)
    try paint(id, geometry, on: &own, path: path)
    guard geometry.orientation != .upright else { return own }
    var turned = try ImageSurface(size: geometry.size.turned(by: geometry.orientation))
    own.turn(geometry.orientation, into: &turned)
    return turned
  }

  private func paintOverlay(
    _ item: HEIFItems.Item, _ spot: Spot, _ canvas: Canvas, _ channel: Channel, _ path: [Int]
  ) throws(RenderError) {
    guard case .color = channel,
      let overlay = HEIFOverlay(heif.items.data(of: item), pictures: item.sources.count)
    else { throw heif.unreadable("an overlay picture is damaged") }
    let seen = spot.seen(PixelSize(width: overlay.width, height: overlay.height))
    let alpha = overlay.fill[3] / 257
    let fill =
      [2, 1, 0].map { UInt8((overlay.fill[$0] / 257 * alpha + 127) / 255) } + [UInt8(alpha)]
    for y in seen.rows {
      for x in seen.columns {
        let target = canvas.pixel(x, y)
        for channel in 0..<4 { target[channel] = fill[channel] }
      }
    }
    for (source, offset) in zip(item.sources, overlay.offsets) {
      let layer = try upright(source, try heif.geometry(of: source), path)
      var place = spot
      (place.columns, place.rows) = seen
      (place.x, place.y) = (spot.x + offset.x, spot.y + offset.y)
      lay(layer, place, canvas)
    }
  }

  /// Composites a picture with alpha over the canvas.
  private func lay(_ layer: borrowing ImageSurface, _ spot: Spot, _ canvas: Canvas) {
    let (seen, stride) = (spot.seen(layer.size), layer.stride)
    layer.withPixels { bytes in
      for y in seen.rows {
        for x in seen.columns {
          let place = (y - spot.y) * stride + (x - spot.x) * 4
          let (target, rest) = (canvas.pixel(x, y), 255 - Int(bytes[place + 3]))
          for channel in 0..<4 {
            target[channel] =
              bytes[place + channel] + UInt8((Int(target[channel]) * rest + 127) / 255)
          }
        }
      }
    }
  }
}
