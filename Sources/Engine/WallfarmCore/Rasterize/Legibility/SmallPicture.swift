import Graphics
internal import Perception
import WallfarmPluginKit

/// Some rows of a picture, an eighth as wide and as high: enough to see how far panes spoil it.
struct SmallPicture {
  /// How many pixels are one, along each side.
  static let step = 8

  let width: Int
  let height: Int
  /// Blue, green, red and alpha.
  private var pixels: [UInt8]

  /// The mean of four pixels stands for each square.
  init(_ surface: borrowing ImageSurface, rows: Range<Int>) {
    let step = SmallPicture.step
    let (wide, high) = (max(1, surface.size.width / step), max(1, rows.count / step))
    let (stride, first) = (surface.stride, rows.lowerBound)
    let last = (x: surface.size.width - 1, y: rows.upperBound - 1)
    var pixels = [UInt8](repeating: 255, count: wide * high * 4)
    surface.withPixels { bytes in
      for y in 0..<high {
        for x in 0..<wide {
          var sum = SIMD4<UInt16>()
          for (right, down) in [(1, 1), (5, 1), (1, 5), (5, 5)] {
            let place =
              min(first + y * step + down, last.y) * stride + min(x * step + right, last.x) * 4
            sum &+= SIMD4<UInt16>(
              truncatingIfNeeded: bytes.loadUnaligned(
                fromByteOffset: place, as: SIMD4<UInt8>.self))
          }
          for channel in 0..<4 {
            pixels[(y * wide + x) * 4 + channel] = UInt8((sum[channel] + 2) / 4)
          }
        }
      }
    }
    (width, height, self.pixels) = (wide, high, pixels)
  }

  /// Lends the pixels.
  func withSource<Result>(_ body: (PixelSource) -> Result) -> Result {
    pixels.withUnsafeBytes {
      body(PixelSource($0, stride: width * 4, size: PixelSize(width: width, height: height)))
    }
  }
}
