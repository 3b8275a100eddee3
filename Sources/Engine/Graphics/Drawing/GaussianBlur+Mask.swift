extension GaussianBlur {
  /// Blurs a coverage mask with one byte per pixel, in row order without padding.
  ///
  /// The result is the same as for the alpha channel of a surface, but the computation takes a
  /// quarter of the time, because a mask has no color channels.
  package func apply(to mask: inout [UInt8], width: Int, height: Int) {
    guard sigma >= 0.3, width > 0, height > 0 else { return }
    let factor = reduction
    var plane = ReducedMask(mask, width: width, height: height, factor: factor)
    for size in boxSizes(sigma: reducedSigma(factor)) {
      plane.boxAcross(size)
      plane.boxDown(size)
    }
    plane.enlarge(into: &mask, width: width, height: height)
  }
}

/// A reduced copy of a mask in 8.8 fixed point; the counterpart of `Reduced` for surfaces.
private struct ReducedMask {
  let width: Int
  let height: Int
  let factor: Int
  private var pixels: [UInt16]
  private var scratch: [UInt16]

  init(_ mask: [UInt8], width fullWidth: Int, height fullHeight: Int, factor: Int) {
    self.factor = factor
    width = (fullWidth + factor - 1) / factor
    height = (fullHeight + factor - 1) / factor
    var pixels = [UInt16](repeating: 0, count: width * height)
    if factor == 1 {
      for index in pixels.indices { pixels[index] = UInt16(mask[index]) &* 256 }
    } else {
      var sums = [UInt32](repeating: 0, count: fullWidth)
      for y in 0..<height {
        let rows = y * factor..<min((y + 1) * factor, fullHeight)
        ReducedMask.add(mask, rows, into: &sums)
        for x in 0..<width {
          let columns = x &* factor..<min((x &+ 1) &* factor, fullWidth)
          var sum = UInt32(0)
          for column in columns { sum &+= sums[column] }
          let area = UInt32(truncatingIfNeeded: rows.count &* columns.count)
          pixels[y &* width &+ x] = UInt16(truncatingIfNeeded: (sum &* 256 &+ area / 2) / area)
        }
      }
    }
    self.pixels = pixels
    scratch = pixels
  }

  /// Writes, for each column, the sum of the pixels in the given rows of a mask.
  private static func add(_ mask: [UInt8], _ rows: Range<Int>, into sums: inout [UInt32]) {
    sums.withUnsafeMutableBufferPointer { sums in
      sums.update(repeating: 0)
      mask.withUnsafeBufferPointer { mask in
        for row in rows {
          let start = row &* sums.count
          for x in 0..<sums.count { sums[x] &+= UInt32(mask[start &+ x]) }
        }
      }
    }
  }

  mutating func boxAcross(_ size: Int) {
    let (width, height, half) = (width, height, size / 2)
    let reciprocal = Float(1) / Float(size)
    // Each entry is the sum of all pixels to the left of a position; the first and last pixels of
    // the row are repeated as padding. The sum of a box is the difference between two entries,
    // which avoids a dependency chain through the whole row.
    var sums = [UInt32](repeating: 0, count: width + 2 * half + 1)
    pixels.withUnsafeBufferPointer { source in
      scratch.withUnsafeMutableBufferPointer { target in
        sums.withUnsafeMutableBufferPointer { sums in
          for row in stride(from: 0, to: width * height, by: width) {
            var sum = UInt32(0)
            func append(_ pixel: UInt16, at index: Int) {
              sum &+= UInt32(pixel)
              sums[index &+ 1] = sum
            }
            for index in 0..<half { append(source[row], at: index) }
            for index in 0..<width { append(source[row &+ index], at: half &+ index) }
            for index in 0..<half {
              append(source[row &+ width &- 1], at: half &+ width &+ index)
            }
            for index in 0..<width {
              let box = Int32(truncatingIfNeeded: sums[index &+ size] &- sums[index])
              target[row &+ index] = UInt16(
                truncatingIfNeeded: wholeLevel(Float(box) * reciprocal + 0.5))
            }
          }
        }
      }
    }
    swap(&pixels, &scratch)
  }

