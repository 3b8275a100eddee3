import Graphics
import WallfarmPluginKit
import WallfarmTesting

/// Returns a new text engine with the pinned fonts, at one pixel per point.
func makeTextEngine() throws -> TextEngine {
  let folder = Workspace.root + "/Fonts"
  return try FontContext(folder: folder, cache: folder + "/cache", digest: "test")
    .textEngine(scale: Scale(x: 1, y: 1))
}

/// Returns a surface filled pixel by pixel; `pixel` receives x and y and returns alpha, red, green
/// and blue.
func surface(
  _ width: Int, _ height: Int, _ pixel: (Int, Int) -> UInt32
) throws -> ImageSurface {
  var surface = try ImageSurface(size: PixelSize(width: width, height: height))
  let stride = surface.stride
  surface.withMutablePixels { bytes in
    for y in 0..<height {
      for x in 0..<width {
        bytes.storeBytes(of: pixel(x, y), toByteOffset: y * stride + x * 4, as: UInt32.self)
      }
    }
  }
  return surface
}

/// Returns all pixels, row by row.
func pixels(of surface: borrowing ImageSurface) -> [UInt32] {
  let (size, stride) = (surface.size, surface.stride)
  return surface.withPixels { bytes in
    (0..<size.height).flatMap { y in
      (0..<size.width).map { x in
        bytes.load(fromByteOffset: y * stride + x * 4, as: UInt32.self)
      }
    }
  }
}

/// Returns red, green, blue and alpha of every pixel as a PNG stores them: straight alpha, rounded
/// to the nearest level.
func straightBytes(of surface: borrowing ImageSurface) -> [UInt8] {
  pixels(of: surface).flatMap { pixel -> [UInt8] in
    let alpha = pixel >> 24
    guard alpha > 0 else { return [0, 0, 0, 0] }
    let colors = [16, 8, 0].map { shift in
      UInt8(min(255, ((pixel >> UInt32(shift) & 0xFF) * 255 + alpha / 2) / alpha))
    }
    return colors + [UInt8(alpha)]
  }
}
