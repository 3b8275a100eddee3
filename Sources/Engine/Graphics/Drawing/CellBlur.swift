import WallfarmPluginKit

/// Removes detail from a picture.
///
/// The filter keeps only the mean of each square cell, interpolates smoothly between the means, and
/// blurs the result.
///
/// A blur alone hides little, because it can largely be reversed. Averaging discards information:
/// each pixel of the result depends only on the means. The interpolation is a quadratic B-spline,
/// which hides the edges of cells. Because its weights are not negative, bright spots do not get
/// dark rings. Means, interpolation and blur are computed in linear light, so that a bright spot
/// keeps its brightness. Cells are aligned with the top left corner of the picture, so that a cell
/// of twice the width and height contains exactly four smaller cells. Therefore, two versions of a
/// picture, one with small cells and one with cells twice as large, together reveal no more than
/// the version with the small cells.
struct CellBlur {
  /// The width and height of a cell in pixels, at least 1.
  let cell: (x: Double, y: Double)
  /// The standard deviations of the blur in pixels, horizontal and vertical; 0 for no blur.
  let sigma: (x: Double, y: Double)
  /// The position of the picture's top left corner on the surface, in pixels.
  let origin: (x: Double, y: Double)

  func apply(to surface: inout ImageSurface) {
    let columns = CellAxis(
      count: surface.size.width, cell: cell.x, origin: origin.x, sigma: sigma.x)
    let rows = CellAxis(count: surface.size.height, cell: cell.y, origin: origin.y, sigma: sigma.y)
    let means = CellBlur.means(of: surface, columns, rows)
    let (width, height, stride) = (surface.size.width, surface.size.height, surface.stride)
    // Filter horizontally first, because at this point there is only one row per cell.
    var across = [SIMD4<Float>](repeating: .zero, count: rows.cells * width)
    for row in 0..<rows.cells {
      for x in 0..<width {
        across[row * width + x] = columns.blurred(at: x) { means[row * columns.cells + $0] }
      }
    }
    surface.withMutablePixels { bytes in
      across.withUnsafeBufferPointer { across in
        for y in 0..<height {
          let thresholds = OrderedDither.row(y)
          for x in 0..<width {
            let light = rows.blurred(at: y) { across[$0 * width + x] }
            bytes.storeBytes(
              of: Light.levels(light, dither: thresholds[x & 7]),
              toByteOffset: y * stride + x * 4, as: SIMD4<UInt8>.self)
          }
        }
      }
    }
  }

  /// Returns the mean linear light of each cell, row by row.
  private static func means(
    of surface: borrowing ImageSurface, _ columns: CellAxis, _ rows: CellAxis
  ) -> [SIMD4<Float>] {
    let (width, height, stride) = (surface.size.width, surface.size.height, surface.stride)
    var sums = [SIMD4<Float>](repeating: .zero, count: columns.cells * rows.cells)
    var counts = [Float](repeating: 0, count: sums.count)
    surface.withPixels { bytes in
      for y in 0..<height {
        let first = rows.cell[y] * columns.cells
        var x = 0
        while x < width {
          // A run of pixels within one cell is short enough that its sum in `Float` is accurate.
          let (column, start) = (columns.cell[x], x)
          var sum = SIMD4<Float>.zero
          while x < width, columns.cell[x] == column {
            sum += Light.light(
              of: bytes.loadUnaligned(
                fromByteOffset: y * stride + x * 4, as: SIMD4<UInt8>.self))
            x += 1
          }
          sums[first + column] += sum
          counts[first + column] += Float(x - start)
        }
      }
    }
    return zip(sums, counts).map { $1 > 0 ? $0 / $1 : .zero }
  }
}

/// The cells along one axis, and the weights of the cells for each pixel after interpolation and
/// blur.
private struct CellAxis {
  /// The number of cells.
  let cells: Int
  /// The cell index of each pixel, counted from 0.
  let cell: [Int]
  /// For each pixel, the first cell that contributes, the index of the first weight, and the number
  /// of weights.
  private var taps: [(first: Int, start: Int, count: Int)] = []
  private var weights: [Float] = []

  init(count: Int, cell side: Double, origin: Double, sigma: Double) {
    // Round the edges so that the edges of cells twice as large coincide with every second edge.
    var cell: [Int] = []
    cell.reserveCapacity(count)
    let first = ((0.5 - origin) / side).rounded(.down)
    var index = first
    for pixel in 0..<count {
      while Double(pixel) >= (origin + (index + 1) * side).rounded() { index += 1 }
      cell.append(Int(index - first))
    }
    self.cell = cell
    cells = (cell.last ?? 0) + 1
    let splines = (0..<count).map { pixel in
      Spline(at: (Double(pixel) + 0.5 - origin) / side - first)
    }
    // Beyond the edges of the picture, the outermost cell and pixel are repeated.
    func inside(_ cell: Int) -> Int { min(max(cell, 0), cells - 1) }
    let kernel = Gaussian.weights(sigma: sigma)
    let reach = kernel.count / 2
    for pixel in 0..<count {
      let low = inside(splines[max(pixel - reach, 0)].first)
      let high = inside(splines[min(pixel + reach, count - 1)].first + 2)
      let start = weights.count
      weights += [Float](repeating: 0, count: high - low + 1)
      for (offset, weight) in kernel.enumerated() {
        let spline = splines[min(max(pixel + offset - reach, 0), count - 1)]
        for tap in 0..<3 {
          weights[start + inside(spline.first + tap) - low] += weight * spline.weights[tap]
        }
      }
      taps.append((low, start, high - low + 1))
    }
  }

