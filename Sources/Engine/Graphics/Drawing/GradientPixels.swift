import WallfarmPluginKit

/// Computes a gradient per pixel in floating point and dithers it to 8 bits.
///
/// The dither is an ordered 8 × 8 matrix with an amplitude of one level, the same in every channel.
/// It hides banding, is deterministic, and is invisible at the pixel densities of phones. It
/// compresses well because its period is short.
struct GradientPixels {
  let paint: Paint
  let scale: Scale
  /// The position of the surface's first pixel on the canvas, in pixels.
  let left: Int
  let top: Int

  /// Overwrites every pixel of `surface`.
  func fill(_ surface: inout ImageSurface) {
    let ramp = Ramp(stops: stops)
    let (width, height, stride) = (surface.size.width, surface.size.height, surface.stride)
    surface.withMutablePixels { pixels in
      ramp.colors.withUnsafeBufferPointer { colors in
        guard let base = pixels.baseAddress, let colors = colors.baseAddress else { return }
        for y in 0..<height {
          let row = (base + y * stride).assumingMemoryBound(to: UInt32.self)
          fillRow(row, count: width, y: y, colors: colors)
        }
      }
    }
  }

  private func fillRow(
    _ row: UnsafeMutablePointer<UInt32>, count: Int, y: Int, colors: UnsafePointer<SIMD4<Float>>
  ) {
    let pointY = (Double(top + y) + 0.5) / scale.y
    let thresholds = OrderedDither.row(top + y)
    switch paint {
    case .color: break
    case .linear(let gradient):
      let (dx, dy) = (gradient.end.x - gradient.start.x, gradient.end.y - gradient.start.y)
      let length = max(dx * dx + dy * dy, 1e-12)
      // The position along a row is linear: first + x · step, in entries of the ramp.
      let step = Float(dx / length / scale.x) * Ramp.last
      let first =
        Float(
          (((Double(left) + 0.5) / scale.x - gradient.start.x) * dx
            + (pointY - gradient.start.y) * dy) / length) * Ramp.last
      if step == 0 {
        fillFlat(row, count: count, color: colors[Ramp.index(first)], thresholds: thresholds)
      } else {
        for x in 0..<count {
          let color = colors[Ramp.index(first + Float(x) * step)]
          row[x] = quantize(color, thresholds[(left + x) & 7])
        }
      }
    case .radial(let gradient):
      let dy = Float(pointY - gradient.center.y)
      let first = Float((Double(left) + 0.5) / scale.x - gradient.center.x)
      let (step, entries) = (Float(1 / scale.x), Ramp.last / Float(gradient.radius))
      for x in 0..<count {
        let dx = first + Float(x) * step
        let distance = (dx * dx + dy * dy).squareRoot()
        row[x] = quantize(colors[Ramp.index(distance * entries)], thresholds[(left + x) & 7])
      }
    }
  }

  /// Fills a row with a single color; after dithering, the pixels repeat with a period of eight.
  private func fillFlat(
    _ row: UnsafeMutablePointer<UInt32>, count: Int, color: SIMD4<Float>, thresholds: SIMD8<Float>
  ) {
    for x in 0..<min(8, count) { row[x] = quantize(color, thresholds[(left + x) & 7]) }
    for x in min(8, count)..<max(8, count) { row[x] = row[x - 8] }
  }

  private var stops: [GradientStop] {
    switch paint {
    case .color: []
    case .linear(let gradient): gradient.stops
    case .radial(let gradient): gradient.stops
    }
  }
}

/// Adds a threshold in 0…1 to channels in 0…255, truncates the sums, and packs them in cairo's
/// format.
@inline(__always)
private func quantize(_ color: SIMD4<Float>, _ threshold: Float) -> UInt32 {
  let levels = SIMD4<UInt8>(truncatingIfNeeded: wholeLevels(color + threshold))
  return unsafeBitCast(levels, to: UInt32.self)
}

/// The thresholds of Bayer's 8 × 8 matrix (1973), each at the center of its quantization step.
enum OrderedDither {
  /// Returns the eight thresholds for a row of pixels, in 0…1.
  static func row(_ y: Int) -> SIMD8<Float> { rows[y & 7] }

  private static let rows: [SIMD8<Float>] = (0..<8).map { y in
    var row = SIMD8<Float>()
    for x in 0..<8 { row[x] = (Float(rank(x, y)) + 0.5) / 64 }
    return row
  }

  /// Returns the matrix entry, computed in closed form.
  ///
  /// The bits of x ^ y and y are interleaved in reverse order, so that the lowest bits become the
  /// highest.
  static func rank(_ x: Int, _ y: Int) -> Int {
    var value = 0
    for bit in 0..<3 {
      value = value << 2 | ((x ^ y) >> bit & 1) << 1 | (y >> bit & 1)
    }
    return value
  }
}

/// The colors along a gradient, sampled more finely than the dither can resolve.
private struct Ramp {
  /// The index of the last entry.
  static let last: Float = 4096
  /// Premultiplied channels in 0…255, in the order of the surface: blue, green, red, alpha.
  let colors: [SIMD4<Float>]

  init(stops: [GradientStop]) {
    colors = (0...Int(Ramp.last)).map { Ramp.color(at: Double($0) / Double(Ramp.last), of: stops) }
  }

  /// Returns the index of the entry nearest to a position; positions beyond the ends are clamped.
  @inline(__always)
  static func index(_ position: Float) -> Int {
    Int(min(max(position + 0.5, 0), last))
  }

  private static func color(at position: Double, of stops: [GradientStop]) -> SIMD4<Float> {
    guard let first = stops.first, let last = stops.last else { return .zero }
    if position <= first.position { return premultiplied(first.color) }
    for (from, to) in zip(stops, stops.dropFirst()) where position <= to.position {
      let span = max(to.position - from.position, 1e-9)
      let share = Float((position - from.position) / span)
      let start = premultiplied(from.color)
      return start + (premultiplied(to.color) - start) * share
    }
    return premultiplied(last.color)
  }

  private static func premultiplied(_ color: Color) -> SIMD4<Float> {
    let alpha = Float(color.alpha) / 255
    return SIMD4(
      Float(color.blue) * alpha, Float(color.green) * alpha, Float(color.red) * alpha,
      Float(color.alpha))
  }
}
