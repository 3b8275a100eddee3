import Graphics
import WallfarmPluginKit

/// The luminance of the pixels next to a mark.
struct MarkBackdrop {
  /// Relative luminance, 0…1, in ascending order.
  private let luminances: [Double]

  /// Minimum and maximum distance of a sample from the mark, in pixels; antialiased pixels are
  /// nearer.
  private static let reach = (near: 2, far: 5)
  /// Maximum number of positions that are checked; more do not make the percentile more accurate.
  private static let most = 60_000

  /// Samples the pixels next to a mark.
  ///
  /// - Parameters:
  ///   - mark: the mark.
  ///   - surface: rows of the picture, which contain the mark and the pixels next to it.
  ///   - drawing: draws the mark to find its pixels.
  /// - Throws: `raster-failed`.
  init(
    of mark: Mark, on surface: borrowing ImageSurface, with drawing: Rasterizer
  ) throws(RenderError) {
    let rows = surface.top..<surface.top + surface.size.height
    var cover = try ImageSurface(size: drawing.pixels, rows: rows)
    try drawing.draw([Layer("mark", .shape(mark.content))], on: &cover)
    let stride = surface.stride
    let (columns, own) = MarkBackdrop.pixels(near: mark, in: rows, with: drawing)
    let area = Double(columns.count * own.count)
    let step = max(1, Int((area / Double(MarkBackdrop.most)).squareRoot()))
    var found: [Double] = []
    cover.withPixels { cover in
      surface.withPixels { bytes in
        func alpha(_ x: Int, _ y: Int) -> UInt8 { cover[y * stride + x * 4 + 3] }
        func isCovered(near x: Int, _ y: Int, by distance: Int, above limit: UInt8) -> Bool {
          let diagonal = distance * 7 / 10
          return alpha(x - distance, y) > limit || alpha(x + distance, y) > limit
            || alpha(x, y - distance) > limit || alpha(x, y + distance) > limit
            || alpha(x - diagonal, y - diagonal) > limit
            || alpha(x + diagonal, y - diagonal) > limit
            || alpha(x - diagonal, y + diagonal) > limit
            || alpha(x + diagonal, y + diagonal) > limit
        }
        for y in Swift.stride(from: own.lowerBound, to: own.upperBound, by: step) {
          for x in Swift.stride(from: columns.lowerBound, to: columns.upperBound, by: step) {
            guard alpha(x, y) <= 24, isCovered(near: x, y, by: MarkBackdrop.reach.far, above: 128),
              !isCovered(near: x, y, by: MarkBackdrop.reach.near, above: 24)
            else { continue }
            let pixel = bytes.loadUnaligned(
              fromByteOffset: y * stride + x * 4, as: SIMD4<UInt8>.self)
            found.append(
              Color(red: pixel.z, green: pixel.y, blue: pixel.x).relativeLuminance)
          }
        }
      }
    }
    luminances = found.sorted()
  }

  /// The columns of a mark and of the pixels next to it, and its rows from the first of `rows`.
  ///
  /// Pixels at the edge are omitted, so that each pixel has neighbors.
  private static func pixels(
    near mark: Mark, in rows: Range<Int>, with drawing: Rasterizer
  ) -> (columns: Range<Int>, rows: Range<Int>) {
    func range(_ low: Double, _ high: Double, of count: Int) -> Range<Int> {
      let start = max(reach.far, Int(low) - reach.far)
      return start..<max(start, min(count - reach.far, Int(high) + reach.far))
    }
    let (scale, bounds, top) = (drawing.scale, mark.bounds, Double(rows.lowerBound))
    return (
      range(bounds.x * scale.x, bounds.maxX * scale.x, of: drawing.pixels.width),
      range(bounds.y * scale.y - top, bounds.maxY * scale.y - top, of: rows.count)
    )
  }

  /// The 5th percentile of the WCAG contrast ratio with a color, 1…21; 21 without samples.
  func contrast(with color: Color) -> Double {
    guard !luminances.isEmpty else { return 21 }
    let own = color.relativeLuminance
    let ratios = luminances.map { other in (max(own, other) + 0.05) / (min(own, other) + 0.05) }
    return ratios.sorted()[ratios.count / 20]
  }
}
