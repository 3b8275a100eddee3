import Graphics
internal import Perception
import WallfarmPluginKit

/// A range of rows at one eighth of the resolution, sufficient to measure the visibility of aids.
struct SmallPicture {
  /// Reduction factor along each axis.
  static let step = 8

  let width: Int
  let height: Int
  /// BGRA, 8 bits per channel.
  private var pixels: [UInt8]

  /// Averages four pixels of each square.
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

  /// Passes the pixels to `body`.
  func withSource<Result>(_ body: (PixelSource) -> Result) -> Result {
    pixels.withUnsafeBytes {
      body(PixelSource($0, stride: width * 4, size: PixelSize(width: width, height: height)))
    }
  }
}
