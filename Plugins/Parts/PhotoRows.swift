/// Divides an ordered list of photos into rows that fill a width.
public enum PhotoRows {
  /// Finds the rows with the least cropping.
  ///
  /// Photos are cropped so that each row fills the width at the given height. The cost of a row is
  /// the squared logarithm of the crop factor. Dynamic programming minimizes the sum of the costs,
  /// as in the line-breaking algorithm of Knuth and Plass (1981).
  ///
  /// - Parameters:
  ///   - ratios: the aspect ratio (width / height) of each photo, above 0.
  ///   - width: the width of a row in points.
  ///   - height: the height of a row in points.
  ///   - gap: the gap between photos in points.
  ///   - cost: returns an additional cost for a row, which is given as a range of photo indices.
  /// - Returns: the rows and their total cost.
  public static func rows(
    of ratios: [Double], width: Double, height: Double, gap: Double,
    cost: (Range<Int>) -> Double = { _ in 0 }
  ) -> (rows: [Range<Int>], cost: Double) {
    var least = [0.0] + Array(repeating: Double.infinity, count: ratios.count)
    var starts = Array(repeating: 0, count: ratios.count + 1)
    for end in 1..<max(1, ratios.count + 1) {
      var sum = 0.0
      for start in (0..<end).reversed() {
        sum += ratios[start]
        let free = width - gap * Double(end - start - 1)
        guard free > 0 else { break }
        let stretch = logarithm(free / (sum * height))
        // If a row is already more than three times as wide as the available width, more photos
        // only increase the cost.
        if stretch < -1.1, start < end - 1 { break }
        let total = least[start] + stretch * stretch + cost(start..<end)
        if total < least[end] { (least[end], starts[end]) = (total, start) }
      }
    }
    var rows: [Range<Int>] = []
    var end = ratios.count
    while end > 0 {
      rows.append(starts[end]..<end)
      end = starts[end]
    }
    return (rows.reversed(), least[ratios.count])
  }

  /// The natural logarithm, accurate to nine digits, computed without a C library.
  ///
  /// It uses the series of 2·artanh((x − 1) / (x + 1)) on the significand.
  package static func logarithm(_ value: Double) -> Double {
    guard value > 0, value.isFinite else { return value > 0 ? .infinity : -.infinity }
    let exponent = Double(value.exponent)
    let part = value.significand
    let step = (part - 1) / (part + 1)
    let square = step * step
    var (sum, power) = (0.0, step)
    for odd in stride(from: 1.0, through: 19, by: 2) {
      sum += power / odd
      power *= square
    }
    return 2 * sum + exponent * 0.693_147_180_559_945_3
  }
}
