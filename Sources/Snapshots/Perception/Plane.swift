/// One number for each pixel of a rectangle, in rows without gaps.
struct Plane {
  let width: Int
  let height: Int
  var values: [Float]

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    values = [Float](repeating: 0, count: width * height)
  }

  /// Every row filtered; the result is narrower by the ends of the filter.
  ///
  /// The inner loop runs over neighbours in memory, which the compiler turns into vectors.
  func filteredAcross(_ weights: [Float]) -> Plane {
    var result = Plane(width: width - weights.count + 1, height: height)
    let (wide, narrow) = (width, result.width)
    values.withUnsafeBufferPointer { source in
      result.values.withUnsafeMutableBufferPointer { target in
        for y in 0..<height {
          for (tap, weight) in weights.enumerated() {
            let (from, to) = (y * wide + tap, y * narrow)
            for x in 0..<narrow { target[to + x] += weight * source[from + x] }
          }
        }
      }
    }
    return result
  }

  /// Every column filtered; the result is lower by the ends of the filter.
  func filteredDown(_ weights: [Float]) -> Plane {
    var result = Plane(width: width, height: height - weights.count + 1)
    let wide = width
    values.withUnsafeBufferPointer { source in
      result.values.withUnsafeMutableBufferPointer { target in
        for y in 0..<result.height {
          for (tap, weight) in weights.enumerated() {
            let (from, to) = ((y + tap) * wide, y * wide)
            for x in 0..<wide { target[to + x] += weight * source[from + x] }
          }
        }
      }
    }
    return result
  }

  /// The part that is left when a margin is taken away on every side.
  func trimmed(by margin: Int) -> Plane {
    guard margin > 0 else { return self }
    var result = Plane(width: width - 2 * margin, height: height - 2 * margin)
    for y in 0..<result.height {
      let from = (y + margin) * width + margin
      result.values.replaceSubrange(
        y * result.width..<(y + 1) * result.width, with: values[from..<from + result.width])
    }
    return result
  }
}
