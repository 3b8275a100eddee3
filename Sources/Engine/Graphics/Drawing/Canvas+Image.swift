internal import CCairo
public import WallfarmPluginKit

/// A photo that is ready to be drawn at its position: scaled, upright, color-converted and blurred.
///
/// Creating a placed photo takes much longer than drawing it.
public final class PlacedPhoto {
  let surface: ImageSurface
  /// The left edge on the canvas in pixels.
  let left: Int
  /// The top edge on the canvas in pixels.
  let top: Int

  init(_ surface: consuming ImageSurface, left: Int, top: Int) {
    self.surface = surface
    (self.left, self.top) = (left, top)
  }

  /// The size of the pixel data in bytes.
  public var byteCount: Int { surface.stride * surface.size.height }
}

extension Canvas {
  /// Draws a photo with the fit, focus, color conversion, blur and opacity of its layer.
  ///
  /// - Parameters:
  ///   - photo: The decoded photo, of any size.
  ///   - content: The frame and settings of the layer, and the file name for errors.
  ///   - space: The color space of this canvas.
  ///   - opacity: The opacity, 0…1.
  ///   - threads: The number of threads that scale the photo.
  /// - Throws: `raster-failed` if there is not enough memory for the scaled picture,
  ///   `photo-unreadable` if its color profile is damaged.
  public borrowing func draw(
    _ photo: borrowing DecodedPhoto, as content: ImageContent, in space: ColorSpace,
    opacity: Double = 1, threads: Int = 1
  ) throws(RenderError) {
    guard let placed = try place(photo, as: content, in: space, threads: threads) else { return }
    try draw(placed, as: content, opacity: opacity)
  }

  /// Resamples a photo for drawing with the settings of its layer.
  ///
  /// - Parameters:
  ///   - photo: The decoded photo, of any size.
  ///   - content: The frame and settings of the layer, and the file name for errors.
  ///   - space: The color space of this canvas.
  ///   - pixels: The size of the whole picture, or `nil` for the size of this canvas. Specify it if
  ///     this canvas may cover only a part of the picture and the result is also drawn on the other
  ///     parts.
  ///   - threads: The number of threads that scale the photo.
  /// - Returns: The placed photo, or `nil` if the frame of the layer is outside the picture.
  /// - Throws: `raster-failed` if there is not enough memory for the scaled picture,
  ///   `photo-unreadable` if its color profile is damaged.
  public borrowing func place(
    _ photo: borrowing DecodedPhoto, as content: ImageContent, in space: ColorSpace,
    on pixels: PixelSize? = nil, threads: Int = 1
  ) throws(RenderError) -> PlacedPhoto? {
    guard let box = pixelBox(around: content.frame, within: pixels ?? size) else { return nil }
    var placed = try ImageSurface(size: PixelSize(width: box.width, height: box.height))
    if let tiles = ImageTiles(content, picture: photo.size, scale: scale) {
      var tile = try ImageSurface(size: tiles.size)
      try scaled(photo, tiles.content, in: space, threads: threads, onto: &tile)
      tiles.fill(&placed, left: box.left, top: box.top, with: tile)
    } else {
      try scaled(
        photo, content, in: space, left: box.left, top: box.top, threads: threads, onto: &placed)
    }
    if content.cells > 0 {
      CellBlur(
        cell: (max(1, content.cells * scale.x), max(1, content.cells * scale.y)),
        sigma: (content.blur * scale.x, content.blur * scale.y),
        origin: (
          content.frame.x * scale.x - Double(box.left), content.frame.y * scale.y - Double(box.top)
        )
      ).apply(to: &placed)
    } else {
      GaussianBlur(sigma: content.blur * scale.mean).apply(to: &placed)
    }
    if content.saturation != 1 { Saturation(factor: content.saturation).apply(to: &placed) }
    if let tint = content.tint { Tint(color: tint).apply(to: &placed) }
    return PlacedPhoto(placed, left: box.left, top: box.top)
  }

