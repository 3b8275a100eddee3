import WallfarmPluginKit

/// The tiles of an image, whose edges are on whole pixels, so that no seam is visible.
struct ImageTiles {
  /// The size of each tile in pixels.
  let size: PixelSize
  /// The image in one tile at the origin of the canvas.
  let content: ImageContent
  /// The column and row of the canvas at which a tile begins.
  private let origin: (x: Int, y: Int)

  /// Creates the tiles of an image; returns `nil` if the image is not tiled.
  init?(_ content: ImageContent, picture: PixelSize, scale: Scale) {
    guard content.tile > 0 else { return nil }
    let height = content.tile * Double(picture.height) / Double(picture.width)
    size = PixelSize(
      width: ImageTiles.pixels(content.tile * scale.x),
      height: ImageTiles.pixels(height * scale.y))
    let frame = content.frame
    let (width, rest) = (Double(size.width), frame.width * scale.x - Double(size.width))
    let below = frame.height * scale.y - Double(size.height)
    origin = (
      Int((frame.x * scale.x + rest * content.focus.x).rounded()),
      Int((frame.y * scale.y + below * content.focus.y).rounded())
    )
    self.content = ImageContent(
      file: content.file,
      frame: Rect(x: 0, y: 0, width: width / scale.x, height: Double(size.height) / scale.y),
      fit: .stretch)
  }

  /// The length of a tile in pixels; a very flat image has tiles of at least one pixel.
  private static func pixels(_ length: Double) -> Int {
    Int(min(max(1, length.rounded()), 30_000))
  }

  /// Fills a surface, whose corner is at a pixel of the canvas, with copies of a tile.
  func fill(
    _ surface: inout ImageSurface, left: Int, top: Int, with tile: borrowing ImageSurface
  ) {
    let (width, height, stride) = (surface.size.width, surface.size.height, surface.stride)
    let ownStride = tile.stride
    let first = ImageTiles.remainder(left - origin.x, size.width)
    tile.withPixels { source in
      surface.withMutablePixels { target in
        for y in 0..<height {
          let row = ImageTiles.remainder(top + y - origin.y, size.height) * ownStride
          var (x, from) = (0, first)
          while x < width {
            let count = min(size.width - from, width - x)
            let part = source[row + from * 4..<row + (from + count) * 4]
            UnsafeMutableRawBufferPointer(
              rebasing: target[y * stride + x * 4..<y * stride + (x + count) * 4]
            ).copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
            (x, from) = (x + count, 0)
          }
        }
      }
    }
  }

  /// The nonnegative remainder of a division.
  private static func remainder(_ number: Int, _ divisor: Int) -> Int {
    let rest = number % divisor
    return rest < 0 ? rest + divisor : rest
  }
}

extension ImageContent {
  /// The image in a single tile, or the image itself if it is not tiled.
  func single(picture: PixelSize, scale: Scale) -> ImageContent {
    ImageTiles(self, picture: picture, scale: scale)?.content ?? self
  }
}
