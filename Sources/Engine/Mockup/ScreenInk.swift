import Graphics
import WallfarmPluginKit

/// Chooses light or dark system elements according to the brightness of the wallpaper.
struct ScreenInk {
  /// For each horizontal band of the screen, from top to bottom, the mean luminance along its
  /// middle row.
  private let bands: [Double]
  private let height: Double

  private static let count = 40

  /// Measures the brightness of a screen; `scale` is the number of pixels per point.
  init(_ screen: borrowing ImageSurface, scale: Double) {
    height = Double(screen.size.height) / scale
    let (size, stride) = (screen.size, screen.stride)
    bands = screen.withPixels { bytes in
      (0..<ScreenInk.count).map { band in
        let y = min(size.height - 1, (2 * band + 1) * size.height / (2 * ScreenInk.count))
        var sum = 0.0
        for step in 0..<50 {
          let x = min(size.width - 1, (2 * step + 1) * size.width / 100)
          let pixel = bytes.loadUnaligned(
            fromByteOffset: y * stride + x * 4, as: SIMD4<UInt8>.self)
          sum += Color(red: pixel.z, green: pixel.y, blue: pixel.x).relativeLuminance
        }
        return sum / 50
      }
    }
  }

  /// Returns the color of an element between two vertical positions in points.
  ///
  /// The color is light, unless the background is bright.
  func color(from top: Double, to bottom: Double) -> Color {
    let first = min(max(0, Int(top / height * Double(Self.count))), Self.count - 1)
    let last = min(max(first, Int(bottom / height * Double(Self.count))), Self.count - 1)
    let part = bands[first...last]
    let mean = part.reduce(0, +) / Double(part.count)
    // At a luminance of 0.18, white and black have the same contrast with the background. The
    // system prefers white, so the threshold is higher.
    return mean > 0.42 ? Color(red: 28, green: 28, blue: 30) : .white
  }
}
