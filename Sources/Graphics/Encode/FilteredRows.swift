/// Turns rows of a surface into the filtered bytes that a PNG stores.
///
/// One filter serves a whole band: the one that makes the smallest sum of differences on a sample
/// of its rows (the heuristic of the PNG specification, section 12.7, taken per band).
struct FilteredRows {
  let width: Int
  let layout: PixelLayout

  private var rowBytes: Int { width * layout.bytesPerPixel }

  /// Replaces `band` with the filter byte and filtered samples of each row.
  func filter(_ surface: borrowing ImageSurface, rows: Range<Int>, into band: inout [UInt8]) {
    let (stride, count) = (surface.stride, rowBytes)
    let pixel = layout.bytesPerPixel
    // Samples with one pixel of zeros in front, so that "left of the first" needs no test.
    var samples = [UInt8](repeating: 0, count: (count + pixel) * rows.count)
    surface.withPixels { bytes in
      samples.withUnsafeMutableBufferPointer { target in
        for (index, y) in rows.enumerated() {
          unpack(
            bytes, at: y * stride,
            into: UnsafeMutableBufferPointer(
              rebasing: target[index * (count + pixel) + pixel..<(index + 1) * (count + pixel)]))
        }
      }
    }
    let filter = chooseFilter(samples, rows: rows.count)
    band = [UInt8](unsafeUninitializedCapacity: (count + 1) * rows.count) { target, filled in
      samples.withUnsafeBufferPointer { source in
        guard let input = source.baseAddress, let output = target.baseAddress else { return }
        for index in 0..<rows.count {
          let kind = index == 0 ? filter.withoutRowAbove : filter
          output[index * (count + 1)] = kind.rawValue
          kind.apply(
            row: input + index * (count + pixel) + pixel,
            above: input + max(index - 1, 0) * (count + pixel) + pixel,
            to: output + index * (count + 1) + 1, count: count, pixel: pixel)
        }
      }
      filled = (count + 1) * rows.count
    }
  }

  private func chooseFilter(_ samples: [UInt8], rows: Int) -> RowFilter {
    guard rows > 1 else { return .sub }
    let (count, pixel) = (rowBytes, layout.bytesPerPixel)
    var scratch = [UInt8](repeating: 0, count: count)
    var best = (filter: RowFilter.up, cost: Int.max)
    samples.withUnsafeBufferPointer { source in
      scratch.withUnsafeMutableBufferPointer { target in
        guard let input = source.baseAddress, let output = target.baseAddress else { return }
        for filter in RowFilter.allCases {
          var cost = 0
          for index in Swift.stride(from: 1, to: rows, by: max(1, rows / 4)) {
            filter.apply(
              row: input + index * (count + pixel) + pixel,
              above: input + (index - 1) * (count + pixel) + pixel, to: output, count: count,
              pixel: pixel)
            cost += sumOfDifferences(output, count: count)
          }
          if cost < best.cost { best = (filter, cost) }
        }
      }
    }
    return best.filter
  }

  /// Sum of the bytes as signed numbers without their sign.
  private func sumOfDifferences(_ bytes: UnsafePointer<UInt8>, count: Int) -> Int {
    var sum: UInt32 = 0
    for index in 0..<count {
      let byte = bytes[index]
      sum &+= UInt32(min(byte, 0 &- byte))
    }
    return Int(sum)
  }

  /// Samples of one row from cairo's pixels.
  private func unpack(
    _ bytes: UnsafeRawBufferPointer, at offset: Int, into target: UnsafeMutableBufferPointer<UInt8>
  ) {
    guard let base = bytes.baseAddress, let output = target.baseAddress else { return }
    let row = (base + offset).assumingMemoryBound(to: UInt32.self)
    switch layout {
    case .gray:
      for x in 0..<width { output[x] = UInt8(truncatingIfNeeded: row[x]) }
    case .rgb:
      for x in 0..<width {
        let pixel = row[x]
        output[x * 3] = UInt8(truncatingIfNeeded: pixel >> 16)
        output[x * 3 + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
        output[x * 3 + 2] = UInt8(truncatingIfNeeded: pixel)
      }
    case .rgba:
      for x in 0..<width { storeStraight(row[x], at: output + x * 4) }
    }
  }

  /// PNG wants colours that are not multiplied with alpha.
  private func storeStraight(_ pixel: UInt32, at output: UnsafeMutablePointer<UInt8>) {
    let alpha = pixel >> 24
    func channel(_ shift: UInt32) -> UInt8 {
      let value = pixel >> shift & 0xFF
      return alpha == 0 ? 0 : UInt8(truncatingIfNeeded: min(255, (value * 255 + alpha / 2) / alpha))
    }
    output[0] = channel(16)
    output[1] = channel(8)
    output[2] = channel(0)
    output[3] = UInt8(alpha)
  }
}

/// The row filters of the PNG specification, section 9.2.
enum RowFilter: UInt8, CaseIterable {
  case none = 0
  case sub = 1
  case up = 2
  case paeth = 4

  /// The one to use where there is no row above to look at.
  var withoutRowAbove: RowFilter { self == .none ? .none : .sub }

  /// Writes `count` filtered bytes; `row` and `above` have one pixel before their first byte.
  func apply(
    row: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>, to output: UnsafeMutablePointer<UInt8>,
    count: Int, pixel: Int
  ) {
    switch self {
    case .none: output.update(from: row, count: count)
    case .sub: for index in 0..<count { output[index] = row[index] &- row[index - pixel] }
    case .up: for index in 0..<count { output[index] = row[index] &- above[index] }
    case .paeth:
      for index in 0..<count {
        let predicted = paethPredictor(row[index - pixel], above[index], above[index - pixel])
        output[index] = row[index] &- predicted
      }
    }
  }
}

/// The neighbour closest to left + above − diagonal; ties go to left, then above.
///
/// Written with selections instead of branches so that the loop over a row can be vectorised.
@inline(__always)
private func paethPredictor(_ left: UInt8, _ above: UInt8, _ diagonal: UInt8) -> UInt8 {
  let (a, b, c) = (Int16(left), Int16(above), Int16(diagonal))
  let toLeft = abs(b &- c)
  let toAbove = abs(a &- c)
  let toDiagonal = abs(a &+ b &- c &- c)
  let second = toAbove <= toDiagonal ? above : diagonal
  return toLeft <= toAbove && toLeft <= toDiagonal ? left : second
}
