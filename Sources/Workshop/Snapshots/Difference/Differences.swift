import Glibc
import Perception
import WallfarmPluginKit

/// Finds where two pictures differ, and judges it.
struct Differences {
  let one: PixelSource
  let other: PixelSource

  /// Side of the squares that are looked at together, in pixels.
  private static let block = 64
  /// How far from a changed pixel it counts as the reason of what is seen, in pixels.
  private static let near = 4

  init(_ one: PixelSource, _ other: PixelSource) { (self.one, self.other) = (one, other) }

  /// The parts that have to be looked at: where something differs, and as far as it can be seen.
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

  /// Stretches of true.
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

  /// Judges a part of the pictures.
  func look(at rect: PixelRect, flip: Flip, threshold: Float) -> DifferenceArea {
    var map = flip.map(one, other, in: rect)
    if isClear(in: rect.grown(by: flip.reach, within: one.size)) {
      // What shows only over another ground counts too.
      let light = flip.map(one.over(ground: 255), other.over(ground: 255), in: rect)
      for index in map.indices { map[index] = max(map[index], light[index]) }
    }
    var area = DifferenceArea(rect, map)
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX where one.pixel(x, y) != other.pixel(x, y) {
        area.addDifferent(x, y)
      }
    }
    // Whether edges were only smoothed otherwise is asked where the answer matters: it takes longer
    // than all the rest.
    let doubtful = area.box { $0 >= threshold && $0 < 2 * threshold }
    let marked = doubtful.map { kinds(in: $0.grown(by: Self.near, within: one.size)) }
    for (index, value) in map.enumerated() where value >= threshold && value > 0 {
      let (x, y) = (rect.x + index % rect.width, rect.y + index / rect.width)
      let isSmoothed = value < 2 * threshold && marked?.hasHard(near: x, y, Self.near) == false
      area.addVisible(x, y, isSmoothed: isSmoothed)
    }
    return area
  }

  /// Whether a pixel that differs is transparent in part.
  private func isClear(in rect: PixelRect) -> Bool {
    for y in rect.y..<rect.maxY where !hasEqualRow(y) {
      for x in rect.x..<rect.maxX {
        let (a, b) = (one.pixel(x, y), other.pixel(x, y))
        if a != b, a.w < 255 || b.w < 255 { return true }
      }
    }
    return false
  }

  /// Marks the pixels that differ by more than the smoothing of an edge.
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