  /// Scales a photo onto a surface whose corner is at a pixel of the canvas, and converts its
  /// colors.
  private borrowing func scaled(
    _ photo: borrowing DecodedPhoto, _ content: ImageContent, in space: ColorSpace, left: Int = 0,
    top: Int = 0, threads: Int, onto surface: inout ImageSurface
  ) throws(RenderError) {
    let exact = ImagePlacement(content, picture: photo.size, scale: scale)
    let placement = (photo.isDrawing ? exact.onWholePixels : exact)
      .moved(left: -Double(left), top: -Double(top))
    try Resampler(placement: placement, threads: threads).draw(photo, on: &surface)
    // Convert the colors after scaling, so that only the pixels on the screen are processed.
    let area = placement.covered(picture: photo.size, target: surface.size)
    try ColorTransform(source: photo.color, target: space, area: area)
      .apply(to: &surface, file: content.file)
  }

  /// Draws a photo that was placed on a canvas of the same size and scale.
  ///
  /// - Parameters:
  ///   - photo: The result of `place`.
  ///   - content: The content that the photo was placed as; its frame, mask and blend mode are used.
  ///   - opacity: The opacity, 0…1.
  /// - Throws: No errors in the current implementation.
  public borrowing func draw(
    _ photo: PlacedPhoto, as content: ImageContent, opacity: Double = 1
  ) throws(RenderError) {
    try withSavedState { (canvas) throws(RenderError) in
      canvas.trace(content.maskShape ?? .rectangle(content.frame))
      cairo_clip(canvas.cairo)
      cairo_set_operator(canvas.cairo, content.blend.cairo)
      cairo_scale(canvas.cairo, 1 / canvas.scale.x, 1 / canvas.scale.y)
      cairo_set_source_surface(
        canvas.cairo, photo.surface.pointer, Double(photo.left), Double(photo.top))
      cairo_pattern_set_filter(cairo_get_source(canvas.cairo), CAIRO_FILTER_NEAREST)
      cairo_paint_with_alpha(canvas.cairo, opacity)
    }
  }
}

extension Canvas {
  /// Converts sRGB pixels to the color space of the canvas and draws them over the whole canvas.
  ///
  /// - Throws: `raster-failed` if there is not enough memory for the pixels.
  public borrowing func draw(
    _ pixels: PixelContent, in space: ColorSpace, opacity: Double = 1
  ) throws(RenderError) {
    var surface = try ImageSurface(size: pixels.size)
    let (row, stride) = (pixels.size.width * 4, surface.stride)
    pixels.bytes.withUnsafeBytes { source in
      surface.withMutablePixels { target in
        for y in 0..<pixels.size.height {
          let from = UnsafeRawBufferPointer(rebasing: source[y * row..<(y + 1) * row])
          UnsafeMutableRawBufferPointer(rebasing: target[y * stride..<y * stride + row])
            .copyMemory(from: from)
        }
      }
    }
    let area = PixelArea(columns: 0..<pixels.size.width, rows: 0..<pixels.size.height)
    try ColorTransform(source: .sRGB, target: space, area: area).apply(
      to: &surface, file: "pixels of a plugin")
    try withSavedState { (canvas) throws(RenderError) in
      cairo_scale(canvas.cairo, 1 / canvas.scale.x, 1 / canvas.scale.y)
      cairo_set_source_surface(canvas.cairo, surface.pointer, 0, 0)
      cairo_pattern_set_filter(cairo_get_source(canvas.cairo), CAIRO_FILTER_NEAREST)
      cairo_paint_with_alpha(canvas.cairo, opacity)
    }
  }
}

/// The position and scale of a picture on the canvas, in canvas pixels.
public struct ImagePlacement: Hashable, Sendable {
  /// The left edge of the whole picture in pixels; it is negative if the picture begins to the left
  /// of the canvas.
  public let left: Double
  /// The top edge of the whole picture in pixels.
  public let top: Double
  /// The horizontal scale, in canvas pixels per picture pixel.
  public let scaleX: Double
  /// The vertical scale, in canvas pixels per picture pixel.
  public let scaleY: Double

