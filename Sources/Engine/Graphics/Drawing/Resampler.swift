internal import CResample
internal import Glibc
internal import PNG
import WallfarmPluginKit
internal import Work

/// Scales a picture with a three-lobe Lanczos filter, which is sharp and free of aliasing.
///
/// The filter works in floating point in two passes, first vertically and then horizontally. When a
/// picture is reduced, the filter widens, so that every source pixel contributes. Numbers are added
/// in a fixed order, so the result is the same on every machine.
struct Resampler {
  /// The placement of the whole picture on the target in pixels.
  let placement: ImagePlacement
  /// The number of threads that scale rows.
  var threads = 1

  /// Draws a photo upright on the part of `target` that it covers and leaves the rest unchanged.
  ///
  /// A rotated photo is scaled in its stored orientation onto a small surface, which is then
  /// rotated. Rotating the photo itself would double the memory.
  ///
  /// - Throws: `raster-failed` if there is not enough memory.
  func draw(
    _ photo: borrowing DecodedPhoto, on target: inout ImageSurface
  ) throws(RenderError) {
    guard photo.orientation != .upright else {
      return scale(photo, on: &target)
    }
    var turned = try ImageSurface(size: target.size.turned(by: photo.orientation))
    let stored = placement.stored(
      photo.orientation, picture: photo.size, target: target.size)
    Resampler(placement: stored, threads: threads).scale(photo, on: &turned)
    turned.turn(photo.orientation, into: &target)
  }

  private func scale(_ photo: borrowing DecodedPhoto, on target: inout ImageSurface) {
    let columns = Taps(
      count: target.size.width, source: photo.storedSize.width, scale: placement.scaleX,
      offset: placement.left)
    let rows = Taps(
      count: target.size.height, source: photo.storedSize.height, scale: placement.scaleY,
      offset: placement.top)
    guard !columns.covered.isEmpty, !rows.covered.isEmpty else { return }
    let used = columns.sourceRange
    let first = used.lowerBound - photo.firstColumn
    precondition(
      first >= 0 && first + used.count <= photo.surface.size.width,
      "a required column was not decoded")
    let (isCMYK, arrival) = (photo.color.isCMYK, photo.arrival)
    let firsts = columns.firsts.map { Int32($0 - used.lowerBound) }
    let targetStride = target.stride
    photo.surface.withRows { source in
      target.withMutablePixels { output in
        guard let base = output.bindMemory(to: UInt8.self).baseAddress else { return }
        // Each thread writes its own rows.
        nonisolated(unsafe) let output = base
        let batches = (rows.covered.count + Resampler.batch - 1) / Resampler.batch
        inParallel(
          batches, threads: threads,
          // The state of each thread: one row of the picture in floating point, after the vertical
          // pass.
          state: { [Float](repeating: 0, count: used.count * 4) }
        ) { line, batch in
          let end = min((batch + 1) * Resampler.batch, rows.covered.count)
          arrival?.wait(forRows: rows.lastSource(before: end))
          for index in batch * Resampler.batch..<end {
            for tap in 0..<Int(rows.counts[index]) {
              let row = source.bytes(of: rows.firsts[index] + tap, from: first)
              wallfarm_combine(
                &line, row, rows.weights[index * rows.width + tap], used.count * 4,
                tap == 0 ? 0 : 1)
            }
            let y = rows.covered.lowerBound + index
            wallfarm_weigh(
              line, firsts, columns.counts, columns.weights.baseAddress, columns.width,
              columns.covered.count, output + y * targetStride + columns.covered.lowerBound * 4,
              isCMYK ? 0 : 1)
          }
        }
      }
    }
  }

  /// The number of rows per work item.
  private static let batch = 32
}

