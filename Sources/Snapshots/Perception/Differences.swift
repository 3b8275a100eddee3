import Glibc
import WallfarmPluginKit

/// Finds where two pictures differ, and judges it.
struct Differences: Sendable {
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

  func look(at rect: PixelRect, flip: Flip, threshold: Float) -> DifferenceArea {
    var map = flip.map(one, other, in: rect)
    let margin = rect.grown(by: Self.near, within: one.size)
    let kinds = kinds(in: margin)
    if kinds.hasClear {
      // What shows only over another ground counts too.
      let light = flip.map(one.over(ground: 255), other.over(ground: 255), in: rect)
      for index in map.indices { map[index] = max(map[index], light[index]) }
    }
    var area = DifferenceArea(
      rect: rect, map: map, seen: [Bool](repeating: false, count: map.count))
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX {
        let index = (y - rect.y) * rect.width + x - rect.x
        let value = map[index]
        area.most = max(area.most, value)
        let pixel = PixelRect(x: x, y: y, width: 1, height: 1)
        if one.pixel(x, y) != other.pixel(x, y) {
          area.different += 1
          area.differentBox = area.differentBox?.union(pixel) ?? pixel
        }
        guard value >= threshold else { continue }
        if value < 2 * threshold, !kinds.hasHard(near: x, y, Self.near) {
          area.smoothed += 1
        } else {
          area.visible += 1
          area.seen[index] = true
          area.visibleBox = area.visibleBox?.union(pixel) ?? pixel
        }
      }
    }
    return area
  }

  /// Marks the pixels that differ by more than the smoothing of an edge.
  private func kinds(in rect: PixelRect) -> DifferenceKinds {
    let edges = EdgeSmoothing(one: one, other: other)
    var kinds = DifferenceKinds(rect)
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX {
        let (a, b) = (one.pixel(x, y), other.pixel(x, y))
        guard a != b else { continue }
        if a.w < 255 || b.w < 255 { kinds.hasClear = true }
        if !edges.isMixed(x, y) { kinds.mark(x, y) }
      }
    }
    kinds.sum()
    return kinds
  }
}