  /// Filters all columns at the same time, so that memory is read in row order.
  mutating func boxDown(_ size: Int) {
    let (width, height, half) = (width, height, size / 2)
    let last = height - 1
    let reciprocal = Float(1) / Float(size)
    var sums = [UInt32](repeating: 0, count: width)
    pixels.withUnsafeBufferPointer { source in
      scratch.withUnsafeMutableBufferPointer { target in
        sums.withUnsafeMutableBufferPointer { sums in
          func row(_ index: Int) -> Int { min(max(index, 0), last) &* width }
          for index in -half...half {
            let start = row(index)
            for x in 0..<width { sums[x] &+= UInt32(source[start &+ x]) }
          }
          for index in 0...last {
            let (out, new, old) = (index &* width, row(index &+ half &+ 1), row(index &- half))
            for x in 0..<width {
              let mean = Float(sums[x]) * reciprocal
              target[out &+ x] = UInt16(truncatingIfNeeded: wholeLevel(mean + 0.5))
              sums[x] = sums[x] &+ UInt32(source[new &+ x]) &- UInt32(source[old &+ x])
            }
          }
        }
      }
    }
    swap(&pixels, &scratch)
  }

  /// Enlarges the mask to full size by interpolating between the samples.
  ///
  /// Each pair of adjacent samples produces `factor` pixels, so the weights are the same for every
  /// pair.
  func enlarge(into mask: inout [UInt8], width fullWidth: Int, height fullHeight: Int) {
    let rows = Tap.all(count: fullHeight, limit: height, factor: factor)
    let (width, factor) = (width, factor)
    let shares = (0..<factor).map { (Float($0) + 0.5) / Float(factor) }
    // The samples of a row, with the first and the last sample repeated.
    var line = [Float](repeating: 0, count: width + 2)
    // The enlarged pixels of a row, with extra pixels for half a sample at each end and padding for
    // loads of eight pixels.
    let before = factor / 2
    var values = [Float](repeating: 0, count: (width + 1) * factor + 8)
    mask.withUnsafeMutableBufferPointer { target in
      pixels.withUnsafeBufferPointer { source in
        line.withUnsafeMutableBufferPointer { line in
          values.withUnsafeMutableBufferPointer { values in
            for (y, tap) in rows.enumerated() {
              let (high, low) = (tap.low &* width, tap.high &* width)
              for x in 0..<width {
                let above = Float(source[high &+ x])
                line[x &+ 1] = above + (Float(source[low &+ x]) - above) * tap.share
              }
              line[0] = line[1]
              line[width &+ 1] = line[width]
              ReducedMask.interpolate(line, shares, into: values)
              let row = UnsafeMutableBufferPointer(
                rebasing: target[y &* fullWidth..<(y &+ 1) &* fullWidth])
              let pixels = UnsafeBufferPointer(rebasing: values[before...])
              ReducedMask.dither(pixels, OrderedDither.row(y), into: row)
            }
          }
        }
      }
    }
  }

  /// Writes the interpolated pixels between adjacent samples and divides them by 256.
  private static func interpolate(
    _ line: UnsafeMutableBufferPointer<Float>, _ shares: [Float],
    into values: UnsafeMutableBufferPointer<Float>
  ) {
    let factor = shares.count
    // Without reduction, each pixel is a sample.
    guard factor > 1 else {
      for index in 0..<line.count - 2 { values[index] = line[index &+ 1] / 256 }
      return
    }
    guard let target = UnsafeMutableRawPointer(values.baseAddress) else { return }
    var place = 0
    if factor == 2 {
      let shares = SIMD2(shares[0], shares[1])
      for index in 0..<line.count - 1 {
        let left = line[index]
        let pixels = (left + (line[index &+ 1] - left) * shares) / 256
        target.storeBytes(of: pixels, toByteOffset: place, as: SIMD2<Float>.self)
        place &+= 8
      }
      return
    }
    let fours = stride(from: 0, to: factor, by: 4).map { start in
      SIMD4(shares[start], shares[start + 1], shares[start + 2], shares[start + 3])
    }
    for index in 0..<line.count - 1 {
      let left = line[index]
      let step = line[index &+ 1] - left
      for shares in fours {
        let pixels = (left + step * shares) / 256
        target.storeBytes(of: pixels, toByteOffset: place, as: SIMD4<Float>.self)
        place &+= 16
      }
    }
  }

  /// Rounds pixels to whole levels by adding the dither thresholds of a row.
  private static func dither(
    _ pixels: UnsafeBufferPointer<Float>, _ thresholds: SIMD8<Float>,
    into row: UnsafeMutableBufferPointer<UInt8>
  ) {
    let pixels = UnsafeRawBufferPointer(pixels)
    for start in stride(from: 0, to: row.count, by: 8) {
      let values = pixels.loadUnaligned(fromByteOffset: start * 4, as: SIMD8<Float>.self)
      // Thresholds are less than 1, so the sum is less than 256, and clamping is not necessary.
      let levels = SIMD8<UInt8>(truncatingIfNeeded: wholeLevels(values + thresholds))
      for index in 0..<min(8, row.count - start) { row[start &+ index] = levels[index] }
    }
  }
}