/// The source pixels and weights of each target pixel along one axis.
///
/// The class is `Sendable` because the weights are written only in the initializer.
private final class Taps: @unchecked Sendable {
  /// The target pixels whose centers are inside the picture.
  let covered: Range<Int>
  /// For each target pixel, the first source pixel and the number of source pixels.
  let firsts: [Int]
  let counts: [Int32]
  /// The weights of all target pixels, with `width` entries for each target pixel.
  let weights: UnsafeMutableBufferPointer<Float>
  let width: Int
  private let source: Int

  init(count: Int, source: Int, scale: Double, offset: Double) {
    self.source = source
    // When the picture is enlarged, the filter interpolates between neighboring pixels. When it is
    // reduced, the filter is widened to include all source pixels.
    let stretch = max(1, 1 / scale)
    width = Int((3 * stretch).rounded(.up)) * 2 + 1
    let low = max(0, Int((offset - 0.5).rounded(.up)))
    let high = min(count, Int((offset + Double(source) * scale - 0.5).rounded(.up)))
    covered = low..<max(low, high)
    weights = .allocate(capacity: covered.count * width)
    var firsts: [Int] = []
    for (index, position) in covered.enumerated() {
      let center = (Double(position) + 0.5 - offset) / scale
      let first = Int((center - 3 * stretch).rounded(.down))
      firsts.append(
        Taps.fill(
          UnsafeMutableBufferPointer(rebasing: weights[index * width..<(index + 1) * width]),
          first: first, center: center, stretch: stretch, source: source))
    }
    self.firsts = firsts
    let width = width
    // If the picture is smaller than the filter, there are fewer pixels than weights.
    counts = firsts.map { Int32(min(width, source - $0)) }
  }

  deinit { weights.deallocate() }

  /// Writes normalized weights; weights beyond an edge are added to the weight of the pixel at that
  /// edge.
  private static func fill(
    _ weights: UnsafeMutableBufferPointer<Float>, first: Int, center: Double, stretch: Double,
    source: Int
  ) -> Int {
    let start = min(max(first, 0), max(0, source - weights.count))
    weights.initialize(repeating: 0)
    var sum = 0.0
    for position in first..<first + weights.count {
      let weight = lanczos((Double(position) + 0.5 - center) / stretch)
      sum += weight
      let slot = min(max(position, 0), source - 1) - start
      weights[min(max(slot, 0), weights.count - 1)] += Float(weight)
    }
    for index in weights.indices { weights[index] /= Float(sum) }
    return start
  }

  /// The Lanczos kernel (1956), which is sinc(x) · sinc(x / 3) for |x| < 3 and 0 otherwise.
  private static func lanczos(_ x: Double) -> Double {
    guard abs(x) > 1e-9 else { return 1 }
    guard abs(x) < 3 else { return 0 }
    let angle = Double.pi * x
    return 3 * sin(angle) * sin(angle / 3) / (angle * angle)
  }

  /// Returns the end of the source range that contributes to the first `count` covered target
  /// pixels.
  func lastSource(before count: Int) -> Int {
    count > 0 ? firsts[count - 1] + Int(counts[count - 1]) : 0
  }

  /// The range of source pixels that contribute to any covered target pixel.
  var sourceRange: Range<Int> {
    let low = firsts.min() ?? 0
    return low..<min(source, (firsts.max() ?? 0) + width)
  }
}

extension ImageSurface {
  /// Copies the stored picture to a surface of the rotated size, so that the copy is upright.
  func turn(_ orientation: Orientation, into target: inout ImageSurface) {
    let (width, height) = (target.size.width, target.size.height)
    let (fromStride, toStride) = (stride, target.stride)
    withPixels { source in
      target.withMutablePixels { output in
        for y in 0..<height {
          for x in 0..<width {
            let place = orientation.stored(x, y, width: width, height: height)
            let pixel = source.load(
              fromByteOffset: place.y * fromStride + place.x * 4, as: UInt32.self)
            output.storeBytes(of: pixel, toByteOffset: y * toStride + x * 4, as: UInt32.self)
          }
        }
      }
    }
  }
}
