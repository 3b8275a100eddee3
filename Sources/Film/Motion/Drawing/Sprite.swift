internal import CFrames
import Films
import Graphics
import WallfarmPluginKit

/// Pixels that can be drawn with a transform and an opacity.
///
/// A transparent border of one pixel antialiases the edges under any transform.
package final class Sprite {
  package let width: Int
  package let height: Int
  /// The position of the first pixel on the canvas, before any movement.
  let left: Int
  package let top: Int
  private let pixels: UnsafeMutablePointer<UInt8>
  private var small: Sprite?
  /// The most recent blurred copy and its sigma in quarters of a pixel.
  ///
  /// Only one copy is cached, because a sprite can be as large as the screen. An animated blur
  /// needs a new copy for each frame, but a constant blur reuses the same copy.
  private var blurred: (quarters: Int, sprite: Sprite)?

  private init(width: Int, height: Int, left: Int, top: Int) {
    (self.width, self.height, self.left, self.top) = (width, height, left, top)
    pixels = .allocate(capacity: width * height * 4)
    pixels.initialize(repeating: 0, count: width * height * 4)
  }

  deinit { pixels.deallocate() }

  /// Copies the visible part of a surface to a position on the canvas; returns nil if the surface
  /// is fully transparent.
  convenience init?(
    _ surface: borrowing ImageSurface, within part: PixelBox? = nil, left: Int = 0, top: Int = 0
  ) {
    let all = PixelBox(surface.size)
    let box = surface.inked(within: part?.intersection(all) ?? all)
    guard !box.isEmpty else { return nil }
    self.init(
      width: box.right - box.left + 2, height: box.bottom - box.top + 2,
      left: left + box.left - 1, top: top + box.top - 1)
    let (stride, own, row) = (surface.stride, width * 4, (box.right - box.left) * 4)
    let target = UnsafeMutableRawBufferPointer(start: pixels, count: own * height)
    surface.withPixels { source in
      for y in box.top..<box.bottom {
        let place = (y - box.top + 1) * own + 4
        target.copy(place..<place + row, from: source, y * stride + box.left * 4)
      }
    }
  }

  /// Copies a whole canvas and extends its edges, so that small movements do not reveal a border.
  init(canvas surface: borrowing ImageSurface, beyond margin: Int) {
    width = surface.size.width + 2 * margin
    height = surface.size.height + 2 * margin
    (left, top) = (-margin, -margin)
    pixels = .allocate(capacity: width * height * 4)
    let (stride, size, own, target) = (surface.stride, surface.size, width * 4, pixels)
    let (columns, rows) = (width, height)
    surface.withPixels { source in
      for y in 0..<rows {
        let from = min(max(y - margin, 0), size.height - 1) * stride
        for x in 0..<columns {
          let place = from + min(max(x - margin, 0), size.width - 1) * 4
          UnsafeMutableRawPointer(target + y * own + x * 4).storeBytes(
            of: source.loadUnaligned(fromByteOffset: place, as: UInt32.self), as: UInt32.self)
        }
      }
    }
  }

  /// The center in canvas pixels.
  var middle: Point {
    Point(x: Double(left) + Double(width) / 2, y: Double(top) + Double(height) / 2)
  }

  /// A copy at half size, created with 2 × 2 box filtering, which prevents flicker at small scales.
  var halved: Sprite {
    if let small { return small }
    let half = Sprite(width: width / 2 + 3, height: height / 2 + 3, left: left, top: top)
    for y in 0..<(height / 2) {
      for x in 0..<(width / 2) {
        for channel in 0..<4 {
          let place = (2 * y * width + 2 * x) * 4 + channel
          let sum =
            Int(pixels[place]) + Int(pixels[place + 4]) + Int(pixels[place + width * 4])
            + Int(pixels[place + width * 4 + 4])
          half.pixels[((y + 1) * half.width + x + 1) * 4 + channel] = UInt8((sum + 2) / 4)
        }
      }
    }
    small = half
    return half
  }

  /// A blurred copy, with sigma rounded to quarters of a pixel.
  ///
  /// - Throws: `raster-failed`.
  func blurred(_ sigma: Double) throws(RenderError) -> Sprite {
    let quarters = Int((sigma * 4).rounded())
    guard quarters > 1 else { return self }
    if let blurred, blurred.quarters == quarters { return blurred.sprite }
    blurred = nil
    let sigma = Double(quarters) / 4
    let margin = Int((3 * sigma).rounded(.up))
    var surface = try ImageSurface(
      size: PixelSize(width: width + 2 * margin, height: height + 2 * margin))
    let (stride, row) = (surface.stride, width * 4)
    let source = UnsafeRawBufferPointer(start: pixels, count: row * height)
    surface.withMutablePixels { target in
      for y in 0..<height {
        let place = (y + margin) * stride + margin * 4
        target.copy(place..<place + row, from: source, y * row)
      }
    }
    surface.blur(sigma: sigma)
    let soft = Sprite(surface, left: left - margin, top: top - margin) ?? self
    blurred = (quarters, soft)
    return soft
  }

  /// Composites the sprite onto a picture.
  func lay(
    on target: UnsafeMutableRawBufferPointer, stride: Int, within clip: PixelBox,
    _ place: SpritePlace, strength: Int
  ) {
    var sprite = wallfarm_sprite(
      pixels: pixels, stride: width * 4, width: Int32(width), height: Int32(height))
    var fixed = place.fixed
    wallfarm_lay(
      target.baseAddress?.assumingMemoryBound(to: UInt8.self), stride,
      wallfarm_box(
        left: Int32(clip.left), top: Int32(clip.top), right: Int32(clip.right),
        bottom: Int32(clip.bottom)), &sprite, &fixed, Int32(strength))
  }
}

extension ImageSurface {
  /// Returns the bounding box of the pixels in `part` that are not fully transparent.
  borrowing func inked(within part: PixelBox) -> PixelBox {
    let stride = stride
    return withPixels { bytes in
      var box = PixelBox(left: part.right, top: part.bottom, right: part.left, bottom: part.top)
      for y in part.top..<max(part.top, part.bottom) {
        let row = y * stride
        var first = part.left
        while first < part.right, bytes[row + first * 4 + 3] == 0 { first += 1 }
        guard first < part.right else { continue }
        var last = part.right
        while bytes[row + last * 4 - 1] == 0 { last -= 1 }
        box.left = min(box.left, first)
        box.right = max(box.right, last)
        box.top = min(box.top, y)
        box.bottom = y + 1
      }
      return box
    }
  }
}
