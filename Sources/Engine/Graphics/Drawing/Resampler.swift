internal import CResample
internal import Glibc
internal import PNG
import WallfarmPluginKit
internal import Work

/// Scales a picture with a Lanczos filter of three lobes, as sharp as it can be without aliasing.
///
/// Two passes on floating point: rows are combined first, then columns. When a picture is reduced
/// the filter widens with it, so that every source pixel counts. The order of additions is fixed,
/// so the same picture comes out on every machine.
struct Resampler {
  /// Where the whole picture lies on the target, in pixels.
  let placement: ImagePlacement
  /// How many scale rows together.
  var threads = 1

  /// Draws a photo, upright, where it falls on `target`, and leaves the rest as it is.
  ///
  /// A turned photo is scaled as it is stored, onto a surface turned back, and that small surface
  /// is turned: turning the photo itself would take its memory twice.
  ///
  /// - Throws: `raster-failed` when memory is not to be had.
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
      "a column that is needed was not decoded")
    let (isCMYK, arrival) = (photo.color.isCMYK, photo.arrival)
    let firsts = columns.firsts.map { Int32($0 - used.lowerBound) }
    let targetStride = target.stride
    photo.surface.withRows { source in
      target.withMutablePixels { output in
        guard let base = output.bindMemory(to: UInt8.self).baseAddress else { return }
        // Each thread writes rows of its own.
        nonisolated(unsafe) let output = base
        let batches = (rows.covered.count + Resampler.batch - 1) / Resampler.batch
        inParallel(
          batches, threads: threads,
          // One row of the picture, already scaled down the columns, as floats.
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

  /// Rows that a thread takes at once.
  private static let batch = 32
}

/// For each target pixel of one axis, the source pixels it is made of and their weights.
///
/// Unchecked: the memory of the weights is written before anyone else sees it.
private final class Taps: @unchecked Sendable {
  /// Target pixels whose middle lies on the picture.
  let covered: Range<Int>
  /// First source pixel of each, and how many there are.
  let firsts: [Int]
  let counts: [Int32]
  /// Weights of each, `width` apart.
  let weights: UnsafeMutableBufferPointer<Float>
  let width: Int
  private let source: Int

  init(count: Int, source: Int, scale: Double, offset: Double) {
    self.source = source
    // Enlarging interpolates between neighbours; reducing stretches the filter over all of them.
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
    // A picture smaller than the filter has fewer pixels than it has weights.
    counts = firsts.map { Int32(min(width, source - $0)) }
  }

  deinit { weights.deallocate() }

  /// Writes normalised weights; those beyond an edge are moved onto the edge pixel.
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

  /// The window of Lanczos (1956), sinc(x) · sinc(x / 3) inside ±3.
  private static func lanczos(_ x: Double) -> Double {
    guard abs(x) > 1e-9 else { return 1 }
    guard abs(x) < 3 else { return 0 }
    let angle = Double.pi * x
    return 3 * sin(angle) * sin(angle / 3) / (angle * angle)
  }

  /// How many source pixels, from the first, the first `count` target pixels are made of.
  func lastSource(before count: Int) -> Int {
    count > 0 ? firsts[count - 1] + Int(counts[count - 1]) : 0
  }

  /// Source pixels that any covered target pixel is made of.
  var sourceRange: Range<Int> {
    let low = firsts.min() ?? 0
    return low..<min(source, (firsts.max() ?? 0) + width)
  }
}

extension ImageSurface {
  /// Copies the stored picture upright into a surface of the turned size.
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
