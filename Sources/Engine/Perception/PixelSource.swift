package import Graphics
package import WallfarmPluginKit

/// Borrowed pixels of a picture, shown over a gray background.
package struct PixelSource {
  package let size: PixelSize
  /// The gray level behind transparent pixels, from 0 (black) to 255 (white).
  let ground: Int
  private let pixels: UnsafeRawBufferPointer
  private let stride: Int

  package init(_ pixels: UnsafeRawBufferPointer, stride: Int, size: PixelSize, ground: Int = 0) {
    (self.pixels, self.stride, self.size, self.ground) = (pixels, stride, size, ground)
  }

  /// Returns the same pixels over another background.
  package func over(ground: Int) -> PixelSource {
    PixelSource(pixels, stride: stride, size: size, ground: ground)
  }

  /// Returns the premultiplied blue, green, red and alpha values of a pixel.
  @inline(__always)
  package func pixel(_ x: Int, _ y: Int) -> SIMD4<UInt8> {
    pixels.loadUnaligned(fromByteOffset: y * stride + x * 4, as: SIMD4<UInt8>.self)
  }

  /// Returns the bytes of a row, so that rows can be compared.
  package func row(_ y: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: pixels[y * stride..<y * stride + size.width * 4])
  }

  /// Returns the red, green and blue values of a pixel over the background, from 0 to 255.
  @inline(__always)
  package func color(_ x: Int, _ y: Int) -> SIMD3<Int> {
    let pixel = pixel(x, y)
    let color = SIMD3(Int(pixel.z), Int(pixel.y), Int(pixel.x))
    let rest = 255 - Int(pixel.w)
    return rest == 0 || ground == 0 ? color : color &+ SIMD3(repeating: (ground * rest + 127) / 255)
  }

  /// Returns the YCxCz planes of an area with a margin; outside the picture, its border pixels are
  /// repeated.
  func planes(of area: PixelRect, margin: Int) -> [Plane] {
    let (width, height) = (area.width + 2 * margin, area.height + 2 * margin)
    var planes = [Plane](repeating: Plane(width: width, height: height), count: 3)
    var last = (color: SIMD3(repeating: -1), value: SIMD3<Float>())
    for row in 0..<height {
      let y = min(max(area.y - margin + row, 0), size.height - 1)
      for column in 0..<width {
        let x = min(max(area.x - margin + column, 0), size.width - 1)
        let color = color(x, y)
        if color != last.color {
          let linear = SIMD3(
            FlipColors.linear[min(255, color.x)], FlipColors.linear[min(255, color.y)],
            FlipColors.linear[min(255, color.z)])
          last = (color, FlipColors.yCxCz(linear: linear))
        }
        let index = row * width + column
        planes[0].values[index] = last.value.x
        planes[1].values[index] = last.value.y
        planes[2].values[index] = last.value.z
      }
    }
    return planes
  }
}

extension ImageSurface {
  /// Calls `body` with the pixels, shown over a black background.
  package borrowing func withSource<Result>(_ body: (PixelSource) -> Result) -> Result {
    withPixels { body(PixelSource($0, stride: stride, size: size)) }
  }
}
