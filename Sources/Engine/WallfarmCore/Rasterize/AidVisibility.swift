import Graphics
import WallfarmPluginKit

/// Counts the pixels that aids change visibly.
enum AidVisibility {
  /// A channel difference above this value, on a scale of 0…255, counts as visible.
  static let least = 16
  /// Sampling distance in pixels along each axis.
  static let step = 4

  /// The number of sampled rows among the first `rows` rows: every fourth row, starting with the
  /// first.
  static func sampleCount(rows: Int) -> Int { (rows + step - 1) / step }

  /// Returns the fraction of the screen, 0…1, that corresponds to the given numbers of visibly
  /// changed samples.
  static func share(_ counts: [Int], of size: PixelSize) -> Double {
    let samples = sampleCount(rows: size.height) * sampleCount(rows: size.width)
    return Double(counts.reduce(0, +)) / Double(samples)
  }

  /// Updates the number of visibly changed samples for each row in a part of the picture that has
  /// aids but no text.
  static func update(
    _ counts: inout [Int], with part: borrowing ImageSurface, over ground: Ground
  ) throws(RenderError) {
    let (first, end) = (part.top, part.top + part.size.height)
    let (width, stride) = (part.size.width, part.stride)
    try ground.withSurface { (surface) throws(RenderError) in
      surface.withPixels { old in
        part.withPixels { new in
          for sample in sampleCount(rows: first)..<sampleCount(rows: end) {
            let y = sample * step
            var visible = 0
            for x in Swift.stride(from: 0, to: width, by: step) {
              let one = old.loadUnaligned(
                fromByteOffset: y * stride + x * 4, as: SIMD4<UInt8>.self)
              let other = new.loadUnaligned(
                fromByteOffset: (y - first) * stride + x * 4, as: SIMD4<UInt8>.self)
              let change =
                SIMD4<Int16>(truncatingIfNeeded: one) &- SIMD4<Int16>(truncatingIfNeeded: other)
              let limit = SIMD4<Int16>(repeating: Int16(least))
              if any((change .> limit) .| (change .< (0 &- limit))) { visible += 1 }
            }
            counts[sample] = visible
          }
        }
      }
    }
  }
}
