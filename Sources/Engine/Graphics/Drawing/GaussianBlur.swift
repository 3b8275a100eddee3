import WallfarmPluginKit

/// Blurs a surface in place with three box filters, which approximate a Gaussian within 3%.
///
/// A wide blur uses a reduced copy. The surface is averaged down by a power of two, filtered with
/// 16 bits per channel, and enlarged with bilinear interpolation and ordered dithering, so that
/// smooth areas show no banding. Pixels beyond the edge are copies of the nearest edge pixel, so
/// that edges do not darken. The box sizes follow the recommendation in SVG 1.1, section 15.17
/// (feGaussianBlur).
package struct GaussianBlur {
  /// The standard deviation in pixels.
  package let sigma: Double

  package init(sigma: Double) {
    self.sigma = sigma
  }

  package func apply(to surface: inout ImageSurface) {
    guard sigma >= 0.3 else { return }
    let factor = reduction
    var planes = Reduced(surface, factor: factor)
    for size in boxSizes(sigma: reducedSigma(factor)) {
      planes.boxAcross(size)
      planes.boxDown(size)
    }
    planes.enlarge(into: &surface)
  }

  /// The reduction factor: the largest power of two that leaves a standard deviation of at least
  /// four pixels.
  ///
  /// The factor is 1 if the standard deviation is less than eight pixels.
  var reduction: Int {
    var factor = 1
    while sigma / Double(factor * 2) >= 4 { factor *= 2 }
    return factor
  }

  /// The standard deviation that the box filters must add, in pixels of the reduced copy.
  ///
  /// For a factor f, averaging already contributes a variance of (f²−1)/12, and interpolation
  /// contributes f²/6.
  func reducedSigma(_ factor: Int) -> Double {
    guard factor > 1 else { return sigma }
    let square = Double(factor * factor)
    return max(sigma * sigma - (square - 1) / 12 - square / 6, 0.1).squareRoot() / Double(factor)
  }

  /// Returns the odd widths d of three boxes whose variances (d²−1)/12 add up to the variance of
  /// the Gaussian.
  func boxSizes(sigma: Double) -> [Int] {
    let ideal = (12 * sigma * sigma / 3 + 1).squareRoot()
    let low = max(1, Int((ideal - 1) / 2) * 2 + 1)
    let square = Double(low * low)
    let low2 = Double(4 * low + 4)
    let count = ((3 * square + Double(12 * low) + 9 - 12 * sigma * sigma) / low2).rounded()
    return (0..<3).map { Double($0) < count ? low : low + 2 }
  }
}

/// A reduced copy of a surface, with four channels in 8.8 fixed point.
private struct Reduced {
  let width: Int
  let height: Int
  let factor: Int
  private var pixels: [SIMD4<UInt16>]
  private var scratch: [SIMD4<UInt16>]

  init(_ surface: borrowing ImageSurface, factor: Int) {
    self.factor = factor
    width = (surface.size.width + factor - 1) / factor
    height = (surface.size.height + factor - 1) / factor
    let (fullWidth, fullHeight) = (surface.size.width, surface.size.height)
    let (stride, smallWidth, smallHeight) = (surface.stride, width, height)
    pixels = surface.withPixels { bytes in
      [SIMD4<UInt16>](unsafeUninitializedCapacity: smallWidth * smallHeight) { target, count in
        for y in 0..<smallHeight {
          let rows = y * factor..<min((y + 1) * factor, fullHeight)
          for x in 0..<smallWidth {
            let columns = x * factor..<min((x + 1) * factor, fullWidth)
            var sum = SIMD4<UInt32>()
            for row in rows {
              for column in columns {
                sum &+= SIMD4<UInt32>(
                  truncatingIfNeeded: bytes.loadUnaligned(
                    fromByteOffset: row * stride + column * 4, as: SIMD4<UInt8>.self))
              }
            }
            let area = UInt32(rows.count * columns.count)
            let mean = (sum &* 256 &+ SIMD4(repeating: area / 2)) / SIMD4(repeating: area)
            target[y * smallWidth + x] = SIMD4<UInt16>(truncatingIfNeeded: mean)
          }
        }
        count = smallWidth * smallHeight
      }
    }
    scratch = pixels
  }

