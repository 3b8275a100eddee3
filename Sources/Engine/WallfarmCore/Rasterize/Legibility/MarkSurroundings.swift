import Graphics
import WallfarmPluginKit

/// The pixels next to a mark, which determine its contrast.
struct MarkSurroundings {
  let mark: Mark
  /// The byte offsets of the pixels in a surface that contains the rows passed to `init`.
  private let pixels: [Int]

  /// The minimum and maximum distance from the mark in pixels; nearer pixels are affected by
  /// antialiasing.
  private static let reach = (near: 2, far: 5)
  /// The maximum number of positions that are checked; more positions would not make the percentile
  /// more accurate.
  private static let most = 60_000

  /// Finds the pixels next to a mark.
  ///
  /// - Parameters:
  ///   - mark: the mark.
  ///   - rows: rows of the picture that contain the mark and the pixels next to it.
  ///   - drawing: draws the mark to find its pixels.
  /// - Throws: `raster-failed`.
  init(of mark: Mark, in rows: Range<Int>, with drawing: Rasterizer) throws(RenderError) {
    var cover = try ImageSurface(size: drawing.pixels, rows: rows)
    try drawing.draw([Layer("mark", .shape(mark.content))], on: &cover)
    let stride = cover.stride
    let (columns, lines) = MarkSurroundings.area(around: mark, in: rows, with: drawing)
    let count = Double(columns.count * lines.count)
    let step = max(1, Int((count / Double(MarkSurroundings.most)).squareRoot()))
    let (near, far) = (
      MarkSurroundings.neighbors(at: MarkSurroundings.reach.near, stride: stride),
      MarkSurroundings.neighbors(at: MarkSurroundings.reach.far, stride: stride)
    )
    self.mark = mark
    pixels = cover.withPixels { bytes in
      var found: [Int] = []
      for y in Swift.stride(from: lines.lowerBound, to: lines.upperBound, by: step) {
        for x in Swift.stride(from: columns.lowerBound, to: columns.upperBound, by: step) {
          let pixel = y * stride + 4 * x
          // The last byte of a pixel is its alpha.
          if far.contains(where: { bytes[pixel + $0 + 3] > 128 }),
            near.allSatisfy({ bytes[pixel + $0 + 3] <= 24 })
          {
            found.append(pixel)
          }
        }
      }
      return found
    }
  }

  /// Returns the byte offsets from a pixel to itself and to the pixels at a given distance, in
  /// pixels, in eight directions.
  private static func neighbors(at distance: Int, stride: Int) -> [Int] {
    let (across, down, diagonal) = (4 * distance, stride * distance, distance * 7 / 10)
    let (rising, falling) = (diagonal * (4 - stride), diagonal * (4 + stride))
    return [0, across, -across, down, -down, rising, -rising, falling, -falling]
  }

  /// Returns the columns and rows of a mark and the pixels next to it; row numbers are relative to
  /// the first of `rows`.
  ///
  /// Pixels at the edge are omitted, so that each remaining pixel has neighbors in all directions.
  private static func area(
    around mark: Mark, in rows: Range<Int>, with drawing: Rasterizer
  ) -> (columns: Range<Int>, lines: Range<Int>) {
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

  /// Returns a percentile of a color's WCAG contrast ratio around the mark, 1…21; 21 if the mark
  /// has no visible surroundings.
  ///
  /// For a pattern, this is the 25th percentile, because a pattern is recognized even if some of
  /// its parts are faint. For every other mark, it is the 5th percentile.
  func contrast(of color: Color, on surface: borrowing ImageSurface) -> Double {
    let ratios = surface.withPixels { bytes in
      pixels.map { pixel in
        let found = bytes.loadUnaligned(fromByteOffset: pixel, as: SIMD4<UInt8>.self)
        return color.contrast(with: Color(red: found.z, green: found.y, blue: found.x))
      }
    }.sorted()
    return ratios.isEmpty ? 21 : ratios[ratios.count / (mark.isPattern ? 4 : 20)]
  }
}

extension [MarkSurroundings] {
  /// The lowest contrast that a color has next to any of the marks.
  func contrast(of color: Color, on surface: borrowing ImageSurface) -> Double {
    var least = 21.0
    for one in self { least = Swift.min(least, one.contrast(of: color, on: surface)) }
    return least
  }
}
