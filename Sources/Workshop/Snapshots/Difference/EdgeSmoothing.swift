import Perception
import WallfarmPluginKit

/// Detects antialiased pixels at edges.
///
/// Different rasterizer versions blend these pixels slightly differently, which is not visible. An
/// antialiased pixel lies between a darker and a brighter neighbor, one of which belongs to a flat
/// area in both pictures. A soft dithered gradient counts as flat. Source: Vyšniauskas,
/// "Anti-aliased Pixel and Intensity Slope Detector" (2009).
struct EdgeSmoothing {
  let one: PixelSource
  let other: PixelSource

  /// The maximum difference between neighbors in a flat area, in levels.
  private static let dither = 2
  /// The minimum difference in brightness from a neighbor, in thousandths of a level.
  private static let clearGap = 3000

  /// Whether a pixel is antialiased in either picture.
  func isMixed(_ x: Int, _ y: Int) -> Bool {
    isMixed(x, y, in: one, beside: other) || isMixed(x, y, in: other, beside: one)
  }

  private func isMixed(
    _ x: Int, _ y: Int, in picture: PixelSource, beside twin: PixelSource
  ) -> Bool {
    let own = picture.color(x, y)
    let level = brightness(own)
    var (darkest, brightest) = ((gap: 0, x: 0, y: 0), (gap: 0, x: 0, y: 0))
    var same = 0
    forNeighbors(of: x, y) { nearX, nearY in
      let color = picture.color(nearX, nearY)
      if isAlike(color, own) { same += 1 }
      let gap = brightness(color) - level
      if gap < darkest.gap { darkest = (gap, nearX, nearY) }
      if gap > brightest.gap { brightest = (gap, nearX, nearY) }
    }
    guard same <= 2, darkest.gap < -Self.clearGap, brightest.gap > Self.clearGap else {
      return false
    }
    return [darkest, brightest].contains { side in
      isFlat(side.x, side.y, in: picture) && isFlat(side.x, side.y, in: twin)
    }
  }

  /// Whether at least three neighbors of a pixel have a similar color.
  private func isFlat(_ x: Int, _ y: Int, in picture: PixelSource) -> Bool {
    let own = picture.color(x, y)
    var same = 0
    forNeighbors(of: x, y) { if isAlike(picture.color($0, $1), own) { same += 1 } }
    return same >= 3
  }

  private func isAlike(_ one: SIMD3<Int>, _ other: SIMD3<Int>) -> Bool {
    let gap = one &- other
    return max(gap.max(), -gap.min()) <= Self.dither
  }

  private func forNeighbors(of x: Int, _ y: Int, _ body: (Int, Int) -> Void) {
    for nearY in max(0, y - 1)...min(one.size.height - 1, y + 1) {
      for nearX in max(0, x - 1)...min(one.size.width - 1, x + 1)
      where nearX != x || nearY != y { body(nearX, nearY) }
    }
  }

  /// The brightness of a color in thousandths of a level, with the weights of ITU-R BT.709.
  private func brightness(_ color: SIMD3<Int>) -> Int {
    213 * color.x + 715 * color.y + 72 * color.z
  }
}
