/// Divides photos in their order into rows that fill a width.
public enum PhotoRows {
  /// Where rows begin and end so that least of the photos is cut away.
  ///
  /// A row whose photos at the height are wider or narrower than the width has them cut at the sides, or at top and
  /// bottom: its cost is the square of the logarithm of how much. The cheapest sum is found as lines of a paragraph
  /// are (Knuth and Plass 1981).
  ///
  /// - Parameters:
  ///   - ratios: width over height of each photo, above 0.
  ///   - width: of a row, in points.
  ///   - height: of a row, in points.
  ///   - gap: between photos, in points.
  ///   - cost: of having photos in one row, besides.
  /// - Returns: the rows, and what they cost.
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
        // Wider than three rows: still more photos only make it worse.
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

  /// The natural logarithm without a C library, right to nine digits.
  ///
  /// The series of 2·artanh((x − 1) / (x + 1)), after halving or doubling until x is near 1.
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