  /// Returns the weighted mean of the cells around a pixel.
  @inline(__always)
  func blurred(at pixel: Int, _ light: (Int) -> SIMD4<Float>) -> SIMD4<Float> {
    let tap = taps[pixel]
    var sum = SIMD4<Float>.zero
    for index in 0..<tap.count { sum += light(tap.first + index) * weights[tap.start + index] }
    return sum
  }
}

/// The weights of three neighboring cells at a position, given by a quadratic B-spline.
private struct Spline {
  /// The index of the first cell, which may be outside the picture.
  let first: Int
  let weights: SIMD3<Float>

  /// - Parameter position: The distance from the start of cell 0, measured in cells.
  init(at position: Double) {
    let middle = position.rounded(.down)
    let offset = position - middle - 0.5
    first = Int(middle) - 1
    weights = SIMD3(
      Float(0.5 * (0.5 - offset) * (0.5 - offset)), Float(0.75 - offset * offset),
      Float(0.5 * (0.5 + offset) * (0.5 + offset)))
  }
}

/// A Gaussian kernel, sampled at whole pixels.
private enum Gaussian {
  /// Returns the normalized weights up to four standard deviations from the center.
  static func weights(sigma: Double) -> [Float] {
    guard sigma >= 0.1 else { return [1] }
    let reach = Int((4 * sigma).rounded(.up))
    let square = 1 / (sigma * sigma)
    // Compute exp(−(n+1)²/2σ²) by recurrence, so that the result does not depend on the C library.
    var (side, ratio, weight) = ([1.0], exponential(-square / 2), 1.0)
    let step = ratio * ratio
    for _ in 0..<reach {
      weight *= ratio
      ratio *= step
      side.append(weight)
    }
    let all = side.dropFirst().reversed() + side
    let sum = all.reduce(0, +)
    return all.map { Float($0 / sum) }
  }

  /// Returns the exponential of a number x in −64…0.
  ///
  /// The result is the power series of x / 64, squared six times.
  private static func exponential(_ value: Double) -> Double {
    let part = value / 64
    var (term, sum) = (1.0, 1.0)
    for index in 1...16 {
      term *= part / Double(index)
      sum += term
    }
    return (0..<6).reduce(sum) { power, _ in power * power }
  }
}

/// Converts between surface levels and linear light.
private enum Light {
  private static let table: [Float] = (0...255).map { Float(Color.linear(UInt8($0))) }
  /// For each multiple of 1/4096 of linear light, the highest level that is not brighter than this
  /// light.
  private static let starts: [UInt8] = (0...4096).map { share in
    UInt8((table.lastIndex { $0 <= Float(share) / 4096 } ?? 0))
  }

  /// Converts a premultiplied pixel to premultiplied linear light; alpha is only scaled to 0…1.
  @inline(__always)
  static func light(of pixel: SIMD4<UInt8>) -> SIMD4<Float> {
    guard pixel[3] < 255 else {
      return SIMD4(table[Int(pixel[0])], table[Int(pixel[1])], table[Int(pixel[2])], 1)
    }
    let alpha = Float(pixel[3]) / 255
    guard alpha > 0 else { return .zero }
    func channel(_ index: Int) -> Float {
      table[min(255, Int(Float(pixel[index]) / alpha + 0.5))] * alpha
    }
    return SIMD4(channel(0), channel(1), channel(2), alpha)
  }

  /// Converts linear light to premultiplied levels and uses a dither threshold to round the colors.
  @inline(__always)
  static func levels(_ light: SIMD4<Float>, dither: Float) -> SIMD4<UInt8> {
    let alpha = min(max(light[3], 0), 1)
    guard alpha > 0 else { return .zero }
    func channel(_ index: Int) -> Float { level(light[index] / alpha) * alpha + dither }
    let levels = SIMD4(channel(0), channel(1), channel(2), alpha * 255 + 0.5)
    let full = SIMD4<Float>(repeating: (alpha * 255).rounded() + 0.5)
    return SIMD4<UInt8>(
      truncatingIfNeeded: wholeLevels(levels.clamped(lowerBound: .zero, upperBound: full)))
  }

  /// Converts linear light to a fractional level, 0…255.
  @inline(__always)
  private static func level(_ light: Float) -> Float {
    let light = min(max(light, 0), 1)
    var low = Int(starts[Int(light * 4096)])
    while low < 254, table[low + 1] <= light { low += 1 }
    low = min(low, 254)
    return Float(low) + (light - table[low]) / (table[low + 1] - table[low])
  }
}
