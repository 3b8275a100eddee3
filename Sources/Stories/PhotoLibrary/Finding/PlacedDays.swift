internal import Geography
internal import WallfarmPluginKit

/// Photos with locations, grouped by day, for ``HomeFinder``.
struct PlacedDays {
  /// The days on which photos with locations were taken, in chronological order.
  private(set) var days: [Day] = []
  private let points: [UnitVector]
  /// For each photo, the index of its day in ``days``.
  private var dayOf: [Int] = []
  private let grid: PointGrid

  /// Creates the groups from photos sorted by day.
  init(points: [UnitVector], days: [Day]) {
    self.points = points
    for day in days {
      if day != self.days.last { self.days.append(day) }
      dayOf.append(self.days.count - 1)
    }
    grid = PointGrid(points, cell: HomeFinder.radius)
  }

  /// The possible homes, starting with those from the grid cells that have photos on the most days.
  func candidates(atMost most: Int) -> [HomeCandidate] {
    var found: [HomeCandidate] = []
    let limit = UnitVector.squaredChord(ofKilometers: HomeFinder.radius)
    for cell in cellsByDays() {
      guard found.count < most else { break }
      guard let start = UnitVector.mean(of: grid.cell(cell).lazy.map { points[Int($0)] }) else {
        continue
      }
      let center = settled(start)
      guard found.allSatisfy({ $0.center.squaredChord(to: center) > limit }) else { continue }
      if let candidate = candidate(at: center) { found.append(candidate) }
    }
    return found
  }

  /// The grid cells to examine for candidates, sorted by the number of days with photos in
  /// descending order.
  ///
  /// If a cell boundary divides the area around a home, each cell contains photos from only some of
  /// the days at this home. Therefore, cells with few days are not excluded; only the number of
  /// cells is limited.
  private func cellsByDays() -> [Int] {
    let counted = (0..<grid.cellCount).map { cell in
      var (count, last) = (0, -1)
      for photo in grid.cell(cell) where dayOf[Int(photo)] != last {
        (count, last) = (count + 1, dayOf[Int(photo)])
      }
      return (cell: cell, days: count)
    }
    return counted.sorted { ($0.days, $1.cell) > ($1.days, $0.cell) }.prefix(200).map(\.cell)
  }

  /// Moves a center to the mean of nearby photos, three times (mean shift; Fukunaga and Hostetler,
  /// 1975).
  private func settled(_ start: UnitVector) -> UnitVector {
    var center = start
    for _ in 0..<3 {
      var near: [UnitVector] = []
      grid.forEach(near: center, within: HomeFinder.radius) { photo, _ in near.append(points[photo])
      }
      center = UnitVector.mean(of: near) ?? center
    }
    return center
  }

  private func candidate(at center: UnitVector) -> HomeCandidate? {
    var isThere = [Bool](repeating: false, count: days.count)
    grid.forEach(near: center, within: HomeFinder.radius) { photo, _ in isThere[dayOf[photo]] = true
    }
    let count = isThere.count(where: { $0 })
    guard count >= HomeFinder.fewestDays, let first = isThere.firstIndex(of: true),
      let last = isThere.lastIndex(of: true),
      days[last].number - days[first].number >= HomeFinder.shortestTime
    else { return nil }
    return HomeCandidate(center: center, isThere: isThere, count: count)
  }
}

extension PlacedDays {
  /// The cost of changing homes: the average number of days with photos in a quarter of a year, but
  /// at least 30.
  ///
  /// If a few days are years apart from the rest, they are excluded. Cameras that have lost their
  /// date write 1970 or 1980, and a single photo with this date would extend the average over fifty
  /// years and make a change of homes too cheap.
  private var costOfMoving: Int {
    func followsGap(_ index: Int) -> Bool { days[index].number - days[index - 1].number > 2 * 365 }
    let few = days.count / 20
    let start = (0..<few).last { followsGap($0 + 1) }.map { $0 + 1 } ?? 0
    let end = (days.count - few..<days.count).first(where: followsGap) ?? days.count
    let usual = days[start..<end]
    guard let first = usual.first, let last = usual.last else { return HomeFinder.shortestTime }
    return max(HomeFinder.shortestTime, 90 * usual.count / (last.number - first.number + 1))
  }

  /// Returns, for each day, the index of the candidate that is chosen as the home.
  func course(through candidates: [HomeCandidate]) -> [Int] {
    let costOfMoving = costOfMoving
    var counts = [Int](repeating: 0, count: candidates.count)
    var cameFrom: [[UInt8]] = []
    for day in days.indices {
      // If several counts are equal, take the first: candidates from cells with photos on more days
      // come first.
      let best = counts.indices.reduce(0) { counts[$1] > counts[$0] ? $1 : $0 }
      let moved = counts[best] - costOfMoving
      cameFrom.append(counts.indices.map { counts[$0] >= moved ? UInt8($0) : UInt8(best) })
      for home in counts.indices {
        counts[home] = max(counts[home], moved) + (candidates[home].isThere[day] ? 1 : 0)
      }
    }
    var home = counts.indices.reduce(0) { counts[$1] > counts[$0] ? $1 : $0 }
    var course = [Int](repeating: 0, count: days.count)
    for day in days.indices.reversed() {
      course[day] = home
      home = Int(cameFrom[day][home])
    }
    course = withoutStay(course, in: Array(days.indices), candidates)
    return withoutStay(course, in: days.indices.reversed(), candidates)
  }

  /// Removes a stay away from home at the start or end of the sequence.
  ///
  /// A stay in the middle costs two changes, but a stay at the edge of the library costs only one.
  /// If photos between the edge and the stay were taken at the home on the other side of the stay,
  /// the stay is kept only if its gain is at least the cost of two changes.
  private func withoutStay(
    _ course: [Int], in order: [Int], _ candidates: [HomeCandidate]
  ) -> [Int] {
    guard let away = order.first.map({ course[$0] }),
      let back = order.firstIndex(where: { course[$0] != away })
    else { return course }
    let (home, stay) = (candidates[course[order[back]]], order[..<back])
    let before = stay.prefix { !candidates[away].isThere[$0] }
    let gain =
      stay.count { candidates[away].isThere[$0] } - stay.count { home.isThere[$0] }
    guard before.contains(where: { home.isThere[$0] }), gain < 2 * costOfMoving else {
      return course
    }
    var course = course
    for day in stay { course[day] = course[order[back]] }
    return course
  }

  /// The periods during which the home does not change.
  func periods(of course: [Int], _ candidates: [HomeCandidate]) -> [HomePeriod] {
    var periods: [HomePeriod] = []
    var start = 0
    while start < course.count {
      let end = course[start...].firstIndex { $0 != course[start] } ?? course.count
      let candidate = candidates[course[start]]
      let there = (start..<end).filter { candidate.isThere[$0] }
      if let first = there.first, let last = there.last, let place = candidate.center.point {
        periods.append(
          HomePeriod(first: days[first], last: days[last], place: place, days: there.count))
      }
      start = end
    }
    return periods
  }
}