  mutating func boxAcross(_ size: Int) {
    let (width, height) = (width, height)
    pixels.withUnsafeBufferPointer { source in
      scratch.withUnsafeMutableBufferPointer { target in
        for y in 0..<height {
          Reduced.box(source, target, from: y * width, step: 1, count: width, size: size)
        }
      }
    }
    swap(&pixels, &scratch)
  }

  mutating func boxDown(_ size: Int) {
    let (width, height) = (width, height)
    pixels.withUnsafeBufferPointer { source in
      scratch.withUnsafeMutableBufferPointer { target in
        for x in 0..<width {
          Reduced.box(source, target, from: x, step: width, count: height, size: size)
        }
      }
    }
    swap(&pixels, &scratch)
  }

  /// Writes the running mean of `size` adjacent pixels along one row or column.
  private static func box(
    _ source: UnsafeBufferPointer<SIMD4<UInt16>>,
    _ target: UnsafeMutableBufferPointer<SIMD4<UInt16>>, from start: Int, step: Int, count: Int,
    size: Int
  ) {
    let half = size / 2
    let last = count - 1
    func at(_ index: Int) -> SIMD4<UInt32> {
      SIMD4<UInt32>(truncatingIfNeeded: source[start + min(max(index, 0), last) * step])
    }
    var sum = SIMD4<UInt32>()
    for index in -half...half { sum &+= at(index) }
    let reciprocal = Float(1) / Float(size)
    for index in 0..<count {
      let mean = SIMD4<Float>(sum) * reciprocal
      target[start + index * step] = SIMD4<UInt16>(
        truncatingIfNeeded: wholeLevels(mean + 0.5))
      sum = sum &+ at(index + half + 1) &- at(index - half)
    }
  }

  /// Enlarges the copy to full size and writes it to the surface.
  func enlarge(into surface: inout ImageSurface) {
    let (fullWidth, fullHeight, stride) = (surface.size.width, surface.size.height, surface.stride)
    let columns = Tap.all(count: fullWidth, limit: width, factor: factor)
    let rows = Tap.all(count: fullHeight, limit: height, factor: factor)
    surface.withMutablePixels { bytes in
      pixels.withUnsafeBufferPointer { source in
        var line = [SIMD4<Float>](repeating: .zero, count: width)
        for (y, tap) in rows.enumerated() {
          for x in 0..<width {
            let above = SIMD4<Float>(source[tap.low * width + x])
            let below = SIMD4<Float>(source[tap.high * width + x])
            line[x] = above + (below - above) * tap.share
          }
          let thresholds = OrderedDither.row(y)
          for x in 0..<fullWidth {
            let column = columns[x]
            let left = line[column.low]
            let value = (left + (line[column.high] - left) * column.share) / 256
            let dithered = value + thresholds[x & 7]
            let levels = SIMD4<UInt8>(
              truncatingIfNeeded: wholeLevels(dithered.clamped(lowerBound: .zero, upperBound: full))
            )
            bytes.storeBytes(of: levels, toByteOffset: y * stride + x * 4, as: SIMD4<UInt8>.self)
          }
        }
      }
    }
  }

  private var full: SIMD4<Float> { SIMD4(repeating: 255.5) }
}

/// The two pixels of a reduced copy around the center of a full-size pixel, and the weight of the
/// second.
struct Tap {
  let low: Int
  let high: Int
  let share: Float

  /// Returns the taps for all pixels along an axis.
  static func all(count: Int, limit: Int, factor: Int) -> [Tap] {
    (0..<count).map { index in
      let place = max(0, (Float(index) + 0.5) / Float(factor) - 0.5)
      let low = min(Int(place), limit - 1)
      return Tap(low: low, high: min(low + 1, limit - 1), share: place - Float(low))
    }
  }
}

extension ImageSurface {
  /// Blurs the whole surface; pixels beyond the edge are copies of the nearest edge pixel.
  ///
  /// - Parameter sigma: The standard deviation in pixels; if it is less than 0.3, the surface is
  ///   unchanged.
  package mutating func blur(sigma: Double) { GaussianBlur(sigma: sigma).apply(to: &self) }
}
