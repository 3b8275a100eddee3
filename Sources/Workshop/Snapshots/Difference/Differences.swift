import Glibc
import Perception
import WallfarmPluginKit

/// Finds and classifies the differences between two pictures.
struct Differences {
  let one: PixelSource
  let other: PixelSource

  /// The side length of a block, in pixels.
  private static let block = 64
  /// The maximum distance in pixels between a visible difference and a changed pixel that explains
  /// it.
  private static let near = 4

  init(_ one: PixelSource, _ other: PixelSource) { (self.one, self.other) = (one, other) }

  /// Returns the rectangles to examine: rows of adjacent blocks within `reach` pixels of a changed
  /// pixel.
  func areas(reach: Int) -> [PixelRect] {
    let size = one.size
    let block = Self.block
    let (columns, rows) = ((size.width + block - 1) / block, (size.height + block - 1) / block)
    var touched = [Bool](repeating: false, count: columns * rows)
    for y in 0..<size.height {
      if hasEqualRow(y) { continue }
      let rowsNear = max(0, y - reach) / block...min(size.height - 1, y + reach) / block
      for x in 0..<size.width where one.pixel(x, y) != other.pixel(x, y) {
        for row in rowsNear {
          for column in max(0, x - reach) / block...min(size.width - 1, x + reach) / block {
            touched[row * columns + column] = true
          }
        }
      }
    }
    return (0..<rows).flatMap { row in
      runs(of: touched[row * columns..<(row + 1) * columns]).map { run in
        PixelRect(
          x: run.lowerBound * block, y: row * block,
          width: min(size.width, run.upperBound * block) - run.lowerBound * block,
          height: min(size.height, (row + 1) * block) - row * block)
      }
    }
  }

  private func hasEqualRow(_ y: Int) -> Bool {
    guard let a = one.row(y).baseAddress, let b = other.row(y).baseAddress else { return true }
    return memcmp(a, b, one.size.width * 4) == 0
  }

  /// Returns the ranges of consecutive true values.
  private func runs(of flags: ArraySlice<Bool>) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for (index, flag) in flags.enumerated() where flag {
      if let last = runs.last, last.upperBound == index {
        runs[runs.count - 1] = last.lowerBound..<index + 1
      } else {
        runs.append(index..<index + 1)
      }
    }
    return runs
  }

  /// Compares a rectangle of the pictures.
  func look(at rect: PixelRect, flip: Flip, threshold: Float) -> DifferenceArea {
    var map = flip.map(one, other, in: rect)
    if isClear(in: rect.grown(by: flip.reach, within: one.size)) {
      // Translucent pixels are also compared on a light background.
      let light = flip.map(one.over(ground: 255), other.over(ground: 255), in: rect)
      for index in map.indices { map[index] = max(map[index], light[index]) }
    }
    var area = DifferenceArea(rect, map)
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX where one.pixel(x, y) != other.pixel(x, y) {
        area.addDifferent(x, y)
      }
    }
    // Antialiasing is examined only near the threshold, because this check takes longer than the
    // rest of the comparison.
    let doubtful = area.box { $0 >= threshold && $0 < 2 * threshold }
    let marked = doubtful.map { kinds(in: $0.grown(by: Self.near, within: one.size)) }
    for (index, value) in map.enumerated() where value >= threshold && value > 0 {
      let (x, y) = (rect.x + index % rect.width, rect.y + index / rect.width)
      let isSmoothed = value < 2 * threshold && marked?.hasHard(near: x, y, Self.near) == false
      area.addVisible(x, y, isSmoothed: isSmoothed)
    }
    return area
  }

  /// Compares the colors of a rectangle; the error of a pixel is the largest difference of a channel.
  func colors(at rect: PixelRect, threshold: Float) -> DifferenceArea {
    var map = [Float](repeating: 0, count: rect.width * rect.height)
    for y in rect.y..<rect.maxY where !hasEqualRow(y) {
      for x in rect.x..<rect.maxX {
        let (a, b) = (one.pixel(x, y), other.pixel(x, y))
        guard a != b else { continue }
        let gap = pointwiseMax(a, b) &- pointwiseMin(a, b)
        map[(y - rect.y) * rect.width + x - rect.x] = Float(gap.max()) / 255
      }
    }
    var area = DifferenceArea(rect, map)
    for (index, value) in map.enumerated() where value > 0 {
      let (x, y) = (rect.x + index % rect.width, rect.y + index / rect.width)
      area.addDifferent(x, y)
      if value >= threshold { area.addVisible(x, y, isSmoothed: false) }
    }
    return area
  }

  /// Whether a rectangle contains a pixel that differs and is translucent in at least one picture.
  private func isClear(in rect: PixelRect) -> Bool {
    for y in rect.y..<rect.maxY where !hasEqualRow(y) {
      for x in rect.x..<rect.maxX {
        let (a, b) = (one.pixel(x, y), other.pixel(x, y))
        if a != b, a.w < 255 || b.w < 255 { return true }
      }
    }
    return false
  }

  /// Marks the pixels that differ by more than antialiasing.
  private func kinds(in rect: PixelRect) -> DifferenceKinds {
    let edges = EdgeSmoothing(one: one, other: other)
    var kinds = DifferenceKinds(rect)
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX
      where one.pixel(x, y) != other.pixel(x, y) && !edges.isMixed(x, y) {
        kinds.mark(x, y)
      }
    }
    kinds.sum()
    return kinds
  }
}
