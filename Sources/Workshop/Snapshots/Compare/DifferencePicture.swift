import Graphics
import Perception
import WallfarmPluginKit

/// Draws the actual picture in pale gray, with the differences in color; a stronger red means a
/// more visible difference.
struct DifferencePicture {
  let comparison: PictureComparison
  let threshold: Double

  /// The RGB colors of visible and invisible differences.
  private static let visible = SIMD3<Float>(255, 0, 96)
  private static let unseen = SIMD3<Float>(255, 190, 60)

  func draw(over actual: borrowing ImageSurface) throws(RenderError) -> ImageSurface {
    var picture = try ImageSurface(size: comparison.size)
    let (from, to) = (actual.stride, picture.stride)
    let size = comparison.size
    actual.withPixels { source in
      picture.withMutablePixels { target in
        for y in 0..<size.height {
          for x in 0..<size.width {
            let pixel = source.loadUnaligned(
              fromByteOffset: y * from + x * 4, as: SIMD4<UInt8>.self)
            // Composite the Rec. 709 luma over white, and map it to the lightest quarter of the
            // levels. Rounding to steps of 4 levels removes dithering, which would otherwise take
            // most of the encoding time.
            let luma = 0.0722 * Float(pixel.x) + 0.7152 * Float(pixel.y) + 0.2126 * Float(pixel.z)
            let gray = UInt8(190 + (luma + 255 - Float(pixel.w)) * 55 / 255) & ~3
            target.storeBytes(
              of: SIMD4(gray, gray, gray, 255), toByteOffset: y * to + x * 4,
              as: SIMD4<UInt8>.self)
          }
        }
        for area in comparison.areas { paint(area, target, stride: to) }
      }
    }
    return picture
  }

  private func paint(_ area: DifferenceArea, _ target: UnsafeMutableRawBufferPointer, stride: Int) {
    let rect = area.rect
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX {
        let index = (y - rect.y) * rect.width + x - rect.x
        let value = area.map[index]
        // Errors below a tenth of the threshold are only blur around a difference, so they are not
        // drawn.
        guard value >= Float(threshold) / 10, value > 0 else { continue }
        let isVisible = area.seen[index]
        let strength =
          isVisible ? min(1, 0.55 + value) : min(0.5, 0.35 * value / Float(threshold) + 0.15)
        let offset = y * stride + x * 4
        let gray = Float(target.loadUnaligned(fromByteOffset: offset, as: UInt8.self))
        let color = isVisible ? Self.visible : Self.unseen
        let mixed = SIMD3(repeating: gray) + (color - gray) * strength
        target.storeBytes(
          of: SIMD4(UInt8(mixed.z), UInt8(mixed.y), UInt8(mixed.x), 255), toByteOffset: offset,
          as: SIMD4<UInt8>.self)
      }
    }
  }
}