  /// Computes the placement of a picture whose size is `picture`.
  public init(_ content: ImageContent, picture: PixelSize, scale: Scale) {
    let (width, height) = (content.frame.width * scale.x, content.frame.height * scale.y)
    let across = width / Double(picture.width)
    let down = height / Double(picture.height)
    (scaleX, scaleY) =
      switch content.fit {
      case .cover: (max(across, down) * content.zoom, max(across, down) * content.zoom)
      case .contain: (min(across, down) * content.zoom, min(across, down) * content.zoom)
      case .stretch: (across * content.zoom, down * content.zoom)
      }
    // A focus of 0 aligns the left or top edges, 0.5 aligns the centers, and 1 aligns the right or
    // bottom edges.
    left = content.frame.x * scale.x + (width - Double(picture.width) * scaleX) * content.focus.x
    top = content.frame.y * scale.y + (height - Double(picture.height) * scaleY) * content.focus.y
  }

  private init(left: Double, top: Double, scaleX: Double, scaleY: Double) {
    (self.left, self.top, self.scaleX, self.scaleY) = (left, top, scaleX, scaleY)
  }

  /// Returns the area of target pixels whose centers are inside the picture.
  func covered(picture: PixelSize, target: PixelSize) -> PixelArea {
    func range(_ offset: Double, _ length: Double, _ limit: Int) -> Range<Int> {
      let low = max(0, (offset - 0.5).rounded(.up))
      let high = min(Double(limit), (offset + length - 0.5).rounded(.up))
      return high > low ? Int(low)..<Int(high) : 0..<0
    }
    return PixelArea(
      columns: range(left, Double(picture.width) * scaleX, target.width),
      rows: range(top, Double(picture.height) * scaleY, target.height))
  }

  /// The placement without scaling and with its corner on a whole pixel, if the scale is nearly 1.
  ///
  /// A drawing has the size of its layer in pixels except for rounding.
  var onWholePixels: ImagePlacement {
    guard abs(scaleX - 1) < 0.1, abs(scaleY - 1) < 0.1 else { return self }
    return ImagePlacement(left: left.rounded(), top: top.rounded(), scaleX: 1, scaleY: 1)
  }

  /// Returns the placement moved by the given distances in pixels.
  func moved(left dx: Double, top dy: Double) -> ImagePlacement {
    ImagePlacement(left: left + dx, top: top + dy, scaleX: scaleX, scaleY: scaleY)
  }

  /// Returns the placement of the stored picture, before its orientation is applied.
  func stored(_ orientation: Orientation, picture: PixelSize, target: PixelSize) -> ImagePlacement {
    let right = Double(target.width) - left - Double(picture.width) * scaleX
    let bottom = Double(target.height) - top - Double(picture.height) * scaleY
    let (x, y): (Double, Double) =
      switch orientation {
      case .upright: (left, top)
      case .mirrored: (right, top)
      case .rotated180: (right, bottom)
      case .flipped: (left, bottom)
      case .transposed: (top, left)
      case .rotated90: (top, right)
      case .transversed: (bottom, right)
      case .rotated270: (bottom, left)
      }
    return orientation.swapsSides
      ? ImagePlacement(left: x, top: y, scaleX: scaleY, scaleY: scaleX)
      : ImagePlacement(left: x, top: y, scaleX: scaleX, scaleY: scaleY)
  }

  /// Returns the size of the picture on the canvas, in pixels.
  ///
  /// A picture that is decoded at this size or larger does not have to be enlarged.
  public static func neededPixels(
    for content: ImageContent, picture: PixelSize, scale: Scale
  ) -> PixelSize {
    pixels(for: content, picture: picture, scale: scale, .up)
  }

  /// Returns the size of a drawing on the canvas, rounded to whole pixels.
  public static func drawnPixels(
    for content: ImageContent, picture: PixelSize, scale: Scale
  ) -> PixelSize {
    pixels(for: content, picture: picture, scale: scale, .toNearestOrAwayFromZero)
  }

  private static func pixels(
    for content: ImageContent, picture: PixelSize, scale: Scale, _ rule: FloatingPointRoundingRule
  ) -> PixelSize {
    let placement = ImagePlacement(
      content.single(picture: picture, scale: scale), picture: picture, scale: scale)
    return PixelSize(
      width: max(1, Int((Double(picture.width) * placement.scaleX).rounded(rule))),
      height: max(1, Int((Double(picture.height) * placement.scaleY).rounded(rule))))
  }
}
