internal import CCairo
public import WallfarmPluginKit

/// A photo as it lies on a screen: fitted, focused, turned upright, converted, averaged, blurred.
///
/// Making one takes far longer than drawing it.
public final class PlacedPhoto {
  let surface: ImageSurface
  /// Its corner on the canvas, in pixels.
  let left: Int
  /// Its corner on the canvas, in pixels.
  let top: Int

  init(_ surface: consuming ImageSurface, left: Int, top: Int) {
    self.surface = surface
    (self.left, self.top) = (left, top)
  }

  /// Memory of its pixels.
  public var byteCount: Int { surface.stride * surface.size.height }
}

extension Canvas {
  /// Draws a photo as its layer asks: fitted, focused, turned upright, converted, averaged, blurred, faded.
  ///
  /// - Parameters:
  ///   - photo: the decoded file, of any size.
  ///   - content: where it goes and how; its file is named in errors.
  ///   - space: the colours of this canvas.
  ///   - opacity: strength, 0…1.
  ///   - threads: how many scale it together.
  /// - Throws: `raster-failed` when memory for the scaled picture is not to be had,
  ///   `photo-unreadable` for a colour profile that is damaged.
  public borrowing func draw(
    _ photo: borrowing DecodedPhoto, as content: ImageContent, in space: ColorSpace,
    opacity: Double = 1, threads: Int = 1
  ) throws(RenderError) {
    guard let placed = try place(photo, as: content, in: space, threads: threads) else { return }
    try draw(placed, in: content.frame, opacity: opacity)
  }

  /// Makes a photo ready to be drawn as its layer asks.
  ///
  /// - Parameters:
  ///   - photo: the decoded file, of any size.
  ///   - content: where it goes and how; its file is named in errors.
  ///   - space: the colours of this canvas.
  ///   - threads: how many scale it together.
  /// - Returns: nil where it lies beside the canvas.
  /// - Throws: `raster-failed` when memory for the scaled picture is not to be had,
  ///   `photo-unreadable` for a colour profile that is damaged.
  public borrowing func place(
    _ photo: borrowing DecodedPhoto, as content: ImageContent, in space: ColorSpace,
    threads: Int = 1
  ) throws(RenderError) -> PlacedPhoto? {
    guard let box = pixelBox(around: content.frame) else { return nil }
    var placed = try ImageSurface(size: PixelSize(width: box.width, height: box.height))
    let placement = ImagePlacement(content, picture: photo.size, scale: scale)
      .moved(left: -Double(box.left), top: -Double(box.top))
    try Resampler(placement: placement, threads: threads).draw(photo, on: &placed)
    // Converting after scaling touches the pixels of the screen only.
    let area = placement.covered(picture: photo.size, target: placed.size)
    try ColorTransform(source: photo.color, target: space, area: area)
      .apply(to: &placed, file: content.file)
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
    return PlacedPhoto(placed, left: box.left, top: box.top)
  }

  /// Draws a photo that was placed on a canvas of this size and scale.
  ///
  /// - Parameters:
  ///   - photo: what `place` made.
  ///   - frame: where it shows, in points.
  ///   - opacity: strength, 0…1.
  /// - Throws: nothing of its own.
  public borrowing func draw(
    _ photo: PlacedPhoto, in frame: Rect, opacity: Double = 1
  ) throws(RenderError) {
    try withSavedState { (canvas) throws(RenderError) in
      canvas.trace(.rectangle(frame))
      cairo_clip(canvas.cairo)
      cairo_scale(canvas.cairo, 1 / canvas.scale.x, 1 / canvas.scale.y)
      cairo_set_source_surface(
        canvas.cairo, photo.surface.pointer, Double(photo.left), Double(photo.top))
      cairo_pattern_set_filter(cairo_get_source(canvas.cairo), CAIRO_FILTER_NEAREST)
      cairo_paint_with_alpha(canvas.cairo, opacity)
    }
  }
}

extension Canvas {
  /// Draws pixels over the whole canvas, converted from sRGB and faded.
  ///
  /// - Throws: `raster-failed` when memory for them is not to be had.
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

/// Where a picture's top left corner lies and how much it is scaled, in pixels of the canvas.
public struct ImagePlacement: Hashable, Sendable {
  /// Left edge of the whole picture, in pixels; negative where it hangs over.
  public let left: Double
  /// Top edge of the whole picture, in pixels.
  public let top: Double
  /// Canvas pixels per picture pixel, across.
  public let scaleX: Double
  /// Canvas pixels per picture pixel, down.
  public let scaleY: Double

  /// Computes the placement of a picture of `picture` pixels.
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
    // The focus keeps its share: 0 shows the left edge, 1 the right one, 0.5 the middle.
    left = content.frame.x * scale.x + (width - Double(picture.width) * scaleX) * content.focus.x
    top = content.frame.y * scale.y + (height - Double(picture.height) * scaleY) * content.focus.y
  }

  private init(left: Double, top: Double, scaleX: Double, scaleY: Double) {
    (self.left, self.top, self.scaleX, self.scaleY) = (left, top, scaleX, scaleY)
  }

  /// The pixels of a target whose middle lies on the picture.
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

  /// The same placement on a canvas that starts elsewhere.
  func moved(left dx: Double, top dy: Double) -> ImagePlacement {
    ImagePlacement(left: left + dx, top: top + dy, scaleX: scaleX, scaleY: scaleY)
  }

  /// The placement of the picture as it is stored, on a target of `size` turned back as well.
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

  /// Pixels a picture needs so that it is not enlarged: its own size times the larger scale.
  public static func neededPixels(
    for content: ImageContent, picture: PixelSize, scale: Scale
  ) -> PixelSize {
    let placement = ImagePlacement(content, picture: picture, scale: scale)
    return PixelSize(
      width: Int((Double(picture.width) * placement.scaleX).rounded(.up)),
      height: Int((Double(picture.height) * placement.scaleY).rounded(.up)))
  }
}

/// Makes colours stronger or weaker round their brightness.
struct Saturation {
  /// 0 is gray, 1 unchanged.
  let factor: Double

  /// Mixes each pixel with its brightness, weighted as ITU-R BT 709 and the SVG matrix do.
  func apply(to surface: inout ImageSurface) {
    let weights = SIMD4<Float>(0.0722, 0.7152, 0.2126, 0)
    let amount = Float(factor)
    surface.withMutablePixels { bytes in
      for offset in stride(from: 0, to: bytes.count, by: 4) {
        let pixel = bytes.load(fromByteOffset: offset, as: SIMD4<UInt8>.self)
        let color = SIMD4<Float>(pixel)
        let gray = SIMD4<Float>(repeating: (color * weights).sum())
        var mixed = gray + (color - gray) * amount
        mixed.clamp(lowerBound: .zero, upperBound: SIMD4(repeating: color[3]))
        mixed[3] = color[3]
        bytes.storeBytes(
          of: SIMD4<UInt8>(truncatingIfNeeded: wholeLevels(mixed + 0.5)), toByteOffset: offset,
          as: SIMD4<UInt8>.self)
      }
    }
  }
}
