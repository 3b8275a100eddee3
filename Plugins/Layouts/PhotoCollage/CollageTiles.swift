import WallfarmPluginKit

/// The frames of photos that are arranged in rows or columns to fill an area with little cropping.
struct CollageTiles {
  /// The frames in the order of the photos.
  let frames: [Rect]

  /// Finds the rows or columns with the best balance of little cropping, little empty space and
  /// similar tile sizes.
  ///
  /// The result is nil if the shorter side of a tile would be less than `least`.
  init?(_ ratios: [Double], in area: Rect, gap: Double, least: Double) {
    let lying = Size(width: area.width, height: area.height)
    let standing = Size(width: area.height, height: area.width)
    let rows = CollageTiles.best(ratios, in: lying, gap)
    let columns = CollageTiles.best(ratios.map { 1 / $0 }, in: standing, gap).map { found in
      (
        cost: found.cost,
        frames: found.frames.map {
          Rect(x: $0.y, y: $0.x, width: $0.height, height: $0.width)
        }
      )
    }
    let fitting = [rows, columns].compactMap(\.self).filter { found in
      found.frames.allSatisfy { min($0.width, $0.height) >= least }
    }
    guard let best = fitting.min(by: { $0.cost < $1.cost }) else { return nil }
    // Unused width is split evenly between the left and the right; the caller distributes unused
    // height.
    let left = (area.width - (best.frames.map(\.maxX).max() ?? 0)) / 2
    frames = best.frames.map {
      Rect(x: area.x + left + $0.x, y: area.y + $0.y, width: $0.width, height: $0.height)
    }
  }

  /// The maximum factor by which photos are cropped to fill the area; beyond it, part of the area
  /// remains empty.
  private static let mostCut = 1.35
  /// The cost of empty space, relative to the cost of the same amount of cropping.
  private static let emptiness = 0.6

  /// Finds the rows with the lowest cost.
  ///
  /// Photos are laid out without cropping, and all rows are then stretched vertically by the same
  /// factor to fill the height.
  private static func best(
    _ ratios: [Double], in size: Size, _ gap: Double
  ) -> (cost: Double, frames: [Rect])? {
    var best: (cost: Double, frames: [Rect])?
    for rows in divisions(of: ratios, in: size, gap) {
      let free = size.height - gap * Double(rows.count - 1)
      let sums = rows.map { row in ratios[row].reduce(0, +) }
      let gaps = rows.map { gap * Double($0.count - 1) }
      func heights(_ width: Double) -> [Double] {
        zip(sums, gaps).map { sum, gaps in (width - gaps) / sum }
      }
      var width = size.width
      var stretch = free / heights(width).reduce(0, +)
      var room = 1.0
      if stretch > mostCut {
        (room, stretch) = (stretch / mostCut, mostCut)
      } else if stretch < 1 / mostCut {
        // Row heights are linear in the width.
        let perWidth = sums.reduce(0) { $0 + 1 / $1 }
        let lost = zip(sums, gaps).reduce(0) { $0 + $1.1 / $1.0 }
        width = (free * mostCut + lost) / perWidth
        (room, stretch) = (size.width / width, 1 / mostCut)
      }
      let own = heights(width).map { $0 * stretch }
      guard free > 0, own.allSatisfy({ $0 > 0 }) else { continue }
      let found = frames(rows, ratios, own, width, gap)
      let areas = found.map { $0.width * $0.height }
      // A threefold difference in tile area is acceptable; a larger difference looks like a
      // mistake.
      let uneven = max(0, PhotoRows.logarithm((areas.max() ?? 1) / (areas.min() ?? 1)) - 1.1)
      let cost =
        abs(PhotoRows.logarithm(stretch)) + emptiness * PhotoRows.logarithm(room) + uneven * 0.25
      if cost < best?.cost ?? .infinity { best = (cost, found) }
    }
    return best
  }

  /// The divisions of the photos into rows: all divisions for up to ten photos, otherwise the best
  /// for each of up to 12 row heights.
  private static func divisions(of ratios: [Double], in size: Size, _ gap: Double) -> [[Range<Int>]]
  {
    let count = ratios.count
    if count <= 10 {
      return (0..<1 << (count - 1)).map { ends in
        var (rows, start): ([Range<Int>], Int) = ([], 0)
        for index in 1...count where index == count || ends >> (index - 1) & 1 == 1 {
          rows.append(start..<index)
          start = index
        }
        return rows
      }
    }
    return (1...min(count, 12)).compactMap { rows in
      let target = (size.height - gap * Double(rows - 1)) / Double(rows)
      guard target > 0 else { return nil }
      return PhotoRows.rows(of: ratios, width: size.width, height: target, gap: gap).rows
    }
  }

  private static func frames(
    _ rows: [Range<Int>], _ ratios: [Double], _ heights: [Double], _ width: Double, _ gap: Double
  ) -> [Rect] {
    var frames: [Rect] = []
    var y = 0.0
    for (row, height) in zip(rows, heights) {
      let free = width - gap * Double(row.count - 1)
      let sum = ratios[row].reduce(0, +)
      var x = 0.0
      for index in row {
        let own = free * ratios[index] / sum
        frames.append(Rect(x: x, y: y, width: own, height: height))
        x += own + gap
      }
      y += height + gap
    }
    return frames
  }
}
