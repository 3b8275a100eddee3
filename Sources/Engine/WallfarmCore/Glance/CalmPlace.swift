import WallfarmPluginKit

/// Finds the part of the free area in which the photo is calmest behind the content (text, marks
/// and images).
///
/// The layout gets a smaller area, which is cut at the top or bottom, and arranges itself in that
/// area as usual. The layout's rules therefore still apply, and external plugins do not need to
/// support this feature.
struct CalmPlace {
  /// The area for layouts in points.
  let area: Rect
  /// The vertical extent of the content in points.
  let content: ClosedRange<Double>
  /// The maximum height, in points, that can be cut from the area.
  private let room: Double

  /// The maximum busyness of the photo at a new position, as a fraction of its busyness at the
  /// current position.
  private static let gain = 0.75
  /// The number of candidate positions in each direction, up and down.
  private static let tries = 8

  /// Creates a search; `nil` if the content has no space to move.
  ///
  /// - Parameters:
  ///   - content: the current vertical extent of the content.
  ///   - area: the area for layouts.
  ///   - air: the minimum space above and below the content in points.
  init?(of content: ClosedRange<Double>, in area: Rect, air: Double) {
    (self.content, self.area) = (content, area)
    room = area.height - (content.upperBound - content.lowerBound) - 2 * air
    guard room > 0 else { return nil }
  }

  /// Returns the part of the area in which the content would be on a calmer part of the photo;
  /// `nil` to keep the whole area.
  func calmer(on glance: PhotoGlance) -> Rect? {
    let height = content.upperBound - content.lowerBound
    guard let own = restlessness(content, glance) else { return nil }
    // The fraction of the free space that is above the content; 0 for content at the top.
    let share = (content.lowerBound - area.y) / (area.height - height)
    var best: (area: Rect, cost: Double)?
    for step in 1...CalmPlace.tries {
      let cut = room * Double(step) / Double(CalmPlace.tries)
      for (isAbove, shift) in [(true, cut * (1 - share)), (false, -cut * share)] {
        // A penalty of up to 10% for distance favors the nearer of two equally calm positions.
        guard let found = restlessness(content.moved(by: shift), glance) else { continue }
        let cost = found * (1 + 0.1 * abs(shift) / room)
        guard cost < (best?.cost ?? own * CalmPlace.gain) else { continue }
        best = (
          Rect(
            x: area.x, y: isAbove ? area.y + cut : area.y, width: area.width,
            height: area.height - cut),
          cost
        )
      }
    }
    return best?.area
  }

  /// Returns a measure of how busy the photo is behind the content, based on brightness deviation,
  /// edges and the illegible fraction.
  ///
  /// The weights give the three components similar influence across all kinds of photos: typically,
  /// brightness deviates by about 40 of 255 levels, neighboring squares differ by about 10 levels,
  /// and half of a photo is too light or too dark for a text color.
  private func restlessness(_ content: ClosedRange<Double>, _ glance: PhotoGlance) -> Double? {
    let first = Int(((content.lowerBound - glance.top) / glance.height).rounded(.down))
    let last = Int(((content.upperBound - glance.top) / glance.height).rounded(.up))
    let rows = glance.rows[max(0, first)..<max(0, first, min(last, glance.rows.count))]
    let count = Double(rows.reduce(0) { $0 + $1.count })
    guard count > 0 else { return nil }
    let mean = rows.reduce(0) { $0 + $1.sum } / count
    let variance = max(0, rows.reduce(0) { $0 + $1.squares } / count - mean * mean)
    let edges = rows.reduce(0) { $0 + $1.edges } / count / 2
    let unreadable = 1 - Double(rows.reduce(0) { $0 + $1.readable }) / count
    return variance.squareRoot() + 4 * edges + 80 * unreadable
  }
}

extension ClosedRange<Double> {
  fileprivate func moved(by distance: Double) -> ClosedRange<Double> {
    lowerBound + distance...upperBound + distance
  }
}
